// SPDX-License-Identifier: Apache-2.0
// The fold of a public stream: what spectators see after every kind of event.
#include "daemon/results/game_state.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/results/events.hpp"

using namespace jipu;
using namespace jipu::test;
using results::GameState;

namespace {

struct Folded {
    GameState state{"table-1", game_a};
    std::int64_t rev = 0;

    /// One event a second; it arrives `lag` ms after it happened.
    void take(const std::string& type, const Json& data, std::int64_t lag = 100) {
        REQUIRE(GameState::why_not(type, data) == "");
        ++rev;
        state.apply(type, data, {rev * 1000, rev * 1000 + lag, rev});
    }
    void begin(int plies) {
        take("game.started", started(game_a));
        for (int n = 1; n <= plies; ++n)
            take("move.recorded", ply(n));
    }
    std::vector<std::string> moves() const {
        std::vector<std::string> out;
        for (const auto& move : state.moves())
            out.push_back(move["move"].get<std::string>());
        return out;
    }
    Json summary(std::int64_t now = 0) const { return state.summary(now); }
};

using Moves = std::vector<std::string>;

} // namespace

TEST_CASE("a game that has not begun is waiting and has no players") {
    Folded game;
    CHECK(game.summary()["phase"] == "waiting");
    CHECK(game.summary().contains("players") == false);
    CHECK(game.state.record() == nullptr);
}

TEST_CASE("the start gives players, event, round, table and the position") {
    Folded game;
    game.begin(0);
    const auto s = game.summary();
    CHECK(s["phase"] == "playing");
    CHECK(s["players"]["red"]["name"] == "陈远山");
    CHECK(s["players"]["red"]["team"] == "江城");
    CHECK(s["players"]["black"]["name"] == "林清和");
    CHECK(s["round"] == "3");
    CHECK(s["fen"] == start_fen);
    CHECK(s["result"] == "*");
    CHECK(s["plies"] == 0);
}

TEST_CASE("recorded plies are listed with their notation and the position after the last") {
    Folded game;
    game.begin(3);
    CHECK(game.moves() == Moves{"h2e2", "h9g7", "h0g2"});
    CHECK(game.summary()["fen"] == ply(3)["fen"]);
    CHECK(game.summary()["last_move"]["chinese"] == "马二进三");
    CHECK(game.state.moves()[1]["wxf"] == "H8+7");
}

TEST_CASE("a confirmation brings the clock of its ply") {
    Folded game;
    game.begin(2);
    game.take("move.confirmed", {{"ply", 2}, {"clock", {{"red", 1000}, {"black", 2000}}}});
    CHECK(game.state.moves()[1]["clock"] == Json{{"red", 1000}, {"black", 2000}});
    CHECK(game.summary()["clock"]["black"] == 2000);
}

TEST_CASE("an amended ply keeps the plies after it and tells what is unchanged before it") {
    Folded game;
    game.begin(4);
    Json amended = ply(2);
    amended["was"] = "h9g7";
    amended["move"] = "b9c7";
    game.take("move.amended", amended);
    CHECK(game.moves() == Moves{"h2e2", "b9c7", "h0g2", "i9h9"});
    CHECK(game.state.unchanged_plies() == 1);
    const auto patch = game.state.patch(game.state.unchanged_plies(), 0);
    CHECK(patch["from"] == 1);
    CHECK(patch["moves"].size() == 3);
}

TEST_CASE("a retracted ply is gone and another takes its number") {
    Folded game;
    game.begin(4);
    game.take("move.retracted", {{"ply", 4}, {"move", "i9h9"}});
    CHECK(game.moves() == Moves{"h2e2", "h9g7", "h0g2"});
    CHECK(game.summary()["fen"] == ply(3)["fen"]);
    CHECK(game.state.unchanged_plies() == 3);
    Json other = ply(4);
    other["move"] = "g6g5";
    game.take("move.recorded", other);
    CHECK(game.moves().back() == "g6g5");
    CHECK(game.state.trouble() == "");
}

TEST_CASE("a correction retracts plies one by one and may set another position") {
    Folded game;
    game.begin(4);
    game.take("move.retracted", {{"ply", 4}, {"move", "i9h9"}});
    game.take("move.retracted", {{"ply", 3}, {"move", "h0g2"}});
    const std::string set = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 3";
    game.take("position.set", {{"fen", set}, {"ply", 2}, {"why", "correction"}});
    CHECK(game.summary()["fen"] == set);
    CHECK(game.state.full(0)["positions"] == Json::array({{{"ply", 2}, {"fen", set}}}));
    game.take("move.recorded", ply(3));
    CHECK(game.summary()["fen"] == ply(3)["fen"]);
}

TEST_CASE("names come to the page without control characters and without what turns the text") {
    Folded game;
    game.take("game.started",
              {{"game", "xiangqi"},
               {"event", "a\x1b[1m\u202eb"},
               {"players", {{"red", {{"name", "\u202e王\n"}, {"team", "\u2067x"}}}}}});
    CHECK(game.summary()["event"] == "a[1mb");
    CHECK(game.summary()["players"]["red"] == Json{{"name", "王 "}, {"team", "x"}});
}

TEST_CASE("what a sender left out of a move is left out again") {
    Folded game;
    game.begin(0);
    game.take("move.recorded", {{"ply", 1}, {"side", "red"}, {"move", "h2e2"}});
    CHECK(game.state.moves() == Json::array({Json{{"ply", 1}, {"side", "red"}, {"move", "h2e2"}}}));
}

