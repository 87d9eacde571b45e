// SPDX-License-Identifier: Apache-2.0
// Recordings from their first scan to the next game's, and over a stop, a crash and a reboot.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/app/jipud/resume.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
using jipu::test::replayed;
using jipu::test::Run;
using jipu::test::stored_lines;
using jipu::test::TempFolder;

namespace {

Run::Options options(const std::string& boot = "boot-1", MonotonicNs now = 1'000'000'000) {
    Run::Options made;
    made.boot = boot;
    made.now = now;
    return made;
}

} // namespace

TEST_CASE("the first scan begins a recording named by date and random digits") {
    const TempFolder folder;
    Run run(folder / "j", options());
    CHECK_FALSE(run.session->is_recording());
    run.scan_start();
    REQUIRE(run.session->is_recording());
    CHECK(run.session->setup().game_name == "20261130-5f0c2a91");
    CHECK(run.session->setup().started.substr(0, 11) == "2026-11-30T");
    CHECK(run.count("game.started") == 1);
    CHECK(run.session->view().phase == "playing");
}

TEST_CASE("a played and pressed move is recorded, and the journal has the same effects") {
    const TempFolder folder;
    Run run(folder / "j", options());
    run.scan_start();
    run.later(1000);
    run.move("h2", "e2");
    run.press(Side::first);
    run.later(100);
    CHECK(run.session->view().moves == std::vector<std::string>{"h2e2"});
    CHECK(run.session->view().confirmed == 1);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    REQUIRE(recording.effects.size() >= 3);
    CHECK(stored_lines(recording) == replayed(recording));
}

TEST_CASE("every tag comes back with what its command caused") {
    const TempFolder folder;
    Run run(folder / "j", options());
    run.scan_start();
    run.command(R"({"do":"pause","by":"arbiter"})", 7);
    run.command(R"({"do":"accept-draw","by":"arbiter","side":"red"})", 8);
    std::vector<std::uint64_t> tags;
    for (const Outcome& outcome : run.outcomes) {
        if (outcome.tag == 0) continue;
        tags.push_back(outcome.tag);
        CHECK(outcome.ticket > 0);
    }
    CHECK(tags == std::vector<std::uint64_t>{7, 8});
    CHECK(run.count("game.paused") == 1);
    CHECK(run.count("command.refused") == 1);
}

TEST_CASE("the next game begins a recording of its own with the board at instant 0") {
    const TempFolder folder;
    Run run(folder / "j", options());
    run.scan_start();
    const std::string first = run.session->setup().game_name;
    run.later(1000);
    run.move("h2", "e2");
    run.press(Side::first);
    run.command(R"({"do":"resign","by":"arbiter","side":"black"})", 1);
    CHECK(run.count("game.ended") == 1);
    // The pairing of the next game is told before the pieces are back.
    run.command(R"({"do":"start","by":"arbiter","players":{"red":{"name":"甲"}}})", 2);
    run.move("e2", "h2");
    run.later(5000);
    CHECK(run.session->recordings() == 2);
    CHECK(run.session->setup().game_name != first);
    CHECK(run.count("game.started") == 2);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    REQUIRE(recording.inputs.size() == 2);
    CHECK(recording.inputs[0].line.substr(0, 15) == "0.000000 board ");
    CHECK(recording.inputs[1].line.substr(0, 17) == "0.000000 command ");
    const bool named = std::any_of(
        recording.effects.begin(), recording.effects.end(), [](const StoredEffect& effect) {
            return effect.type == "game.updated" && effect.data.find("甲") != std::string::npos;
        });
    CHECK(named);
    run.later(1000);
    run.move("b2", "e2");
    CHECK(run.session->view().moves == std::vector<std::string>{"b2e2"});
}

