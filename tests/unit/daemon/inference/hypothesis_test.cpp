// SPDX-License-Identifier: Apache-2.0
// One explanation as plain data: what is captured, what stands, what is the same.
#include "daemon/inference/hypothesis.hpp"

#include "tests/unit/daemon/inference/helpers.hpp"

using namespace jipu;
using namespace jipu::inference;
using namespace jipu::test;

namespace {

Hypothesis at_start() {
    Hypothesis h;
    h.base = Position::start();
    h.board = h.base.board();
    return h;
}

/// Takes the piece from the board into the air.
void lift(Hypothesis& h, std::string_view name, bool moved = false) {
    const Point p = point(name);
    AirPiece air;
    air.piece = h.board[p];
    air.origin = air.left = p;
    air.turn = air.piece.side();
    air.moved = moved;
    h.board[p] = Piece{};
    REQUIRE(h.air.push(air));
}

void read(Hypothesis& h) {
    h.reading = read_board(h.base, h.virtual_board(), {}, {});
}

} // namespace

TEST_CASE("A piece in the air is put back where it stood, for what the board shows") {
    Hypothesis h = at_start();
    lift(h, "h2");
    CHECK(h.virtual_board() == h.base.board());
    CHECK(h.any_in_air());
    CHECK(h.holds(Side::first));
    CHECK_FALSE(h.holds(Side::second));
    CHECK_FALSE(h.holds(Side::first, point("h2")));
}

TEST_CASE("A piece on whose point another stands is captured, and nobody holds it") {
    Hypothesis h = at_start();
    lift(h, "h9");
    h.board[point("h9")] = Piece(Side::first, xiangqi::Kind::cannon);
    CHECK(h.is_captured(h.air[0]));
    CHECK_FALSE(h.any_in_air());
    CHECK_FALSE(h.holds(Side::second));
}

TEST_CASE("A piece stays captured while the one that took it is lifted again") {
    Hypothesis h = at_start();
    lift(h, "h9");
    h.board[point("h9")] = Piece(Side::first, xiangqi::Kind::cannon);
    lift(h, "h9");
    CHECK(h.is_captured(h.air[0]));
    CHECK_FALSE(h.is_captured(h.air[1]));
    // Of two lifted from one point it is the one that stood there last.
    CHECK(h.virtual_board()[point("h9")] == Piece(Side::first, xiangqi::Kind::cannon));
}

TEST_CASE("A ply stands while its piece is on the board, and when the next player has begun") {
    Hypothesis h = at_start();
    h.board[point("h2")] = Piece{};
    h.board[point("e2")] = Piece(Side::first, xiangqi::Kind::cannon);
    read(h);
    REQUIRE(h.reading.is_line(1));
    CHECK(h.standing() == 1);
    CHECK(h.turn() == Side::second);
    lift(h, "e2", true);
    read(h);
    REQUIRE(h.reading.is_line(1));
    CHECK(h.standing() == 0);
    CHECK(h.turn() == Side::first);
    h.made = 1;
    CHECK(h.standing() == 1);
}

TEST_CASE("Two explanations are one when board, past and hands are, whatever they cost") {
    Hypothesis a = at_start();
    lift(a, "h2");
    lift(a, "b2");
    Hypothesis b = at_start();
    lift(b, "b2");
    lift(b, "h2");
    b.cost = 5;
    CHECK(a.same_state(b)); // the order of lifting is no part of it
    SECTION("another point is doubted") {
        b.phantom[point("a9")] = true;
    }
    SECTION("another ply is decided") {
        DecidedPly ply;
        ply.move = move("h2e2");
        b.line.push(ply);
    }
    SECTION("plies have been taken back") {
        b.base_ply = -1;
    }
    SECTION("a piece was lifted from elsewhere") {
        b.air[0].left = point("c2");
    }
    SECTION("a ply is taken as made") {
        b.made = 1;
    }
    SECTION("an illegal ply was pressed") {
        b.illegal_pressed = true;
    }
    SECTION("another piece is on the board") {
        b.board[point("a0")] = Piece{};
    }
    CHECK_FALSE(a.same_state(b));
}

TEST_CASE("Plies are the same by what was played, not by when") {
    DecidedPly a;
    a.move = move("h2e2");
    DecidedPly b = a;
    b.at = at_ms(500);
    b.by = ConfirmedBy::reply;
    CHECK(a == b);
    b.legal = false;
    CHECK_FALSE(a == b);
}

TEST_CASE("Taken back means that the base lies before the end of the path") {
    Hypothesis h = at_start();
    h.fork = 3;
    h.base_ply = 3;
    CHECK(h.path() == 3);
    CHECK_FALSE(h.taken_back());
    h.line.push({});
    CHECK(h.path() == 4);
    CHECK(h.taken_back());
}
