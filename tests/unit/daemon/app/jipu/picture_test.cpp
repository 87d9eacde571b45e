// SPDX-License-Identifier: Apache-2.0
// What the monitor draws and says of a view.
#include "daemon/app/jipu/monitor/picture.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::app;
using namespace jipu::tool;

namespace {

DeviceView some_board() {
    DeviceView view;
    view.name = "table-1";
    view.board.driver = "matrix";
    view.board.presence = Presence::ok;
    view.board.points.resize(90);
    view.board.points[0] = {Level::on, PointState::held, 0, std::nullopt};
    view.board.points[9] = {Level::off, PointState::well, 2, 5000};
    view.board.points[40] = {Level::on, PointState::well, 1, 300};
    view.board.points[89] = {Level::off, PointState::chatters, 40, 1500};
    return view;
}

bool says(const std::vector<std::string>& lines, const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

} // namespace

TEST_CASE("every point is drawn with its level and what is wrong with it") {
    DeviceView view = some_board();
    view.board.suspected = {8};
    const auto lines = picture(view);
    CHECK(lines[0] == "table-1 (matrix): ok");
    CHECK(says(lines, "    a  b  c  d  e  f  g  h  i  "));
    CHECK(says(lines, "9   .  .  .  .  .  .  .  .  +! 9"));
    CHECK(says(lines, "4   .  .  .  .  x* .  .  .  .  4"));
    CHECK(says(lines, "1   +  .  .  .  .  .  .  .  .  1"));
    CHECK(says(lines, "0   x  .  .  .  .  .  .  .  .? 0"));
    CHECK(says(lines, "2 pieces; last change: e4 on, 0.3 s ago"));
    CHECK(says(lines, "chattering: i9"));
    CHECK(says(lines, "suspected by the game: i0"));
    CHECK(says(lines, "clock: none"));
}

TEST_CASE("poles are drawn as poles") {
    DeviceView view = some_board();
    view.sensors = Sensors::hall;
    view.board.points[0].level = Level::north;
    view.board.points[40].level = Level::south;
    const auto lines = picture(view);
    CHECK(says(lines, "0   N  .  .  .  .  .  .  .  .  0"));
    CHECK(says(lines, "4   .  .  .  .  S* .  .  .  .  4"));
}

TEST_CASE("a Go board is drawn with its own names") {
    DeviceView view = some_board();
    view.game = Game::go;
    view.board.points.assign(361, {});
    view.board.points[18 * 19 + 8].level = Level::on;
    const auto lines = picture(view);
    CHECK(lines[3].starts_with("    A  B  C  D  E  F  G  H  J  "));
    CHECK(lines[4].starts_with("19  .  .  .  .  .  .  .  .  x  .  "));
}

TEST_CASE("the picture fits a terminal of 80 columns and 24 rows") {
    DeviceView view = some_board();
    view.board.pace = ScanPace{1000000, 1000, 1999.9, 500, 520, 99999};
    view.board.suspected = {8};
    view.clock.emplace();
    view.clock->driver = "line";
    view.clock->presence = Presence::ok;
    view.clock->hello = "line-clock 1.0, protocol 1";
    view.clock->ms = {5'398'000, 5'400'000};
    view.clock->running = Side::first;
    view.clock->presses = {100, 100};
    view.clock->pressed = Side::second;
    view.clock->heard_ago_ms = 10;
    const auto lines = picture(view);
    CHECK(lines.size() <= 24);
    for (const std::string& line : lines)
        CHECK(line.size() <= 80);
    CHECK(says(lines, "clock (line): ok, line-clock 1.0, protocol 1"));
    CHECK(says(lines, "red 1:29:58 (runs), pressed 100 times, black 1:30:00, pressed 100 times"));
    CHECK(says(lines, "1999.9 scans/s, every 500 us (p50), 520 (p99), 99999 (max), 1000 left out"));
}

TEST_CASE("a board and a clock that are not there say why") {
    DeviceView view;
    view.name = "table-1";
    view.board.driver = "sim";
    view.board.presence = Presence::lost;
    view.board.detail = "no socket";
    view.clock.emplace();
    view.clock->driver = "dgt";
    view.clock->presence = Presence::lost;
    view.clock->detail = "no port";
    const auto lines = picture(view);
    CHECK(lines[0] == "table-1 (sim): LOST, no socket");
    CHECK(says(lines, "nothing was seen of the board yet"));
    CHECK(says(lines, "clock (dgt): LOST, no port"));
    CHECK(one_line(view, view).starts_with("board LOST (no socket), 0 pieces"));
    CHECK(summary(view) == std::vector<std::string>{"the board was never there"});
}

TEST_CASE("a line names what changed since the line before") {
    const DeviceView before = some_board();
    DeviceView now = before;
    now.board.points[40] = {Level::off, PointState::well, 2, 10};
    now.board.points[50] = {Level::on, PointState::well, 1, 10};
    CHECK(one_line(now, before) == "board ok, 2 pieces, scans: not measured; clock: none; changed: "
                                   "e4- f5+; chattering: i9");
    CHECK(one_line(now, now).find("changed") == std::string::npos);
}

TEST_CASE("the summary names points that never showed both") {
    DeviceView view = some_board();
    for (PointView& point : view.board.points)
        point.state = PointState::well;
    CHECK(summary(view) == std::vector<std::string>{"every point showed both"});
    view.board.points[1].state = PointState::silent;
    view.board.points[2].state = PointState::held;
    view.board.points[3].state = PointState::chatters;
    CHECK(summary(view) == std::vector<std::string>{"never showed a piece: b0",
                                                    "showed a piece all the time: c0",
                                                    "chattering: d0"});
}
