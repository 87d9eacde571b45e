// SPDX-License-Identifier: Apache-2.0
// A fetched pairing reaches the game that it belongs to, as commands in the journal; the arbiter's
// own word wins.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "daemon/app/jipud/resume.hpp"
#include "daemon/wire/json.hpp"
#include "daemon/wire/pairing_json.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
using jipu::test::Run;
using jipu::test::TempFolder;

namespace {

GameInfo pairing(const std::string& json) {
    auto info = parse_pairing(json, Game::xiangqi);
    INFO(info.error());
    REQUIRE(info);
    return std::move(*info);
}

const char* const round_3 = R"({"players":{"red":{"name":"甲","id":"11"},"black":{"name":"乙"}},)"
                            R"("event":"杯","round":"3","table":"1","time_control":"10m"})";
const char* const round_4 =
    R"({"players":{"red":{"name":"丙"},"black":{"name":"甲"}},"event":"杯","round":"4"})";

void tell(Run& run, const std::string& json) {
    run.session->set_pairing(pairing(json));
    run.intake->tell_own(run.now);
}

// Eight plies: more than a few.
void play_eight(Run& run) {
    const std::vector<std::pair<const char*, const char*>> plies{
        {"h2", "e2"}, {"h9", "g7"}, {"h0", "g2"}, {"i9", "h9"},
        {"g3", "g4"}, {"c6", "c5"}, {"b0", "c2"}, {"b9", "c7"}};
    Side side = Side::first;
    for (const auto& [from, to] : plies) {
        run.later(1000);
        run.move(from, to);
        run.press(side);
        side = opponent(side);
    }
    REQUIRE(run.session->view().plies == 8);
}

// Signs a result and sets the pieces up again: the next recording begins.
void next_game(Run& run, bool with_result = true) {
    if (with_result)
        run.command(R"({"do":"result","by":"arbiter","result":"1-0","ending":"resignation"})", 1);
    run.intake->board_lost(run.now, "test");
    run.later(100);
    run.intake->board_scan(run.now, test::start_frame());
    run.later(5000);
    REQUIRE(run.session->recordings() == 2);
}

std::string red(const Run& run) {
    const auto player = run.session->view().info.players[0];
    return player ? player->name : "";
}

std::size_t refused(const Run& run) {
    return run.count("command.refused");
}

std::vector<std::string> commands_in(const UnfinishedRecording& recording) {
    std::vector<std::string> lines;
    for (const StoredInput& input : recording.inputs) {
        const auto at = input.line.find(" command ");
        if (at != std::string::npos) lines.push_back(input.line.substr(at + 9));
    }
    return lines;
}

} // namespace

TEST_CASE(
    "a pairing that is there first is told at the beginning of the recording, with its time") {
    const TempFolder folder;
    Run run(folder / "j", {});
    tell(run, round_3);
    CHECK_FALSE(run.session->is_recording());
    run.scan_start();
    CHECK(red(run) == "甲");
    CHECK(run.session->view().info.round == "3");
    CHECK(run.session->view().time_control == "10m");
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(commands_in(recording) ==
          std::vector<std::string>{
              R"({"do":"update","by":"pairing","players":{"red":{"name":"甲","id":"11"},)"
              R"("black":{"name":"乙"}},"event":"杯","round":"3","table":"1"})",
              R"({"do":"start","by":"pairing","time_control":"10m"})"});
    for (const StoredInput& input : recording.inputs)
        CHECK(to_us(input.at) == 0);
}

TEST_CASE("what the table knows already is not told again") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    tell(run, round_3);
    const std::size_t updates = run.count("game.updated");
    CHECK(updates == 2);
    for (int i = 0; i < 3; ++i)
        tell(run, round_3);
    CHECK(run.count("game.updated") == updates);
    // Another round before the first ply: the board was set up early.
    tell(run, round_4);
    CHECK(red(run) == "丙");
    CHECK(run.session->view().info.round == "4");
    // A name put right and back again.
    tell(run, R"({"players":{"red":{"name":"丁"}},"event":"杯","round":"4"})");
    CHECK(red(run) == "丁");
    tell(run, round_4);
    CHECK(red(run) == "丙");
}

