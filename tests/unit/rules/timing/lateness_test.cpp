// SPDX-License-Identifier: Apache-2.0
// Coming late (000/4.2.4) and the clock that is replaced (000/4.2.1(3)).
#include "rules/timing/lateness.hpp"
#include "rules/timing/replaced_clock.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/rules/timing/helpers.hpp"

using namespace jipu;
using namespace jipu::test;
using namespace std::chrono_literals;

TEST_CASE("000/4.2.4(1): who is late misses time from the move on that he should make") {
    LateCount late;
    late.begin(zero);
    late.tell(black, Presence::absent);
    late.settle(zero + 5min, red); // Red thinks: it costs Black nothing
    CHECK(late.missed(black) == 0s);
    late.settle(zero + 19min, black);
    CHECK(late.missed(black) == 14min);
    CHECK(late.judge(15min) == LateVerdict::none);
    late.settle(zero + 20min, black);
    CHECK(late.judge(15min) == LateVerdict::second_loses);
}

TEST_CASE("000/4.2.4(1): who comes before the limit has lost what he missed and plays on") {
    // 000/4.2.4(1)2
    LateCount late;
    late.begin(zero);
    late.tell(red, Presence::absent);
    late.settle(zero + 14min, red);
    CHECK(late.tell(red, Presence::present) == 0s); // his clock has it
    late.settle(zero + 60min, red);
    CHECK(late.missed(red) == 14min);
    CHECK(late.judge(15min) == LateVerdict::none);
}

TEST_CASE("000/4.2.4(2): both miss the time while both are away, whoever's clock runs") {
    LateCount late;
    late.begin(zero);
    late.tell(red, Presence::absent);
    late.tell(black, Presence::absent);
    late.settle(zero + 10min, red);
    CHECK(late.missed(red) == 10min);
    CHECK(late.missed(black) == 10min);
    CHECK(late.tell(black, Presence::present) == 10min); // what his clock does not have yet
    late.settle(zero + 15min, red);
    CHECK(late.judge(15min) == LateVerdict::first_loses);
}

TEST_CASE("000/4.2.4(2): both over the limit forfeit, nobody when both came before it") {
    LateCount late;
    late.begin(zero);
    late.tell(red, Presence::absent);
    late.tell(black, Presence::absent);
    late.settle(zero + 15min - 1us, red);
    CHECK(late.judge(15min) == LateVerdict::none);
    late.settle(zero + 15min, red);
    CHECK(late.judge(15min) == LateVerdict::both_lose);
}

TEST_CASE("who moves was there, if nobody has said otherwise") {
    LateCount late;
    late.begin(zero);
    late.settle(zero + 16min, red);
    CHECK(late.judge(15min) == LateVerdict::first_loses); // as far as a board can know
    late.tell(red, Presence::present);
    CHECK(late.judge(15min) == LateVerdict::none);
}

TEST_CASE("a pause is missed by nobody") {
    LateCount late;
    late.begin(zero);
    late.tell(red, Presence::absent);
    late.tell(black, Presence::absent);
    late.settle(zero + 30min, std::nullopt);
    CHECK(late.missed(red) == 0s);
    CHECK_FALSE(late.misses(red, std::nullopt));
}

TEST_CASE("000/4.2.1(3): with one face certain the other side gets the rest of what passed") {
    // 100 minutes have passed; Red's face is right with 40, Black's stood still at 45.
    const auto used = used_after_replacement({40min, 45min}, 100min, FaultyFace::second);
    CHECK(used[0] == 40min);
    CHECK(used[1] == 60min);
    CHECK(used_after_replacement({45min, 40min}, 100min, FaultyFace::first)[0] == 60min);
}

TEST_CASE("000/4.2.1(3): with both faces bad the difference is shared") {
    const auto used = used_after_replacement({40min, 44min}, 90min, FaultyFace::both);
    CHECK(used[0] == 43min);
    CHECK(used[1] == 47min);
    CHECK(used[0] + used[1] == 90min);
    const auto fast = used_after_replacement({50min, 44min}, 90min, FaultyFace::both);
    CHECK(fast[0] == 48min);
    CHECK(fast[1] == 42min);
}

TEST_CASE(
    "000/4.2.1(3): a clock that was right is set as it was, and nobody gets less than nothing") {
    for (const FaultyFace face : {FaultyFace::first, FaultyFace::second, FaultyFace::both})
        CHECK(used_after_replacement({40min, 60min}, 100min, face) ==
              std::array<Duration, 2>{40min, 60min});
    const auto used = used_after_replacement({2min, 90min}, 60min, FaultyFace::both);
    CHECK(used[0] == 0min);
    CHECK(used[1] == 60min);
}
