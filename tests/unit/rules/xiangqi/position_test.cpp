// SPDX-License-Identifier: Apache-2.0
// Check, mate, stalemate, facing kings, and arrangements that no legal game reaches.
#include <algorithm>
#include <type_traits>

#include "rules/xiangqi/movement.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;
using test::move_of;
using test::point_of;
using test::position_of;

namespace {

int count_moves(const Position& position) {
    MoveList moves;
    position.legal_moves(moves);
    return moves.count;
}

} // namespace

TEST_CASE("the start position is the book's and Red moves first") {
    // 000/1.1.3, 000/1.2.1, 000/3.3
    const Position position = Position::start();
    CHECK(format_fen(position) == start_fen);
    CHECK(position.to_move() == red);
    CHECK(position.king(red) == point_of("e0"));
    CHECK(position.king(black) == point_of("e9"));
    CHECK(count_moves(position) == 44);
    CHECK_FALSE(position.in_check(red));
    CHECK_FALSE(position.in_check(black));
}

TEST_CASE("a side in check without an answer is mated") {
    // 000/1.3, 000/1.4.1(1), 001/4.1.1
    for (const char* fen : {
             "3k5/R8/9/9/9/9/9/9/9/3RK4 b",      // two rooks
             "4ka3/4a4/9/9/9/9/9/4C4/4C4/3K5 b", // one cannon behind the other
             "4k4/4P4/4P4/9/9/9/9/9/9/3K1R3 b",  // a covered pawn before the king
             "R3k4/9/6N2/9/9/9/9/9/9/3K5 b",     // rook and horse
         }) {
        const Position position = position_of(fen);
        INFO(fen);
        CHECK(position.in_check(black));
        CHECK_FALSE(position.in_check(red));
        CHECK_FALSE(position.has_legal_move());
        CHECK(position.is_mate());
        CHECK_FALSE(position.is_stalemate());
        CHECK(test::turned(position).is_mate());
    }
}

TEST_CASE("a check that can be answered is no mate") {
    // 000/1.3
    for (const char* fen : {
             "4k4/9/9/9/9/9/9/9/4R4/3K5 b",     // step aside
             "4k4/9/9/9/9/r8/9/9/4R4/3K5 b",    // block with the rook
             "4ka3/9/9/9/9/9/9/9/4R4/3K5 b",    // block with the advisor
             "3k5/R8/9/9/9/9/9/8r/9/3RK3r b",   // block with a rook
             "3k5/R8/9/9/9/9/9/9/3R4r/4K4 b",   // take the rook
             "3aka3/9/9/4p4/9/9/9/4C4/9/3K5 b", // move the screen away
         }) {
        const Position position = position_of(fen);
        INFO(fen);
        CHECK(position.in_check(black));
        CHECK(position.has_legal_move());
        CHECK_FALSE(position.is_mate());
        CHECK_FALSE(position.is_stalemate());
    }
}

TEST_CASE("a side that is not in check and cannot move is stalemated") {
    // 000/1.3, 000/1.4.1(2), 001/4.1.3
    for (const char* fen : {
             "3k5/9/3P5/9/9/9/9/9/9/4K4 b",    // the pawn bars d8, the other king e9
             "3k3Pn/8P/3P5/9/9/9/9/9/9/4K4 b", // a hobbled horse is left
         }) {
        const Position position = position_of(fen);
        INFO(fen);
        CHECK_FALSE(position.in_check(black));
        CHECK(position.is_stalemate());
        CHECK(test::turned(position).is_stalemate());
        CHECK_FALSE(position.is_mate());
    }
    // One free move is enough.
    CHECK_FALSE(position_of("3k4n/8P/3P5/9/9/9/9/9/9/4K4 b").is_stalemate());
}

