// SPDX-License-Identifier: Apache-2.0
// Games by simulated hands upon the contacts of a matrix: what the driver reports is what the
// simulated board reports, edge for edge, bounce and all.
#include "daemon/app/jipu/simulate/timeline.hpp"
#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/scan_loop.hpp"
#include "hal/gpiod/shift_register_board.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_boards.hpp"
#include "tests/support/iccs_games.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

std::vector<PointBits> points_of(Sensors sensors) {
    std::vector<PointBits> points;
    for (std::uint16_t point = 0; point < 90; ++point) {
        if (sensors == Sensors::reed) {
            points.push_back({point, no_bit});
        } else {
            // A row has nine columns of norths, then nine of souths.
            const int first = point / 9 * 18 + point % 9;
            points.push_back(
                {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(first + 9)});
        }
    }
    return points;
}

void show(std::vector<std::uint8_t>& wires, const PointBits& bits, Level level) {
    wires[bits.first] = level == Level::on || level == Level::north;
    if (bits.second != no_bit) wires[bits.second] = level == Level::south;
}

/// Plays the script upon `wires` and scans after every edge; true when each report says just that.
bool same_frames(const sim::Script& script, Scanner& scanner, std::vector<std::uint8_t>& wires,
                 Sensors sensors) {
    const std::vector<PointBits> points = points_of(sensors);
    MonotonicNs now = 0;
    ScanQueue queue(4, points.size());
    ScanLoop loop(scanner, {sensors, PoleCode::north_south, points}, 9, {}, queue,
                  [&] { return now; });
    std::vector<Level> levels = script.start.levels;
    for (std::size_t point = 0; point < points.size(); ++point)
        show(wires, points[point], levels[point]);
    std::vector<Level> reported;
    const auto scan = [&](Duration at) {
        now = at.count() * 1000;
        loop.round();
        while (const ScanReport* report = queue.front()) {
            // A note: the scans between two edges were left out here, in thousands.
            if (report->kind == ScanReport::Kind::lost || report->missed != 0) return false;
            if (report->kind == ScanReport::Kind::scan) reported = report->levels;
            queue.pop();
        }
        return reported == levels;
    };
    if (!scan(Duration{0})) return false;
    for (const sim::ScriptItem& item : script.items) {
        const auto* change = std::get_if<PointChange>(&item.what);
        if (change == nullptr) continue;
        levels[change->point] = change->level;
        show(wires, points[change->point], change->level);
        if (!scan(item.at)) return false;
    }
    return true;
}

void check_games(const std::filesystem::path& file, std::size_t most) {
    std::size_t played = 0;
    for (const IccsGame& game : read_iccs_games(file)) {
        if (!game.fen.empty() || played == most) continue;
        for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
            tool::HandsChoice choice;
            choice.sensors = sensors;
            choice.seed = played + 1;
            const auto hands = tool::play_game(game.moves, choice);
            REQUIRE(hands);
            const std::size_t columns = sensors == Sensors::reed ? 9 : 18;
            FakeMatrix matrix(10, columns);
            const auto gpio = std::make_shared<FakeGpio>(matrix);
            const MatrixWiring wiring = matrix.wire_up(*gpio, "chip", "chip");
            matrix.settles = wiring.settle_us * 1000;
            MatrixBoard board(gpio, wiring, [&](std::int64_t ns) { matrix.now += ns; });
            INFO(played);
            CHECK(same_frames(hands->script, board, matrix.closed, sensors));
            CHECK(matrix.contention == 0);
            CHECK(matrix.unsettled == 0);

            FakeRegisters registers(1, 10 * columns);
            const auto lines = std::make_shared<FakeGpio>(registers);
            ShiftRegisterBoard chain(lines, nullptr, registers.wire_up(*lines, "chip"), nullptr);
            CHECK(same_frames(hands->script, chain, registers.inputs, sensors));
        }
        ++played;
    }
    CHECK(played > 0);
}

} // namespace

TEST_CASE(
    "opening games upon a matrix and a chain of registers are reported as the simulated board "
    "reports them") {
    check_games(data_dir() / "games/openings.iccs", 4);
}

TEST_CASE(
    "masters' games upon a matrix and a chain of registers are reported as the simulated board "
    "reports them") {
    if (skipped_without_shared("games/xiangqi/masters.iccs")) return;
    check_games(shared_dir() / "games/xiangqi/masters.iccs", 3);
}
