// SPDX-License-Identifier: Apache-2.0
// A crash in the middle of a repetition: wherever it comes, the same is said of the cycle.
#include <array>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using jipu::test::replayed;
using jipu::test::Run;
using jipu::test::stored_lines;
using jipu::test::TempFolder;

namespace {

constexpr int all_plies = 18;
constexpr int claimed_after = 14;

struct Ply {
    const char* from;
    const char* to;
};
constexpr std::array<Ply, 4> cycle{{{"i0", "i1"}, {"i9", "i8"}, {"i1", "i0"}, {"i8", "i9"}}};

Run::Options options(MonotonicNs now) {
    Run::Options made;
    made.now = now;
    made.setup.time_control = "60m/30; 10m/10 repeat";
    return made;
}

/// Plays plies after `from` up to and including `to`; the claim belongs to the ply before it.
void play(Run& run, int from, int to) {
    for (int n = from + 1; n <= to; ++n) {
        const Ply& ply = cycle[static_cast<std::size_t>(n - 1) % 4];
        run.move(ply.from, ply.to);
        run.press(n % 2 == 1 ? Side::first : Side::second);
        if (n == claimed_after)
            run.command(R"({"do":"claim","by":"arbiter","side":"red","what":"repetition"})", 1);
    }
}

ScanFrame frame_after(int plies) {
    ScanFrame frame = test::start_frame();
    constexpr std::size_t i0 = 8, row = 9;
    if (plies % 4 == 1 || plies % 4 == 2) {
        frame.levels[i0] = Level::off;
        frame.levels[i0 + row] = Level::on;
    }
    if (plies % 4 == 2 || plies % 4 == 3) {
        frame.levels[i0 + 9 * row] = Level::off;
        frame.levels[i0 + 8 * row] = Level::on;
    }
    return frame;
}

/// What was said of the repetition, without names of alerts and times.
std::vector<std::string> said(const UnfinishedRecording& recording) {
    std::vector<std::string> out;
    for (const StoredEffect& effect : recording.effects) {
        if (effect.data.find("\"repetition\"") == std::string::npos) continue;
        const auto begin = effect.data.find("\"code\"");
        const auto end = effect.data.find("\"evidence\"");
        out.push_back(effect.type + " " + effect.data.substr(begin, end - begin));
    }
    return out;
}

} // namespace

TEST_CASE("after a crash in the middle of a repetition the same is said as without one") {
    std::vector<std::string> expected;
    {
        const TempFolder folder;
        Run run(folder / "j", options(1'000'000'000));
        run.scan_start();
        run.later(1000);
        play(run, 0, all_plies);
        run.keep();
        expected = said(test::stored(folder / "j"));
    }
    REQUIRE(expected.size() >= 3); // raised, claimed, once more round
    for (const int cut : {2, 8, 11, 12, 13, 14, 16}) {
        INFO("crash after ply " << cut);
        const TempFolder folder;
        MonotonicNs now = 0;
        {
            Run run(folder / "j", options(1'000'000'000));
            run.scan_start();
            run.later(1000);
            play(run, 0, cut);
            run.keep();
            now = run.now;
        }
        Run run(folder / "j", options(now + 5'000'000'000));
        run.session->resume_unfinished();
        CHECK_FALSE(run.log_has("computes otherwise"));
        run.intake->board_scan(run.now, frame_after(cut));
        run.later(1000);
        play(run, cut, all_plies);
        run.keep();
        const UnfinishedRecording recording = test::stored(folder / "j");
        CHECK(said(recording) == expected);
        CHECK(stored_lines(recording) == replayed(recording));
    }
}
