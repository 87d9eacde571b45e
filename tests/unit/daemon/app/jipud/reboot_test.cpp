// SPDX-License-Identifier: Apache-2.0
// The machine's own troubles in mid-game: another boot, and a wall clock that is not right.
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

TEST_CASE("a reboot in mid-game is reported where the daemon keeps the time") {
    const TempFolder folder;
    Run::Options counted = options("boot-1", 900'000'000'000);
    counted.setup.time_control = "10m";
    {
        Run run(folder / "j", counted);
        run.scan_start();
        run.later(2000);
        run.move("h2", "e2");
        run.press(Side::first);
        run.later(4000);
        run.keep();
    }
    const Instant last = test::stored(folder / "j").last;
    counted.boot = "boot-2";
    counted.now = 5'000'000'000;
    {
        Run run(folder / "j", counted);
        run.session->resume_unfinished();
        const std::vector<AlertData> open = run.session->view().open_alerts;
        REQUIRE_FALSE(open.empty());
        CHECK(open[0].code == "clock-fault");
        CHECK(open[0].reason == "reboot");
        CHECK(open[0].ply == 2);
        run.keep();
    }
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(stored_lines(recording) == replayed(recording));
    CHECK(recording.last == last); // the machine was away; nobody was charged
    // A crash alone is no reboot, and the first report is not repeated.
    Run run(folder / "j", counted);
    run.session->resume_unfinished();
    CHECK_FALSE(run.log_has("computes otherwise"));
    CHECK(run.count("alert.raised") == 0);
    CHECK(run.session->view().open_alerts[0].code == "clock-fault");
}

TEST_CASE("a crash in the same boot is no reboot") {
    const TempFolder folder;
    {
        Run run(folder / "j", options());
        run.scan_start();
        run.keep();
    }
    Run run(folder / "j", options("boot-1", 9'000'000'000));
    run.session->resume_unfinished();
    for (const AlertData& alert : run.session->view().open_alerts)
        CHECK(alert.code == "device-lost");
}

TEST_CASE("a game that begins with a doubtful date is noticed, and how wrong it was") {
    const TempFolder folder;
    Run::Options doubtful = options();
    doubtful.synced = false;
    Run run(folder / "j", doubtful);
    run.scan_start();
    REQUIRE(run.session->view().open_alerts.size() == 1);
    CHECK(run.session->view().open_alerts[0].code == "time-not-synced");
    CHECK(run.session->view().open_alerts[0].grade == Grade::notice);
    run.later(2000);
    run.intake->tell_own(run.now);
    CHECK(run.count("alert.updated") == 0);
    run.synced = true;
    run.wall_ahead_us = 86'400'000'000;
    run.intake->tell_own(run.now);
    run.intake->tell_own(run.now);
    CHECK(run.count("alert.updated") == 1);
    CHECK(run.session->view().open_alerts[0].reason == "off 86400000 ms");
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(stored_lines(recording) == replayed(recording));
}

TEST_CASE("a date that was right after all is doubted no longer") {
    const TempFolder folder;
    Run::Options doubtful = options();
    doubtful.synced = false;
    {
        Run run(folder / "j", doubtful);
        run.scan_start();
        run.keep();
    }
    // Also over a crash: the doubt is in the journal.
    doubtful.now += 5'000'000'000;
    doubtful.synced = true;
    Run run(folder / "j", doubtful);
    run.session->resume_unfinished();
    run.wall_ahead_us = 700'000;
    run.intake->tell_own(run.now);
    CHECK(run.count("alert.updated") == 0);
    for (const AlertData& alert : run.session->view().open_alerts)
        CHECK(alert.code != "time-not-synced");
}

TEST_CASE("after a reboot nobody can say how wrong the date was") {
    const TempFolder folder;
    Run::Options doubtful = options();
    doubtful.synced = false;
    {
        Run run(folder / "j", doubtful);
        run.scan_start();
        run.keep();
    }
    doubtful.boot = "boot-2";
    {
        Run run(folder / "j", doubtful);
        run.session->resume_unfinished();
        run.keep();
    }
    doubtful.now += 1'000'000'000; // the boot is the same again, its beginning is not
    doubtful.synced = true;
    Run run(folder / "j", doubtful);
    run.session->resume_unfinished();
    run.intake->tell_own(run.now);
    CHECK(run.session->view().open_alerts[0].reason == "off unknown");
}
