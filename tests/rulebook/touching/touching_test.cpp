// SPDX-License-Identifier: Apache-2.0
// 000/4.1.1 and 001/5.1-5.6, 9.1.5, 9.1.6: for every step of the five cases what must be done, what
// may be done, and when the player is free, in both numberings.
#include "rules/arbiter/touch_move.hpp"

#include "tests/rulebook/touching/support.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using namespace jipu::test;
using Kind = Obligation::Kind;

namespace {

// Red to move. The horse c5 can take the pawn e6, the rook a3 the rook a9; nothing can take the
// horse i6. The pawn g4 can move and take nothing; the advisor d0 and the pieces beside it cannot
// move.
constexpr std::string_view board = "r2k5/9/9/4p3n/2N6/6P2/R8/9/4A4/3AK4 w - - 0 1";
constexpr Duration together = from_ms(100);

TouchedPiece touch(std::string_view name, std::int64_t ms, Hand hand = Hand::mover) {
    return {at(name), instant_from_us(ms * 1000), hand, false};
}

TouchDuty duty(const std::vector<TouchedPiece>& touched, std::string_view book = "xiangqi-state",
               std::string_view fen = board) {
    return touch_duty(position_of(fen), touched, together, book_of(book));
}

bool pays(const TouchDuty& owed, std::string_view move) {
    return owed.paid_by(move_of(move));
}

} // namespace

TEST_CASE("000/4.1.1(1), 001/5.1: one touched own piece must move, anywhere it can") {
    const TouchDuty owed = duty({touch("c5", 0)});
    CHECK(owed.article == "000/4.1.1(1)");
    CHECK(duty({touch("c5", 0)}, "xiangqi-association").article == "001/5.1");
    CHECK(owed.must == Obligation{Kind::move, all_of({"c5"}), {}});
    CHECK(pays(owed, "c5d7"));
    CHECK(pays(owed, "c5e6"));
    CHECK_FALSE(pays(owed, "g4g5"));
}

TEST_CASE("000/4.1.1(1): what cannot move at all leaves the player free, whatever came after it") {
    CHECK(duty({touch("d0", 0)}).free());
    CHECK(duty({touch("d0", 0), touch("c5", 500)}).free());
    CHECK_FALSE(duty({touch("c5", 0), touch("d0", 500)}).free());
}

TEST_CASE("000/4.1.1(1): without an order he may choose, but not what cannot move") {
    const TouchDuty owed = duty({touch("d0", 0), touch("c5", 40), touch("g4", 80)});
    CHECK(owed.must == Obligation{Kind::move, all_of({"c5", "g4"}), {}});
    CHECK(pays(owed, "g4g5"));
    CHECK_FALSE(pays(owed, "a3a4"));
}

TEST_CASE("000/4.1.1(2), 001/5.2: the touched enemy piece must be taken, by any piece") {
    const TouchDuty owed = duty({touch("e6", 0)});
    CHECK(owed.article == "000/4.1.1(2)");
    CHECK(duty({touch("e6", 0)}, "xiangqi-association").article == "001/5.2");
    CHECK(owed.must == Obligation{Kind::capture, all_of({"c5"}), all_of({"e6"})});
    CHECK(pays(owed, "c5e6"));
    CHECK_FALSE(pays(owed, "c5d7"));
}

TEST_CASE("000/4.1.1(2): the first touched that can be taken binds; without one he is free") {
    CHECK(duty({touch("i6", 0)}).free());
    CHECK(duty({touch("i6", 0), touch("e6", 500)}).must.to == all_of({"e6"}));
    CHECK_FALSE(pays(duty({touch("a9", 0), touch("e6", 500)}), "c5e6"));
    CHECK(pays(duty({touch("a9", 0), touch("e6", 500)}), "a3a9"));
}

TEST_CASE("000/4.1.1(2): without an order one of them must be taken, never none") {
    const TouchDuty owed = duty({touch("i6", 0), touch("a9", 30), touch("e6", 60)});
    CHECK(owed.must == Obligation{Kind::capture, all_of({"a3", "c5"}), all_of({"a9", "e6"})});
    CHECK(pays(owed, "a3a9"));
    CHECK(pays(owed, "c5e6"));
    CHECK_FALSE(pays(owed, "g4g5"));
}

TEST_CASE("000/4.1.1(3)1-4, 001/5.3: own piece first: it takes, it moves, another takes, free") {
    const TouchDuty takes = duty({touch("c5", 0), touch("e6", 500)});
    CHECK(takes.article == "000/4.1.1(3)");
    CHECK(takes.must == Obligation{Kind::capture, all_of({"c5"}), all_of({"e6"})});
    CHECK_FALSE(pays(takes, "c5d7"));
    const TouchDuty moves = duty({touch("g4", 0), touch("e6", 500)});
    CHECK(moves.must == Obligation{Kind::move, all_of({"g4"}), {}});
    CHECK_FALSE(pays(moves, "c5e6"));
    const TouchDuty another = duty({touch("d0", 0), touch("e6", 500)});
    CHECK(another.must == Obligation{Kind::capture, all_of({"c5"}), all_of({"e6"})});
    CHECK_FALSE(pays(another, "g4g5"));
    CHECK(duty({touch("d0", 0), touch("i6", 500)}).free());
    CHECK(duty({touch("c5", 0), touch("e6", 500)}, "xiangqi-association").article == "001/5.3");
}

