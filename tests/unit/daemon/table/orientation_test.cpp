// SPDX-License-Identifier: Apache-2.0
// A board that stands the wrong way round gives the record of one that stands right.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "daemon/app/common/replay.hpp"
#include "daemon/table/orientation.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/final_record.hpp"
#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

constexpr Orientation turned_board{.board = true, .poles = false, .clock = false};
constexpr Orientation turned_all{.board = true, .poles = false, .clock = true};
constexpr Orientation colours{.board = false, .poles = true, .clock = false};

struct Heard final : EffectSink {
    void emit(const Effect& effect) override {
        record.apply(effect, Game::xiangqi);
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            told.insert(raised->alert.code);
            open.insert(raised->alert.alert);
        } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
            open.erase(resolved->alert);
        } else if (std::get_if<GameStarted>(&effect.data) != nullptr && ++games > 1) {
            open.clear(); // ids belong to a game
        }
    }
    FinalRecord record;
    std::set<std::string> told, open; ///< codes; ids
    int games = 0;
};

void report_as(std::vector<Event>& events, const Orientation& how) {
    for (Event& event : events) {
        if (auto* frame = std::get_if<ScanFrame>(&event.what)) how.turn(frame->levels);
        if (auto* change = std::get_if<PointChange>(&event.what)) *change = how.change(*change);
        if (auto* press = std::get_if<PressReport>(&event.what))
            press->side = how.side(press->side);
        if (auto* times = std::get_if<TimesReport>(&event.what)) *times = how.times(*times);
    }
}

Heard replay(const Trace& trace) {
    Table table(trace.setup, make_clock_decoder(trace.setup.clock, trace.setup.clock_left));
    Heard heard;
    replay_events(table, trace.events, heard);
    replay_silence(table, trace.events.back().at, heard);
    return heard;
}

/// The moves of the last game: all, or the confirmed ones.
std::vector<std::string> moves_of(const Heard& heard, bool confirmed) {
    std::vector<std::string> out;
    if (!heard.record.games().empty())
        for (const RecordedMove& move : heard.record.games().back().moves)
            if (move.confirmed || !confirmed) out.push_back(move.move);
    return out;
}

bool has_command(const Trace& trace) {
    return std::any_of(trace.events.begin(), trace.events.end(), [](const Event& event) {
        return std::get_if<Command>(&event.what) != nullptr;
    });
}

Trace trace_at(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    auto trace = read_trace(text, path.filename().string());
    REQUIRE(trace);
    return *trace;
}

std::vector<std::filesystem::path> recorded_games() {
    std::vector<std::filesystem::path> out;
    for (const char* folder : {"tests/replay", "tests/faults"})
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(JIPU_SOURCE_DIR) / folder))
            if (entry.path().extension() == ".trace") out.push_back(entry.path());
    return out;
}

} // namespace

TEST_CASE("Every mapping of what the devices report is its own inverse") {
    for (const Orientation how : {turned_board, turned_all, colours}) {
        for (PointIndex p = 0; p < xiangqi::points; ++p)
            CHECK(how.point(how.point(p)) == p);
        for (const Level level : {Level::off, Level::on, Level::north, Level::south})
            CHECK(how.level(how.level(level)) == level);
        const TimesReport report{{1000, 2000}, Side::second};
        CHECK(how.times(how.times(report)) == report);
        CHECK(how.side(how.side(Side::first)) == Side::first);
    }
    CHECK(turned_board.point(0) == xiangqi::points - 1);
    CHECK(turned_all.times({{1000, 2000}, Side::second}) == TimesReport{{2000, 1000}, Side::first});
}

TEST_CASE("What a game is replayed to does not depend on which way its board and clock stand") {
    int games = 0;
    for (const auto& path : recorded_games()) {
        const Trace straight = trace_at(path);
        const Heard right = replay(straight);
        // Commands name alerts; what breaks a rule turned right may be a legal ply turned wrong.
        const bool simple = right.told.empty() && !has_command(straight);
        for (const Orientation how : {turned_board, turned_all, colours}) {
            if (how.poles && straight.setup.sensors == Sensors::reed) continue;
            Trace turned = straight;
            report_as(turned.events, how);
            const Heard wrong = replay(turned);
            INFO(path.filename().string() << (how.clock ? " with the clock" : ""));
            const auto made = moves_of(right, false);
            const auto told = moves_of(wrong, false);
            if (simple && !moves_of(right, true).empty()) {
                ++games;
                CHECK(told == made);
                CHECK_FALSE(wrong.open.empty());
            }
            // Wrong it may be, but not silently.
            const auto sure = moves_of(wrong, true);
            const bool right_so_far =
                sure.size() <= made.size() && std::equal(sure.begin(), sure.end(), made.begin());
            if (!has_command(straight) && !right.told.contains("setup-wrong"))
                CHECK((right_so_far || !wrong.open.empty()));
        }
    }
    CHECK(games > 100);
}
