// SPDX-License-Identifier: Apache-2.0
// The lever clock on the loop: which side presses, stamps, loss, return, descriptors.
#include "hal/gpiod/lever_clock.hpp"

#include <dirent.h>

#include <cerrno>

#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_gpio.hpp"
#include "tests/support/loop.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;
using namespace std::chrono_literals;

namespace {

struct Levels : Electrics {
    void driven(const std::vector<Wire>&, const std::vector<Wire>&) override {}
    bool level(const std::vector<Wire>& wires, std::size_t wire) override {
        return low != wires[wire].line;
    }
    std::string low; ///< the line that is pulled down
};

struct Said : ClockSink {
    void clock_bytes(MonotonicNs, std::span<const std::uint8_t>) override { log += "bytes "; }
    void clock_press(MonotonicNs at, Side side) override {
        log += (side == Side::first ? "first " : "second ") + std::to_string(at) + ' ';
    }
    void clock_lost(MonotonicNs, const std::string& detail) override {
        log += "lost ";
        details.push_back(detail);
    }
    void clock_back(MonotonicNs, const std::string& detail) override {
        log += "back ";
        details.push_back(detail);
    }
    std::string log;
    std::vector<std::string> details;
};

struct Table {
    explicit Table(Side left = Side::first) {
        gpio->wire("chip", "5");
        gpio->wire("other", "6");
        LeverClockOptions options{
            {{"chip", "5"}, {"other", "6"}, true, GpioBias::pull_up, 5}, left, 1ms, 4ms};
        clock = std::make_unique<LeverClock>(loop, gpio, options, [this] { return now; });
    }
    void begin() {
        clock->start(said);
        REQUIRE(run_until(loop, [&] { return said.log == "back "; }));
        said.log.clear();
    }
    Levels levels;
    std::shared_ptr<FakeGpio> gpio = std::make_shared<FakeGpio>(levels);
    boost::asio::io_context loop;
    MonotonicNs now = 1'000'000'000;
    Said said;
    std::unique_ptr<LeverClock> clock;
};

constexpr MonotonicNs ms = 1'000'000;

std::size_t open_descriptors() {
    std::size_t count = 0;
    ::DIR* folder = ::opendir("/proc/self/fd");
    while (::readdir(folder) != nullptr)
        ++count;
    ::closedir(folder);
    return count;
}

} // namespace

TEST_CASE("a lever that falls is a press of the side that sits there, by the kernel's stamp") {
    for (const Side left : {Side::first, Side::second}) {
        Table table(left);
        table.begin();
        table.gpio->edge("chip", "5", false, table.now - 3 * ms);
        table.now += 20 * ms;
        REQUIRE(run_until(table.loop, [&] { return !table.said.log.empty(); }));
        table.gpio->edge("other", "6", false, table.now - 10 * ms);
        table.now += 5 * ms;
        const std::string expected = left == Side::first ? "first 997000000 second 1010000000 "
                                                         : "second 997000000 first 1010000000 ";
        REQUIRE(run_until(table.loop, [&] { return table.said.log.size() == expected.size(); }));
        CHECK(table.said.log == expected);
    }
}

TEST_CASE("the bounce of a lever is one press, and letting it up is none") {
    Table table;
    table.begin();
    for (const MonotonicNs after : {0, 1, 2, 3, 4})
        table.gpio->edge("chip", "5", after % 2 != 0, table.now + after * ms);
    for (const MonotonicNs after : {100, 101, 102})
        table.gpio->edge("chip", "5", after % 2 == 0, table.now + after * ms);
    table.gpio->edge("chip", "5", false, table.now + 500 * ms);
    table.now += 1000 * ms;
    REQUIRE(run_until(table.loop, [&] { return table.said.log.size() > 20; }));
    CHECK(table.said.log == "first 1000000000 first 1500000000 ");
}

TEST_CASE("presses of both levers that are sure at once come in the order of their stamps") {
    Table table;
    table.begin();
    table.gpio->edge("other", "6", false, table.now);
    table.gpio->edge("chip", "5", false, table.now + ms);
    table.now += 100 * ms;
    REQUIRE(run_until(table.loop, [&] { return table.said.log.size() > 25; }));
    CHECK(table.said.log == "second 1000000000 first 1001000000 ");
}

TEST_CASE("a lever that was down at the start is no press") {
    Table table;
    table.levels.low = "5";
    table.begin();
    table.gpio->edge("chip", "5", true, table.now);
    table.gpio->edge("chip", "5", false, table.now + 50 * ms);
    table.now += 1000 * ms;
    REQUIRE(run_until(table.loop, [&] { return !table.said.log.empty(); }));
    CHECK(table.said.log == "first 1050000000 ");
}

TEST_CASE(
    "levers that cannot be had are lost once with who holds them, and back when they are free") {
    Table table;
    table.gpio->busy["other 6"] = "button@6";
    table.clock->start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.gpio->requests >= 8; }));
    CHECK(table.said.log == "lost ");
    CHECK(table.said.details.back() == "line 6 of other is in use by button@6");
    table.gpio->busy.clear();
    REQUIRE(run_until(table.loop, [&] { return table.said.log == "lost back "; }));
    CHECK(table.said.details.back() == "levers at lines 5 and 6");
}

TEST_CASE("a chip that goes while it is watched is lost and comes back by itself") {
    Table table;
    table.begin();
    table.gpio->gone.insert("chip");
    table.gpio->edge("chip", "5", false, table.now);
    REQUIRE(run_until(table.loop, [&] { return table.said.log == "lost "; }));
    CHECK(table.said.details.back() == "cannot read the levers' edges: No such device");
    table.gpio->gone.clear();
    REQUIRE(run_until(table.loop, [&] { return table.said.log == "lost back "; }));
    table.gpio->edge("chip", "5", false, table.now);
    table.now += 10 * ms;
    REQUIRE(run_until(table.loop, [&] { return table.said.log.size() > 12; }));
    CHECK(table.said.log == "lost back first 1000000000 ");
}

TEST_CASE("after the stop no press is reported, and no descriptor or line is left") {
    Table table;
    table.begin();
    table.clock->stop();
    const std::size_t before = open_descriptors();
    for (int i = 0; i < 3; ++i) {
        table.said.log.clear();
        table.begin();
        table.gpio->edge("chip", "5", false, table.now);
        table.clock->stop();
        table.now += 10 * ms;
        table.loop.restart();
        table.loop.poll();
        CHECK(table.said.log.empty());
        CHECK(table.gpio->held == 0);
    }
    CHECK(open_descriptors() == before);
}
