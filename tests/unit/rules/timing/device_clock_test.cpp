// SPDX-License-Identifier: Apache-2.0
// Readings of clock devices: what sound clocks of every make show is believed, what none can show
// is not.
#include "rules/timing/device_clock.hpp"

#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/unit/rules/timing/helpers.hpp"

using namespace jipu;
using namespace jipu::test;
using namespace std::chrono_literals;

namespace {

ShownTimes shows(Duration first, Duration second, std::optional<Side> running) {
    return {{first, second}, running};
}

struct Desk {
    DeviceClock clock;
    Instant now{};
    std::vector<Duration> periods;
    Duration gain{};

    ReadingVerdict later(Duration span, const ShownTimes& shown, bool free = false) {
        now += span;
        return clock.take(shown, now, {free, shown.running, gain, periods});
    }
};

/// How a make of clock shows what it counts.
struct Make {
    const char* name;
    Duration unit;   ///< of what it shows
    bool up;         ///< it rounds up
    Duration late;   ///< its lines come up to so much later
    bool counts_up;  ///< after its time is used up it counts what is used beyond
    Duration gain{}; ///< added at each press
};

Duration shown_by(const Make& make, Duration left) {
    if (left < Duration{}) left = make.counts_up ? -left : Duration{};
    const Duration rest = left % make.unit;
    return left - rest + (make.up && rest > Duration{} ? make.unit : Duration{});
}

} // namespace

