// SPDX-License-Identifier: Apache-2.0
// Next games that begin before their start position has stood for long: each has a recording of its
// own from its first ply on.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
using jipu::test::replayed;
using jipu::test::Run;
using jipu::test::stored_lines;
using jipu::test::TempFolder;

TEST_CASE("a next game that is played at once has all its plies in its own recording") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    const std::string first = run.session->setup().game_name;
    run.later(1000);
    run.move("h2", "e2");
    run.press(Side::first);
    run.command(R"({"do":"resign","by":"arbiter","side":"black"})", 1);
    run.command(R"({"do":"finish","by":"arbiter"})", 2);
    run.command(R"({"do":"start","by":"arbiter","round":2})", 3);
    run.move("e2", "h2"); // the start position stands for a second and a half
    run.move("b0", "c2");
    run.press(Side::first);
    run.later(100);
    run.move("b9", "c7");
    run.press(Side::second);
    run.later(100);
    CHECK(run.session->recordings() == 2);
    CHECK(run.session->setup().game_name != first);
    CHECK(run.session->view().moves == std::vector<std::string>{"b0c2", "b9c7"});
    CHECK(run.session->view().confirmed == 2);
    CHECK(run.session->view().info.round == "2");
    CHECK(run.count("game.started") == 2);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    REQUIRE_FALSE(recording.inputs.empty());
    CHECK(recording.inputs[0].line.substr(0, 15) == "0.000000 board ");
    CHECK(stored_lines(recording) == replayed(recording));
    // The first ply was made more than a second after the beginning, and says so.
    const auto confirmed = std::find_if(recording.effects.begin(), recording.effects.end(),
                                        [](const auto& e) { return e.type == "move.confirmed"; });
    REQUIRE(confirmed != recording.effects.end());
    CHECK(confirmed->at > Instant{} + std::chrono::milliseconds(1000));
}

TEST_CASE("a next game that is pressed before its first ply has rested is recorded whole") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    run.later(1000);
    run.move("h2", "e2");
    run.press(Side::first);
    run.command(R"({"do":"resign","by":"arbiter","side":"black"})", 1);
    run.move("e2", "h2");
    run.change("b0", false);
    run.later(300);
    run.change("c2", true);
    run.later(50);
    run.press(Side::first);
    run.later(1000);
    CHECK(run.session->recordings() == 2);
    CHECK(run.session->view().moves == std::vector<std::string>{"b0c2"});
    CHECK(run.session->view().confirmed == 1);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(stored_lines(recording) == replayed(recording));
}
