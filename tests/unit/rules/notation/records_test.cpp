// SPDX-License-Identifier: Apache-2.0
// Files of games: PGN, DhtmlXQ, WXF files and plain lists, read and written.
#include "rules/notation/dhtmlxq.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/move_list.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/notation/record_builder.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/unit/rules/notation/table_file.hpp"

using namespace jipu;
using notation::GameRecord;
using notation::MoveNotation;
using notation::ReadGame;

namespace {

std::string moves_of(const ReadGame& game) {
    INFO("ply " << game.error_ply << ": " << game.error);
    REQUIRE(game.ok());
    return notation::write_move_list(game.record, MoveNotation::iccs);
}

/// The one game of a text.
ReadGame only(std::vector<ReadGame> games) {
    REQUIRE(games.size() == 1);
    return games.front();
}

void check_equal(const GameRecord& a, const GameRecord& b) {
    CHECK(a.tags == b.tags);
    CHECK(xiangqi::format_fen(a.start) == xiangqi::format_fen(b.start));
    CHECK(a.start_comment == b.start_comment);
    CHECK(a.result == b.result);
    REQUIRE(a.moves.size() == b.moves.size());
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
        CHECK(a.moves[i].move == b.moves[i].move);
        CHECK(a.moves[i].comment == b.moves[i].comment);
        CHECK(a.moves[i].legal == b.moves[i].legal);
    }
}

/// A game with everything that a file has to carry.
GameRecord rich_game() {
    GameRecord out;
    out.tags = {{"Event", "Round \"robin\" \\ 练习赛"},
                {"Site", "Hall"},
                {"Date", "2026.11.30"},
                {"Round", "3"},
                {"RedTeam", "北京"},
                {"Red", "王红"},
                {"Black", "李黑"}};
    out.start_comment = "Before the first move";
    out.result = "0-1";
    xiangqi::Position position = out.start;
    for (const char* text : {"h2e2", "h9g7", "h0g2", "b7b6", "b0d1", "b6b5"}) {
        notation::RecordedMove entry;
        entry.move = *notation::try_parse_iccs(text);
        entry.legal = position.is_legal(entry.move);
        position.play_tolerant(entry.move);
        out.moves.push_back(entry);
    }
    out.moves[1].comment = "the usual answer; 屏风马";
    REQUIRE_FALSE(out.moves[4].legal); // its leg is blocked
    out.moves[4].comment = "nobody saw it";
    return out;
}

} // namespace

TEST_CASE("a PGN file with two games, traditional characters and glued numbers is read") {
    const auto games =
        notation::read_pgn(test::file_text(test::data_dir() / "notation/two-games.utf8.pgn"));
    REQUIRE(games.size() == 2);
    CHECK(moves_of(games[0]) == "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5");
    CHECK(games[0].record.tag("red") == "王紅");
    CHECK(games[0].record.tag("SITE") == "大廳");
    CHECK(games[0].record.result == "1-0");
    CHECK(games[0].record.moves[2].comment == "正著");
    CHECK(moves_of(games[1]) == "g3g4 h7g7 g0e2 c9e7 f0e1 d9e8");
    CHECK(games[1].record.result == "1/2-1/2");
}

TEST_CASE(
    "PGN is read without tags, without results, with Black first and with nested variations") {
    CHECK(moves_of(only(notation::read_pgn("1. 炮二平五 马8进7 2. 马二进三"))) == "h2e2 h9g7 h0g2");
    CHECK(moves_of(only(notation::read_pgn("1.C2.5 h8+7\n2.H2+3 $3 r9.8! 1-0"))) ==
          "h2e2 h9g7 h0g2 i9h9");
    const std::string nested = "1. h2e2 (1. b2e2 (1. c3c4 {a) b}) h9g7) 1... h9g7 ; the end\n*";
    const auto game = only(notation::read_pgn(nested));
    CHECK(moves_of(game) == "h2e2 h9g7");
    CHECK(game.record.moves[1].comment == "the end");
    const auto black = only(notation::read_pgn("[Red \"a\"]\n\n1... 马8进7 2. 炮二平五\n"));
    CHECK(moves_of(black) == "h9g7 h2e2");
    CHECK(black.record.start.to_move() == xiangqi::black);
    CHECK(moves_of(only(notation::read_pgn("1. … 马8进7"))) == "h9g7");
    const auto two = notation::read_pgn("[Red \"a\"]\n1. h2e2\n[Red \"b\"]\n1. b2e2\n");
    REQUIRE(two.size() == 2);
    CHECK(moves_of(two[0]) == "h2e2");
    CHECK(two[1].record.tag("Red") == "b");
    CHECK(moves_of(two[1]) == "b2e2");
    const auto empty = notation::read_pgn("[Red \"a\"]\n\n[Red \"b\"]\n\n1. h2e2 *\n");
    REQUIRE(empty.size() == 2);
    CHECK(moves_of(empty[0]).empty());
    CHECK(moves_of(empty[1]) == "h2e2");
}

