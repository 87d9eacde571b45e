// SPDX-License-Identifier: Apache-2.0
// Killed in the middle of an obligation: what was touched, said, placed or taken back before the
// crash binds after it.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
using jipu::test::replayed;
using jipu::test::Run;
using jipu::test::stored_lines;
using jipu::test::TempFolder;

namespace {

Run::Options options(MonotonicNs now, const std::string& rules) {
    Run::Options made;
    made.now = now;
    made.setup.rules = rules;
    return made;
}

/// Plays `before`, crashes, comes back with the start position on the board, plays `after`; the
/// alerts that are open in the end. What is stored is what a replay computes.
template <typename Before, typename After>
std::vector<AlertData> over_a_crash(Before before, After after,
                                    const std::string& rules = "xiangqi-state") {
    const TempFolder folder;
    {
        Run run(folder / "j", options(1'000'000'000, rules));
        run.scan_start();
        run.later(2000);
        before(run);
        run.keep();
    }
    Run run(folder / "j", options(61'000'000'000, rules));
    run.session->resume_unfinished();
    REQUIRE(run.session->is_recording());
    run.intake->board_scan(run.now, test::start_frame());
    run.later(2000);
    after(run);
    run.keep();
    const UnfinishedRecording recording = test::stored(folder / "j");
    CHECK(stored_lines(recording) == replayed(recording));
    std::vector<AlertData> open = run.session->view().open_alerts;
    std::erase_if(open, [](const AlertData& alert) { return alert.code == "device-lost"; });
    return open;
}

void touch(Run& run, const char* point) {
    run.change(point, false);
    run.later(1500);
    run.change(point, true);
    run.later(1500);
}

void other_ply(Run& run) {
    run.move("h2", "e2");
    run.press(Side::first);
}

} // namespace

TEST_CASE("000/4.1.1(1): what was touched before a crash must move after it") {
    const auto open = over_a_crash([](Run& run) { touch(run, "b0"); }, other_ply);
    REQUIRE(open.size() == 1);
    CHECK(open[0].code == "touch-move");
    CHECK(open[0].grade == Grade::completed);
    REQUIRE(open[0].must);
    CHECK(open[0].must->from == std::vector<PointIndex>{1});
    CHECK(over_a_crash([](Run&) {}, other_ply).empty());
}

TEST_CASE("000/4.1.3(3)1: an illegal move taken back before a crash binds after it") {
    const auto open = over_a_crash(
        [](Run& run) {
            run.move("c0", "c1");
            run.press(Side::first);
            run.later(500);
            run.move("c1", "c0");
        },
        other_ply);
    REQUIRE(open.size() == 1);
    CHECK(open[0].code == "touch-move");
    CHECK(open[0].article == "000/4.1.3(3)1");
    CHECK(open[0].must->from == std::vector<PointIndex>{2});
}

TEST_CASE("000/4.1.2: a placement put back before a crash is completed by the ply after it") {
    const auto open = over_a_crash(
        [](Run& run) {
            run.move("b2", "d2");
            run.move("d2", "b2");
        },
        other_ply);
    REQUIRE(open.size() == 1);
    CHECK(open[0].code == "placed-piece");
    CHECK(open[0].grade == Grade::completed);
}

TEST_CASE("000/4.1.1: adjusting that was said before a crash covers what is lifted after it") {
    const auto said = [](Run& run) {
        run.command(R"({"do":"adjust","by":"arbiter","side":"red"})", 1);
    };
    const auto lifted = [](Run& run) {
        touch(run, "b0");
        other_ply(run);
    };
    CHECK(over_a_crash(said, lifted).empty());
    CHECK(over_a_crash([](Run&) {}, lifted).size() == 1);
}

TEST_CASE("001/9.1.6: a foul of touching that was told before a crash is completed once after it") {
    // Nothing of Red's can take the king e9; nobody knows whose hand it was.
    const auto touch_king = [](Run& run) { touch(run, "e9"); };
    const auto again = [](Run& run) {
        touch(run, "e9");
        other_ply(run);
    };
    const auto open = over_a_crash(touch_king, again, "xiangqi-association");
    REQUIRE(open.size() == 1);
    CHECK(open[0].code == "touch-foul");
    CHECK(open[0].article == "001/9.1.6");
    CHECK(open[0].grade == Grade::notice);
    CHECK_FALSE(open[0].side);
    CHECK(over_a_crash(touch_king, again).empty());
}
