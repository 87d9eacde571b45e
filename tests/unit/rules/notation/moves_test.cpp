// SPDX-License-Identifier: Apache-2.0
// What the writers write and the spellings that the readers accept (000/4.3).
#include "rules/notation/chinese.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/move_text.hpp"
#include "rules/notation/wxf.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/unit/rules/notation/table_file.hpp"

using namespace jipu;
using notation::MoveNotation;
using xiangqi::Move;
using xiangqi::Position;

namespace {

Position position_of(const std::string& fen) {
    const auto position = xiangqi::parse_fen(fen);
    INFO(fen);
    REQUIRE(position);
    return *position;
}

Move move_of(const std::string& iccs) {
    const auto move = notation::try_parse_iccs(iccs);
    INFO(iccs);
    REQUIRE(move);
    return *move;
}

/// What `text` is read as: the move in ICCS, or the error.
std::string read(const std::string& fen, const std::string& text) {
    const auto move = notation::parse_move(position_of(fen), text);
    return move ? notation::format_iccs(*move) : move.error();
}

const std::string start(xiangqi::start_fen);
const std::string after_cannon =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
const std::string three_pawns = "3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w";
const std::string two_files = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/3K5 w";

} // namespace

TEST_CASE("every strict spelling of the table is written and read") {
    // 000/1.1.1, 000/4.3.1, 000/4.3.2, 001/7.5
    const auto rows = test::table_rows(test::data_dir() / "notation/vectors.tsv");
    CHECK(rows.size() > 50);
    const auto others = notation::chinese_style("xiangqi-association");
    for (const auto& row : rows) {
        REQUIRE(row.size() == 6);
        INFO(row[0] << " " << row[1]);
        const Position position = position_of(row[0]);
        const Move move = move_of(row[1]);
        REQUIRE(position.is_legal(move));
        CHECK(notation::format_chinese(position, move) == row[2]);
        CHECK(notation::format_chinese(position, move, others) == row[3]);
        CHECK(notation::format_wxf(position, move) == row[4]);
        CHECK(notation::format_short(position, move) == row[5]);
        for (std::size_t i = 1; i < row.size(); ++i)
            CHECK(read(row[0], row[i]) == row[1]);
    }
}

TEST_CASE("each rule book has its way to tell three pawns on a file apart") {
    // 000/4.3
    const Position position = position_of(three_pawns);
    const Move middle = move_of("e7f7");
    for (const char* book : {"", "xiangqi-state"})
        CHECK(notation::format_chinese(position, middle, notation::chinese_style(book)) ==
              "2兵平四");
    for (const char* book : {"xiangqi-association", "xiangqi-2020", "xiangqi-world"})
        CHECK(notation::format_chinese(position, middle, notation::chinese_style(book)) ==
              "中兵平四");
    CHECK(notation::format_short(position, middle, notation::chinese_style("xiangqi-2020")) ==
          "中兵4");
}

TEST_CASE("a reader takes characters of every kind for the same move") {
    // 001/7.5
    for (const char* text :
         {"炮二平五",       "砲二平五", "包二平五", "炮2平5",   "炮２平５", "炮二平5",
          "  炮二平五\r\n", "炮25",     "炮2.5",    "炮二=五",  "C2.5",     "c2.5",
          "C2=5",           "C25",      "c25",      "Ｃ２．５", "Ｃ２＝５", "62.5",
          "h2e2",           "H2-E2",    "h2-e2",    "H2E2",     "ｈ２ｅ２"})
        CHECK(read(start, text) == "h2e2");
    for (const char* text : {"马八进七", "馬八進七", "傌八上七", "马８进７", "马87\u0332",
                             "马87\u0331", "马87+", "马8+7", "H8+7", "N8+7", "n8+7", "48+7"})
        CHECK(read(start, text) == "b0c2");
    for (const char* text : {"相七进五", "象七进五", "相75+", "E7+5", "B7+5", "b7+5", "37+5"})
        CHECK(read(start, text) == "c0e2");
    for (const char* text : {"仕六进五", "士六進五", "士六上五", "A6+5", "26+5"})
        CHECK(read(start, text) == "d0e1");
    for (const char* text : {"帅五进一", "帥五進一", "将五进一", "將51\u0332", "K5+1", "15+1"})
        CHECK(read(start, text) == "e0e1");
    for (const char* text : {"车一进一", "車一進一", "俥一上一", "R1+1", "51+1"})
        CHECK(read(start, text) == "i0i1");
    for (const char* text : {"兵七进一", "卒七进一", "P7+1", "77+1"})
        CHECK(read(start, text) == "c3c4");
    for (const char* text :
         {"炮八退一", "炮八下一", "炮81\u0305", "炮81\u0304", "炮81-", "炮81－", "炮八—一", "C8-1"})
        CHECK(read(start, text) == "b2b1");
    for (const char* text : {"卒3进1", "卒三进一", "卒３進１", "P3+1", "p3+1"})
        CHECK(read(after_cannon, text) == "c6c5");
}

