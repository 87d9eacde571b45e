// SPDX-License-Identifier: Apache-2.0
// Devices that come and go, a journal that is full, and commands at the wrong time.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
using jipu::test::Run;
using jipu::test::TempFolder;

namespace {

// With a clock of this kind, which the daemon does not find when it begins.
Run::Options not_there(ClockKind kind) {
    Run::Options options;
    options.setup.clock = kind;
    options.clock_there = false;
    return options;
}

std::vector<std::string> input_verbs(Run& run, const std::string& path) {
    run.keep();
    std::vector<std::string> verbs;
    for (const StoredInput& input : test::stored(path).inputs) {
        const std::size_t blank = input.line.find(' ');
        verbs.push_back(input.line.substr(blank + 1, 10));
    }
    return verbs;
}

} // namespace

TEST_CASE("a board that comes back is back, then a scan, whatever it said in between") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    run.later(100);
    run.intake->board_lost(run.now, "cable");
    run.intake->board_lost(run.now, "still");
    run.change("h2", false); // nothing is known of it before a scan
    CHECK(run.session->is_lost(Device::board));
    CHECK_FALSE(run.intake->health(Device::board).present);
    run.intake->board_back(run.now, "again");
    run.later(10);
    CHECK(run.session->is_lost(Device::board)); // until its scan
    run.intake->board_scan(run.now, test::start_frame());
    run.later(0);
    CHECK_FALSE(run.session->is_lost(Device::board));
    CHECK(input_verbs(run, folder / "j") ==
          std::vector<std::string>{"board xxxx", "lost board", "back board", "board xxxx"});
    CHECK(run.count("device.status") == 2);
}

TEST_CASE("a clock that is not there when the game begins is reported, and found again") {
    const TempFolder folder;
    Run run(folder / "j", not_there(ClockKind::line));
    run.intake->clock_lost(run.now, "/dev/jipu-clock: No such file or directory");
    run.scan_start();
    CHECK(run.session->is_lost(Device::clock));
    run.later(500);
    run.intake->clock_back(run.now, "/dev/pts/3");
    run.later(0);
    CHECK_FALSE(run.session->is_lost(Device::clock));
    CHECK(input_verbs(run, folder / "j") ==
          std::vector<std::string>{"board xxxx", "lost clock", "back clock"});
}

TEST_CASE("what a board says of itself is logged and shown, and is no input") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.intake->board_note(run.now, "before it is there");
    CHECK(run.intake->health(Device::board).detail == "not seen yet");
    run.scan_start();
    run.intake->board_note(run.now, "3 scans were left out");
    run.later(10);
    CHECK(run.intake->health(Device::board).present);
    CHECK(run.intake->health(Device::board).detail == "3 scans were left out");
    CHECK(input_verbs(run, folder / "j") == std::vector<std::string>{"board xxxx"});
}

TEST_CASE("why a clock is still lost is logged and shown, and is no input") {
    const TempFolder folder;
    Run run(folder / "j", not_there(ClockKind::line));
    run.intake->clock_note(run.now, "before anything is known of it");
    CHECK(run.intake->health(Device::clock).detail == "not seen yet");
    run.intake->clock_lost(run.now, "no such file");
    run.scan_start();
    run.intake->clock_note(run.now, "permission denied");
    run.later(10);
    CHECK_FALSE(run.intake->health(Device::clock).present);
    CHECK(run.intake->health(Device::clock).detail == "permission denied");
    CHECK(run.log_has("clock: permission denied"));
    CHECK(input_verbs(run, folder / "j") == std::vector<std::string>{"board xxxx", "lost clock"});
}

TEST_CASE("a lever clock that said it is there before the first scan is not taken for lost") {
    const TempFolder folder;
    Run run(folder / "j", not_there(ClockKind::press));
    run.intake->clock_back(run.now, "levers at lines 23 and 24");
    run.scan_start();
    CHECK_FALSE(run.session->is_lost(Device::clock));
    CHECK(input_verbs(run, folder / "j") == std::vector<std::string>{"board xxxx"});
}

TEST_CASE("reports before the first scan are nothing") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.change("h2", false);
    run.press(Side::first);
    run.intake->board_lost(run.now, "x");
    run.later(0);
    CHECK_FALSE(run.session->is_recording());
    CHECK(run.outcomes.empty());
}

TEST_CASE("a command without a board is refused with the reason") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.command(R"({"do":"pause","by":"a"})", 3);
    REQUIRE(run.refused.size() == 1);
    CHECK(run.refused[0].first == 3);
    CHECK(run.refused[0].second == "the board has not been seen yet");
}

TEST_CASE("while the journal is full nothing is brought, then the board comes back whole") {
    const TempFolder folder;
    Run run(folder / "j", {});
    run.scan_start();
    run.later(1000);
    run.journal_is_full = true;
    run.later(0);
    CHECK(run.intake->is_held_back());
    CHECK(run.session->is_lost(Device::board));
    run.move("h2", "e2"); // played meanwhile
    run.command(R"({"do":"pause","by":"a"})", 4);
    REQUIRE(run.refused.size() == 1);
    CHECK(run.refused[0].second == "the journal can take no more");
    CHECK(run.session->view().moves.empty());
    run.journal_is_full = false;
    run.later(0);
    run.later(3000);
    CHECK_FALSE(run.session->is_lost(Device::board));
    const std::vector<Level> levels = run.session->view().levels;
    CHECK(levels[7 + 9 * 2] == Level::off);
    CHECK(levels[4 + 9 * 2] == Level::on);
    CHECK(input_verbs(run, folder / "j") == std::vector<std::string>{"board xxxx", "lost board",
                                                                     "lost clock", "back clock",
                                                                     "back board", "board xxxx"});
}

TEST_CASE("a press that arrives before an edge with an earlier stamp comes after it") {
    const TempFolder folder;
    Run::Options options;
    options.window = 20 * test::ms_ns;
    Run run(folder / "j", options);
    run.intake->board_scan(run.now, test::start_frame());
    run.later(1000);
    run.change("h2", false);
    run.later(400);
    // The press is read first, the edge was earlier.
    run.intake->clock_press(run.now, Side::first);
    run.intake->board_change(run.now - 5 * test::ms_ns, {4 + 9 * 2, Level::on});
    run.later(3000);
    CHECK(run.session->view().moves == std::vector<std::string>{"h2e2"});
    CHECK(run.session->view().confirmed == 1);
    const auto verbs = input_verbs(run, folder / "j");
    CHECK(verbs == std::vector<std::string>{"board xxxx", "off h2", "on e2", "press red"});
}
