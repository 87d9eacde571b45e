// SPDX-License-Identifier: Apache-2.0
// The record that a list of events leaves behind.
#include <nlohmann/json.hpp>

#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/final_record.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

MoveData ply(int number, const std::string& move) {
    MoveData data;
    data.ply = number;
    data.side = number % 2 == 1 ? Side::first : Side::second;
    data.move = move;
    data.fen = "after " + move;
    return data;
}

GameStarted started(const std::string& name = "g") {
    GameStarted data;
    data.game_name = name;
    data.rules = "xiangqi-state";
    data.start = "start";
    data.info.players[1] = Player{"李", "t", "2"};
    return data;
}

FinalRecord fold(const std::vector<decltype(Effect::data)>& effects) {
    FinalRecord record;
    for (const auto& data : effects)
        record.apply(Effect{Instant{}, data}, Game::xiangqi);
    return record;
}

std::string moves_of(const GameRecord& game) {
    std::string moves;
    for (const RecordedMove& move : game.moves)
        moves += (moves.empty() ? "" : " ") + move.move + (move.confirmed ? "" : "?");
    return moves;
}

} // namespace

TEST_CASE("recorded and confirmed plies stand with all that was told of them") {
    MoveData first = ply(1, "h2e2");
    first.wxf = "C2=5";
    first.chinese = "炮二平五";
    first.short_form = "炮25";
    first.captured = "p";
    first.legal = false;
    const FinalRecord record = fold({started(), MoveRecorded{first}, MoveConfirmed{1, {5, 6}, 7},
                                     MoveRecorded{ply(2, "h9g7")}});
    REQUIRE(record.games().size() == 1);
    const GameRecord& game = record.games()[0];
    CHECK(moves_of(game) == "h2e2 h9g7?");
    RecordedMove expected;
    expected.ply = 1;
    expected.move = "h2e2";
    expected.wxf = "C2=5";
    expected.chinese = "炮二平五";
    expected.short_form = "炮25";
    expected.fen = "after h2e2";
    expected.captured = "p";
    expected.clock = {5, 6};
    expected.elapsed_ms = 7;
    expected.confirmed = true;
    expected.legal = false;
    CHECK(game.moves[0] == expected);
    CHECK(game.start == "start");
    CHECK(game.players[1] == Player{"李", "t", "2"});
    CHECK(game.result == "*");
}

TEST_CASE("amended and retracted plies are as they were left") {
    CHECK(moves_of(fold({started(), MoveRecorded{ply(1, "a0a1")}, MoveRecorded{ply(2, "a9a8")},
                         MoveAmended{"a0a1", ply(1, "a0a2")}, MoveRetracted{2, "a9a8", ""},
                         MoveRecorded{ply(2, "b9c7")}})
                       .games()[0]) == "a0a2? b9c7?");
}

TEST_CASE("results, infos and set-ups change the record") {
    GameInfo info;
    info.round = "4";
    info.players[0] = Player{"王", "", ""};
    const FinalRecord record =
        fold({started(), PositionSet{"other", 0, "set-up"}, GameUpdated{info},
              GameEnded{"0-1", "resignation", Side::second, "signed"}});
    const GameRecord& game = record.games()[0];
    CHECK(game.start == "other");
    CHECK(game.round == "4");
    CHECK(game.players[0].name == "王");
    CHECK(game.players[1].name == "李");
    CHECK(game.result == "0-1");
    CHECK(game.ending == "resignation");
    CHECK(game.winner == Side::second);
    CHECK(game.signed_result);
}

TEST_CASE("a position set in mid-game is kept unless it is the one that stands") {
    FinalRecord record =
        fold({started(), MoveRecorded{ply(1, "a0a1")}, PositionSet{"after a0a1", 1, "correction"}});
    CHECK(record.games()[0].set_positions.empty());
    record.apply(Effect{{}, PositionSet{"elsewhere", 1, "correction"}}, Game::xiangqi);
    REQUIRE(record.games()[0].set_positions.size() == 1);
    CHECK(record.games()[0].set_positions[0].ply == 1);
    record.apply(Effect{{}, PositionSet{"at last", 1, "correction"}}, Game::xiangqi);
    REQUIRE(record.games()[0].set_positions.size() == 1);
    CHECK(record.games()[0].set_positions[0].fen == "at last");
    record.apply(Effect{{}, PositionSet{"after a0a1", 1, "correction"}}, Game::xiangqi);
    CHECK(record.games()[0].set_positions.empty());
    record.apply(Effect{{}, PositionSet{"elsewhere", 1, "correction"}}, Game::xiangqi);
    record.apply(Effect{{}, MoveRetracted{1, "a0a1", ""}}, Game::xiangqi);
    CHECK(record.games()[0].set_positions.empty());
}

TEST_CASE("each start begins a game of its own") {
    const FinalRecord record = fold(
        {started("a"), MoveRecorded{ply(1, "a0a1")}, started("b"), MoveRecorded{ply(1, "b0a2")}});
    REQUIRE(record.games().size() == 2);
    CHECK(moves_of(record.games()[0]) == "a0a1?");
    CHECK(moves_of(record.games()[1]) == "b0a2?");
}

TEST_CASE("an event that cannot be is refused and changes nothing") {
    FinalRecord record;
    const Json move = {{"ply", 1}, {"side", "red"}, {"move", "a0a1"}};
    CHECK(record.apply("move.recorded", move) == "no game was started");
    CHECK(record.apply("game.started", Json::array()) == "the data of an event must be an object");
    CHECK(record.apply("game.started", {{"game", "chess"}}) ==
          "\"game\" must be \"xiangqi\" or \"go\"");
    CHECK(record.apply("alert.raised", Json::object()).empty());
    CHECK(record.games().empty());
    REQUIRE(record.apply("game.started", {{"game", "xiangqi"}}).empty());
    const FinalRecord before = record;
    const std::string no_ply = "\"ply\" is not the number of a recorded ply";
    CHECK(record.apply("move.recorded", {{"ply", 2}, {"side", "red"}, {"move", "a0a1"}}) ==
          "\"ply\" is not the number of a ply that can stand here");
    CHECK(record.apply("move.recorded", {{"ply", 1}, {"move", "a0a1"}}) ==
          "\"side\" is missing or no side");
    CHECK(record.apply("move.recorded", {{"ply", 1}, {"side", "red"}}) == "\"move\" is missing");
    CHECK(record.apply("move.amended", move) ==
          "\"ply\" is not the number of a ply that can stand here");
    CHECK(record.apply("move.confirmed", {{"ply", 1}}) == no_ply);
    CHECK(record.apply("move.retracted", {{"ply", "1"}}) == no_ply);
    CHECK(record.apply("position.set", Json::object()) == "\"fen\" is missing");
    CHECK(record.apply("game.ended", Json::object()) == "\"result\" is missing");
    CHECK(record.games() == before.games());
}
