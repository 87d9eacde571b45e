// SPDX-License-Identifier: Apache-2.0
// See device_checks.hpp. What stands on a board is known in two cases: nothing, or the start
// position; in any other a point that is wrong cannot be told from a piece.
#include "daemon/app/jipu/selftest/device_checks.hpp"

#include <algorithm>
#include <cstdio>

#include "hal/sim/link/board_link.hpp"

namespace jipu::tool {

using app::BoardView;
using app::ClockView;
using app::DeviceView;
using app::Presence;

namespace {

// So many points may differ for a position to be meant as the start position: a dead line.
constexpr std::size_t most_differences = 10;

std::string names(const DeviceView& view, const std::vector<PointIndex>& points) {
    std::string out;
    for (const PointIndex point : points)
        out += (out.empty() ? "" : " ") + sim::format_point({view.game, view.sensors, 19}, point);
    return out;
}

std::string fixed(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

bool without_priority(const std::vector<std::string>& notes) {
    return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
        return note.find("without real-time priority") != std::string::npos;
    });
}

Check check_presence(const Config& config, const DeviceView& view) {
    const BoardView& board = view.board;
    const bool sim = config.board.driver == BoardDriver::sim;
    if (board.presence == Presence::ok)
        return ok("board", board.driver + ", " + std::to_string(board.points.size()) + " points" +
                               (view.told_by == "jipud" ? ", as jipud has it" : ""));
    if (board.presence == Presence::waiting)
        return failed("board", "it says nothing", "look at its wires and its power");
    return failed("board", board.detail,
                  sim ? "start the simulated board: jipu simulate --board-socket " +
                            config.board.socket
                      : "correct the lines in " + config.board.wiring_file +
                            ", or end the program that has them; gpioinfo lists them");
}

Check check_scans(const Config& config, const DeviceView& view) {
    const auto wanted = static_cast<double>(config.board.wiring.scans_per_s);
    const auto& pace = view.board.pace;
    if (config.board.driver == BoardDriver::sim)
        return skipped("scans", "a simulated board is not scanned");
    if (view.board.presence != Presence::ok) return skipped("scans", "the board is not there");
    if (!pace)
        return failed("scans", "not one second of steady scans", "look at what the board says");
    const std::string seen = fixed(pace->per_s) + " of " + fixed(wanted) + " a second, " +
                             std::to_string(pace->p99_us) + " us between 99 of 100 of them, " +
                             std::to_string(pace->max_us) + " us at the longest";
    // Below this a contact's bounce is not seen well enough any more.
    if (pace->per_s >= 0.95 * wanted) return ok("scans", seen);
    return failed("scans", seen,
                  "lower scans_per_s or settle_us in " + config.board.wiring_file +
                      ", or take load from the machine");
}

Check check_priority(const Config& config, const DeviceView& view,
                     const std::vector<std::string>& notes) {
    if (config.board.driver == BoardDriver::sim)
        return skipped("priority", "a simulated board needs none");
    if (view.board.presence != Presence::ok) return skipped("priority", "the board is not there");
    if (!without_priority(notes)) return ok("priority", "the scans have real-time priority");
    // The unit gives it to jipud (LimitRTPRIO); who runs this by hand may not have it.
    if (view.told_by != "jipud")
        return skipped("priority", "this user may not have real-time priority; the unit of jipud "
                                   "gives it to the daemon");
    return failed("priority", "jipud scans without real-time priority",
                  "LimitRTPRIO=10 in its unit, as systemd/jipud@.service has it");
}

// A rank or a file of which every point is on, which no position has but the back ranks.
std::string full_lines(const DeviceView& view, const std::vector<Level>& start) {
    const sim::BoardShape shape{view.game, view.sensors, 19};
    std::string out;
    const auto look = [&](bool rank, int line, int length) {
        bool all = true, meant = true;
        for (int i = 0; i < length; ++i) {
            const PointIndex point = rank ? shape.point(i, line) : shape.point(line, i);
            all = all && is_on(view.board.points[point].level);
            meant = meant && is_on(start[point]);
        }
        if (!all || meant) return;
        out += out.empty() ? "" : ", ";
        out += rank ? "rank " + std::to_string(line)
                    : std::string("file ") + static_cast<char>('a' + line);
    };
    for (int rank = 0; rank < shape.height(); ++rank)
        look(true, rank, shape.width());
    for (int file = 0; file < shape.width(); ++file)
        look(false, file, shape.height());
    return out;
}

Check compare(const DeviceView& view, const std::vector<Level>& start) {
    std::vector<PointIndex> missing, extra, wrong;
    std::size_t on = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Level level = view.board.points[i].level;
        const auto point = static_cast<PointIndex>(i);
        on += is_on(level) ? 1U : 0U;
        if (level == start[i]) continue;
        if (!is_on(level)) {
            missing.push_back(point);
        } else {
            (is_on(start[i]) ? wrong : extra).push_back(point);
        }
    }
    if (on == 0) return ok("points", "no point shows a piece; is the board empty?");
    const std::size_t differences = missing.size() + extra.size() + wrong.size();
    if (differences == 0)
        return ok("points", "the start position stands, and every point shows it");
    if (differences > most_differences)
        return skipped("points", "points that show a piece: " + std::to_string(on) +
                                     "; what should stand is not known: set up the start "
                                     "position, or clear the board");
    std::string why;
    const auto say = [&](const char* what, const std::vector<PointIndex>& points) {
        if (!points.empty())
            why += (why.empty() ? "" : "; ") + std::string(what) + " " + names(view, points);
    };
    say("of the start position nothing is seen on", missing);
    say("a piece is seen where none stands:", extra);
    say("the other pole is seen on", wrong);
    return failed(
        "points", why,
        "put the pieces right; if they are, jipu calibrate --start-position tells what is "
        "wrong with the wiring");
}