TEST_CASE("000/4.1.1(4)1-4, 001/5.4: enemy piece first: it is taken by the own one, by another, "
          "else the own one moves, free") {
    const TouchDuty takes = duty({touch("e6", 0), touch("c5", 500)});
    CHECK(takes.article == "000/4.1.1(4)");
    CHECK(takes.must == Obligation{Kind::capture, all_of({"c5"}), all_of({"e6"})});
    const TouchDuty another = duty({touch("e6", 0), touch("g4", 500)});
    CHECK(another.must == Obligation{Kind::capture, all_of({"c5"}), all_of({"e6"})});
    CHECK_FALSE(pays(another, "g4g5")); // by (3) it would have paid
    const TouchDuty moves = duty({touch("i6", 0), touch("g4", 500)});
    CHECK(moves.must == Obligation{Kind::move, all_of({"g4"}), {}});
    CHECK(pays(moves, "g4g5"));
    CHECK_FALSE(pays(moves, "c5d7"));
    CHECK(duty({touch("i6", 0), touch("d0", 500)}).free());
    CHECK(duty({touch("e6", 0), touch("c5", 500)}, "xiangqi-association").article == "001/5.4");
}

TEST_CASE("000/4.1.1(5), 001/5.5: both at once go as (4), whichever sensor was first") {
    for (const auto& touched : {std::vector{touch("g4", 0), touch("e6", 99)},
                                std::vector{touch("e6", 0), touch("g4", 99)}}) {
        const TouchDuty owed = duty(touched);
        CHECK(owed.article == "000/4.1.1(5)");
        CHECK(owed.must == Obligation{Kind::capture, all_of({"c5"}), all_of({"e6"})});
        CHECK(duty(touched, "xiangqi-association").article == "001/5.5");
    }
    CHECK(duty({touch("g4", 0), touch("e6", 100)}).article == "000/4.1.1(3)");
}

TEST_CASE("000/4.1.1(3): which of two own pieces was first is open: take with the one, or move "
          "the other") {
    const TouchDuty owed = duty({touch("c5", 0), touch("g4", 50), touch("e6", 900)});
    CHECK(owed.must == Obligation{Kind::capture_or_move, all_of({"c5", "g4"}), all_of({"e6"}),
                                  all_of({"g4"}), all_of({"c5"})});
    CHECK(pays(owed, "c5e6"));
    CHECK(pays(owed, "g4g5"));
    CHECK_FALSE(pays(owed, "c5d7")); // had c5 been the first it would have to take
    CHECK_FALSE(pays(owed, "a3a4"));
}

TEST_CASE("000/4.1.3(3)1, 000/1.2.4: the piece of an illegal move taken back must move") {
    std::vector<TouchedPiece> touched{touch("c5", 0)};
    touched[0].retaken = true;
    CHECK(duty(touched).article == "000/4.1.3(3)1");
    CHECK(duty(touched).must == Obligation{Kind::move, all_of({"c5"}), {}});
    CHECK(duty(touched, "xiangqi-association").article == "001/5.1");
    touched[0].point = at("d0");
    CHECK(duty(touched).free());
}

TEST_CASE("001/9.1.5, 001/9.1.6: touching what cannot move or be taken is a foul by itself") {
    const std::vector<TouchedPiece> touched{touch("d0", 0), touch("c5", 500), touch("i6", 900),
                                            touch("e6", 1200)};
    for (const std::string_view name : {"xiangqi-association", "xiangqi-2020", "xiangqi-world"}) {
        const auto fouls = touch_fouls(position_of(board), touched, book_of(name));
        REQUIRE(fouls.size() == 2);
        CHECK(fouls[0].point == at("d0"));
        CHECK(fouls[0].article == "001/9.1.5");
        CHECK(fouls[1].point == at("i6"));
        CHECK(fouls[1].article == "001/9.1.6");
    }
    CHECK(touch_fouls(position_of(board), touched, book_of("xiangqi-state")).empty());
}

TEST_CASE("001/5.6: what was touched by an evident accident is no foul") {
    const auto& book = book_of("xiangqi-association");
    CHECK(
        touch_fouls(position_of(board), std::vector{touch("d0", 0, Hand::accident)}, book).empty());
    const auto unknown =
        touch_fouls(position_of(board), std::vector{touch("i6", 0, Hand::unknown)}, book);
    REQUIRE(unknown.size() == 1);
    CHECK(unknown[0].hand == Hand::unknown);
}
