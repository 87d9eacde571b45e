// SPDX-License-Identifier: Apache-2.0
// Whole games upon the contacts of a matrix that is scanned at its steady pace: what lies between
// two scans is not seen, and the record must be that of the game all the same.
#include <algorithm>

#include "daemon/app/common/replay.hpp"
#include "daemon/app/jipu/simulate/timeline.hpp"
#include "daemon/table/table.hpp"
#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/scan_loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_boards.hpp"
#include "tests/support/iccs_games.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

struct Alerts : EffectSink {
    void emit(const Effect& effect) override {
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            codes += raised->alert.code + ' ';
        }
    }
    std::string codes;
};

/// The events of a script as a board reports them that is scanned every `period`. Scans in which
/// nothing has changed report nothing, and are left out.
std::vector<Event> scanned(const sim::Script& script, Duration period) {
    FakeMatrix matrix(10, 9);
    const auto gpio = std::make_shared<FakeGpio>(matrix);
    MatrixBoard board(gpio, matrix.wire_up(*gpio, "chip", "chip"),
                      [&](std::int64_t ns) { matrix.now += ns; });
    std::vector<PointBits> points;
    for (std::uint16_t point = 0; point < 90; ++point)
        points.push_back({point, no_bit});
    MonotonicNs now = 0;
    ScanQueue queue(4, 90);
    ScanLoop loop(board, {Sensors::reed, PoleCode::north_south, points}, 9, {}, queue,
                  [&] { return now; });
    std::vector<Level> known;
    std::vector<Event> events;
    const auto scan = [&](Duration at) {
        now = at.count() * 1000;
        loop.round();
        for (const ScanReport* report = queue.front(); report != nullptr; report = queue.front()) {
            if (report->kind == ScanReport::Kind::scan && known.empty()) {
                known = report->levels;
                events.push_back({Instant{at}, ScanFrame{known}});
            } else if (report->kind == ScanReport::Kind::scan) {
                for (std::uint16_t i = 0; i < 90; ++i) {
                    if (known[i] == report->levels[i]) continue;
                    known[i] = report->levels[i];
                    events.push_back({Instant{at}, PointChange{i, known[i]}});
                }
            }
            queue.pop();
        }
    };
    for (std::size_t i = 0; i < 90; ++i)
        matrix.closed[i] = is_on(script.start.levels[i]);
    scan(Duration{0});
    std::optional<Duration> next; // the first scan after the last change
    for (const sim::ScriptItem& item : script.items) {
        if (next && *next < item.at) {
            scan(*next);
            next.reset();
        }
        if (const auto* change = std::get_if<PointChange>(&item.what)) {
            matrix.closed[change->point] = is_on(change->level);
            if (!next) next = Duration{(item.at.count() / period.count() + 1) * period.count()};
        } else {
            events.push_back({Instant{item.at}, std::get<PressReport>(item.what)});
        }
    }
    if (next) scan(*next);
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.at < b.at; });
    return events;
}

} // namespace

TEST_CASE(
    "games upon a matrix that is scanned 200 times a second are recorded as they were played") {
    std::size_t seed = 0;
    for (const IccsGame& game : read_iccs_games(data_dir() / "games/openings.iccs")) {
        if (!game.fen.empty()) continue;
        tool::HandsChoice choice;
        choice.seed = ++seed;
        const auto hands = tool::play_game(game.moves, choice);
        REQUIRE(hands);
        std::vector<std::string> played;
        for (const xiangqi::Move& move : hands->moves)
            played.push_back(iccs_move(move));
        const std::vector<Event> events = scanned(hands->script, from_ms(5));
        TableSetup setup;
        setup.clock = ClockKind::press;
        Table table(setup, nullptr);
        Alerts alerts;
        replay_events(table, events, alerts);
        replay_silence(table, events.back().at, alerts);
        INFO(seed << ": " << alerts.codes);
        CHECK(table.view().moves == played);
    }
    CHECK(seed > 10);
}
