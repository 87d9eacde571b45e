// SPDX-License-Identifier: Apache-2.0
// Every effect as the contract writes it, to the letter.
#include <nlohmann/json.hpp>

#include "daemon/wire/effect_json.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

template <typename T>
std::string line(const T& data) {
    return effect_line(Effect{instant_from_us(12'345'678), data}, Game::xiangqi);
}

std::string expected(const std::string& type, const std::string& data) {
    return R"({"t":12.345678,"type":")" + type + R"(","data":)" + data + "}";
}

MoveData full_move() {
    MoveData move;
    move.ply = 1;
    move.side = Side::first;
    move.move = "h2e2";
    move.wxf = "C2=5";
    move.chinese = "炮二平五";
    move.short_form = "炮25";
    move.fen = "f";
    move.captured = "p";
    move.clock = {5'398'000, 5'400'000};
    move.elapsed_ms = 2000;
    return move;
}

} // namespace

TEST_CASE("moves are written with every field that is known") {
    CHECK(line(MoveRecorded{full_move()}) ==
          expected("move.recorded",
                   R"({"ply":1,"side":"red","move":"h2e2","wxf":"C2=5","chinese":"炮二平五",)"
                   R"("short":"炮25","fen":"f","captured":"p","clock":{"red":5398000,)"
                   R"("black":5400000},"elapsed_ms":2000,"status":"provisional","basis":"seen",)"
                   R"("legal":true})"));
    MoveData bare;
    bare.ply = 2;
    bare.side = Side::second;
    bare.move = "h9g7";
    bare.status = MoveStatus::confirmed;
    bare.basis = Basis::inferred;
    bare.legal = false;
    CHECK(line(MoveAmended{"b9c7", bare}) ==
          expected("move.amended", R"({"ply":2,"was":"b9c7","side":"black","move":"h9g7",)"
                                   R"("status":"confirmed","basis":"inferred","legal":false})"));
    CHECK(line(MoveConfirmed{2, {std::nullopt, 5}, 7}) ==
          expected("move.confirmed", R"({"ply":2,"clock":{"black":5},"elapsed_ms":7})"));
    CHECK(line(MoveConfirmed{3, {}, std::nullopt}) == expected("move.confirmed", R"({"ply":3})"));
    CHECK(line(MoveRetracted{3, "h2e2", "correction"}) ==
          expected("move.retracted", R"({"ply":3,"move":"h2e2","why":"correction"})"));
}

TEST_CASE("games begin, change and end") {
    GameStarted started;
    started.game_name = "20261130-5f0c2a91";
    started.rules = "xiangqi-state";
    started.start = "f";
    started.info.players[0] = Player{"王天一", "", "1"};
    started.info.players[1] = Player{"郑惟桐", "四川", ""};
    started.info.round = "3";
    started.info.rules = "another";
    CHECK(line(started) ==
          expected("game.started",
                   R"({"game_name":"20261130-5f0c2a91","game":"xiangqi","rules":"xiangqi-state",)"
                   R"("start":"f","players":{"red":{"name":"王天一","id":"1"},)"
                   R"("black":{"name":"郑惟桐","team":"四川"}},"round":"3"})"));
    GameInfo info;
    info.event = "";
    info.table = "7";
    CHECK(line(GameUpdated{info}) == expected("game.updated", R"({"event":"","table":"7"})"));
    CHECK(line(PositionSet{"f", 0, "set-up"}) ==
          expected("position.set", R"({"fen":"f","ply":0,"why":"set-up"})"));
    CHECK(line(GamePaused{"a"}) == expected("game.paused", R"({"by":"a"})"));
    CHECK(line(GameResumed{""}) == expected("game.resumed", R"({})"));
    CHECK(line(GameEnded{"1-0", "mate", Side::first, "proposed"}) ==
          expected("game.ended",
                   R"({"result":"1-0","ending":"mate","winner":"red","status":"proposed"})"));
    CHECK(line(GameEnded{"*", "", std::nullopt, "signed"}) ==
          expected("game.ended", R"({"result":"*","status":"signed"})"));
    GameAdjourned adjourned;
    adjourned.by = "a";
    adjourned.sealed_by = Side::second;
    adjourned.digest = "00";
    adjourned.position = "f";
    adjourned.clock = {1, 2};
    adjourned.moves_made = 31;
    adjourned.moves_to_go = 9;
    CHECK(line(adjourned) ==
          expected("game.adjourned",
                   R"({"by":"a","sealed_by":"black","digest":"00","position":"f",)"
                   R"("clock":{"red":1,"black":2},"moves_made":31,"moves_to_go":9})"));
    adjourned.sealed_by.reset(); // the last move was made on the board
    adjourned.digest.clear();
    CHECK(line(adjourned) == expected("game.adjourned",
                                      R"({"by":"a","position":"f","clock":{"red":1,"black":2},)"
                                      R"("moves_made":31,"moves_to_go":9})"));
}

