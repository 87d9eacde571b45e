// SPDX-License-Identifier: Apache-2.0
// Commands: each good form, and wrong ones with the exact sentence.
#include <array>
#include <vector>

#include "daemon/wire/command_json.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

Command good(const std::string& json, Game game = Game::xiangqi) {
    const auto command = parse_command(json, game);
    INFO(json << ": " << command.error());
    REQUIRE(bool(command));
    return *command;
}

struct Wrong {
    std::string json;
    std::string error;
};

void check_all(const std::vector<Wrong>& table) {
    for (const Wrong& wrong : table) {
        INFO(wrong.json);
        const auto command = parse_command(wrong.json, Game::xiangqi);
        CHECK_FALSE(bool(command));
        CHECK(command.error() == wrong.error);
    }
}

} // namespace

TEST_CASE("start and update carry the pairing") {
    const Command start = good(
        R"({"do":"start","by":"a","players":{"red":{"name":"王","team":"北京","id":"1"},)"
        R"("black":"李"},"event":"e","round":3,"table":"7","game_no":1,"rules":"xiangqi-state",)"
        R"("time_control":"state-national","start":"4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"})");
    CHECK(start.kind == CommandKind::start);
    CHECK(start.by == "a");
    CHECK(start.info.players[0] == Player{"王", "北京", "1"});
    CHECK(start.info.players[1] == Player{"李", "", ""});
    CHECK(start.info.round == "3");
    CHECK(start.info.game_no == "1");
    CHECK(start.info.time_control == "state-national");
    CHECK(start.info.start == "4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    CHECK(good(R"({"do":"start","by":"a"})").info == GameInfo{});
    CHECK(good(R"({"do":"update","by":"a","event":""})").info.event == "");
}

TEST_CASE("every other command is read with its fields") {
    for (const char* name : {"pause", "resume", "confirm-position", "finish"}) {
        const Command command = good(R"({"do":")" + std::string(name) + R"(","by":"a"})");
        CHECK(command_name(command.kind) == name);
    }
    for (const char* name :
         {"resign", "offer-draw", "accept-draw", "decline-draw", "adjust", "pass"}) {
        const Command command =
            good(R"({"do":")" + std::string(name) + R"(","by":"a","side":"black"})");
        CHECK(command_name(command.kind) == name);
        CHECK(command.side == Side::second);
    }
    const Command result =
        good(R"({"do":"result","by":"a","result":"1/2-1/2","ending":"arbiter"})");
    CHECK(result.result == "1/2-1/2");
    CHECK(result.ending == "arbiter");
    CHECK(good(R"({"do":"result","by":"a","result":"*"})").ending.empty());
    CHECK(good(R"({"do":"claim","by":"a","side":"red","what":"repetition"})").what == "repetition");
    const Command clock =
        good(R"({"do":"set-clock","by":"a","clock":{"black":0},"why":"battery"})");
    CHECK(clock.clock_ms == std::array<std::optional<std::int64_t>, 2>{std::nullopt, 0});
    CHECK(clock.why == "battery");
    const Command rule = good(R"({"do":"rule","by":"a","alert":"a7","ruling":"stands"})");
    CHECK(rule.alert == "a7");
    CHECK(rule.ruling == "stands");
    CHECK_FALSE(rule.side);
    CHECK(good(R"({"do":"rule","by":"a","alert":"a7","ruling":"foul","side":"red"})").side ==
          Side::first);
    CHECK(good(R"({"do":"foul","by":"a","side":"red","kind":"technical"})").what == "technical");
    const Command machine = machine_command("synced", -1500);
    CHECK(machine.kind == CommandKind::machine);
    CHECK(machine.json == R"({"do":"machine","by":"jipud","what":"synced","off_ms":-1500})");
    CHECK(good(machine.json).off_ms == -1500);
    CHECK(machine_command("rebooted").what == "rebooted");
    CHECK(good(R"({"do":"correct","by":"a","to_ply":0})").ply == 0);
    CHECK(good(R"({"do":"correct","by":"a","fen":"4k4/9/9/9/9/9/9/9/4R4/4K4 w"})").fen ==
          "4k4/9/9/9/9/9/9/9/4R4/4K4 w");
    const Command amend = good(R"({"do":"amend","by":"a","ply":3,"move":"h2e2"})");
    CHECK(amend.ply == 3);
    CHECK(amend.move == "h2e2");
    CHECK(good(R"({"do":"insert","by":"a","ply":1,"move":"a0a1"})").kind == CommandKind::insert);
    CHECK(good(R"({"do":"retract","by":"a","ply":9999})").ply == 9999);
    CHECK(good(R"({"do":"seal","by":"a","side":"red","digest":")" + std::string(64, 'A') + "\"}")
              .digest == std::string(64, 'a'));
    const Command unseal = good(R"({"do":"unseal","by":"a","move":"h2e2","salt":"x y"})");
    CHECK(unseal.salt == "x y");
    // printf 'h2e2 x y' | sha256sum
    CHECK(unseal.digest == "ee48f8c1bfecd87bc9f38e71897ee292243d5ab827fc44f645901cd208a2af1d");
    const Command written =
        good(R"({"do":"unseal","by":"a","move":"h2e2","salt":"s","written":"炮二平五"})");
    CHECK(written.written == "炮二平五");
    CHECK(written.digest == "2f9bc9d48a155c65500f93bf14b7221dbbadf5772fdea474d7b1a33f7be8f07f");
    CHECK(good(R"({"do":"unseal","by":"a","missing":"sheet"})").missing == "sheet");
    CHECK(good(R"({"do":"unseal","by":"a","missing":"envelope"})").digest.empty());
    CHECK(good(R"({"do":"pause","by":"a","adjourn":true})").adjourn);
    CHECK_FALSE(good(R"({"do":"pause","by":"a"})").adjourn);
    using Sides = std::array<bool, 2>;
    CHECK(good(R"({"do":"resume","by":"a","absent":"both"})").absent == Sides{true, true});
    CHECK(good(R"({"do":"update","by":"a","absent":"black"})").absent == Sides{false, true});
    CHECK(good(R"({"do":"start","by":"a","absent":"nobody"})").absent == Sides{false, false});
    CHECK_FALSE(good(R"({"do":"resume","by":"a"})").absent);
    const Command replaced =
        good(R"({"do":"set-clock","by":"a","clock":{"red":1,"black":2},"faulty":"red"})");
    CHECK(replaced.faulty == Sides{true, false});
    CHECK(good(R"({"do":"set-clock","by":"a","clock":{"red":1},"resumption":true})").resumption);
    CHECK(good(R"({"do":"dead","by":"a","points":["A1","T19"]})", Game::go).dead ==
          std::vector<PointIndex>{0, 360});
    CHECK(good(R"({"do":"amend","by":"a","ply":3,"move":"pass"})", Game::go).move == "pass");
    CHECK(good(R"({"do":"result","by":"a","result":"B+2.5"})", Game::go).result == "B+2.5");
}