TEST_CASE("after a crash in the same boot the recording goes on with the true time") {
    const TempFolder folder;
    std::string name;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.later(1000);
        run.move("h2", "e2");
        run.press(Side::first);
        name = run.session->setup().game_name;
        run.keep();
    }
    const Instant last = test::stored(folder / "j").last;
    Run::Options alone = options("boot-1", 61'000'000'000);
    alone.clock_there = false;
    Run run(folder / "j", alone);
    run.session->resume_unfinished();
    REQUIRE(run.session->is_recording());
    CHECK(run.session->setup().game_name == name);
    CHECK(run.session->view().moves == std::vector<std::string>{"h2e2"});
    CHECK(run.session->is_lost(Device::board));
    CHECK_FALSE(run.log_has("computes otherwise"));
    // The board comes back with a scan; the hands go on.
    ScanFrame frame = test::start_frame();
    frame.levels[7 + 9 * 2] = Level::off; // h2
    frame.levels[4 + 9 * 2] = Level::on;  // e2
    run.intake->board_scan(run.now, frame);
    run.later(0);
    CHECK_FALSE(run.session->is_lost(Device::board));
    run.move("h9", "g7");
    CHECK(run.session->view().moves == std::vector<std::string>{"h2e2", "h9g7"});
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(stored_lines(recording) == replayed(recording));
    const auto back = std::find_if(recording.inputs.begin(), recording.inputs.end(),
                                   [](const StoredInput& input) {
                                       return input.line.find(" back board") != std::string::npos;
                                   });
    REQUIRE(back != recording.inputs.end());
    CHECK(to_us(back->at) == 60'000'000); // 61 s on the clock, 1 s at instant 0
    CHECK(std::prev(back)->line.find(" lost clock") != std::string::npos);
    CHECK(std::prev(back)->at == last);
}

TEST_CASE("after a reboot the instants go on from the last one") {
    const TempFolder folder;
    {
        Run run(folder / "j", options("boot-1", 900'000'000'000));
        run.scan_start();
        run.later(2000);
        run.move("h2", "e2");
        run.keep();
    }
    const Instant last = test::stored(folder / "j").last;
    Run run(folder / "j", options("boot-2", 5'000'000));
    run.session->resume_unfinished();
    REQUIRE(run.session->is_recording());
    ScanFrame frame = test::start_frame();
    frame.levels[7 + 9 * 2] = Level::off;
    frame.levels[4 + 9 * 2] = Level::on;
    run.intake->board_scan(run.now, frame);
    run.later(0);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(recording.header.boot_id == "boot-2");
    CHECK(to_us(recording.inputs.back().at) == to_us(last) + 1);
    CHECK(stored_lines(recording) == replayed(recording));
}

TEST_CASE("a second crash in the same boot as a resumed recording keeps the time too") {
    const TempFolder folder;
    {
        Run run(folder / "j", options("boot-1", 900'000'000'000));
        run.scan_start();
        run.later(2000);
        run.keep();
    }
    {
        Run run(folder / "j", options("boot-2", 5'000'000'000));
        run.session->resume_unfinished();
        run.intake->board_scan(run.now, test::start_frame());
        run.later(1000);
        run.keep();
    }
    const Instant last = test::stored(folder / "j").last;
    Run run(folder / "j", options("boot-2", 5'000'000'000 + 60'000'000'000));
    run.session->resume_unfinished();
    run.intake->board_scan(run.now, test::start_frame());
    run.later(0);
    run.keep();
    const Instant now = test::stored(folder / "j").last;
    CHECK(to_us(now) > to_us(last) + 50'000'000);
}

TEST_CASE("stored effects that differ from the recomputed ones are named and kept") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.later(1000);
        run.move("h2", "e2");
        run.press(Side::first);
        run.keep();
    }
    UnfinishedRecording recording = test::stored(folder / "j");
    const auto same = replay_recording(recording);
    REQUIRE(same);
    CHECK_FALSE(same->difference);
    CHECK(same->table.view().moves == std::vector<std::string>{"h2e2"});

    const std::string kept = recording.effects[1].data;
    recording.effects[1].data = R"({"other":1})";
    const auto changed = replay_recording(recording);
    REQUIRE(changed);
    REQUIRE(changed->difference);
    CHECK(changed->difference->k == recording.effects[1].k);
    CHECK(changed->difference->stored.find(R"({"other":1})") != std::string::npos);
    CHECK(changed->difference->recomputed.find(kept) != std::string::npos);

    recording.effects[1].data = kept;
    const StoredEffect last = recording.effects.back();
    recording.effects.pop_back();
    const auto fewer = replay_recording(recording);
    REQUIRE(fewer);
    REQUIRE(fewer->difference);
    CHECK(fewer->difference->stored == "nothing");

    recording.effects.push_back(last);
    recording.effects.push_back(last);
    const auto more = replay_recording(recording);
    REQUIRE(more);
    REQUIRE(more->difference);
    CHECK(more->difference->recomputed == "nothing");
}

TEST_CASE("a recording with a refusal that quotes a long Chinese text goes on after a crash") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.command(
            R"({"do":"start","by":"a","time_control":"每方六十分钟，每步加三十秒，用完判负"})", 1);
        REQUIRE(run.count("command.refused") == 1);
        run.keep();
    }
    Run run(folder / "j", options("boot-1", 61'000'000'000));
    run.session->resume_unfinished();
    CHECK(run.session->is_recording());
    CHECK_FALSE(run.log_has("computes otherwise"));
}

TEST_CASE("a stored effect that is damaged is named, and its recording is not followed") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.keep();
    }
    UnfinishedRecording recording = test::stored(folder / "j");
    recording.effects[0].data[0] ^= 1;
    const auto wrong = replay_recording(recording);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error() == "recording " + recording.header.game_name + ": effect 1 is no JSON");
}

TEST_CASE("an input that cannot be read is named with its recording and line") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.keep();
    }
    UnfinishedRecording recording = test::stored(folder / "j");
    recording.inputs.push_back({2, Instant{}, "0.000000 jump e2", 0});
    const auto wrong = replay_recording(recording);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().find("recording " + recording.header.game_name) == 0);
    CHECK(wrong.error().find("jump") != std::string::npos);
}

