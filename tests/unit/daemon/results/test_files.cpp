// SPDX-License-Identifier: Apache-2.0
// The organiser's files (tokens, pairings) and the targets of requests, with their exact errors.
#include <nlohmann/json.hpp>

#include "daemon/results/exchange.hpp"
#include "daemon/results/pairings.hpp"
#include "daemon/results/tokens.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::results;

TEST_CASE("a token names its board, whatever the case of the scheme") {
    const auto tokens = Tokens::parse("# hall\ntable-1 abc\n\ntable-2 def # new\r\ntable-1 ghi\n"
                                      "@arbiter xyz",
                                      "tokens");
    REQUIRE(tokens);
    CHECK(tokens->owner("Bearer abc") == "table-1");
    CHECK(tokens->owner("bearer ghi") == "table-1");
    CHECK(tokens->owner("Bearer def") == "table-2");
    CHECK(tokens->owner("Bearer xyz") == "@arbiter");
    for (const char* wrong : {"", "Bearer", "Bearer ", "Bearer ab", "Bearer abcd", "Bearer abd",
                              "Basic abc", "abc", "Bearer  abc", "Bearer abc "})
        CHECK(tokens->owner(wrong) == std::nullopt);
    CHECK(tokens->weak().size() == 4);
}

TEST_CASE("a wrong tokens file is refused with its line") {
    const auto error = [](const char* text) { return Tokens::parse(text, "tokens").error(); };
    CHECK(error("table-1 abc\nTable-2 def\n") ==
          "tokens:2: a board's name is expected ([a-z0-9-]), or @arbiter");
    CHECK(error("table-1\n") == "tokens:1: a token is expected after the board's name "
                                "(letters, digits and -._~+/=)");
    CHECK(error("table-1 a\xC3\xA9\n") == "tokens:1: a token is expected after the board's name "
                                          "(letters, digits and -._~+/=)");
    CHECK(error("table-1 abc def\n") == "tokens:1: nothing is expected after the token");
    CHECK(error("table-1 abc\ntable-2 abc\n") == "tokens:2: this token is another board's already");
}

TEST_CASE("pairings read the same from JSON and from CSV") {
    // 000/2.2, the chief arbiter's duties, 6
    const auto json = parse_pairings(
        R"({"table-1":{"players":{"red":{"name":"陈, 远山","team":"江城"},"black":{"name":"B \"x\""}},)"
        R"("round":"3","table":"1"}})",
        "p.json");
    const auto csv = parse_pairings("\xEF\xBB\xBF"
                                    "board,red,red_team,black,round,table\r\n"
                                    "table-1,\"陈, 远山\",江城,\"B \"\"x\"\"\",3,1\r\n",
                                    "p.csv");
    const auto list =
        parse_pairings(R"( [{"board":"table-1","players":{"red":{"name":"陈, 远山","team":"江城"},)"
                       R"("black":{"name":"B \"x\""}},"round":"3","table":"1"}])",
                       "p.json");
    REQUIRE(json);
    REQUIRE(csv);
    REQUIRE(list);
    CHECK(json->at("table-1")["players"]["red"]["name"] == "陈, 远山");
    CHECK(nlohmann::json(csv->at("table-1")) == nlohmann::json(json->at("table-1")));
    CHECK(nlohmann::json(list->at("table-1")) == nlohmann::json(json->at("table-1")));
}

TEST_CASE("a player may be his name alone, and rounds may be numbers") {
    const auto pairings =
        parse_pairings(R"({"table-1":{"players":{"red":"A"},"round":3,"game_no":1}})", "p");
    INFO(pairings.error());
    REQUIRE(pairings);
    CHECK(pairings->at("table-1")["players"]["red"] == "A");
    CHECK(pairings->at("table-1")["round"] == 3);
}

TEST_CASE("a wrong pairings file is refused with its place") {
    const auto error = [](const char* text) { return parse_pairings(text, "p").error(); };
    CHECK(error("") == "p:1: a column board is expected in the head line");
    CHECK(error("board,colour\n") == "p:1: unknown column colour");
    CHECK(error("board,red\nt-1,A\nt-2\n") == "p:3: 2 cells are expected, not 1");
    CHECK(error("board,red\nT 1,A\n") == "p:2: a board's name is expected ([a-z0-9-])");
    CHECK(error("board,red\nt-1,A\n\nt-1,B\n") == "p:4: board t-1 stands twice");
    CHECK(error("board,red\nt-1,\"A\nB\"\nt-2,\"C") == "p:4: a quote is not closed");
    CHECK(error("{\"t-1\":[]}") == "p: board t-1: an object is expected for each board");
    CHECK(error("{\"t-1\":{\"rond\":\"1\"}}") == "p: board t-1: unknown field rond");
    CHECK(error("{\"t-1\":{\"event\":1}}") == "p: board t-1: event: a string is expected");
    CHECK(error("{\"t-1\":{\"round\":1.5}}") == "p: board t-1: round: a string is expected");
    CHECK(error("{\"t-1\":{\"players\":{\"red\":7}}}") ==
          "p: board t-1: players.red: an object is expected");
    CHECK(error("{\"t-1\":{\"players\":{\"green\":{}}}}") ==
          "p: board t-1: players: red, black or white is expected, not green");
    CHECK(error("[{\"round\":\"1\"}]") == "p: entry 0: a board is expected");
    CHECK(error("{\"T\":{}}") == "p: a board's name is expected ([a-z0-9-]), not T");
    CHECK(error("{").find("p: ") == 0);
    // GB18030, as a spreadsheet writes it; Latin-1; UTF-16; a surrogate; the end is missing.
    CHECK(error("board,red\nt-1,A\nt-2,\xcd\xf5\xcc\xec\xd2\xbb\n") == "p:3: UTF-8 is expected");
    CHECK(error("{\"t-1\":\n{\"event\":\"caf\xe9\"}}") == "p:2: UTF-8 is expected");
    CHECK(error("\xff\xfe") == "p:1: UTF-8 is expected");
    CHECK(error("board,red\nt-1,\xed\xa0\x80\n") == "p:2: UTF-8 is expected");
    CHECK(error("board,red\nt-1,\xe9\x99") == "p:2: UTF-8 is expected");
    CHECK(parse_pairings("board,red\nt-1,\xef\xbf\xbd\n", "p"));
}

TEST_CASE("a target is taken apart, and a bad one is none") {
    const auto target = parse_target("/v1/games/a%2Db?board=table%2d1&x=2");
    REQUIRE(target);
    CHECK(target->segments == std::vector<std::string>{"v1", "games", "a-b"});
    CHECK(target->query_value("board") == "table-1");
    CHECK(target->query_value("y") == "");
    CHECK(parse_target("/")->segments.empty());
    for (const char* wrong : {"", "v1", "*", "/a//b", "/../x", "/%2e%2e/x", "/%", "/%4", "/%zz",
                              "/a%00b", "/a%2Fb", "http://x/"})
        CHECK_FALSE(parse_target(wrong));
}