TEST_CASE("the command's own JSON is kept on one line in its order") {
    CHECK(good("{ \"by\" : \"a\",\n  \"do\":\"pause\" }\n").json == R"({"by":"a","do":"pause"})");
}

TEST_CASE("what is no command at all is refused") {
    check_all({
        {"", "no JSON: wrong at byte 1"},
        {"{\"do\":\"pause\",", "no JSON: wrong at byte 15"},
        {"{\"do\":\"pause\",\"by\":\"\xff\"}", "no JSON: wrong at byte 21"},
        {"{\"do\":\"pause\",\"by\":\"a\"} x", "no JSON: wrong at byte 25"},
        {R"({"do":"retract","by":"a","ply":1e999})", "no JSON: a number is too large"},
        {"[1]", "a command must be a JSON object"},
        {"null", "a command must be a JSON object"},
        {"{}", "\"do\" is missing: what to do"},
        {R"({"do":7,"by":"a"})", "\"do\" names no command: 7"},
        {R"({"do":"Pause","by":"a"})", "\"do\" names no command: \"Pause\""},
        {R"({"do":"pause"})", "\"by\" is missing: who gives the command"},
        {R"({"do":"pause","by":""})", "\"by\" must be a text of 1 to 400 bytes, not \"\""},
        {R"({"do":"pause","by":null})", "\"by\" must be a text of 1 to 400 bytes, not null"},
        {R"({"do":"pause","by":"a","by":"b"})", "the field \"by\" comes twice"},
        {R"({"do":"start","by":"a","players":{"red":{"id":"1","id":"2"}}})",
         "the field \"id\" comes twice"},
        {R"({"do":"pause","by":"a","side":"red"})",
         "\"pause\" has no field \"side\" (known: do, by, adjourn)"},
        {R"({"do":"rule","by":"a","alert":"a1","rule":"foul"})",
         "\"rule\" has no field \"rule\" (known: do, by, alert, ruling, side)"},
        {std::string(max_command_bytes + 1, ' '), "longer than 65536 bytes"},
    });
}

