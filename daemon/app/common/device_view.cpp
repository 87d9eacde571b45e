// SPDX-License-Identifier: Apache-2.0
// See device_view.hpp. Levels are the rows of a trace's `board` line.
#include "daemon/app/common/device_view.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "hal/sim/link/board_link.hpp"

namespace jipu::app {
namespace {

const char* word(Presence presence) {
    switch (presence) {
    case Presence::ok:
        return "ok";
    case Presence::lost:
        return "lost";
    case Presence::waiting:
        break;
    }
    return "waiting";
}

Presence presence_of(const std::string& text) {
    for (const Presence one : {Presence::waiting, Presence::ok, Presence::lost})
        if (text == word(one)) return one;
    throw std::runtime_error("state: " + text);
}

sim::BoardShape shape_of(const DeviceView& view) {
    return {view.game, view.sensors, 19};
}

template <typename T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json names(const DeviceView& view, const std::vector<PointIndex>& points) {
    Json out = Json::array();
    for (const PointIndex point : points)
        out.push_back(sim::format_point(shape_of(view), point));
    return out;
}

std::vector<PointIndex> points_in(PointState state, const std::vector<PointView>& points) {
    std::vector<PointIndex> out;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].state == state) out.push_back(static_cast<PointIndex>(i));
    return out;
}

Json board_json(const DeviceView& view) {
    const BoardView& board = view.board;
    Json out = {{"driver", board.driver},
                {"state", word(board.presence)},
                {"detail", board.detail},
                {"levels", nullptr}};
    if (!board.points.empty()) {
        ScanFrame frame;
        Json changes = Json::array(), ago = Json::array();
        for (const PointView& point : board.points) {
            frame.levels.push_back(point.level);
            changes.push_back(point.changes);
            ago.push_back(or_null(point.ago_ms));
        }
        const std::string line = sim::format_board_line(shape_of(view), frame);
        out["levels"] = line.substr(6, line.size() - 7);
        out["changes"] = std::move(changes);
        out["ago_ms"] = std::move(ago);
        out["silent"] = names(view, points_in(PointState::silent, board.points));
        out["held"] = names(view, points_in(PointState::held, board.points));
        out["chattering"] = names(view, points_in(PointState::chatters, board.points));
    }
    out["suspected"] = names(view, board.suspected);
    if (board.pace) {
        out["scans"] = {{"per_s", board.pace->per_s},   {"p50_us", board.pace->p50_us},
                        {"p99_us", board.pace->p99_us}, {"max_us", board.pace->max_us},
                        {"total", board.pace->scans},   {"left_out", board.pace->left_out}};
    }
    return out;
}

Json clock_json(const ClockView& clock, Game game) {
    const auto side = [game](Side one) { return std::string(side_name(game, one)); };
    Json out = {{"driver", clock.driver},
                {"state", word(clock.presence)},
                {"detail", clock.detail},
                {"hello", clock.hello}};
    for (const Side one : {Side::first, Side::second}) {
        out["ms"][side(one)] = or_null(clock.ms[index_of(one)]);
        out["presses"][side(one)] = clock.presses[index_of(one)];
    }
    out["running"] = clock.running ? Json(side(*clock.running)) : Json(nullptr);
    out["pressed"] = clock.pressed ? Json(side(*clock.pressed)) : Json(nullptr);
    out["pressed_ago_ms"] = clock.pressed_ago_ms;
    out["heard_ago_ms"] = or_null(clock.heard_ago_ms);
    out["wrong_frames"] = clock.wrong_frames;
    out["last_error"] = clock.last_error;
    return out;
}

template <typename T>
std::optional<T> optional_of(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return json.get<T>();
}

std::optional<Side> side_of(const Json& json, Game game) {
    if (json.is_null()) return std::nullopt;
    for (const Side one : {Side::first, Side::second})
        if (json == side_name(game, one)) return one;
    throw std::runtime_error("no side: " + json.dump());
}