TEST_CASE("a recording of other devices is closed, and a new one begins") {
    const TempFolder folder;
    std::string name;
    {
        Run run(folder / "j", options());
        run.scan_start();
        name = run.session->setup().game_name;
        run.keep();
    }
    Run::Options hall = options("boot-1", 2'000'000'000);
    hall.setup.sensors = Sensors::hall;
    Run run(folder / "j", hall);
    run.session->resume_unfinished();
    CHECK_FALSE(run.session->is_recording());
    CHECK(run.log_has("made with other devices"));
    CHECK(run.log_has(name));
    // Whoever follows the game is told that it is over.
    REQUIRE_FALSE(run.outcomes.empty());
    const auto* ended = std::get_if<GameEnded>(&run.outcomes.back().effects.back().data);
    REQUIRE(ended != nullptr);
    CHECK(ended->result == "*");
    CHECK(ended->ending == "abandoned");
}

TEST_CASE("other settings hold from the next game on") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.keep();
    }
    Run::Options other = options("boot-1", 2'000'000'000);
    other.setup.sensing.settle_ms = 400;
    other.setup.clock_left = Side::second;
    Run run(folder / "j", other);
    run.session->resume_unfinished();
    REQUIRE(run.session->is_recording());
    CHECK(run.session->setup().sensing.settle_ms == 250);
    CHECK(run.log_has("sensing changed: it holds from the next game on"));
    CHECK(run.log_has("clock.left changed"));
    CHECK_FALSE(run.log_has("rules changed"));
}

TEST_CASE("the pairing of the next game survives a crash") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.command(R"({"do":"resign","by":"arbiter","side":"black"})", 1);
        run.command(R"({"do":"start","by":"arbiter","round":"7"})", 2);
        run.keep();
    }
    Run run(folder / "j", options("boot-1", 3'000'000'000));
    run.session->resume_unfinished();
    run.intake->board_scan(run.now, test::start_frame());
    run.later(10000);
    CHECK(run.session->recordings() == 1);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    REQUIRE(recording.inputs.size() == 2);
    CHECK(recording.inputs[1].line.find(R"("round":"7")") != std::string::npos);
}
