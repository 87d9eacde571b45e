// SPDX-License-Identifier: Apache-2.0
// 000/4.1.2 and 001/5.7: what rested on a legal point stays there; what slipped from the hand is
// worth a reminder.
#include "rules/arbiter/placed_piece.hpp"

#include "tests/rulebook/touching/support.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using namespace jipu::test;

namespace {

std::optional<PlacedVerdict> judge(std::string_view move, std::string_view rested, int ms,
                                   std::string_view book = "xiangqi-state") {
    return judge_placed(xiangqi::Position::start(), move_of(move), at(rested), from_ms(ms),
                        {from_ms(250), from_ms(1000)}, book_of(book));
}

} // namespace

TEST_CASE("000/4.1.2, 001/5.7: a legal placement that rested long enough may not be moved on") {
    const auto verdict = judge("b2e2", "c2", 1000);
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.2");
    CHECK(verdict->placed == move_of("b2c2"));
    CHECK_FALSE(verdict->slip);
    CHECK(judge("b2e2", "c2", 1000, "xiangqi-association")->article == "001/5.7");
    CHECK_FALSE(judge("b2e2", "c2", 999));
}

TEST_CASE("000/4.1.2: a point where the piece may not stand binds nobody") {
    CHECK_FALSE(judge("b2e2", "c3", 5000)); // a cannon does not move so
    CHECK_FALSE(judge("h0g2", "h1", 5000));
}

TEST_CASE("000/4.1.2: a piece that stands in the end where it was placed has not been moved on") {
    CHECK_FALSE(judge("b2c2", "c2", 5000));
}

TEST_CASE("000/4.1.2: a piece that falls beside its way and is picked up at once slipped") {
    const auto verdict = judge("b2e2", "b3", 600);
    REQUIRE(verdict);
    CHECK(verdict->slip);
    CHECK(verdict->placed == move_of("b2b3"));
    CHECK_FALSE(judge("b2e2", "b3", 249));        // it never came to rest
    CHECK_FALSE(judge("b2e2", "b6", 600));        // too far off to have fallen there
    CHECK_FALSE(judge("b2e2", "d2", 600));        // a stop-over on the way
    CHECK_FALSE(judge("b2e2", "b3", 1000)->slip); // lay as long as a placement
}

TEST_CASE("Beside a way is one step from it, its ends included, and not upon it") {
    for (const std::string_view p : {"a2", "b3", "a1", "d3", "e1", "f2", "f3"})
        CHECK(beside_way(move_of("b2e2"), at(p)));
    for (const std::string_view p : {"b2", "c2", "d2", "e2", "g2", "e4", "b4"})
        CHECK_FALSE(beside_way(move_of("b2e2"), at(p)));
    CHECK(beside_way(move_of("h0g2"), at("g1"))); // a horse has no way, only ends
    CHECK_FALSE(beside_way(move_of("h0g2"), at("i4")));
    CHECK(beside_way(move_of("a9a0"), at("b5")));
}