TEST_CASE("a horse whose dash was lost is read when one move is left") {
    CHECK(read(start, "马87") == "b0c2");
    CHECK(read("3k5/9/9/4N4/9/9/4N4/9/9/4K4 w", "马53") ==
          "'马53' fits more than one legal move: e3g2 e3g4 e6g5 e6g7");
}

TEST_CASE("a rook without a dash moves sideways and nothing else") {
    const std::string rook = "3k5/9/9/R8/9/9/9/9/9/4K4 w";
    CHECK(read(rook, "车98") == "a6b6");
    CHECK(read(rook, "车91") == "a6i6");
    CHECK(read(start, "车91").find("fits no legal move") != std::string::npos);
}

TEST_CASE("pawns on a file are read in every way in which people write them") {
    for (const char* text :
         {"1兵平四", "一兵平四", "前兵平四", "前兵五平四", "前五平四", "兵前平四", "1兵4", "前兵4",
          "前兵54", "P+.4", "P+=4", "P+4", "+P.4", "Pa.4", "aP.4", "pa.4", "P+5.4"})
        CHECK(read(three_pawns, text) == "e8f8");
    for (const char* text :
         {"2兵平四", "二兵平四", "中兵平四", "中兵五平四", "P..4", "P.=4", ".P.4", "Pb.4"})
        CHECK(read(three_pawns, text) == "e7f7");
    for (const char* text : {"3兵平四", "三兵平四", "后兵平四", "後兵平四", "P-.4", "-P.4"})
        CHECK(read(three_pawns, text) == "e6f6");
    CHECK(read(two_files, "前兵四平五") == "f8e8");
    CHECK(read(two_files, "后兵六平五") == "d6e6");
    CHECK(read(two_files, "前兵平五") == "'前兵平五' fits more than one legal move: d8e8 f8e8");
}

TEST_CASE("the plain file is enough when one of two pieces can make the move") {
    // Two horses on file four: the rear one alone reaches file two.
    const std::string fen = "3k5/9/5N3/4p4/9/9/9/5N3/9/4K4 w";
    CHECK(read(fen, "马四进二") == "'马四进二' fits more than one legal move: f2h3 f7h8");
    const std::string pinned = "3k5/9/5N3/6p2/9/9/6p2/5N3/9/4K4 w";
    CHECK(read(pinned, "马四退二") == "'马四退二' fits more than one legal move: f2h1 f7h6");
    const std::string leg = "3k5/9/5Np2/9/9/9/9/5N3/9/4K4 w";
    CHECK(read(leg, "马四进二") == "f2h3");
    CHECK(notation::format_chinese(position_of(leg), move_of("f2h3")) == "后马进二");
}

TEST_CASE("WXF signs that other programs swap are read when they can mean one move only") {
    const std::string two_cannons = "3k5/9/9/9/9/9/2C6/9/2C6/4K4 w";
    CHECK(read(two_cannons, "C.-1") == "c1c0");
    CHECK(read(two_cannons, "C--1") == "c1c0");
    CHECK(read(two_cannons, "C+-1") == "c3c2");
}