TEST_CASE("an alert carries its whole state, and an unknown side says so") {
    AlertData alert;
    alert.alert = "a1";
    alert.code = "touch-move";
    alert.grade = Grade::completed;
    alert.side = Side::second;
    alert.ply = 4;
    alert.book = "xiangqi-state";
    alert.article = "000/4.1.1(3)";
    alert.reason = "horse-leg";
    alert.points = {0, 22};
    alert.move = "h9g7";
    alert.must = Must{"capture-or-move", {22}, {0, 89}, {22}, {22}};
    alert.message_zh = "摸子走子";
    alert.message_en = "touch-move";
    alert.evidence_from = instant_from_us(1'000'001);
    alert.evidence_to = instant_from_us(2'500'000);
    CHECK(
        line(AlertUpdated{alert}) ==
        expected("alert.updated",
                 R"({"alert":"a1","code":"touch-move","grade":"completed","side":"black","ply":4,)"
                 R"~("book":"xiangqi-state","article":"000/4.1.1(3)","reason":"horse-leg",)~"
                 R"("points":["a0","e2"],"move":"h9g7","must":{"kind":"capture-or-move",)"
                 R"("from":["e2"],"to":["a0","i9"],"moving":["e2"],"taking":["e2"]},)"
                 R"("message":{"zh":"摸子走子",)"
                 R"("en":"touch-move"},"evidence":{"from":1.000001,"to":2.5}})"));
    AlertData bare;
    bare.alert = "a2";
    bare.code = "setup-wrong";
    CHECK(line(AlertRaised{bare}) ==
          expected("alert.raised",
                   R"({"alert":"a2","code":"setup-wrong","grade":"notice","side":"unknown",)"
                   R"("message":{"zh":"","en":""},"evidence":{"from":0.0,"to":0.0}})"));
    CHECK(line(AlertResolved{"a1", "arbiter", "foul"}) ==
          expected("alert.resolved", R"({"alert":"a1","by":"arbiter","ruling":"foul"})"));
    CHECK(line(AlertResolved{"a1", "restored", ""}) ==
          expected("alert.resolved", R"({"alert":"a1","by":"restored"})"));
}

TEST_CASE("evidence keeps its microseconds late in a long recording") {
    AlertData alert;
    alert.evidence_from = instant_from_us(86'399'999'999);
    alert.evidence_to = instant_from_us(999'999'999'999'999);
    const Json data = effect_data(Effect{{}, AlertRaised{alert}}, Game::xiangqi);
    CHECK(data["evidence"].dump() == R"({"from":86399.999999,"to":999999999.999999})");
}

TEST_CASE("clocks, calls, fouls and draws") {
    ClockUpdated clock;
    clock.clock = {1, 2};
    clock.running = Side::second;
    clock.period = 2;
    clock.moves_to_go = 10;
    clock.periods_left = 1;
    clock.source = "device";
    CHECK(line(clock) == expected("clock.updated",
                                  R"({"clock":{"red":1,"black":2},"running":"black","period":2,)"
                                  R"("moves_to_go":10,"periods_left":1,"source":"device"})"));
    CHECK(line(ClockUpdated{}) == expected("clock.updated", R"({"period":1})"));
    CHECK(line(ClockAdjusted{{3, 4}, Side::first, "a", "paused late"}) ==
          expected("clock.adjusted", R"({"clock":{"red":3,"black":4},"running":"red","by":"a",)"
                                     R"("why":"paused late"})"));
    ClockAdjusted by_hand{{3, 4}, Side::first, "a", "set back", "000/4.2.1(4)"};
    by_hand.by_hand = true;
    CHECK(line(by_hand) == expected("clock.adjusted",
                                    R"x({"clock":{"red":3,"black":4},"running":"red","by":"a",)x"
                                    R"x("why":"set back","article":"000/4.2.1(4)",)x"
                                    R"x("by_hand":true})x"));
    CHECK(line(TimeCall{Side::first, "30s"}) ==
          expected("time.call", R"({"side":"red","call":"30s"})"));
    CHECK(line(FoulRecorded{Side::first, "technical", "000/5.1", 2, "a"}) ==
          expected("foul.recorded", R"({"side":"red","kind":"technical","article":"000/5.1",)"
                                    R"("count":2,"by":"a"})"));
    CHECK(line(FoulRecorded{Side::second, "conduct", "000/3.6.3(8)", 1, "a", 12}) ==
          expected("foul.recorded", R"x({"side":"black","kind":"conduct",)x"
                                    R"x("article":"000/3.6.3(8)","count":1,"by":"a","ply":12})x"));
    CHECK(line(DrawOffered{Side::second}) == expected("draw.offered", R"({"side":"black"})"));
    CHECK(line(DrawAnswered{Side::first, "declined"}) ==
          expected("draw.answered", R"({"side":"red","answer":"declined"})"));
}

TEST_CASE("the board, its devices and refused commands") {
    CHECK(line(BoardState{"disturbed", {{22, "P", ""}, {0, "", "x"}}}) ==
          expected("board.state", R"({"state":"disturbed","differences":[{"point":"e2",)"
                                  R"("expected":"P"},{"point":"a0","sensed":"x"}]})"));
    CHECK(line(BoardState{"in-position", {}}) ==
          expected("board.state", R"({"state":"in-position","differences":[]})"));
    CHECK(line(DeviceStatus{"clock", "lost", ""}) ==
          expected("device.status", R"({"device":"clock","state":"lost"})"));
    CHECK(
        line(CommandRefused{"resume", "a", "the game is not paused"}) ==
        expected("command.refused", R"({"do":"resume","by":"a","why":"the game is not paused"})"));
}

TEST_CASE("a device's bytes that are no UTF-8 do not break a line") {
    CHECK(line(DeviceStatus{"clock", "error", "got \xff"}) ==
          expected("device.status",
                   "{\"device\":\"clock\",\"state\":\"error\",\"detail\":\"got \xef\xbf\xbd\"}"));
}

TEST_CASE("in Go the first side is black") {
    CHECK(effect_line(Effect{{}, DrawOffered{Side::first}}, Game::go) ==
          R"({"t":0.000000,"type":"draw.offered","data":{"side":"black"}})");
}
