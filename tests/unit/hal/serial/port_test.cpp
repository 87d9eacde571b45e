// SPDX-License-Identifier: Apache-2.0
// The life of a serial port on a real pseudo-terminal: bytes both ways, loss, return, leaks.
#include "hal/serial/port.hpp"

#include <numeric>

#include "hal/api/told_reason.hpp"
#include "hal/serial/line.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using jipu::test::PtyPair;
using jipu::test::run_until;
using namespace std::chrono_literals;

namespace {

/// A port and what it said.
struct Listener {
    explicit Listener(std::string path)
        : port(loop, {std::move(path), 115200, 1ms, 5ms},
               {[this](const std::string& device) { opened.push_back(device); },
                [this](std::span<const std::uint8_t> part) {
                    bytes.append(part.begin(), part.end());
                },
                [this](const std::string& why) { lost.push_back(why); },
                [this](const std::string& why) { still_lost.push_back(why); }}) {}
    boost::asio::io_context loop;
    std::vector<std::string> opened;
    std::vector<std::string> lost;
    std::vector<std::string> still_lost;
    std::string bytes;
    serial::SerialPort port;
};

std::string every_byte() {
    std::string all(256, '\0');
    std::iota(all.begin(), all.end(), '\0');
    return all;
}

} // namespace

TEST_CASE("every byte value comes through both ways, XON, XOFF, INTR and EOF too") {
    PtyPair pty;
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
    CHECK(listener.opened == std::vector<std::string>{pty.device()});
    const std::string all = every_byte() + "\x13\x11\x03\x04\r\n\x1a\x7f\xff" + every_byte();
    REQUIRE(pty.send(all));
    REQUIRE(run_until(listener.loop, [&] { return listener.bytes.size() >= all.size(); }));
    CHECK(listener.bytes == all);
    REQUIRE(listener.port.write(all));
    std::string received;
    REQUIRE(run_until(listener.loop, [&] {
        received += pty.receive();
        return received.size() >= all.size();
    }));
    CHECK(received == all);
    CHECK(listener.lost.empty());
}

TEST_CASE("silence on the line is no end of the line") {
    PtyPair pty;
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
    // With VMIN 0 the first empty read would be taken for an end of file.
    for (int i = 0; i < 100; ++i) {
        listener.loop.poll();
        listener.loop.restart();
    }
    CHECK(listener.lost.empty());
    REQUIRE(pty.send("x"));
    REQUIRE(run_until(listener.loop, [&] { return listener.bytes == "x"; }));
}

TEST_CASE("a device that is plugged out is lost once, and found again behind the same path") {
    PtyPair pty;
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
    for (int cycle = 1; cycle <= 5; ++cycle) {
        pty.unplug();
        REQUIRE(run_until(listener.loop,
                          [&] { return listener.lost.size() == static_cast<std::size_t>(cycle); }));
        CHECK_FALSE(listener.port.is_open());
        CHECK_FALSE(listener.port.write("into the air"));
        CHECK(listener.lost.back().rfind(pty.path() + " is gone: ", 0) == 0);
        // Some attempts fail before the device is back: they are not losses.
        for (int i = 0; i < 4; ++i)
            listener.loop.run_one();
        CHECK(listener.lost.size() == static_cast<std::size_t>(cycle));
        CHECK(listener.still_lost.empty());
        pty.plug_in();
        REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
        CHECK(listener.opened.back() == pty.device());
        listener.bytes.clear();
        REQUIRE(pty.send("again"));
        REQUIRE(run_until(listener.loop, [&] { return listener.bytes == "again"; }));
    }
}

TEST_CASE("a device that is not there at the start is reported once and opened when it comes") {
    PtyPair pty;
    pty.unplug();
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return !listener.lost.empty(); }));
    CHECK(listener.lost.back() == "cannot open " + pty.path() + ": No such file or directory");
    for (int i = 0; i < 5; ++i)
        listener.loop.run_one();
    CHECK(listener.lost.size() == 1);
    pty.plug_in();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
}