TEST_CASE("a sound clock of any make is never suspected through whole games") {
    const std::vector<Make> makes{{"milliseconds", 1ms, false, 5ms, false},
                                  {"whole seconds, rounded up", 1s, true, 1s, false},
                                  {"whole seconds, rounded down", 1s, false, 1s, true},
                                  {"with an increment", 1s, true, 400ms, false, 3s},
                                  {"tenths, counting up", 100ms, false, 50ms, true}};
    for (const Make& make : makes) {
        INFO(make.name);
        for (unsigned seed = 1; seed <= 20; ++seed) {
            INFO(seed);
            std::mt19937 random(seed);
            Desk desk;
            desk.gain = make.gain;
            desk.periods = {600s, 300s};
            std::array<Duration, 2> left{600s, 600s};
            std::array<bool, 2> second{};
            Side turn = red;
            desk.later(1s, shows(600s, 600s, std::nullopt), true);
            Instant at = desk.now;
            for (int ply = 0; ply < 160 && left[0] > -60s && left[1] > -60s; ++ply) {
                Duration think = std::chrono::milliseconds(200 + random() % 15'000);
                while (think > Duration{}) {
                    const Duration step = std::min<Duration>(think, 1s);
                    think -= step;
                    at += step;
                    Duration& mine = left[index_of(turn)];
                    mine -= step;
                    // Sound clocks go on to the next period by themselves, this one at once.
                    if (mine <= Duration{} && !second[index_of(turn)] && !make.counts_up) {
                        mine += 300s;
                        second[index_of(turn)] = true;
                    }
                    const Instant heard = std::max(
                        desk.now,
                        at + Duration{static_cast<std::int64_t>(
                                 random() % static_cast<unsigned>(make.late.count() + 1))});
                    const auto verdict =
                        desk.later(heard - desk.now,
                                   shows(shown_by(make, left[0]), shown_by(make, left[1]), turn));
                    CHECK_FALSE(verdict.oddity);
                }
                left[index_of(turn)] += make.gain;
                if (ply % 2 == 0) desk.clock.pressed(turn);
                turn = opponent(turn);
            }
        }
    }
}

TEST_CASE("times that no clock ran down to are not believed, and are right when they fit again") {
    Desk desk;
    desk.later(0s, shows(512s, 498s, red));
    CHECK_FALSE(desk.later(1s, shows(511s, 498s, red)).oddity);
    for (int i = 0; i < 3; ++i) {
        CHECK(desk.later(1s, shows(0s, 0s, red)).oddity == ClockOddity::jump);
        CHECK(desk.clock.good() == shows(511s, 498s, red));
        CHECK_FALSE(desk.clock.zero_since(red));
    }
    CHECK_FALSE(desk.later(1s, shows(507s, 498s, red)).oddity);
    CHECK(desk.clock.good() == shows(507s, 498s, red));
}

TEST_CASE(
    "the times of a new game in mid-game are a jump, until somebody says that they are right") {
    Desk desk;
    desk.later(0s, shows(4813s, 4682s, red));
    CHECK(desk.later(1s, shows(5400s, 5400s, red)).oddity == ClockOddity::jump);
    CHECK(desk.clock.good().left[0] == 4813s);
    desk.clock.adopt();
    CHECK_FALSE(desk.later(1s, shows(5399s, 5400s, red)).oddity);
    CHECK(desk.clock.good().left[0] == 5399s);
}

TEST_CASE("a time that rises a little within a turn is noted and the smaller one stands") {
    Desk desk;
    desk.later(0s, shows(300s, 298s, black));
    CHECK_FALSE(desk.later(2s, shows(300s, 296s, black)).oddity);
    const auto verdict = desk.later(300ms, shows(300s, 298s, black));
    CHECK(verdict.oddity == ClockOddity::rise);
    CHECK(verdict.side == black);
    CHECK(verdict.by == 2s);
    CHECK(desk.clock.good().left[1] == 296s);
}

TEST_CASE("an increment is no rise, once the side has pressed (Fischer)") {
    Desk desk;
    desk.gain = 10s;
    desk.later(0s, shows(300s, 300s, red));
    desk.clock.pressed(red);
    CHECK_FALSE(desk.later(5s, shows(305s, 300s, black)).oddity);
    // Without a press it is one.
    CHECK(desk.later(1s, shows(314s, 299s, black)).oddity == ClockOddity::rise);
}

TEST_CASE("000/4.2.1(3): a clock that runs too fast is found by the time that really passed") {
    Desk desk;
    desk.later(0s, shows(3600s, 3600s, red));
    std::optional<ClockOddity> oddity;
    Duration off{};
    Duration left = 3600s;
    for (int i = 0; i < 300 && !oddity; ++i) {
        left -= 1100ms; // a tenth too fast
        const auto verdict = desk.later(1s, shows(left, 3600s, red));
        oddity = verdict.oddity;
        off = verdict.by;
    }
    CHECK(oddity == ClockOddity::rate);
    CHECK(off < -5s);
    CHECK(off > -8s);
}

TEST_CASE("0 counts from when it was first shown, and not before the time had run down to it") {
    Desk desk;
    desk.later(0s, shows(2s, 300s, red));
    desk.later(1s, shows(1s, 300s, red));
    CHECK_FALSE(desk.clock.zero_since(red));
    desk.later(1s, shows(0s, 300s, red));
    CHECK(desk.clock.zero_since(red) == Instant{} + 2s);
    desk.later(1s, shows(1s, 300s, red)); // it counts up what is used beyond
    CHECK(desk.clock.zero_since(red) == Instant{} + 2s);
    CHECK_FALSE(desk.clock.exact());
}

TEST_CASE("a clock that counts up without having shown 0 was used up all the same") {
    Desk desk;
    desk.later(0s, shows(700ms, 300s, red));
    CHECK_FALSE(desk.later(1s, shows(300ms, 300s, red)).oddity); // late, or beyond already
    CHECK_FALSE(desk.clock.zero_since(red));
    CHECK_FALSE(desk.later(1s, shows(1300ms, 300s, red)).oddity);
    CHECK(desk.clock.zero_since(red) == Instant{} + 700ms);
    CHECK_FALSE(desk.later(30s, shows(31'300ms, 300s, red)).oddity);
}

TEST_CASE("the next period's time after a time that was used up is a new period") {
    Desk desk;
    desk.periods = {5400s, 1800s};
    desk.later(0s, shows(1s, 900s, red));
    CHECK(desk.later(1s, shows(1800s, 900s, red)).new_period == red);
    // But no other time, and not while time was left.
    Desk other;
    other.periods = {5400s, 1800s};
    other.later(0s, shows(1s, 900s, red));
    CHECK(other.later(1s, shows(777s, 900s, red)).oddity == ClockOddity::jump);
    Desk early;
    early.periods = {5400s, 1800s};
    early.later(0s, shows(60s, 900s, red));
    CHECK(early.later(1s, shows(1800s, 900s, red)).oddity == ClockOddity::jump);
}

TEST_CASE("while nothing is played whatever is shown was set by somebody") {
    Desk desk;
    desk.later(0s, shows(300s, 300s, std::nullopt));
    CHECK_FALSE(desk.later(1s, shows(300s, 420s, std::nullopt), true).oddity);
    CHECK(desk.clock.good().left[1] == 420s);
}

TEST_CASE("times that somebody was asked to set are no jump, whenever they come; others are") {
    Desk desk;
    desk.later(1s, shows(3600s, 3600s, Side::first), true);
    desk.clock.expect({3300s, 3600s});                                     // five minutes off
    CHECK_FALSE(desk.later(20s, shows(3580s, 3600s, Side::first)).oddity); // not set yet
    CHECK(desk.later(1s, shows(3000s, 3600s, {})).oddity == ClockOddity::jump);
    SECTION("as they were told") {
        CHECK_FALSE(desk.later(1s, shows(3300s, 3600s, {})).oddity);
    }
    SECTION("off what was shown when it was set") {
        CHECK_FALSE(desk.later(1s, shows(3280s, 3600s, {})).oddity);
    }
    CHECK(desk.clock.good().left[0] < 3301s);
    CHECK(desk.later(1s, shows(3000s, 3600s, {})).oddity == ClockOddity::jump); // once
}

TEST_CASE("times that somebody was asked to set are forgotten when others are taken for right") {
    Desk desk;
    desk.later(1s, shows(3600s, 3600s, Side::first), true);
    desk.clock.expect({3300s, 3600s});
    desk.clock.adopt(); // another game begins
    CHECK_FALSE(desk.later(1s, shows(3599s, 3600s, Side::first)).oddity);
    CHECK(desk.later(1s, shows(3300s, 3600s, {})).oddity == ClockOddity::jump);
}

TEST_CASE("a 0 that somebody was asked to set is a fallen flag") {
    Desk desk;
    desk.later(1s, shows(200s, 3600s, Side::first), true);
    desk.clock.expect({0s, 3600s});
    CHECK_FALSE(desk.later(2s, shows(0s, 3600s, Side::first)).oddity);
    CHECK(desk.clock.zero_since(Side::first) == desk.now);
}

TEST_CASE("a clock that was away may have run for both sides meanwhile, not backwards") {
    Desk desk;
    desk.later(0s, shows(300s, 300s, red));
    desk.clock.away();
    CHECK_FALSE(desk.later(60s, shows(280s, 270s, red)).oddity);
    desk.clock.away();
    CHECK(desk.later(60s, shows(300s, 300s, red)).oddity == ClockOddity::jump);
}