TEST_CASE("elephants and advisors of one file are told apart by direction alone") {
    const std::string fen = "3k5/9/9/9/9/2B6/9/9/9/2B1K4 w";
    CHECK(notation::format_chinese(position_of(fen), move_of("c4e2")) == "相七退五");
    CHECK(notation::format_chinese(position_of(fen), move_of("c0e2")) == "相七进五");
    CHECK(read(fen, "前相退五") == "c4e2");
    CHECK(read(fen, "E--5") == "'E--5' fits no legal move");
}

TEST_CASE("points and moves are read and written without a position") {
    CHECK(notation::point_name(0).str() == "a0");
    CHECK(notation::point_name(89).str() == "i9");
    CHECK(notation::parse_point("h2") == xiangqi::make_point(7, 2));
    CHECK(notation::parse_point("H2") == xiangqi::make_point(7, 2));
    for (const char* text : {"", "h", "j2", "h10", "h2e2", "2h", "h-"})
        CHECK_FALSE(notation::parse_point(text));
    CHECK(notation::iccs_text({64, 19}).str() == "b7b2");
    CHECK(notation::try_parse_iccs("b3b10", notation::Ranks::from_one) == Move{19, 82});
    CHECK_FALSE(notation::try_parse_iccs("b3b10"));
    CHECK_FALSE(notation::try_parse_iccs("b0b3", notation::Ranks::from_one));
    CHECK_FALSE(notation::try_parse_iccs("h2h2"));
}

TEST_CASE("an illegal move that stood is written like any other if its words are its own") {
    const Position position = Position::start();
    // The leg is blocked: the shape is a horse's.
    Position blocked = position;
    blocked.play_tolerant(move_of("g0e2"));
    blocked.play_tolerant(move_of("h9g7"));
    blocked.put(move_of("h1h2").from, blocked.at(move_of("h2h1").from));
    REQUIRE_FALSE(blocked.is_legal(move_of("h0g2")));
    CHECK(notation::format_chinese(blocked, move_of("h0g2")) == "马二进三");
    CHECK(notation::format_short(blocked, move_of("h0g2")) == "马23\u0332");
    CHECK(notation::format_wxf(blocked, move_of("h0g2")) == "H2+3");
    // A cannon without a screen, an elephant over the river, a pawn back: words enough.
    CHECK(notation::format_chinese(position, move_of("b2b7")) == "炮八进五");
    CHECK(notation::format_chinese(position, move_of("a3a2")) == "兵九退一");
    // No rook goes askew, no cannon like a horse: there are no words, so the points are named.
    CHECK(notation::format_chinese(position, move_of("a0b1")) == "a0b1");
    CHECK(notation::format_wxf(position, move_of("h2g4")) == "h2g4");
    CHECK(notation::format_short(position, move_of("e4e5")) == "e4e5");
    // A piece of the side not to move has the words of its own side, unless they would be read as
    // a move of the other's: 卒7进1 is the legal 兵七进一, 卒5平4 the illegal 兵五平四.
    const Position rooks = position_of("3kr4/9/9/9/9/9/9/9/9/3K5 w");
    CHECK(notation::format_chinese(rooks, move_of("e9e5")) == "车5进4");
    CHECK(notation::format_chinese(position, move_of("g6g5")) == "g6g5");
    CHECK(notation::format_chinese(position, move_of("e6d6")) == "e6d6");
}

TEST_CASE("an illegal move is read back when illegal moves are accepted") {
    const Position position = Position::start();
    for (const char* iccs : {"b2b7", "a3a2", "a0b1", "h2g4", "g6g5", "e6d6", "h0f1", "e0e9"}) {
        const Move move = move_of(iccs);
        for (const auto kind : {MoveNotation::iccs, MoveNotation::wxf, MoveNotation::chinese,
                                MoveNotation::short_form}) {
            const std::string text = notation::format_move(position, move, kind);
            INFO(iccs << " " << text);
            CHECK_FALSE(notation::parse_move(position, text, kind));
            const auto back =
                notation::parse_move(position, text, kind, notation::IllegalMoves::accept);
            REQUIRE(back);
            CHECK(*back == move);
        }
    }
}