TEST_CASE("a PGN tag decides the start, and chess programs' names are understood") {
    const auto game = only(notation::read_pgn("[white \"w\"]\n[BLACK \"b\"]\n[result \"1/2\"]\n"
                                              "[Fen \"3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w\"]\n"
                                              "[Format \"Chinese\"]\n\n1. 2兵平四"));
    CHECK(moves_of(game) == "e7f7");
    CHECK(game.record.tag("Red") == "w");
    CHECK(game.record.tag("Black") == "b");
    CHECK(game.record.result == "1/2-1/2");
    CHECK(game.record.tag("Format").empty());
}

TEST_CASE("ranks from 1 are recognised in lists and in PGN") {
    CHECK(moves_of(only(notation::read_move_list("h3e3 h10g8 h1g3"))) == "h2e2 h9g7 h0g2");
    CHECK(moves_of(only(notation::read_move_list("c4c5 g7g6"))) == "c3c4 g6g5");
    CHECK(moves_of(only(notation::read_pgn("[Red \"a\"]\n1. h3e3 h10g8"))) == "h2e2 h9g7");
    CHECK(moves_of(only(notation::read_move_list("b3b10"))) == "b2b9");
}

TEST_CASE("a PGN written is read back with all it says") {
    const GameRecord game = rich_game();
    for (const auto kind : {MoveNotation::chinese, MoveNotation::wxf, MoveNotation::iccs}) {
        const std::string text = notation::write_pgn(game, {kind, {}});
        INFO(text);
        const auto back = only(notation::read_pgn(text));
        REQUIRE(back.error == "");
        check_equal(back.record, game);
    }
}

TEST_CASE("a line of a comment that looks like a tag is no next game when a PGN is read back") {
    GameRecord game = rich_game();
    game.moves[1].comment = "see\n[Event \"x\"] good";
    game.moves[2].comment = "see\n \n\t[Event x] or\n{[so]}";
    const auto games = notation::read_pgn(notation::write_pgn(game, {}));
    REQUIRE(games.size() == 1);
    CHECK(games[0].error.empty());
    CHECK(games[0].record.moves.size() == game.moves.size());
    CHECK(games[0].record.moves[1].comment == "see [Event \"x\"] good");
}

