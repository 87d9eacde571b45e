// SPDX-License-Identifier: Apache-2.0
// Points, sides and seconds as words.
#include "daemon/wire/names.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

TEST_CASE("every point of a xiangqi board has a name that reads back") {
    // 000/1.1.1
    for (PointIndex p = 0; p < 90; ++p)
        CHECK(try_parse_point(Game::xiangqi, point_name(Game::xiangqi, p)) == p);
    CHECK(point_name(Game::xiangqi, 0) == "a0");
    CHECK(point_name(Game::xiangqi, 89) == "i9");
}

TEST_CASE("every point of a Go board of any size has a name that reads back") {
    for (int size = 2; size <= 19; ++size)
        for (PointIndex p = 0; p < size * size; ++p)
            CHECK(try_parse_point(Game::go, point_name(Game::go, p, size), size) == p);
    CHECK(point_name(Game::go, 360) == "T19");
    CHECK(point_name(Game::go, 8) == "J1");
}

TEST_CASE("what is no point is not read as one") {
    for (const char* text : {"", "a", "a10", "j0", "A0", "a-", "0a", "aa"})
        CHECK_FALSE(try_parse_point(Game::xiangqi, text));
    for (const char* text : {"", "A", "I1", "A0", "A01", "A20", "U1", "a1", "A1x", "A111"})
        CHECK_FALSE(try_parse_point(Game::go, text));
    CHECK_FALSE(try_parse_point(Game::go, "K1", 9));
    CHECK_FALSE(try_parse_point(Game::go, "A10", 9));
}

TEST_CASE("sides are called by their game") {
    CHECK(try_parse_side(Game::xiangqi, "red") == Side::first);
    CHECK(try_parse_side(Game::xiangqi, "black") == Side::second);
    CHECK(try_parse_side(Game::go, "black") == Side::first);
    CHECK(try_parse_side(Game::go, "white") == Side::second);
    CHECK_FALSE(try_parse_side(Game::go, "red"));
    CHECK_FALSE(try_parse_side(Game::xiangqi, "Red"));
}

TEST_CASE("seconds have exactly six decimals both ways") {
    CHECK(format_seconds(0) == "0.000000");
    CHECK(format_seconds(12'345'678) == "12.345678");
    CHECK(format_seconds(1'000'001) == "1.000001");
    CHECK(try_parse_seconds("12.345678") == 12'345'678);
    CHECK(try_parse_seconds("007.000000") == 7'000'000);
    for (const char* text : {"", "1", "1.", "1.00000", "1.0000000", ".000000", "+1.000000",
                             "1.00000a", "1 .000000", "1234567890.000000"})
        CHECK_FALSE(try_parse_seconds(text));
}