TEST_CASE("a position set before the first ply is the start") {
    Folded game;
    game.begin(0);
    const std::string set = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    game.take("position.set", {{"fen", set}, {"ply", 0}, {"why", "set-up"}});
    CHECK(game.summary()["start"] == set);
    CHECK(game.summary()["fen"] == set);
}

TEST_CASE("an end may be proposed, corrected, signed, and opened again") {
    Folded game;
    game.begin(2);
    game.take(
        "game.ended",
        {{"result", "1-0"}, {"ending", "resignation"}, {"winner", "red"}, {"status", "proposed"}});
    CHECK(game.summary()["phase"] == "ended");
    CHECK(game.summary()["status"] == "proposed");
    CHECK(game.summary()["winner"] == "red");
    CHECK(game.summary()["clock"].contains("running") == false);
    game.take("game.ended", {{"result", "1/2-1/2"}, {"ending", "agreement"}, {"status", "signed"}});
    CHECK(game.summary()["result"] == "1/2-1/2");
    CHECK(game.summary()["status"] == "signed");
    CHECK(game.summary().contains("winner") == false);
    game.take("game.ended", {{"result", "*"}, {"status", "signed"}});
    CHECK(game.summary()["phase"] == "playing");
    game.take("game.ended", {{"result", "*"}, {"ending", "abandoned"}, {"status", "proposed"}});
    CHECK(game.summary()["phase"] == "ended");
}

TEST_CASE(
    "a ply after an end without a result says that the game goes on, whatever it was called") {
    Folded game;
    game.begin(2);
    game.take("game.ended", {{"result", "*"}, {"ending", "arbiter"}, {"status", "signed"}});
    CHECK(game.summary()["phase"] == "ended");
    game.take("move.recorded", ply(3));
    CHECK(game.summary()["phase"] == "playing");
    CHECK(game.summary().contains("ending") == false);
    CHECK(game.summary().contains("status") == false);
    CHECK(game.summary()["clock"]["running"] == "black");
    game.take("game.ended", {{"result", "1-0"}, {"ending", "time"}, {"status", "signed"}});
    game.take("move.recorded", ply(4)); // a result is not taken back by a ply
    CHECK(game.summary()["phase"] == "ended");
    CHECK(game.summary()["result"] == "1-0");
}

TEST_CASE("after a ply the other side's clock runs; a clock event says it better") {
    Folded game;
    game.begin(1);
    CHECK(game.summary()["clock"]["running"] == "black");
    game.take("clock.updated",
              {{"clock", {{"red", 500}, {"black", 700}}}, {"running", "red"}, {"period", 2}});
    CHECK(game.summary()["clock"]["running"] == "red");
    CHECK(game.summary()["clock"]["period"] == 2);
    game.take("game.paused", {{"by", "arbiter"}});
    CHECK(game.summary()["phase"] == "paused");
    CHECK(game.summary()["clock"].contains("running") == false);
}

TEST_CASE("an amended older ply leaves the clocks that run as they are") {
    Folded game;
    game.begin(3);
    const auto before = game.summary()["clock"]["red"];
    Json amended = ply(1);
    amended["was"] = "h2e2";
    amended["clock"] = {{"red", 1}, {"black", 1}};
    game.take("move.amended", amended);
    CHECK(game.summary()["clock"]["red"] == before);
}

TEST_CASE("the age of a clock leaves out the offset of the board's wall clock") {
    // The board's clock is an hour behind; events come 100 ms after they happened, the last one was
    // held up for 5 s.
    Folded game;
    constexpr std::int64_t hour = 3600000;
    game.take("game.started", started(game_a), hour + 100);
    game.take("move.recorded", ply(1), hour + 100);
    CHECK(game.summary(2000 + hour + 100)["clock"]["age_ms"] == 0);
    CHECK(game.summary(2000 + hour + 1100)["clock"]["age_ms"] == 1000);
    game.take("move.recorded", ply(2), hour + 5100);
    CHECK(game.summary(3000 + hour + 5100)["clock"]["age_ms"] == 5000);
}

TEST_CASE("an offer of a draw stands until it is answered or a ply follows") {
    Folded game;
    game.begin(1);
    game.take("draw.offered", {{"side", "red"}});
    CHECK(game.summary()["draw_offer"] == "red");
    game.take("draw.answered", {{"side", "black"}, {"answer", "declined"}});
    CHECK(game.summary().contains("draw_offer") == false);
    game.take("draw.offered", {{"side", "red"}});
    game.take("move.recorded", ply(2));
    CHECK(game.summary().contains("draw_offer") == false);
}

TEST_CASE("an event that cannot follow changes nothing and the page is told") {
    Folded game;
    game.begin(1);
    game.take("move.recorded", ply(3));
    CHECK(game.moves() == Moves{"h2e2"});
    CHECK(game.summary()["incomplete"] == true);
    CHECK(game.state.trouble().find("move.recorded: ") == 0);
    game.take("move.recorded", ply(2));
    CHECK(game.moves() == Moves{"h2e2", "h9g7"});
}

TEST_CASE("types that a later version adds are passed over") {
    Folded game;
    game.begin(1);
    game.take("applause", {{"loud", true}});
    CHECK(game.moves() == Moves{"h2e2"});
    CHECK(game.state.trouble() == "");
}