TEST_CASE("what a remark in a variation holds does not end the variation") {
    const auto games = notation::read_pgn("1. C2.5 H8+7 (1... a ; b ) c ( {\n d) 2. H2+3 1-0\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].error.empty());
    CHECK(games[0].record.moves.size() == 3);
}

TEST_CASE("a PGN is laid out as programs for xiangqi expect it") {
    GameRecord game = rich_game();
    game.tags = {{"Event", "a \"b\""}, {"Red", "王红"}, {"Opening", "中炮"}};
    CHECK(notation::write_pgn(game) == "[Game \"Chinese Chess\"]\n"
                                       "[Event \"a \\\"b\\\"\"]\n"
                                       "[Site \"?\"]\n"
                                       "[Date \"????.??.??\"]\n"
                                       "[Round \"?\"]\n"
                                       "[Red \"王红\"]\n"
                                       "[Black \"?\"]\n"
                                       "[Result \"0-1\"]\n"
                                       "[Opening \"中炮\"]\n"
                                       "[Format \"Chinese\"]\n"
                                       "\n"
                                       "{Before the first move}\n"
                                       "  1. 炮二平五 马8进7 {the usual answer; 屏风马}\n"
                                       "  2. 马二进三 炮2进1\n"
                                       "  3. 马八进六 {illegal, stood; nobody saw it}\n"
                                       "  3. ... 炮2进1\n"
                                       " 0-1\n"
                                       "\n");
}

TEST_CASE("what PGN calls unknown is no tag, and is written so again") {
    const auto game = only(
        notation::read_pgn("[Event \"?\"]\n[Date \"????.??.??\"]\n[Red \"a\"]\n\n1. h2e2 *\n"));
    REQUIRE(game.ok());
    CHECK(game.record.tags == std::vector<std::pair<std::string, std::string>>{{"Red", "a"}});
    CHECK(notation::write_pgn(game.record).find("[Event \"?\"]") != std::string::npos);
}

TEST_CASE("no file carries control characters, or those that turn the text around, to a terminal") {
    GameRecord game;
    const std::string evil = "a\x1b[31m\x7f\u009b\u202eb\u2066c\td";
    game.set_tag("Red", evil);
    game.start_comment = evil + "\nnext";
    for (const std::string& text : {notation::write_pgn(game), notation::write_dhtmlxq(game)}) {
        INFO(text);
        for (const char* bad : {"\x1b", "\x7f", "\u009b", "\u202e", "\u2066"})
            CHECK(text.find(bad) == std::string::npos);
        CHECK(text.find("31mbc d") != std::string::npos);
    }
    CHECK(only(notation::read_dhtmlxq(notation::write_dhtmlxq(game))).record.start_comment ==
          "a[31mbc d\nnext");
}

TEST_CASE("an illegal move is read from a PGN only with the mark that it stood") {
    const std::string head = "[Red \"a\"]\n\n1. 炮二平五 马8进7 2. 炮五平五 ";
    CHECK_FALSE(only(notation::read_pgn(head)).ok());
    const std::string line = "1. 马八进六";
    CHECK(only(notation::read_pgn(line)).error ==
          "'马八进六' fits no legal move; b0d1 would be illegal: horse-leg");
    const auto game = only(notation::read_pgn(line + " {illegal, stood} 马8进7"));
    CHECK(moves_of(game) == "b0d1 h9g7");
    CHECK_FALSE(game.record.moves[0].legal);
    CHECK(game.record.moves[1].legal);
    CHECK(only(notation::read_pgn(line + " {illegal, stoodx}")).error_ply == 1);
}

TEST_CASE("a DhtmlXQ block in a page is read with its comments, past its variations") {
    const std::string page =
        "<html><div>[DhtmlXQ][DhtmlXQ_ver]www[/DhtmlXQ_ver]"
        "[DhtmlXQ_event]\\u7ec3\\u4e60 \\ud83d\\ude00[/DhtmlXQ_event]"
        "[DhtmlXQ_redname]王红[/DhtmlXQ_redname][DhtmlXQ_black]李黑[/DhtmlXQ_black]"
        "[DhtmlXQ_result]和棋[/DhtmlXQ_result][DhtmlXQ_binit]"
        "8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"
        "[dhtmlxq_MOVELIST]7747\n70627967[/dhtmlxq_movelist]"
        "[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]"
        "[DhtmlXQ_comment0]start||line[/DhtmlXQ_comment0]"
        "[DhtmlXQ_comment2]two[/DhtmlXQ_comment2][DhtmlXQ_comment1_2]no[/DhtmlXQ_comment1_2]"
        "[/DhtmlXQ]</div>[DhtmlXQiFrame][DhtmlXQ_movelist]1747[/DhtmlXQ_movelist][/DhtmlXQiFrame]";
    CHECK(notation::recognise(page) == notation::TextKind::dhtmlxq);
    const auto games = notation::read_dhtmlxq(page);
    REQUIRE(games.size() == 2);
    CHECK(moves_of(games[0]) == "h2e2 h9g7 h0g2");
    CHECK(games[0].record.tag("Event") == "练习 \U0001F600");
    CHECK(games[0].record.tag("Red") == "王红");
    CHECK(games[0].record.tag("Black") == "李黑");
    CHECK(games[0].record.result == "1/2-1/2");
    CHECK(games[0].record.start_comment == "start\nline");
    CHECK(games[0].record.moves[1].comment == "two");
    CHECK(moves_of(games[1]) == "b2e2");
    CHECK(games[1].record.result == "*");
}

TEST_CASE("who begins a DhtmlXQ game is seen from the first piece moved") {
    const auto moved = [](std::string_view red_king) {
        std::string binit(64, '9');
        binit.replace(8, 2, red_king);
        binit.replace(40, 2, "40");
        return only(notation::read_dhtmlxq("[DhtmlXQ_binit]" + binit +
                                           "[/DhtmlXQ_binit]"
                                           "[DhtmlXQ_movelist]4041[/DhtmlXQ_movelist]"));
    };
    CHECK(moved("49").error == "'e9e8' is illegal: facing-generals");
    const auto black = moved("59");
    CHECK(moves_of(black) == "e9e8");
    CHECK(black.record.start.to_move() == xiangqi::black);
}

TEST_CASE("a DhtmlXQ block written is read back with all it says") {
    GameRecord game = rich_game();
    game.start_comment = "a [tag] and \\u0041 and a||bar\nnew line";
    game.tags.insert(game.tags.begin(), {"Title", "决赛"});
    const std::string text = notation::write_dhtmlxq(game);
    INFO(text);
    auto back = only(notation::read_dhtmlxq(text));
    REQUIRE(back.error == "");
    for (const auto& [name, value] : game.tags)
        CHECK(back.record.tag(name) == value);
    back.record.tags = game.tags;
    check_equal(back.record, game);
    CHECK(text.find("[DhtmlXQ_movelist]774770627967121319381314") != std::string::npos);
    CHECK(text.find("[DhtmlXQ_result]黑胜[/DhtmlXQ_result]") != std::string::npos);
    CHECK(text.find("[DhtmlXQ_binit]"
                    "8979695949392919097717866646260600102030405060708012720323436383") !=
          std::string::npos);
}

TEST_CASE("a position with Black to move and no move yet survives every file format") {
    GameRecord game;
    game.start = *xiangqi::parse_fen("3k5/4P4/4P4/4P4/4P4/4P4/4P4/9/9/4K4 b - - 7 31");
    check_equal(only(notation::read_pgn(notation::write_pgn(game))).record, game);
    check_equal(only(notation::read_dhtmlxq(notation::write_dhtmlxq(game))).record, game);
}

TEST_CASE("a WXF file is read, names without their further fields") {
    const std::string text =
        "FORMAT\tWXF\nGAME\tFinal\nRED\tWang;;;\nBLACK\tLi;BJ;;\nDATE\t2026\n"
        "RESULT\t1-0\n\nSTART{\n  1. C2.5 h8+7\n  2. H2+3\n}END\n"
        "FORMAT WXF\nFEN 3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w\nSTART {1. P..4}END\n";
    CHECK(notation::recognise(text) == notation::TextKind::wxf_file);
    const auto games = notation::read_wxf_file(text);
    REQUIRE(games.size() == 2);
    CHECK(moves_of(games[0]) == "h2e2 h9g7 h0g2");
    CHECK(games[0].record.tag("Red") == "Wang");
    CHECK(games[0].record.tag("Black") == "Li");
    CHECK(games[0].record.result == "1-0");
    CHECK(moves_of(games[1]) == "e7f7");
}

TEST_CASE("a list holds a game a line in any notation") {
    const auto games = notation::read_move_list("\ufeff# a remark\n\n"
                                                "h2e2 h9g7\r\n"
                                                "H2-E2 H9-G7 1-0\n"
                                                "炮二平五 马8进7\n"
                                                "炮25 马87\u0332\n"
                                                "1. C2.5 H8+7\n"
                                                "position startpos moves h2e2 h9g7\n"
                                                "炮二平五　马８进７\n");
    REQUIRE(games.size() == 7);
    for (const auto& game : games)
        CHECK(moves_of(game) == "h2e2 h9g7");
    CHECK(games[1].record.result == "1-0");
    const auto set =
        only(notation::read_move_list("fen 3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w - - 0 1 moves e7f7"));
    CHECK(moves_of(set) == "e7f7");
}

TEST_CASE("what a text holds is seen from its lines") {
    using notation::TextKind;
    CHECK(notation::recognise("[Event \"a\"]\n\n1. h2e2") == TextKind::pgn);
    CHECK(notation::recognise("\ufeff[Event \"a\"]\n") == TextKind::pgn);
    CHECK(notation::recognise("1. 炮二平五 马8进7\n2. 马二进三 车9平8\n") == TextKind::pgn);
    CHECK(notation::recognise("1. h2e2\n1. b2e2\n") == TextKind::move_list);
    CHECK(notation::recognise("h2e2 h9g7\n") == TextKind::move_list);
    CHECK(notation::recognise("") == TextKind::move_list);
}

TEST_CASE("results are understood in the usual words") {
    for (const char* word : {"1-0", "红胜", "紅先勝"})
        CHECK(notation::read_result(word) == "1-0");
    for (const char* word : {"1/2", "1/2-1/2", "和棋"})
        CHECK(notation::read_result(word) == "1/2-1/2");
    CHECK(notation::read_result("0-0") == "0-0");
    CHECK(notation::read_result("perhaps").empty());
}
