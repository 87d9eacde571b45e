// SPDX-License-Identifier: Apache-2.0
// Lines of several chips as one: order, calls, and what is let go on failure.
#include "hal/gpiod/line_group.hpp"

#include <array>
#include <cerrno>

#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_gpio.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

/// Wires that read what they are driven to, and remember in which order they were driven.
struct Plain : Electrics {
    void driven(const std::vector<Wire>& before, const std::vector<Wire>& now) override {
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (before[i].drive == now[i].drive) continue;
            log += now[i].line + (now[i].drive == Drive::high ? "+ " : "- ");
        }
    }
    bool level(const std::vector<Wire>& wires, std::size_t wire) override {
        return wires[wire].line == high;
    }
    std::string log, high;
};

const LineSetup output{LineUse::push_pull, false, GpioBias::external};

struct TwoChips {
    TwoChips() {
        for (const char* line : {"p", "q", "r"})
            gpio.wire("a", line);
        for (const char* line : {"s", "t"})
            gpio.wire("b", line);
    }
    Plain plain;
    FakeGpio gpio{plain};
    LineGroup group;
    const std::vector<GpioLine> mixed{{"b", "t"}, {"a", "q"}, {"b", "s"}, {"a", "p"}};
};

using Levels = std::array<std::uint8_t, 4>;

} // namespace

TEST_CASE("lines of two chips keep the order of the wiring, in one request for each chip") {
    TwoChips chips;
    REQUIRE(chips.group.open(chips.gpio, chips.mixed, {}) == "");
    CHECK(chips.gpio.requests == 2);
    CHECK(chips.group.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        chips.plain.high = chips.mixed[i].line;
        Levels levels{};
        REQUIRE(chips.group.get(levels) == 0);
        Levels expected{};
        expected[i] = 1;
        CHECK(levels == expected);
    }
    CHECK(chips.gpio.gets == 8);
}

TEST_CASE("only the chips of which a level changes are set, and what lets go comes first") {
    TwoChips chips;
    REQUIRE(chips.group.open(chips.gpio, chips.mixed, output) == "");
    chips.plain.log.clear();
    REQUIRE(chips.group.set(Levels{1, 0, 0, 0}) == 0);
    CHECK(chips.gpio.sets == 1);
    REQUIRE(chips.group.set(Levels{1, 0, 0, 0}) == 0);
    CHECK(chips.gpio.sets == 1);
    REQUIRE(chips.group.set(Levels{0, 1, 0, 0}) == 0);
    REQUIRE(chips.group.set(Levels{0, 0, 1, 0}) == 0);
    REQUIRE(chips.group.set(Levels{0, 0, 1, 0}) == 0);
    CHECK(chips.plain.log == "t+ t- q+ q- s+ ");
    CHECK(chips.gpio.sets == 5);
}

TEST_CASE("more lines of one chip than the kernel takes become two requests") {
    Plain plain;
    FakeGpio gpio(plain);
    std::vector<GpioLine> many;
    for (std::size_t i = 0; i < most_lines + 1; ++i) {
        many.push_back({"a", std::to_string(i)});
        gpio.wire("a", many.back().line);
    }
    LineGroup group;
    REQUIRE(group.open(gpio, many, {}) == "");
    CHECK(gpio.requests == 2);
    plain.high = std::to_string(most_lines);
    std::vector<std::uint8_t> levels(many.size());
    REQUIRE(group.get(levels) == 0);
    CHECK(levels.back() == 1);
    CHECK(levels.front() == 0);
}

TEST_CASE("a line that somebody holds is named with him, and nothing of the group is kept") {
    TwoChips chips;
    chips.gpio.busy["a q"] = "spi0 CS1";
    CHECK(chips.group.open(chips.gpio, chips.mixed, output) == "line q of a is in use by spi0 CS1");
    CHECK(chips.gpio.held == 0);
    chips.gpio.busy.clear();
    CHECK(chips.group.open(chips.gpio, chips.mixed, output) == "");
    CHECK(chips.gpio.held == 4);
    chips.group.close();
    CHECK(chips.gpio.held == 0);
}

TEST_CASE("a call that fails says where, by its errno") {
    TwoChips chips;
    REQUIRE(chips.group.open(chips.gpio, chips.mixed, output) == "");
    chips.gpio.gone.insert("a");
    Levels levels{};
    CHECK(chips.group.get(levels) == ENODEV);
    CHECK(chips.group.failed_at() == "a");
    chips.gpio.gone = {};
    chips.gpio.fail_set = EIO;
    CHECK(chips.group.set(Levels{1, 1, 1, 1}) == EIO);
    chips.gpio.fail_set = 0;
    CHECK(chips.group.set(Levels{1, 1, 1, 1}) == 0);
    CHECK(chips.plain.log.size() >= 4);
}