TEST_CASE("a missing field is named") {
    check_all({
        {R"({"do":"resign","by":"a"})", "\"resign\" needs \"side\""},
        {R"({"do":"result","by":"a","ending":"mate"})", "\"result\" needs \"result\""},
        {R"({"do":"claim","by":"a","side":"red"})", "\"claim\" needs \"what\""},
        {R"({"do":"set-clock","by":"a"})", "\"set-clock\" needs \"clock\""},
        {R"({"do":"rule","by":"a","alert":"a1"})", "\"rule\" needs \"ruling\""},
        {R"({"do":"foul","by":"a","side":"red"})", "\"foul\" needs \"kind\""},
        {R"({"do":"correct","by":"a"})", "\"correct\" needs either \"to_ply\" or \"fen\""},
        {R"({"do":"correct","by":"a","to_ply":1,"fen":"4k4/9/9/9/9/9/9/9/4R4/4K4"})",
         "\"correct\" needs either \"to_ply\" or \"fen\""},
        {R"({"do":"amend","by":"a","ply":3})", "\"amend\" needs \"move\""},
        {R"({"do":"insert","by":"a","move":"h2e2"})", "\"insert\" needs \"ply\""},
        {R"({"do":"retract","by":"a"})", "\"retract\" needs \"ply\""},
        {R"({"do":"seal","by":"a","side":"red"})", "\"seal\" needs \"digest\""},
        {R"({"do":"unseal","by":"a","move":"h2e2"})", "\"unseal\" needs \"salt\""},
        {R"({"do":"unseal","by":"a","salt":"x"})", "\"unseal\" needs \"move\""},
        {R"({"do":"unseal","by":"a","missing":"sheet","move":"h2e2"})",
         "\"unseal\" with \"missing\" has no \"move\""},
        {R"({"do":"set-clock","by":"a","clock":{"red":1},"faulty":"both"})",
         "\"set-clock\" with \"faulty\" needs what the bad clock shows of both sides"},
        {R"({"do":"dead","by":"a"})", "\"dead\" needs \"points\""},
        {R"({"do":"update","by":"a"})", "\"update\" needs at least one field to change"},
    });
}

