// SPDX-License-Identifier: Apache-2.0
// FEN in and out, and what is wrong with wrong ones, to the letter.
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;

TEST_CASE("a FEN comes out as it went in") {
    for (const char* fen : {
             "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
             "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b - - 12 34",
             "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
             "4k4/9/9/9/9/9/9/9/9/4K4 b - - 119 240",
             "KKKKKKKKK/9/9/9/9/9/9/9/9/ppppppppp w - - 0 1",
         }) {
        CHECK(format_fen(test::position_of(fen)) == fen);
    }
}

TEST_CASE("what is missing after the placement takes its usual value") {
    const std::string board = "4k4/9/9/9/9/9/9/9/9/4K4";
    struct Row {
        const char* tail;
        const char* full;
    };
    for (const Row row :
         {Row{"", " w - - 0 1"}, Row{" w", " w - - 0 1"}, Row{" r", " w - - 0 1"},
          Row{" b", " b - - 0 1"}, Row{" b - -", " b - - 0 1"}, Row{" b - - 7", " b - - 7 1"},
          Row{" w - - 7 9", " w - - 7 9"}, Row{"  w\t-  -   7 9 \r\n", " w - - 7 9"},
          Row{" w - - 0 0", " w - - 0 1"}}) {
        INFO(row.tail);
        CHECK(format_fen(test::position_of(board + row.tail)) == board + row.full);
    }
}

TEST_CASE("elephants and horses are read under either letter and written under one") {
    CHECK(format_fen(test::position_of("rheakaehr/9/9/9/9/9/9/9/9/RHEAKAEHR w")) ==
          "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1");
}

TEST_CASE("a wrong FEN is refused with what is wrong in it") {
    struct Row {
        std::string fen;
        const char* error;
    };
    const std::string board = "4k4/9/9/9/9/9/9/9/9/4K4";
    for (const Row& row : {
             Row{"", "FEN: it is empty"},
             Row{" \t\n", "FEN: it is empty"},
             Row{"4k4", "FEN: 1 ranks instead of 10"},
             Row{"4k4/9/9/9/9/9/9/9/4K4", "FEN: 9 ranks instead of 10"},
             Row{board + "/9", "FEN: more than 10 ranks"},
             Row{"4k4/9/9/9/9/9/9/9/9/4K3", "FEN: rank 0: 8 points instead of 9"},
             Row{"4k4//9/9/9/9/9/9/9/4K4", "FEN: rank 8: 0 points instead of 9"},
             Row{"/4k4/9/9/9/9/9/9/9/4K4", "FEN: rank 9: 0 points instead of 9"},
             Row{"4k5/9/9/9/9/9/9/9/9/4K4", "FEN: rank 9: more than 9 points"},
             Row{"4k4/9/9/9/9/91/9/9/9/4K4", "FEN: rank 4: more than 9 points"},
             Row{"rnbqkabnr/9/9/9/9/9/9/9/9/9", "FEN: rank 9: 'q' is neither a piece nor 1 to 9"},
             Row{"4k4/0/9/9/9/9/9/9/9/4K4", "FEN: rank 8: '0' is neither a piece nor 1 to 9"},
             Row{"4k4/9/9/9/+8/9/9/9/9/4K4", "FEN: rank 5: '+' is neither a piece nor 1 to 9"},
             Row{"\xe5\xb8\x85", "FEN: rank 9: '?' is neither a piece nor 1 to 9"},
             Row{"w - - 0 1", "FEN: rank 9: 'w' is neither a piece nor 1 to 9"},
             Row{board + " x", "FEN: side to move 'x' is not w, r or b"},
             Row{board + " W", "FEN: side to move 'W' is not w, r or b"},
             Row{board + " - - 0 1", "FEN: side to move '-' is not w, r or b"},
             Row{board + " w KQkq - 0 1", "FEN: 'KQkq' where '-' belongs"},
             Row{board + " w - e3 0 1", "FEN: 'e3' where '-' belongs"},
             Row{board + " w - - x 1", "FEN: counter 'x' is not a number of 0 to 32767"},
             Row{board + " w - - -1 1", "FEN: counter '-1' is not a number of 0 to 32767"},
             Row{board + " w - - 0 1.5", "FEN: counter '1.5' is not a number of 0 to 32767"},
             Row{board + " w - - 0 99999999999",
                 "FEN: counter '99999999999' is not a number of 0 to 32767"},
             Row{board + " w - - 0 32768", "FEN: counter '32768' is not a number of 0 to 32767"},
             Row{board + " w - - 0 1 moves", "FEN: 'moves' after the last field"},
             Row{board + " abcdefghijklmnopqrstuvwxyzabcdefghij",
                 "FEN: side to move 'abcdefghijklmnopqrstuvwxyzabcdef...' is not w, r or b"},
         }) {
        INFO(row.fen);
        const auto position = parse_fen(row.fen);
        CHECK_FALSE(position);
        CHECK(position.error() == row.error);
    }
}

