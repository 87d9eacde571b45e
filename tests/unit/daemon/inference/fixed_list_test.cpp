// SPDX-License-Identifier: Apache-2.0
#include "daemon/inference/keep_touch.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using inference::FixedList;

TEST_CASE("A fixed list keeps what fits, and refuses what does not without a change") {
    FixedList<int, 3> list;
    CHECK(list.empty());
    CHECK(list.push(1));
    CHECK(list.push(2));
    CHECK(list.push(3));
    CHECK(list.full());
    CHECK_FALSE(list.push(4));
    CHECK(list.size() == 3);
    CHECK(std::vector<int>(list.begin(), list.end()) == std::vector<int>{1, 2, 3});
}

TEST_CASE("As a ring it drops the oldest") {
    FixedList<int, 3> list;
    for (int i = 1; i <= 5; ++i)
        list.push_ring(i);
    CHECK(std::vector<int>(list.begin(), list.end()) == std::vector<int>{3, 4, 5});
}

TEST_CASE("Erasing keeps the order of the rest") {
    FixedList<int, 4> list;
    for (int i = 1; i <= 4; ++i)
        list.push(i);
    list.erase(1);
    CHECK(std::vector<int>(list.begin(), list.end()) == std::vector<int>{1, 3, 4});
    list.erase(2);
    CHECK(std::vector<int>(list.begin(), list.end()) == std::vector<int>{1, 3});
    CHECK(list.push(9));
    CHECK(list[2] == 9);
}

TEST_CASE("Truncating never makes it longer") {
    FixedList<int, 4> list;
    list.push(1);
    list.push(2);
    list.truncate(3);
    CHECK(list.size() == 2);
    list.truncate(1);
    CHECK(list.size() == 1);
    list.clear();
    CHECK(list.empty());
}

namespace {

inference::Touch touch_of(xiangqi::Point point, int lifted_ms, int returned_ms) {
    inference::Touch touch;
    touch.point = point;
    touch.lifted = instant_from_us(lifted_ms * 1000);
    touch.returned = instant_from_us(returned_ms * 1000);
    return touch;
}

} // namespace

TEST_CASE("000/4.1.1: where there is no room for all touches those lifted first are kept") {
    inference::FixedList<inference::Touch, 2> kept;
    keep_touch(kept, touch_of(5, 500, 900));
    keep_touch(kept, touch_of(6, 600, 950));
    keep_touch(kept, touch_of(7, 100, 2000)); // lifted first, and back last
    keep_touch(kept, touch_of(8, 3000, 3500));
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].point == 5);
    CHECK(kept[1].point == 7);
}

TEST_CASE("A point touched again is one touch, from its first lift to its last return") {
    inference::FixedList<inference::Touch, 4> kept;
    keep_touch(kept, touch_of(5, 500, 900));
    keep_touch(kept, touch_of(5, 1500, 1900));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].lifted == instant_from_us(500'000));
    CHECK(kept[0].returned == instant_from_us(1'900'000));
    inference::Touch moved = touch_of(5, 2500, 2900);
    moved.moved = true; // it stood elsewhere meanwhile: that is another thing to know
    keep_touch(kept, moved);
    CHECK(kept.size() == 2);
    moved.rest = {9, instant_from_us(2'600'000), from_ms(1500)};
    keep_touch(kept, moved);
    moved.rest.at = 10; // and a rest elsewhere again is not the first one, longer
    keep_touch(kept, moved);
    CHECK(kept.size() == 3);
}