std::vector<PointIndex> points_of(const Json& list, const sim::BoardShape& shape) {
    std::vector<PointIndex> out;
    for (const Json& one : list) {
        const PointIndex point = sim::parse_point(shape, one.get<std::string>());
        if (point == no_point) throw std::runtime_error("no point: " + one.dump());
        out.push_back(point);
    }
    return out;
}

void read_points(const Json& json, const sim::BoardShape& shape, BoardView& board) {
    const auto message =
        sim::parse_board_line(shape, "board " + json.at("levels").get<std::string>());
    if (!message) throw std::runtime_error(message.error());
    for (const Level level : std::get<ScanFrame>(*message).levels)
        board.points.push_back({level, PointState::well, 0, std::nullopt});
    for (std::size_t i = 0; i < board.points.size(); ++i) {
        board.points[i].changes = json.at("changes").at(i).get<std::uint64_t>();
        board.points[i].ago_ms = optional_of<std::int64_t>(json.at("ago_ms").at(i));
    }
    const auto mark = [&](const char* key, PointState state) {
        for (const PointIndex point : points_of(json.at(key), shape))
            board.points[point].state = state;
    };
    mark("silent", PointState::silent);
    mark("held", PointState::held);
    mark("chattering", PointState::chatters);
}

BoardView read_board(const Json& json, const sim::BoardShape& shape) {
    BoardView board;
    board.driver = json.at("driver");
    board.presence = presence_of(json.at("state"));
    board.detail = json.at("detail");
    if (!json.at("levels").is_null()) read_points(json, shape, board);
    board.suspected = points_of(json.at("suspected"), shape);
    if (json.contains("scans")) {
        const Json& scans = json.at("scans");
        board.pace = ScanPace{scans.at("total"),  scans.at("left_out"), scans.at("per_s"),
                              scans.at("p50_us"), scans.at("p99_us"),   scans.at("max_us")};
    }
    return board;
}

ClockView read_clock(const Json& json, Game game) {
    ClockView clock;
    clock.driver = json.at("driver");
    clock.presence = presence_of(json.at("state"));
    clock.detail = json.at("detail");
    clock.hello = json.at("hello");
    for (const Side one : {Side::first, Side::second}) {
        const std::string name(side_name(game, one));
        clock.ms[index_of(one)] = optional_of<std::int64_t>(json.at("ms").at(name));
        clock.presses[index_of(one)] = json.at("presses").at(name).get<std::uint64_t>();
    }
    clock.running = side_of(json.at("running"), game);
    clock.pressed = side_of(json.at("pressed"), game);
    clock.pressed_ago_ms = json.at("pressed_ago_ms");
    clock.heard_ago_ms = optional_of<std::int64_t>(json.at("heard_ago_ms"));
    clock.wrong_frames = json.at("wrong_frames");
    clock.last_error = json.at("last_error");
    return clock;
}

} // namespace

Json device_view_json(const DeviceView& view) {
    Json out = {{"name", view.name},
                {"game", game_label(view.game)},
                {"sensors", view.sensors == Sensors::reed ? "reed" : "hall"},
                {"told_by", view.told_by},
                {"board", board_json(view)}};
    out["clock"] = view.clock ? clock_json(*view.clock, view.game) : Json(nullptr);
    return out;
}

Result<DeviceView> parse_device_view(const Json& json) {
    try {
        DeviceView view;
        view.name = json.at("name");
        view.game = json.at("game") == "go" ? Game::go : Game::xiangqi;
        view.sensors = json.at("sensors") == "hall" ? Sensors::hall : Sensors::reed;
        view.told_by = json.at("told_by");
        view.board = read_board(json.at("board"), shape_of(view));
        if (!json.at("clock").is_null()) view.clock = read_clock(json.at("clock"), view.game);
        return view;
    } catch (const std::exception& error) {
        return Error{error.what()};
    }
}

} // namespace jipu::app