TEST_CASE("kings on one file with nothing between face each other, and both are in check") {
    const Position facing = position_of("4k4/9/9/9/9/9/9/9/9/4K4 w");
    CHECK(facing.kings_face());
    CHECK(facing.in_check(red));
    CHECK(facing.in_check(black));
    const Position covered = position_of("4k4/9/9/9/4p4/9/9/9/9/4K4 w");
    CHECK_FALSE(covered.kings_face());
    CHECK_FALSE(covered.in_check(red));
    const Position apart = position_of("3k5/9/9/9/9/9/9/9/9/4K4 w");
    CHECK_FALSE(apart.kings_face());
    // Whoever moves must end it; taking the other king over the whole file is no move.
    CHECK(facing.is_legal(move_of("e0d0")));
    CHECK(facing.why_illegal(move_of("e0e1")) == IllegalReason::facing_generals);
    CHECK(facing.why_illegal(move_of("e0e9")) == IllegalReason::geometry);
}

TEST_CASE("playing a move counts plies, moves and captures as a FEN does") {
    // 000/1.2.2
    Position position = Position::start();
    CHECK(position.play_tolerant(move_of("h2e2")).empty());
    CHECK(format_fen(position) ==
          "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    CHECK(position.play_tolerant(move_of("h9g7")).empty());
    CHECK(position.move_number() == 2);
    CHECK(position.play_tolerant(move_of("e2e6")) == Piece(black, Kind::pawn));
    CHECK(position.quiet_plies() == 0);
    CHECK(position.at(point_of("e6")) == Piece(red, Kind::cannon));
    CHECK(position.at(point_of("e2")).empty());
}

TEST_CASE("the counters of a game without end stay numbers") {
    Position position = position_of("3k5/9/9/9/9/9/9/9/9/4K4 w - - 32767 32767");
    for (const char* move : {"e0e1", "d9d8", "e1e0", "d8d9"})
        position.play_tolerant(move_of(move));
    CHECK(position.quiet_plies() == 32767);
    CHECK(position.move_number() == 32767);
}

TEST_CASE("equal arrangements have equal keys however they came about") {
    Position one = Position::start();
    Position two = Position::start();
    for (const char* move : {"h2e2", "h9g7", "h0g2"})
        one.play_tolerant(move_of(move));
    for (const char* move : {"h0g2", "h9g7", "h2e2"})
        two.play_tolerant(move_of(move));
    CHECK(one.key() == two.key());
    CHECK(one == two);
    two.set_to_move(red);
    CHECK(one.key() != two.key());
    CHECK(one.same_board(two));
    CHECK_FALSE(one == two);
    CHECK(position_of(format_fen(one)).key() == one.key());
}

TEST_CASE("arrangements that no legal game reaches are carried") {
    SECTION("nothing on the board") {
        const Position empty;
        CHECK(count_moves(empty) == 0);
        CHECK_FALSE(empty.in_check(red));
        CHECK_FALSE(empty.kings_face());
        CHECK_FALSE(empty.is_mate());
        CHECK(empty.king(black) == Position::nowhere);
    }
    SECTION("a side without a king moves by movement alone") {
        const Position position = position_of("4k4/9/9/9/9/9/9/9/9/R8 w");
        CHECK(count_moves(position) == 17);
        CHECK_FALSE(position.in_check(red));
    }
    SECTION("the king can be taken, and the game goes on without it") {
        Position position = position_of("4k4/9/9/9/9/9/9/9/4R4/3K5 w");
        CHECK(position.play_tolerant(move_of("e1e9")) == Piece(black, Kind::king));
        CHECK(position.to_move() == black);
        CHECK_FALSE(position.in_check(black));
        CHECK(count_moves(position) == 0);
        CHECK(perft(position, 3) == 0);
    }
    SECTION("three rooks") {
        const Position position = position_of("3k5/9/R8/1R7/2R6/9/9/9/9/4K4 w");
        CHECK(count_moves(position) > 40);
    }
    SECTION("a king outside its palace is still attacked, and may step back") {
        const Position position = position_of("3k5/9/9/9/4r4/9/4K4/9/9/9 w");
        CHECK(position.in_check(red));
        CHECK(position.is_legal(move_of("e3e2")) == false);
        CHECK(position.why_illegal(move_of("e3d3")) == IllegalReason::palace);
        CHECK(position_of("3k5/9/9/9/9/4r4/9/9/9/9 w").in_check(red) == false);
    }
    SECTION("a king inside the other palace is attacked by what moves there") {
        CHECK(position_of("4ka3/4K4/9/9/9/9/9/9/9/9 w").in_check(red));
        CHECK(position_of("3k1a3/4K4/9/9/9/9/9/9/9/9 w").in_check(red));
        CHECK_FALSE(position_of("3k5/4K4/9/9/9/9/9/9/9/9 w").in_check(red));
    }
    SECTION("an elephant beyond the river may come home but not go on") {
        const Position position = position_of("3k5/9/9/4B4/9/9/9/9/9/4K4 w");
        CHECK(position.is_legal(move_of("e6c4")));
        CHECK(position.why_illegal(move_of("e6g8")) == IllegalReason::river);
    }
    SECTION("a pawn behind its start line goes forward") {
        const Position position = position_of("3k5/9/9/9/9/9/9/9/9/P3K4 w");
        CHECK(position.is_legal(move_of("a0a1")));
        CHECK(position.why_illegal(move_of("a0b0")) == IllegalReason::geometry);
    }
    SECTION("two kings of one side: the rules look at the one on the lowest point") {
        const Position position = position_of("3k5/9/9/9/9/9/9/3K5/9/4K4 w");
        CHECK(position.king(red) == point_of("e0"));
        CHECK(count_moves(position) > 0);
    }
    SECTION("a move of the side that is not to move passes the turn to the other") {
        Position position = Position::start();
        position.play_tolerant(move_of("h9g7"));
        CHECK(position.to_move() == black);
        CHECK(position.at(point_of("g7")) == Piece(black, Kind::horse));
    }
    SECTION("a piece put back where it stood captures nothing") {
        Position position = Position::start();
        CHECK(position.play_tolerant(move_of("h2h2")).empty());
        CHECK(position.at(point_of("h2")) == Piece(red, Kind::cannon));
    }
}

TEST_CASE("a board full of anything lists its moves without overflow") {
    test::Dice dice(20261130);
    int most = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        Position position;
        const int density = 1 + dice.roll(100);
        for (Point p = 0; p < points; ++p) {
            if (dice.roll(100) >= density) continue;
            const Side side = dice.roll(4) == 0 ? black : red;
            const auto kind = trial % 4 == 0 ? Kind::rook : static_cast<Kind>(1 + dice.roll(7));
            position.put(p, Piece(side, kind));
        }
        if (trial % 2 == 0) { // without a king nothing is forbidden: the longest lists
            for (Point p = 0; p < points; ++p) {
                if (position.at(p).kind() != Kind::king) continue;
                position.put(p, Piece(position.at(p).side(), Kind::rook));
            }
        }
        const int count = count_moves(position);
        REQUIRE(count <= MoveList::capacity);
        REQUIRE(position.has_legal_move() == (count > 0));
        most = std::max(most, count);
    }
    CHECK(most > 128);
}

TEST_CASE("a piece of either side is asked whether it can move were it its turn") {
    const Position position = Position::start();
    CHECK(position.can_move(point_of("h7")));
    CHECK(position.can_move(point_of("h2")));
    CHECK_FALSE(position.can_move(point_of("e5")));
    // A pinned horse cannot move at all; the same horse unpinned can.
    CHECK_FALSE(position_of("3k5/9/9/4r4/9/4N4/9/9/9/4K4 w").can_move(point_of("e4")));
    CHECK(position_of("3k5/9/9/3r5/9/4N4/9/9/9/4K4 w").can_move(point_of("e4")));
}

TEST_CASE("a position is cheap to copy") {
    CHECK(sizeof(Position) < 400);
    CHECK(std::is_trivially_copyable_v<Position>);
}