TEST_CASE("a game begins only from a position that a game can reach") {
    // 000/1.1.2
    struct Row {
        const char* fen;
        const char* wrong;
    };
    for (const Row& row : {
             Row{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", ""},
             Row{"3k5/9/9/9/9/9/9/9/9/4K4 w", ""},
             Row{"3k5/9/9/9/9/9/9/9/9/9 w", "Red has no king"},
             Row{"9/9/9/9/9/9/9/9/9/4K4 w", "Black has no king"},
             Row{"3k5/9/9/9/9/9/9/9/3K5/4K4 w", "Red has 2 kings"},
             Row{"3k5/9/9/9/9/9/9/9/8R/RR2K4 w", "Red has 3 rooks"},
             Row{"3k5/9/1p7/9/9/9/9/9/9/4K4 w", "Black's pawn cannot stand on b7"},
             Row{"3k5/9/9/p1pp5/9/9/9/9/9/4K4 w", "Black's pawn cannot stand on d6"},
             Row{"3k5/9/9/9/9/9/pppppp3/9/9/4K4 w", "Black has 6 pawns"},
             Row{"3k5/9/9/9/9/9/9/3K5/9/9 w", "the kings face each other on an open file"},
             Row{"3k5/9/9/9/9/9/4K4/9/9/9 w", "Red's king stands outside its palace"},
             Row{"2k6/9/9/9/9/9/9/9/9/4K4 w", "Black's king stands outside its palace"},
             Row{"3k5/9/9/9/9/9/9/9/3A5/4K4 w", "Red's advisor cannot stand on d1"},
             Row{"3k5/4a4/9/9/9/9/9/9/9/4K4 w", ""},
             Row{"3k5/9/9/9/9/9/9/9/9/B3K4 w", "Red's elephant cannot stand on a0"},
             Row{"3k5/9/9/9/2B6/9/9/9/9/4K4 w", "Red's elephant cannot stand on c5"},
             Row{"3k5/9/4b4/9/9/9/9/9/9/4K4 w", ""},
             Row{"3k5/9/9/9/9/9/9/P8/9/4K4 w", "Red's pawn cannot stand on a2"},
             Row{"3k5/9/9/9/9/1P7/9/9/9/4K4 w", "Red's pawn cannot stand on b4"},
             Row{"3k5/9/9/9/1P7/9/9/9/9/4K4 w", ""},
             Row{"3k5/9/9/9/9/9/9/9/9/3RK4 w", "Black is in check and not to move"},
             Row{"3k5/9/9/9/9/9/9/9/9/3RK4 b", ""},
             Row{"3k5/9/9/9/9/4r4/9/9/9/4K4 b", "Red is in check and not to move"},
         }) {
        INFO(row.fen);
        CHECK(why_no_start_position(test::position_of(row.fen)) == row.wrong);
    }
}
