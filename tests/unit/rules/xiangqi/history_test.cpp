// SPDX-License-Identifier: Apache-2.0
// Plies, occurrences and the count since the last capture.
#include "rules/xiangqi/history.hpp"

#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;
using test::move_of;

TEST_CASE("a history counts how often the present position has stood") {
    History history;
    CHECK(history.occurrences() == 1);
    for (int round = 1; round <= 3; ++round) {
        for (const char* move : {"a0a1", "a9a8", "a1a0", "a8a9"})
            history.play(move_of(move));
        CHECK(history.occurrences() == round + 1);
        CHECK(history.plies_since_capture() == 4 * round);
    }
    CHECK(history.size() == 12);
    CHECK(history.occurrences_at(4) == 2);
    CHECK(history.occurrences_at(1) == 1);
    CHECK(history.occurrences_at(9) == 3);
}

TEST_CASE("the same board with the other side to move is another position") {
    History history(test::position_of("3k5/9/9/9/9/9/9/9/9/R3K4 w"));
    for (const char* move : {"a0a1", "d9d8", "a1a2", "d8d9", "a2a0"})
        history.play(move_of(move));
    CHECK(history.position().same_board(history.start()));
    CHECK(history.occurrences() == 1);
}

TEST_CASE("a capture begins the count anew") {
    History history;
    for (const char* move : {"h2h9", "i9h9"})
        history.play(move_of(move));
    CHECK(history.ply(1).captured == Piece(black, Kind::horse));
    CHECK(history.ply(2).piece == Piece(black, Kind::rook));
    CHECK(history.plies_since_capture() == 0);
    for (const char* move : {"a0a1", "a9a8", "a1a0", "a8a9"})
        history.play(move_of(move));
    CHECK(history.occurrences() == 2);
    CHECK(history.plies_since_capture() == 4);
    CHECK(history.position_after(0) == Position::start());
}

TEST_CASE("the plies that the start's FEN counted belong to the count") {
    History history(test::position_of("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 100 80"));
    history.play(move_of("a0a1"));
    CHECK(history.plies_since_capture() == 101);
}

TEST_CASE("a history goes back and on another way") {
    History history;
    for (const char* move : {"h2e2", "h9g7", "h0g2"})
        history.play(move_of(move));
    history.go_back_to(1);
    CHECK(history.size() == 1);
    history.play(move_of("b9c7"));
    CHECK(history.position().at(test::point_of("c7")) == Piece(black, Kind::horse));
    history.go_back_to(0);
    CHECK(history.position() == Position::start());
}