TEST_CASE("a device that comes and cannot be used is reported with the new reason, once") {
    PtyPair pty;
    pty.unplug();
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return !listener.lost.empty(); }));
    pty.plug_in();
    auto held = serial::open_line(pty.path(), 115200);
    REQUIRE(held);
    REQUIRE(run_until(listener.loop, [&] { return !listener.still_lost.empty(); }));
    CHECK(listener.still_lost.back() == pty.device() + " is in use by another program");
    for (int i = 0; i < 5; ++i)
        listener.loop.run_one();
    CHECK(listener.still_lost.size() == 1);
    // And the first reason again.
    held->reset();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
    pty.unplug();
    REQUIRE(run_until(listener.loop, [&] { return listener.lost.size() == 2; }));
    for (int i = 0; i < 5; ++i)
        listener.loop.run_one();
    CHECK(listener.still_lost.size() == 1);
}

TEST_CASE("a reason is worth a word when two attempts running give it and it was not told") {
    ToldReason reason;
    reason.told("missing");
    CHECK_FALSE(reason.is_news("missing"));
    CHECK_FALSE(reason.is_news("refused"));
    CHECK_FALSE(reason.is_news("missing"));
    CHECK_FALSE(reason.is_news("refused"));
    CHECK_FALSE(reason.is_news("busy"));
    CHECK(reason.is_news("busy"));
    CHECK_FALSE(reason.is_news("busy"));
    CHECK_FALSE(reason.is_news("missing"));
    CHECK(reason.is_news("missing"));
    // What was seen before a telling counts no more.
    CHECK_FALSE(reason.is_news("refused"));
    reason.told("gone");
    CHECK_FALSE(reason.is_news("refused"));
    CHECK(reason.is_news("refused"));
}

TEST_CASE("a port that another program holds is reported by name and taken when it is free") {
    PtyPair pty;
    auto held = serial::open_line(pty.path(), 115200);
    REQUIRE(held);
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return !listener.lost.empty(); }));
    CHECK(listener.lost.back() == pty.device() + " is in use by another program");
    held->reset();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
}

TEST_CASE("two hundred losses and returns leave no descriptor behind") {
    PtyPair pty;
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
    const auto before = test::open_descriptors();
    for (std::size_t cycle = 1; cycle <= 200; ++cycle) {
        pty.unplug();
        REQUIRE(run_until(listener.loop, [&] { return listener.lost.size() == cycle; }));
        pty.plug_in();
        REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
        REQUIRE(test::open_descriptors() == before);
    }
    listener.port.stop();
    CHECK(test::open_descriptors() < before);
}

TEST_CASE("a port can be stopped, restarted and destroyed at any moment, and says nothing then") {
    PtyPair pty;
    const auto before = test::open_descriptors();
    {
        Listener listener(pty.path());
        listener.port.start();
        listener.port.stop();
        listener.loop.run();
        CHECK(listener.opened.empty());
        listener.loop.restart();
        listener.port.start();
        REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
        REQUIRE(listener.port.write("bye"));
        REQUIRE(pty.send("unheard"));
        listener.port.stop();
        listener.loop.restart();
        listener.loop.run();
        CHECK(listener.bytes.empty());
        CHECK(listener.lost.empty());
        listener.loop.restart();
        listener.port.start();
        REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
        CHECK(listener.opened.size() == 2);
    }
    CHECK(test::open_descriptors() == before);
}

TEST_CASE("what a stuck device does not take is refused over a bound") {
    PtyPair pty;
    Listener listener(pty.path());
    listener.port.start();
    REQUIRE(run_until(listener.loop, [&] { return listener.port.is_open(); }));
    const std::string kilobyte(1024, 'x');
    int taken = 0;
    // Nobody reads the master: the kernel's buffer fills, then ours.
    while (listener.port.write(kilobyte) && taken < 1000) {
        ++taken;
        listener.loop.poll();
        listener.loop.restart();
    }
    CHECK(taken < 1000);
    std::size_t received = 0;
    REQUIRE(run_until(listener.loop, [&] {
        received += pty.receive().size();
        return received == static_cast<std::size_t>(taken) * 1024;
    }));
    CHECK(listener.port.write(kilobyte));
}
