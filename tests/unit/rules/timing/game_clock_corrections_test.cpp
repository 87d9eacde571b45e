// SPDX-License-Identifier: Apache-2.0
// What the arbiter does to a clock by an article, across periods and flags.
#include "rules/timing/game_clock.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/rules/timing/helpers.hpp"

using namespace jipu;
using namespace jipu::test;
using namespace std::chrono_literals;

namespace {

GameClock clock_of(std::string_view spec) {
    GameClock clock(control_of(spec));
    clock.start(zero, red);
    return clock;
}

// Red makes `moves`, each in `each`, Black answers at once; returns when.
Instant play(GameClock& clock, int moves, Duration each) {
    Instant now = zero;
    for (int i = 0; i < moves; ++i) {
        now += each;
        REQUIRE(clock.press(now, red));
        REQUIRE(clock.press(now, black));
    }
    return now;
}

} // namespace

TEST_CASE("000/1.4.2(4): a charge uses time up, and the flag falls at once when there is no more") {
    GameClock clock = clock_of("10m");
    clock.charge(zero, red, 5min);
    CHECK(clock.reading(red, zero).remaining == 5min);
    CHECK(clock.reading(black, zero).remaining == 10min);
    clock.charge(zero + 1min, red, 4min);
    CHECK(clock.reading(red, zero + 1min).flag_fallen);
    CHECK(clock.reading(red, zero + 1min).fell_at == zero + 1min);
}

TEST_CASE("A charge ends a period whose quota is complete") {
    GameClock clock = clock_of("10m/2; 10m/2 repeat");
    const Instant now = play(clock, 2, 4min);
    clock.charge(now, red, 5min);
    const ClockReading reading = clock.reading(red, now);
    CHECK_FALSE(reading.flag_fallen);
    CHECK(reading.period == 2);
    CHECK(reading.remaining == 7min);
}

TEST_CASE("What the clock shows as used follows the arbiter's hand") {
    GameClock clock = clock_of("90m/40; 30m/20 carry; 15m/10 repeat");
    const Instant now = play(clock, 45, 2min); // 90 minutes are used exactly: the second period
    CHECK(clock.shown_used(red, now) == 90min);
    CHECK(clock.reading(red, now).period == 2);
    clock.set_remaining(now, red, 20min);
    CHECK(clock.shown_used(red, now) == 100min);
    CHECK(clock.shown_used(black, now) == 0min);
}

TEST_CASE("An increment is time that was given") {
    GameClock clock = clock_of("10m +5s");
    const Instant now = play(clock, 6, 1min);
    CHECK(clock.reading(red, now).remaining == 4min + 30s);
    CHECK(clock.shown_used(red, now) == 6min);
}

TEST_CASE("000/4.2.1(4): set back within a period: time and quota are those of then") {
    GameClock clock = clock_of("90m/40; 30m/20 carry");
    const Instant now = play(clock, 30, 2min);
    CHECK(clock.set_back(now, red, 40min, 20));
    const ClockReading reading = clock.reading(red, now);
    CHECK(reading.remaining == 50min);
    CHECK(reading.moves == 20);
    CHECK(reading.moves_to_go == 20);
    CHECK(clock.shown_used(red, now) == 40min);
}

TEST_CASE("000/4.2.1(4): set back from the second period into the first") {
    GameClock clock = clock_of("90m/40; 30m/20 carry");
    const Instant now = play(clock, 50, 2min);
    REQUIRE(clock.reading(red, now).period == 2);
    CHECK(clock.set_back(now, red, 60min, 30));
    CHECK(clock.reading(red, now).period == 1);
    CHECK(clock.reading(red, now).remaining == 30min);
    CHECK(clock.reading(red, now).moves_to_go == 10);
}

TEST_CASE("000/4.2.1(4): set back within the second period: the surplus counts there") {
    GameClock clock = clock_of("60m/30; 10m/10 repeat");
    const Instant now = play(clock, 38, 105s); // 66:30
    REQUIRE(clock.reading(red, now).period == 2);
    CHECK(clock.set_back(now, red, 62min, 35));
    const ClockReading reading = clock.reading(red, now);
    CHECK(reading.period == 2);
    CHECK(reading.remaining == 8min);
    CHECK(reading.moves_to_go == 5);
    CHECK(clock.shown_used(red, now) == 62min);
}

