// SPDX-License-Identifier: Apache-2.0
// The inside of the emulated clock, with time as an argument.
#include "hal/sim/link/emulated_clock.hpp"

#include "tests/support/catch.hpp"

using namespace jipu::sim;
using namespace jipu::line_clock;

namespace {
constexpr EmulatedNs ms = 1'000'000;
EmulatedClockOptions minutes(std::int64_t n) {
    EmulatedClockOptions options;
    options.left_ms = options.right_ms = n * 60'000;
    return options;
}
} // namespace

TEST_CASE("nobody's time runs before the first press") {
    EmulatedClock clock(minutes(10));
    CHECK(clock.times(99'000 * ms) == Times{600'000, 600'000, std::nullopt, true, {0, 0}});
    CHECK_FALSE(clock.next_report(5));
}

TEST_CASE("a press ends the own turn: the other side's time runs, from that moment on") {
    EmulatedClock clock(minutes(10));
    CHECK(clock.press(1000 * ms, Half::left) == Press{Half::left, {1, 0}});
    CHECK(clock.times(2500 * ms) == Times{600'000, 598'500, Half::right, false, {1, 0}});
    CHECK(clock.press(2500 * ms, Half::right) == Press{Half::right, {1, 1}});
    CHECK(clock.times(3000 * ms) == Times{599'500, 598'500, Half::left, false, {1, 1}});
}

TEST_CASE("a second press of the same side counts and costs nobody anything") {
    EmulatedClockOptions options = minutes(1);
    options.increment_ms = 5000;
    EmulatedClock clock(options);
    clock.press(0, Half::left);
    clock.press(1000 * ms, Half::right);
    CHECK(clock.times(1000 * ms).right_ms == 59'000 + 5000);
    clock.press(2000 * ms, Half::right);
    CHECK(clock.times(2000 * ms) == Times{59'000, 64'000, Half::left, false, {1, 2}});
}

TEST_CASE("pause, resume and set hold and move the times") {
    EmulatedClock clock(minutes(1));
    clock.press(0, Half::left);
    clock.pause(1000 * ms);
    CHECK(clock.times(9000 * ms) == Times{60'000, 59'000, Half::right, true, {1, 0}});
    clock.resume(10'000 * ms, Half::left);
    CHECK(clock.times(11'000 * ms) == Times{59'000, 59'000, Half::left, false, {1, 0}});
    clock.set(20'000 * ms, {5000, 6000, Half::right, false});
    CHECK(clock.times(21'000 * ms) == Times{5000, 5000, Half::right, false, {1, 0}});
    clock.set(22'000 * ms, {5000, 6000, std::nullopt, false});
    CHECK_FALSE(clock.is_running());
    CHECK(clock.hello() == Hello{1, {1, 0}, "emulated-clock", "1.0"});
}

TEST_CASE("a time that has run out stays at zero and a time that counts up goes on") {
    EmulatedClock down(minutes(1));
    down.press(0, Half::left);
    CHECK(down.times(60'000 * ms).right_ms == 0);
    CHECK(down.times(99'000 * ms).right_ms == 0);
    CHECK_FALSE(down.next_report(60'000 * ms));
    EmulatedClockOptions options;
    options.left_ms = options.right_ms = 0;
    options.count_up = true;
    EmulatedClock up(options);
    up.press(0, Half::left);
    CHECK(up.times(99'000 * ms) == Times{0, 99'000, Half::right, false, {1, 0}});
}

TEST_CASE("while time runs a report is due at every whole second of it and at its end") {
    EmulatedClockOptions options;
    options.left_ms = options.right_ms = 2300;
    EmulatedClock clock(options);
    clock.press(0, Half::left);
    std::vector<std::int64_t> shown;
    EmulatedNs now = 0;
    while (const auto due = clock.next_report(now)) {
        REQUIRE(*due > now);
        now = *due;
        shown.push_back(clock.times(now).right_ms);
    }
    CHECK(shown == std::vector<std::int64_t>{2000, 1000, 0});
    CHECK(now == 2300 * ms);
}

TEST_CASE("the counters go round") {
    EmulatedClock clock(minutes(1));
    for (int i = 0; i < 65536; ++i)
        clock.press(i, Half::right);
    CHECK(clock.press(70000, Half::right) == Press{Half::right, {0, 1}});
}
