// SPDX-License-Identifier: Apache-2.0
// What an arbiter may ask of a table between events.
#include "tests/unit/daemon/table/hall.hpp"

using namespace jipu;
using test::Hall;

namespace {

constexpr xiangqi::Point h2 = xiangqi::make_point(7, 2), e2 = xiangqi::make_point(4, 2);
constexpr Side red = Side::first, black = Side::second;

Hall begun() {
    TableSetup setup;
    setup.time_control = "90m/40; 15m/10 repeat";
    return Hall(setup);
}

} // namespace

TEST_CASE("A view tells of both clocks as they are now, with period and moves to go") {
    Hall hall = begun();
    hall.later(100).plays(red, h2, e2).later(60);
    const TableView view = hall.view();
    CHECK(view.sides[0].clock_ms == (5400 - 102) * 1000);
    CHECK(view.sides[1].clock_ms == (5400 - 60) * 1000);
    CHECK(view.running == black);
    CHECK(view.sides[0].period == 1);
    CHECK(view.sides[0].moves_to_go == 39);
    CHECK(view.sides[1].moves_to_go == 40);
    hall.say(R"("do":"pause")");
    CHECK_FALSE(hall.view().running);
}

TEST_CASE("A view tells who is to move and what was moved last") {
    Hall hall = begun();
    CHECK(hall.view().to_move == red);
    CHECK_FALSE(hall.view().last_move);
    hall.later(1).plays(red, h2, e2);
    const TableView view = hall.view();
    CHECK(view.to_move == black);
    REQUIRE(view.last_move);
    CHECK(view.last_move->move == "h2e2");
    CHECK(view.last_move->status == MoveStatus::confirmed);
    hall.say(R"("do":"resign","side":"black")");
    CHECK_FALSE(hall.view().to_move);
}

TEST_CASE("A view tells how a game has ended, and whether that is signed") {
    Hall hall = begun();
    hall.later(1).plays(red, h2, e2);
    hall.say(R"("do":"offer-draw","side":"red")");
    CHECK(hall.view().ending.empty());
    CHECK_FALSE(hall.view().result_signed);
    hall.say(R"("do":"resign","side":"black")");
    const TableView view = hall.view();
    CHECK(view.result == "1-0");
    CHECK(view.ending == "resignation");
    CHECK(view.result_signed);
    CHECK_FALSE(view.draw_offer); // nobody answers it any more
}

TEST_CASE("A view tells the fouls of each side and an open draw offer") {
    Hall hall = begun();
    hall.later(1).plays(red, h2, e2);
    hall.say(R"("do":"foul","side":"red","kind":"question")");
    hall.say(R"("do":"offer-draw","side":"red")");
    TableView view = hall.view();
    REQUIRE(view.sides[0].fouls.size() == 1);
    CHECK(view.sides[0].fouls[0].kind == "question");
    CHECK(view.sides[1].fouls.empty());
    CHECK(view.draw_offer == red);
    hall.say(R"("do":"decline-draw","side":"black")");
    CHECK_FALSE(hall.view().draw_offer);
}

TEST_CASE("A view of a board on which no game has begun tells of no side") {
    Hall hall{TableSetup{}};
    CHECK(hall.view().to_move == red); // the start position stands: it has begun
    Table table(TableSetup{}, nullptr);
    const TableView view = table.view();
    CHECK_FALSE(view.to_move);
    CHECK_FALSE(view.running);
    CHECK_FALSE(view.sides[0].clock_ms);
}