TEST_CASE("a wrong value is named with what was expected") {
    const std::string ply = "\"ply\" must be a whole number from 1 to 9999, not ";
    const std::string move = "\"move\" must be a move like \"h2e2\", not ";
    check_all({
        {R"({"do":"resign","by":"a","side":"white"})",
         "\"side\" must be \"red\" or \"black\", not \"white\""},
        {R"({"do":"resign","by":"a","side":0})", "\"side\" must be \"red\" or \"black\", not 0"},
        {R"({"do":"result","by":"a","result":"2-0"})",
         "\"result\" must be one of \"1-0\" \"0-1\" \"1/2-1/2\" \"0-0\" \"*\", not \"2-0\""},
        {R"({"do":"claim","by":"a","side":"red","what":"mercy"})",
         "\"what\" must be one of \"natural-limit\" \"repetition\", not \"mercy\""},
        {R"({"do":"rule","by":"a","alert":"a1","ruling":"hang"})",
         "\"ruling\" must be one of \"dismiss\" \"warning\" \"foul\" \"loss\" \"stands\", not "
         "\"hang\""},
        {R"({"do":"foul","by":"a","side":"red","kind":"Bad One"})",
         "\"kind\" must be a kind of foul in letters a-z and dashes, not \"Bad One\""},
        {R"({"do":"set-clock","by":"a","clock":{}})",
         "\"clock\" must be an object of milliseconds keyed by \"red\" or \"black\", not {}"},
        {R"({"do":"set-clock","by":"a","clock":{"white":1}})",
         "\"clock\" must be keyed by \"red\" or \"black\", not \"white\""},
        {R"({"do":"set-clock","by":"a","clock":{"red":-1}})",
         "\"clock.red\" must be a whole number from 0 to 360000000, not -1"},
        {R"({"do":"set-clock","by":"a","clock":{"red":1.5}})",
         "\"clock.red\" must be a whole number from 0 to 360000000, not 1.5"},
        {R"({"do":"retract","by":"a","ply":0})", ply + "0"},
        {R"({"do":"retract","by":"a","ply":"1"})", ply + "\"1\""},
        {R"({"do":"retract","by":"a","ply":18446744073709551615})", ply + "18446744073709551615"},
        {R"({"do":"retract","by":"a","ply":-9223372036854775808})", ply + "-9223372036854775808"},
        {R"({"do":"correct","by":"a","to_ply":-1})",
         "\"to_ply\" must be a whole number from 0 to 9999, not -1"},
        {R"({"do":"correct","by":"a","fen":"9/9"})",
         "\"fen\" is no position: FEN: 2 ranks instead of 10"},
        {R"({"do":"correct","by":"a","fen":3})", "\"fen\" must be a FEN, not 3"},
        {R"({"do":"start","by":"a","start":"x"})",
         "\"start\" is no position: FEN: rank 9: 'x' is neither a piece nor 1 to 9"},
        {R"({"do":"amend","by":"a","ply":1,"move":"h2h2"})", move + "\"h2h2\""},
        {R"({"do":"amend","by":"a","ply":1,"move":"h2-e2"})", move + "\"h2-e2\""},
        {R"({"do":"amend","by":"a","ply":1,"move":"h2j2"})", move + "\"h2j2\""},
        {R"({"do":"amend","by":"a","ply":1,"move":["h2e2"]})", move + "[\"h2e2\"]"},
        {R"({"do":"seal","by":"a","side":"red","digest":"abc"})",
         "\"digest\" must be a SHA-256 as 64 hexadecimal digits, not \"abc\""},
        {R"({"do":"unseal","by":"a","missing":"salt"})",
         "\"missing\" must be one of \"sheet\" \"envelope\", not \"salt\""},
        {R"({"do":"resume","by":"a","absent":"white"})",
         "\"absent\" must be \"red\" or \"black\" or \"both\" or \"nobody\", not \"white\""},
        {R"({"do":"set-clock","by":"a","clock":{"red":1,"black":1},"faulty":"nobody"})",
         "\"faulty\" must be \"red\" or \"black\" or \"both\", not \"nobody\""},
        {R"({"do":"pause","by":"a","adjourn":"yes"})",
         "\"adjourn\" must be true or false, not \"yes\""},
        {R"({"do":"set-clock","by":"a","clock":{"red":1},"resumption":1})",
         "\"resumption\" must be true or false, not 1"},
        {R"({"do":"dead","by":"a","points":["a1","z9"]})",
         "\"points\" holds \"z9\", which is no point"},
        {R"({"do":"dead","by":"a","points":"a1"})",
         "\"points\" must be a list of points, not \"a1\""},
        {R"({"do":"start","by":"a","players":["x","y"]})",
         "\"players\" must be an object keyed by \"red\" or \"black\", not [\"x\",\"y\"]"},
        {R"({"do":"start","by":"a","players":{"white":{}}})",
         "\"players\" must be keyed by \"red\" or \"black\", not \"white\""},
        {R"({"do":"start","by":"a","players":{"red":5}})",
         "\"players.red\" must be an object with name, team and id, not 5"},
        {R"({"do":"start","by":"a","players":{"red":{"elo":5}}})",
         "\"players.red\" has an unknown field \"elo\" (known: name, team, id)"},
        {R"({"do":"start","by":"a","players":{"red":{"name":5}}})",
         "\"players.red.name\" must be a text of at most 400 bytes, not 5"},
        {R"({"do":"update","by":"a","round":true})",
         "\"round\" must be a text of at most 400 bytes, not true"},
    });
}

TEST_CASE("a nest of thirty thousand brackets is refused without harm") {
    const std::string nest = R"({"do":"pause","by":)" + std::string(30'000, '[');
    CHECK_FALSE(bool(parse_command(nest, Game::xiangqi)));
    const std::string closed = nest + std::string(30'000, ']') + "}";
    CHECK(parse_command(closed, Game::xiangqi).error() == "nested deeper than 8 levels");
}
