// SPDX-License-Identifier: Apache-2.0
#include "hal/sim/random.hpp"
#include "tests/support/catch.hpp"

using jipu::sim::one_in;
using jipu::sim::Random;

TEST_CASE("a seed gives the numbers of the published generator") {
    // splitmix64(0) gives e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec;
    // xoshiro256** of these words begins with rotl(s1 * 5, 7) * 9 = 99ec5f36cb75f2b4.
    Random random(0);
    CHECK(random.next() == 0x99ec5f36cb75f2b4U);
    CHECK(random.next() == 0xbf6e1f784956452aU);
    CHECK(random.next() == 0x1a5f849d4933e6e0U);
}

TEST_CASE("draws stay in their closed ranges and reach both ends") {
    Random random(7);
    bool low = false;
    bool high = false;
    for (int i = 0; i < 10'000; ++i) {
        const std::int64_t drawn = random.in({-3, 5});
        REQUIRE(drawn >= -3);
        REQUIRE(drawn <= 5);
        low = low || drawn == -3;
        high = high || drawn == 5;
    }
    CHECK(low);
    CHECK(high);
}

TEST_CASE("a skewed draw makes every doubling about equally likely") {
    Random random(11);
    int below_eight = 0; // of 1..64: 1-2, 2-4, 4-8 | 8-16, 16-32, 32-64
    for (int i = 0; i < 60'000; ++i) {
        const std::int64_t drawn = random.skewed_in({1, 64});
        REQUIRE(drawn >= 1);
        REQUIRE(drawn <= 64);
        if (drawn < 8) ++below_eight;
    }
    CHECK(below_eight > 25'000);
    CHECK(below_eight < 31'000);
}

TEST_CASE("a chance of one in ten comes about a tenth of the time") {
    Random random(13);
    int hits = 0;
    for (int i = 0; i < 100'000; ++i)
        hits += random.chance(one_in(10)) ? 1 : 0;
    CHECK(hits > 9'600);
    CHECK(hits < 10'400);
}
