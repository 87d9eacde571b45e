// SPDX-License-Identifier: Apache-2.0
// The driver of serial clocks on a real pseudo-terminal: greeting, stamps, polls, loss and return.
#include "hal/serial/serial_clock.hpp"

#include "hal/codec/line_clock_decoder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"

using namespace jipu;
using jipu::test::PtyPair;
using jipu::test::run_until;
using namespace std::chrono_literals;

namespace {

struct Said : ClockSink {
    void clock_bytes(MonotonicNs at, std::span<const std::uint8_t> part) override {
        stamps.push_back(at);
        bytes.append(part.begin(), part.end());
    }
    void clock_press(MonotonicNs, Side) override { ++presses; }
    void clock_lost(MonotonicNs at, const std::string& detail) override {
        stamps.push_back(at);
        lost.push_back(detail);
    }
    void clock_back(MonotonicNs at, const std::string& detail) override {
        stamps.push_back(at);
        back.push_back(detail);
    }
    void clock_note(MonotonicNs at, const std::string& detail) override {
        stamps.push_back(at);
        notes.push_back(detail);
    }
    std::string bytes;
    std::vector<std::string> notes;
    std::vector<MonotonicNs> stamps;
    std::vector<std::string> lost;
    std::vector<std::string> back;
    int presses = 0;
};

ClockTalk line_talk() {
    return clock_talk(ClockKind::line);
}

const std::string greeting = "\nask hello*3B\nask status*4D\n";

} // namespace

TEST_CASE("a line clock is greeted at every opening; loss and return are said in turn") {
    PtyPair pty;
    boost::asio::io_context loop;
    Said said;
    MonotonicNs now = 1000;
    SerialClock source(loop, {pty.path(), 0, 1ms, 5ms}, line_talk(), [&] { return ++now; });
    source.start(said);
    std::string heard;
    const auto greeted = [&] {
        heard += pty.receive();
        return heard == greeting;
    };
    REQUIRE(run_until(loop, greeted));
    CHECK(said.back.empty());
    CHECK(said.lost.empty());

    REQUIRE(pty.send("press left 1 0*5D\n"));
    REQUIRE(run_until(loop, [&] { return said.bytes == "press left 1 0*5D\n"; }));
    CHECK(said.presses == 0);

    CHECK(source.send(encode(set_times_for(Side::first, {1000, 2000}, std::nullopt))));
    heard.clear();
    REQUIRE(run_until(loop, [&] {
        heard += pty.receive();
        return heard.size() > 3 && heard.back() == '\n';
    }));
    CHECK(heard.rfind("set times 1000 2000 none paused*", 0) == 0);

    pty.unplug();
    REQUIRE(run_until(loop, [&] { return said.lost.size() == 1; }));
    CHECK_FALSE(source.send(encode(line_clock::SetPause{})));
    heard.clear();
    pty.plug_in();
    REQUIRE(run_until(loop, greeted));
    CHECK(said.back == std::vector<std::string>{pty.device()});
    CHECK(std::is_sorted(said.stamps.begin(), said.stamps.end()));
    CHECK(said.stamps.front() > 1000);
    source.stop();
}

TEST_CASE("a clock that is not there at the start is lost, and back when it comes") {
    PtyPair pty;
    pty.unplug();
    boost::asio::io_context loop;
    Said said;
    SerialClock source(loop, {pty.path(), 0, 1ms, 5ms}, line_talk(), [] { return MonotonicNs{7}; });
    source.start(said);
    REQUIRE(run_until(loop, [&] { return said.lost.size() == 1; }));
    pty.plug_in();
    REQUIRE(run_until(loop, [&] { return said.back.size() == 1; }));
    CHECK(said.lost.size() == 1);
}

TEST_CASE("a clock that is polled is lost when it does not answer, and back with its first byte") {
    PtyPair pty;
    boost::asio::io_context loop;
    Said said;
    ClockTalk talk{9600, "who?", "still?", 10ms};
    SerialClock source(loop, {pty.path(), 0, 1ms, 5ms}, talk, [] { return MonotonicNs{7}; });
    source.start(said);
    std::string heard;
    REQUIRE(run_until(loop, [&] {
        heard += pty.receive();
        return said.lost.size() == 1;
    }));
    CHECK(said.lost.front() == pty.device() + " is open, and the clock does not answer");
    CHECK(heard.rfind("who?still?", 0) == 0);
    // It is asked on, and said to be lost once.
    heard.clear();
    REQUIRE(run_until(loop, [&] {
        heard += pty.receive();
        return heard.size() >= 18;
    }));
    CHECK(said.lost.size() == 1);
    REQUIRE(pty.send("\x13"));
    REQUIRE(run_until(loop, [&] { return said.bytes == "\x13"; }));
    CHECK(said.back == std::vector<std::string>{pty.device()});
    // Silent again, unplugged and plugged in: one loss, and no return before it speaks.
    REQUIRE(run_until(loop, [&] { return said.lost.size() == 2; }));
    pty.unplug();
    heard.clear();
    REQUIRE(run_until(loop, [&] {
        if (pty.master() < 0) pty.plug_in();
        heard += pty.receive();
        return heard.find("who?") != std::string::npos;
    }));
    CHECK(said.lost.size() == 2);
    CHECK(said.back.size() == 1);
    REQUIRE(said.notes.size() == 1);
    CHECK(said.notes.front().rfind(pty.path() + " is gone: ", 0) == 0);
    REQUIRE(pty.send("here"));
    REQUIRE(run_until(loop, [&] { return said.back.size() == 2; }));
}

TEST_CASE("nothing is asked any more when the driver is gone") {
    PtyPair pty;
    boost::asio::io_context loop;
    Said said;
    ClockTalk talk{9600, "?", "?", 1ms};
    auto source = std::make_unique<SerialClock>(loop, serial::PortOptions{pty.path(), 0, 1ms, 5ms},
                                                talk, [] { return MonotonicNs{7}; });
    source->start(said);
    std::string heard;
    REQUIRE(run_until(loop, [&] {
        heard += pty.receive();
        return heard.size() >= 20;
    }));
    source.reset();
    // What the loop still holds of it is run, and does nothing.
    while (loop.run_one_for(5ms) > 0) {
    }
    CHECK(loop.stopped());
}
