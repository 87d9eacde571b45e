// SPDX-License-Identifier: Apache-2.0
// Files that cannot be read whole: each with its game, ply and reason.
#include "rules/notation/dhtmlxq.hpp"
#include "rules/notation/move_list.hpp"
#include "rules/notation/pgn.hpp"
#include "tests/unit/rules/notation/table_file.hpp"

using namespace jipu;

namespace {

struct Wrong {
    std::string text;
    int ply;
    std::string error;
};

const std::vector<Wrong> wrong_pgn{
    {"1. h2e2 h9h8", 2, "'h9h8' is illegal: geometry"},
    {"1. h2e2 马8进7 2. 马二进四", 3,
     "'马二进四' fits no legal move; h0f1 would be illegal: horse-leg"},
    {"1. hello", 1, "'hello' is no move in ICCS, WXF or Chinese notation"},
    {"1. 炮二平五 {never", 2, "a comment '{' never ends"},
    {"1. 炮二平五 (1. 炮八平五", 2, "a variation '(' never ends"},
    {"1. 炮二平五 (1. 炮八平五 {x", 2, "a comment '{' never ends"},
    {"1. 炮二平五 ) 马8进7", 2, "')' closes nothing"},
    {"1. 炮二平五 } 马8进7", 2, "'}' closes nothing"},
    {"1. h2e2 h2e2", 2, "'h2e2' is illegal: not-your-piece"},
    {"1. h3e3 h10g8 2. h3e3", 3, "'h3e3' is illegal: not-your-piece"},
    {"1. a0b1 {illegal}", 1, "'a0b1' is illegal: geometry"},
    {"1. a5a6 {illegal, stood}", 1, "'a5a6': nothing stands on a5"},
};

const std::vector<Wrong> wrong_block{
    {"[DhtmlXQ_movelist]77[/DhtmlXQ_movelist]", 1, "'77' is no move"},
    {"[DhtmlXQ_movelist]774770[/DhtmlXQ_movelist]", 2, "'70' is no move"},
    {"[DhtmlXQ_movelist]9747[/DhtmlXQ_movelist]", 1, "'9747' is no move"},
    {"[DhtmlXQ_movelist]77a7[/DhtmlXQ_movelist]", 1, "'77a7' is no move"},
    {"[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]", 2, "'h2e2' is illegal: not-your-piece"},
    {"[DhtmlXQ_movelist]7747", 1, "the tag DhtmlXQ_movelist never ends"},
    {"[DhtmlXQ_binit]8979[/DhtmlXQ_binit][DhtmlXQ_movelist][/DhtmlXQ_movelist]", 0,
     "binit has not 64 digits"},
    {"[DhtmlXQ_binit]9079695949392919097717866646260600102030405060708012720323436383"
     "[/DhtmlXQ_binit]",
     0, "binit: '90' is no square"},
    {"[DhtmlXQ_binit]7979695949392919097717866646260600102030405060708012720323436383"
     "[/DhtmlXQ_binit]",
     0, "binit: two pieces on '79'"},
};

const std::vector<Wrong> wrong_list{
    {"h2e2 h9g7 zz", 3, "'zz' is no move in ICCS, WXF or Chinese notation"},
    {"炮二平五 车九平五", 2, "'车九平五' fits no legal move; i9e9 would be illegal: own-piece"},
    {"b0d1", 1, "'b0d1' is illegal: horse-leg"},
};

} // namespace

TEST_CASE("each wrong PGN game is refused in the words of the table") {
    for (const Wrong& wrong : wrong_pgn) {
        const auto games = notation::read_pgn(wrong.text);
        INFO(wrong.text);
        REQUIRE(games.size() == 1);
        CHECK(games[0].error == wrong.error);
        CHECK(games[0].error_ply == wrong.ply);
    }
}

TEST_CASE("a wrong FEN is named with its reason at the head of the game") {
    const auto games = notation::read_pgn("[FEN \"9/9 w\"]\n\n1. h2e2\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].error_ply == 0);
    CHECK(games[0].error.starts_with("FEN: "));
}

TEST_CASE("each wrong DhtmlXQ block is refused in the words of the table") {
    for (const Wrong& wrong : wrong_block) {
        const auto games = notation::read_dhtmlxq(wrong.text);
        INFO(wrong.text);
        REQUIRE(games.size() == 1);
        CHECK(games[0].error == wrong.error);
        CHECK(games[0].error_ply == wrong.ply);
    }
}

TEST_CASE("each wrong list is refused in the words of the table") {
    for (const Wrong& wrong : wrong_list) {
        const auto games = notation::read_move_list(wrong.text);
        INFO(wrong.text);
        REQUIRE(games.size() == 1);
        CHECK(games[0].error == wrong.error);
        CHECK(games[0].error_ply == wrong.ply);
    }
}

TEST_CASE("a WXF file that does not end is refused") {
    const auto games = notation::read_wxf_file("FORMAT WXF\nSTART{\n1. C2.5 H8+7\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].error == "START{ without }END");
}

TEST_CASE("a broken game leaves the others of its file whole") {
    const auto games = notation::read_pgn("[Red \"a\"]\n1. h2e2 *\n\n[Red \"b\"]\n1. h2h8 *\n\n"
                                          "[Red \"c\"]\n1. b2e2 *\n");
    REQUIRE(games.size() == 3);
    CHECK(games[0].ok());
    CHECK_FALSE(games[1].ok());
    CHECK(games[2].ok());
}

TEST_CASE("a comment left open does not swallow the games behind it") {
    const auto games = notation::read_pgn("[Red \"a\"]\n1. h2e2 {open h9g7 *\n\n"
                                          "[Red \"b\"]\n1. h2e2 {closed} *\n\n"
                                          "[Red \"c\"]\n1. h2e2 (1. b2e2 *\n\n"
                                          "[Red \"d\"]\n1. b2e2 (1. h2e2) *\n");
    REQUIRE(games.size() == 4);
    CHECK(games[0].error == "a comment '{' never ends");
    CHECK(games[1].ok());
    CHECK(games[2].error == "a variation '(' never ends");
    CHECK(games[3].ok());
}
