// SPDX-License-Identifier: Apache-2.0
#include "daemon/inference/hypothesis.hpp"
#include "tests/support/catch.hpp"

using jipu::inference::FixedList;

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
