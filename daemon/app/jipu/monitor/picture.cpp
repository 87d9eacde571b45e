// SPDX-License-Identifier: Apache-2.0
// See picture.hpp. A point takes three columns: its level, a mark, and a space.
#include "daemon/app/jipu/monitor/picture.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include "hal/sim/link/board_link.hpp"

namespace jipu::tool {

using app::BoardView;
using app::ClockView;
using app::DeviceView;
using app::PointView;
using app::Presence;

namespace {

constexpr std::int64_t fresh_ms = 1000; ///< a change this young is marked

sim::BoardShape shape_of(const DeviceView& view) {
    return {view.game, view.sensors, 19};
}

std::string seconds(std::int64_t ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(ms) / 1000);
    return text;
}

std::string clock_time(std::int64_t ms) {
    char text[48];
    const long long s = ms / 1000;
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    return text;
}

const char* word(Presence presence) {
    return presence == Presence::ok ? "ok" : presence == Presence::lost ? "LOST" : "waiting";
}

// Empty points that have shown a piece since the start are told from those that never did.
char letter(const PointView& point) {
    if (is_on(point.level)) return level_letter(point.level);
    return point.state == PointState::silent ? '.' : '+';
}

char mark(const PointView& point, bool suspected) {
    if (suspected) return '?';
    if (point.state == PointState::chatters) return '!';
    return point.ago_ms && *point.ago_ms < fresh_ms ? '*' : ' ';
}

std::string file_names(const sim::BoardShape& shape) {
    std::string line = "    ";
    for (int file = 0; file < shape.width(); ++file)
        line += std::string(1, sim::format_point(shape, shape.point(file, 0))[0]) + "  ";
    return line;
}

void draw_board(const DeviceView& view, std::vector<std::string>& out) {
    const sim::BoardShape shape = shape_of(view);
    const std::set<PointIndex> suspected(view.board.suspected.begin(), view.board.suspected.end());
    out.push_back(file_names(shape));
    for (int rank = shape.height() - 1; rank >= 0; --rank) {
        const std::string name = sim::format_point(shape, shape.point(0, rank)).substr(1);
        std::string line = name + std::string(4 - name.size(), ' ');
        for (int file = 0; file < shape.width(); ++file) {
            const PointIndex at = shape.point(file, rank);
            const PointView& point = view.board.points[at];
            line += {letter(point), mark(point, suspected.count(at) != 0), ' '};
        }
        out.push_back(line + name);
    }
    out.push_back(file_names(shape));
}

std::string names(const DeviceView& view, const std::vector<PointIndex>& points) {
    std::string out;
    for (const PointIndex point : points)
        out += ' ' + sim::format_point(shape_of(view), point);
    return out;
}

std::vector<PointIndex> in_state(const DeviceView& view, PointState state) {
    std::vector<PointIndex> out;
    for (std::size_t i = 0; i < view.board.points.size(); ++i)
        if (view.board.points[i].state == state) out.push_back(static_cast<PointIndex>(i));
    return out;
}

std::size_t pieces(const DeviceView& view) {
    return static_cast<std::size_t>(
        std::count_if(view.board.points.begin(), view.board.points.end(),
                      [](const PointView& point) { return is_on(point.level); }));
}

std::string scan_words(const BoardView& board) {
    if (!board.pace) return "scans: not measured";
    const ScanPace& pace = *board.pace;
    char rate[48];
    std::snprintf(rate, sizeof rate, "%.1f scans/s", pace.per_s);
    return rate + (", every " + std::to_string(pace.p50_us)) + " us (p50), " +
           std::to_string(pace.p99_us) + " (p99), " + std::to_string(pace.max_us) + " (max), " +
           std::to_string(pace.left_out) + " left out";
}

std::string last_change(const DeviceView& view) {
    const PointView* last = nullptr;
    PointIndex at = no_point;
    for (std::size_t i = 0; i < view.board.points.size(); ++i) {
        const PointView& point = view.board.points[i];
        if (!point.ago_ms || (last != nullptr && *last->ago_ms <= *point.ago_ms)) continue;
        last = &point;
        at = static_cast<PointIndex>(i);
    }
    if (last == nullptr) return "no change yet";
    return "last change: " + sim::format_point(shape_of(view), at) +
           (is_on(last->level) ? " on, " : " off, ") + seconds(*last->ago_ms) + " ago";
}

// What it is; what it shows; when it was heard.
std::vector<std::string> clock_lines(const DeviceView& view) {
    if (!view.clock) return {"clock: none"};
    const ClockView& clock = *view.clock;
    std::vector<std::string> out{"clock (" + clock.driver + "): " + word(clock.presence)};
    if (clock.presence == Presence::lost) {
        out[0] += ", " + clock.detail;
        return out;
    }
    if (!clock.hello.empty()) out[0] += ", " + clock.hello;
    std::string sides;
    for (const Side side : {Side::first, Side::second}) {
        const auto& ms = clock.ms[index_of(side)];
        sides += (sides.empty() ? "" : ", ") + std::string(side_name(view.game, side)) + ' ' +
                 (ms ? clock_time(*ms) : "-") + (clock.running == side ? " (runs)" : "") +
                 ", pressed " + std::to_string(clock.presses[index_of(side)]) + " times";
    }
    out.push_back(sides);
    std::string heard;
    if (clock.heard_ago_ms) heard = "heard " + seconds(*clock.heard_ago_ms) + " ago";
    if (clock.pressed)
        heard += ", last press by " + std::string(side_name(view.game, *clock.pressed)) + ' ' +
                 seconds(clock.pressed_ago_ms) + " ago";
    if (clock.wrong_frames > 0)
        heard += (heard.empty() ? "" : ", ") + std::to_string(clock.wrong_frames) +
                 " wrong frames, last: " + clock.last_error;
    if (!heard.empty()) out.push_back(heard);
    return out;
}

} // namespace