TEST_CASE("Moves taken back are to be made again; the time stays") {
    GameClock clock = clock_of("90m/40; 30m/20");
    const Instant now = play(clock, 10, 2min);
    clock.set_moves(now, red, clock.reading(red, now).moves - 2);
    CHECK(clock.reading(red, now).remaining == 70min);
    CHECK(clock.reading(red, now).moves_to_go == 32);
}

TEST_CASE("000/4.2.1(4): a move taken out of a period that is over is owed in the present one") {
    GameClock clock = clock_of("10m/2; 5m/2 repeat");
    const Instant now = play(clock, 3, 4min); // two moves and 10 minutes, then one
    REQUIRE(clock.reading(red, now).period == 2);
    REQUIRE(clock.reading(red, now).moves_to_go == 1);
    clock.set_moves(now, red, 1);
    ClockReading reading = clock.reading(red, now);
    CHECK(reading.period == 2);
    CHECK(reading.remaining == 3min); // the time stays
    CHECK(reading.quota == 3);
    CHECK(reading.moves_in_period == 0);
    CHECK(reading.moves_to_go == 3);
    clock.set_moves(now, red, 3); // made again
    CHECK(clock.reading(red, now).moves_to_go == 1);
    CHECK(clock.reading(red, now + 4min).flag_fallen);
    clock.set_moves(now, red, 4);
    reading = clock.reading(red, now + 4min);
    CHECK_FALSE(reading.flag_fallen);
    CHECK(reading.period == 3);
    CHECK(reading.moves_to_go == 2);
}

TEST_CASE("000/4.2.1(1), (4): what was beyond a quota that is over is taken out before the quota") {
    GameClock plain = clock_of("10m/2; 5m/2 repeat");
    Instant now = play(plain, 4, 3min); // three in the first period, of two; then one
    REQUIRE(plain.reading(red, now).moves_to_go == 1);
    plain.set_moves(now, red, 3);
    CHECK(plain.reading(red, now).moves_to_go == 2);
    plain.set_moves(now, red, 2);
    CHECK(plain.reading(red, now).moves_to_go == 2);
    plain.set_moves(now, red, 1);
    CHECK(plain.reading(red, now).moves_to_go == 3);

    GameClock carried = clock_of("10m/2; 5m/2 carry; 5m/2 repeat");
    now = play(carried, 4, 3min);
    REQUIRE(carried.reading(red, now).moves_to_go == 0);
    for (const int owed : {1, 2, 3}) {
        carried.set_moves(now, red, 4 - owed);
        CHECK(carried.reading(red, now).moves_to_go == owed);
    }
}

TEST_CASE(
    "000/4.2.1(4): what is set back into a period and made again is counted where it is made") {
    GameClock clock = clock_of("10m/2; 5m/2 repeat");
    const Instant now = play(clock, 6, 160s); // 16 minutes: the third period
    REQUIRE(clock.reading(red, now).period == 3);
    REQUIRE(clock.set_back(now, red, 11min, 4)); // as if two and two, a minute into the second
    CHECK(clock.reading(red, now).period == 2);
    CHECK(clock.reading(red, now).moves_to_go == 0);
    clock.set_moves(now, red, 3);
    CHECK(clock.reading(red, now).moves_to_go == 1);
    clock.set_moves(now, red, 1);
    CHECK(clock.reading(red, now).moves_to_go == 3);
}

TEST_CASE("Where no quota of moves is, the article has no proportion: only the moves go back") {
    GameClock clock = clock_of("per-move 2m reserve 30m");
    const Instant now = play(clock, 4, 3min);
    CHECK_FALSE(clock.shown_used(red, now));
    const Duration left = clock.reading(red, now).remaining;
    CHECK_FALSE(clock.set_back(now, red, 1min, 2));
    CHECK(clock.reading(red, now).remaining == left);
    CHECK(clock.reading(red, now).moves == 2);
}