TEST_CASE("the pairing's time control is what the daemon counts") {
    // 000/4.2.3
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    run.later(60'000);
    tell(run, round_3);
    run.move("h2", "e2");
    run.press(Side::first);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    const auto confirmed =
        std::find_if(recording.effects.begin(), recording.effects.end(),
                     [](const StoredEffect& effect) { return effect.type == "move.confirmed"; });
    REQUIRE(confirmed != recording.effects.end());
    const Json data = Json::parse(confirmed->data);
    CHECK(data["clock"]["black"] == 600'000);
    CHECK(data["clock"]["red"] == 600'000 - 1'800); // since the pairing was told
}

TEST_CASE("in a running game names are put right, rules and time are not") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    play_eight(run);
    tell(run, R"({"players":{"red":{"name":"甲"}},"round":"3","rules":"xiangqi-2020",)"
              R"("time_control":"5m"})");
    CHECK(red(run) == "甲");
    CHECK(run.session->view().info.round == "3");
    CHECK(run.session->view().rules == "xiangqi-state");
    CHECK(run.session->view().time_control.empty());
    CHECK(run.log_has("pairing: its rules cannot change in a running game"));
    tell(run, R"({"players":{"red":{"name":"甲二"}},"round":"3"})");
    CHECK(red(run) == "甲二");
    CHECK(refused(run) == 0);
}

TEST_CASE("the next round's pairing waits for the next game") {
    const TempFolder folder;
    Run run(folder / "j", {});
    tell(run, round_3);
    run.scan_start();
    play_eight(run);
    tell(run, round_4);
    CHECK(red(run) == "甲");
    CHECK(run.session->view().info.round == "3");
    CHECK(run.log_has("pairing: it is not this game's and waits for the next"));
    run.command(R"({"do":"resign","by":"arbiter","side":"black"})", 1);
    run.intake->tell_own(run.now);
    CHECK(red(run) == "甲"); // the game that is over keeps its players
    next_game(run);
    CHECK(red(run) == "丙");
    CHECK(run.session->view().info.round == "4");
    CHECK_FALSE(run.session->view().info.table.has_value());
    CHECK(refused(run) == 0);
}

TEST_CASE("a pairing that was played is not given to the next game") {
    const TempFolder folder;
    Run run(folder / "j", {});
    tell(run, round_3);
    run.scan_start();
    play_eight(run);
    next_game(run);
    CHECK(red(run).empty());
    run.intake->tell_own(run.now);
    CHECK(red(run).empty());
    tell(run, round_4);
    CHECK(red(run) == "丙");
}

TEST_CASE("hands that played with the pieces do not use a pairing up") {
    const TempFolder folder;
    Run run(folder / "j", {});
    tell(run, round_3);
    run.scan_start();
    run.later(1000);
    run.move("h2", "e2");
    next_game(run, false);
    CHECK(red(run) == "甲");
    CHECK(run.session->view().time_control == "10m");
}

TEST_CASE("players without a round belong to every game of the board") {
    const TempFolder folder;
    Run run(folder / "j", {});
    const char* const club = R"({"players":{"red":"甲","black":"乙"}})";
    tell(run, club);
    run.scan_start();
    play_eight(run);
    next_game(run);
    CHECK(red(run) == "甲");
}

TEST_CASE("the arbiter's own word wins over the pairing") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    run.command(R"({"do":"update","by":"arbiter","players":{"red":{"name":"甲"}},"table":"9"})", 1);
    tell(run, round_3);
    // What he did not say is taken from it, what he said stays.
    CHECK(red(run) == "甲");
    CHECK(run.session->view().info.players[0]->id.empty());
    CHECK(run.session->view().info.players[1]->name == "乙");
    CHECK(run.session->view().info.table == "9");
    CHECK(run.session->view().info.round == "3");
    // A pairing of another game or other players than he said is not this game's.
    tell(run, round_4);
    CHECK(run.session->view().info.round == "3");
    run.command(R"({"do":"update","by":"arbiter","round":"5"})", 2);
    tell(run, round_3);
    CHECK(run.session->view().info.round == "5");
    // He may also change what had been fetched.
    run.command(R"({"do":"update","by":"arbiter","players":{"black":{"name":"丁"}}})", 3);
    run.intake->tell_own(run.now);
    CHECK(run.session->view().info.players[1]->name == "丁");
}

TEST_CASE("the arbiter's pairing for the next game wins too") {
    const TempFolder folder;
    Run run(folder / "j", {});
    tell(run, round_3);
    run.scan_start();
    play_eight(run);
    run.command(R"({"do":"resign","by":"arbiter","side":"black"})", 1);
    run.command(R"({"do":"start","by":"arbiter","round":"4","time_control":"20m"})", 2);
    tell(run, R"({"players":{"red":{"name":"丙"}},"round":"4","time_control":"15m"})");
    next_game(run, false);
    CHECK(red(run) == "丙");
    CHECK(run.session->view().time_control == "20m");
}

TEST_CASE("a rule book that nobody knows is refused once and does not cost the names") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    for (int i = 0; i < 3; ++i)
        tell(run, R"({"players":{"red":{"name":"甲"}},"rules":"xiangqi-1850"})");
    CHECK(red(run) == "甲");
    CHECK(refused(run) == 1);
    run.keep();
    // Also not after a crash.
    Run again(folder / "j2", {});
    const auto recording = test::stored(folder / "j");
    const auto resumed = replay_recording(recording);
    REQUIRE(resumed);
    Pairing pairing_after = resumed->pairing;
    pairing_after.told(pairing(R"({"players":{"red":{"name":"甲"}},"rules":"xiangqi-1850"})"));
    CHECK_FALSE(pairing_after.due(resumed->table.view(), Game::xiangqi));
}

TEST_CASE("after a crash the arbiter's word still wins") {
    const TempFolder folder;
    {
        Run run(folder / "j", {});
        run.scan_start();
        run.command(R"({"do":"update","by":"arbiter","players":{"red":{"name":"丁"}}})", 1);
        run.keep();
    }
    Run::Options later;
    later.now = 3'000'000'000;
    Run run(folder / "j", later);
    run.session->resume_unfinished();
    tell(run, R"({"players":{"red":{"name":"甲"},"black":{"name":"乙"}}})");
    CHECK(red(run) == "丁");
}

TEST_CASE("while the journal is full the pairing waits") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    run.journal_is_full = true;
    run.later(0);
    tell(run, round_3);
    CHECK(red(run).empty());
    run.journal_is_full = false;
    run.intake->tell_own(run.now);
    CHECK(red(run) == "甲");
}