std::vector<std::string> picture(const DeviceView& view) {
    const BoardView& board = view.board;
    std::vector<std::string> out;
    out.push_back(view.name + " (" + board.driver + "): " + word(board.presence) +
                  (board.detail.empty() ? "" : ", " + board.detail) +
                  (view.told_by == "jipud" ? "; as jipud has it" : ""));
    out.push_back(scan_words(board));
    out.emplace_back();
    if (board.points.empty()) {
        out.emplace_back("nothing was seen of the board yet");
    } else {
        draw_board(view, out);
        out.emplace_back();
        out.emplace_back(". empty, never a piece   + empty   x N S piece");
        out.emplace_back("* changed just now   ! chatters   ? suspected by the game");
        out.push_back(std::to_string(pieces(view)) + " pieces; " + last_change(view));
        if (const auto points = in_state(view, PointState::chatters); !points.empty())
            out.push_back("chattering:" + names(view, points));
        if (!board.suspected.empty())
            out.push_back("suspected by the game:" + names(view, board.suspected));
    }
    const auto clock = clock_lines(view);
    out.insert(out.end(), clock.begin(), clock.end());
    return out;
}

std::string one_line(const DeviceView& view, const DeviceView& before) {
    std::string out = std::string("board ") + word(view.board.presence);
    if (view.board.presence == Presence::lost) out += " (" + view.board.detail + ")";
    out += ", " + std::to_string(pieces(view)) + " pieces, " + scan_words(view.board);
    const auto clock = clock_lines(view);
    for (const std::string& line : clock)
        out += (&line == &clock.front() ? "; " : ", ") + line;
    std::string changes;
    for (std::size_t i = 0; i < view.board.points.size(); ++i) {
        const PointView& now = view.board.points[i];
        if (i < before.board.points.size() && before.board.points[i].changes == now.changes)
            continue;
        if (before.board.points.empty() && now.changes == 0) continue;
        changes += ' ' + sim::format_point(shape_of(view), static_cast<PointIndex>(i)) +
                   (is_on(now.level) ? "+" : "-");
    }
    if (!changes.empty()) out += "; changed:" + changes;
    if (const auto points = in_state(view, PointState::chatters); !points.empty())
        out += "; chattering:" + names(view, points);
    if (!view.board.suspected.empty()) out += "; suspected:" + names(view, view.board.suspected);
    return out;
}

std::vector<std::string> summary(const DeviceView& view) {
    if (view.board.points.empty()) return {"the board was never there"};
    std::vector<std::string> out;
    const auto say = [&](const char* what, PointState state) {
        const auto points = in_state(view, state);
        if (!points.empty()) out.push_back(what + names(view, points));
    };
    say("never showed a piece:", PointState::silent);
    say("showed a piece all the time:", PointState::held);
    say("chattering:", PointState::chatters);
    if (out.empty()) out.emplace_back("every point showed both");
    return out;
}

} // namespace jipu::tool