Check check_points(const DeviceView& view, const std::vector<Level>& start) {
    const auto& points = view.board.points;
    if (points.empty()) return skipped("points", "the board is not there");
    std::vector<PointIndex> chattering;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].state == PointState::chatters)
            chattering.push_back(static_cast<PointIndex>(i));
    if (!chattering.empty())
        return failed("points", "chattering: " + names(view, chattering),
                      "move the piece to the middle of its point; else look at the sensor");
    if (!view.board.suspected.empty())
        return failed("points", "the game takes for faulty: " + names(view, view.board.suspected),
                      "look at these sensors, with jipu monitor");
    // Pieces move there as they should; whether one stands wrong is for its alerts to say.
    if (view.told_by == "jipud") return ok("points", "none chatters, the game suspects none");
    if (start.size() != points.size()) return skipped("points", "what should stand is not known");
    if (const std::string lines = full_lines(view, start); !lines.empty())
        return failed("points", "on as a whole: " + lines,
                      "look at the wire of that line: it touches another, or the active level is "
                      "wrong");
    return compare(view, start);
}

std::string reading(const ClockView& clock) {
    if (!clock.hello.empty()) return clock.hello;
    if (clock.ms[0] && clock.ms[1])
        return "it shows " + std::to_string(*clock.ms[0] / 1000) + " s and " +
               std::to_string(*clock.ms[1] / 1000) + " s";
    return "it answers";
}

} // namespace

Checks board_checks(const Config& config, const DeviceView& view,
                    const std::vector<std::string>& notes, const std::vector<Level>& start) {
    return {check_presence(config, view), check_scans(config, view),
            check_priority(config, view, notes), check_points(view, start)};
}

Checks clock_checks(const Config& config, const DeviceView& view) {
    if (!view.clock) return {skipped("clock", "the configuration names none")};
    const ClockView& clock = *view.clock;
    const bool lever = config.clock.driver == ClockDriver::lever;
    const std::string where = lever ? "the levers" : config.clock.port;
    if (clock.presence == Presence::lost)
        return {failed("clock", clock.detail,
                       lever ? "correct [clock.lever], or end the program that has the lines"
                             : "plug it in and switch it on; port = \"" + where +
                                   "\" must be its "
                                   "own")};
    if (lever)
        return {clock.presence == Presence::ok
                    ? ok("clock", "both levers' lines are there; jipu monitor shows their presses")
                    : failed("clock", "its lines say nothing", "look at [clock.lever]")};
    if (clock.heard_ago_ms)
        return {ok("clock", clock.driver + " at " + where + ", " + reading(clock))};
    if (clock.wrong_frames > 0)
        return {failed(
            "clock", where + " sends what is no word of " + clock.driver + ": " + clock.last_error,
            "driver = \"" + clock.driver + "\" is another clock's, or the port is")};
    if (config.clock.driver == ClockDriver::izis)
        return {skipped("clock", where + " is there; it says nothing before a button is pressed")};
    return {failed("clock", where + " is there, and no clock answers",
                   "switch the clock on; is it a " + clock.driver + " clock?")};
}

} // namespace jipu::tool
