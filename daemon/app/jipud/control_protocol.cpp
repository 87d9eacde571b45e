// SPDX-License-Identifier: Apache-2.0
// See control_protocol.hpp.
#include "daemon/app/jipud/control_protocol.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "config/load.hpp"
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::app {
namespace {

Json device_json(const DeviceHealth& health, const char* driver, const std::string& address) {
    return {{"driver", driver},
            {"address", address},
            {"state", health.present ? "ok" : "lost"},
            {"detail", health.detail}};
}

std::string address_of(const BoardConfig& board) {
    return board.driver == BoardDriver::sim ? board.socket : board.wiring_file;
}

std::string address_of(const ClockConfig& clock) {
    if (clock.driver != ClockDriver::lever) return clock.port;
    const LeverWiring& lever = clock.lever;
    return lever.left.chip + ' ' + lever.left.line + ", " + lever.right.chip + ' ' +
           lever.right.line;
}

Json publisher_json(const PublisherStatus& status) {
    Json json = {{"name", status.name},
                 {"target", status.target},
                 {"state", to_string(status.state)},
                 {"lag", status.lag},
                 {"failures", status.failures},
                 {"last_error", status.last_error},
                 {"streams", Json::array()}};
    for (const StreamStatus& stream : status.streams) {
        Json one = {{"id", stream.id},
                    {"last_seq", stream.last_seq},
                    {"acknowledged", stream.acknowledged}};
        if (!stream.stopped.empty()) one["stopped"] = stream.stopped;
        json["streams"].push_back(std::move(one));
    }
    return json;
}

const char* backlog_name(Backlog backlog) {
    switch (backlog) {
    case Backlog::none:
        return "none";
    case Backlog::backlogged:
        return "backlogged";
    case Backlog::full:
        return "full";
    }
    return "none";
}

// What an arbiter wants to know of both sides: times, fouls, whose turn it is, an open offer.
void put_sides(Json& status, const TableView& view, Game game) {
    const auto name = [&](Side side) { return std::string(side_name(game, side)); };
    const auto put = [](Json& out, const char* key, const auto& value) {
        if (value) out[key] = *value;
    };
    if (view.to_move) status["to_move"] = name(*view.to_move);
    if (view.last_move)
        status["last_move"] = effect_data({{}, MoveRecorded{*view.last_move}}, game);
    if (view.running) status["running"] = name(*view.running);
    if (view.draw_offer) status["draw_offer"] = name(*view.draw_offer);
    if (!view.waits_for.empty()) status["waits_for"] = view.waits_for;
    for (const Side side : view.absent)
        status["absent"].push_back(name(side));
    for (const Side side : {Side::first, Side::second}) {
        const SideView& shown = view.sides[index_of(side)];
        Json one = Json::object();
        put(one, "clock_ms", shown.clock_ms);
        put(one, "period", shown.period);
        put(one, "moves_to_go", shown.moves_to_go);
        put(one, "periods_left", shown.periods_left);
        one["fouls"] = Json::array();
        for (const arbiter::Foul& foul : shown.fouls)
            one["fouls"].push_back({{"kind", foul.kind},
                                    {"article", foul.article},
                                    {"ply", foul.ply},
                                    {"by", foul.by}});
        status["sides"][name(side)] = std::move(one);
    }
}

void put_game(Json& status, const StatusReport& report) {
    if (!report.view) {
        status["phase"] = "waiting-for-board";
        return;
    }
    const TableView& view = *report.view;
    status["phase"] = view.phase;
    status["game"] = game_label(report.setup.game);
    status["game_name"] = view.game_name;
    status["pairing"] = info_json(view.info, report.setup.game);
    status["rules"] = view.rules;
    status["time_control"] = view.time_control;
    status["plies"] = view.plies;
    status["confirmed"] = view.confirmed;
    status["moves"] = view.moves;
    status["fen"] = view.fen;
    status["result"] = view.result;
    if (!view.ending.empty()) {
        status["ending"] = view.ending;
        status["result_status"] = view.result_signed ? "signed" : "proposed";
    }
    if (view.phase != "setting-up") put_sides(status, view, report.setup.game);
    status["open_alerts"] = Json::array();
    for (const AlertData& alert : view.open_alerts) {
        status["open_alerts"].push_back(
            effect_data({alert.evidence_to, AlertRaised{alert}}, report.setup.game));
    }
}

} // namespace

Result<Request> parse_request(std::string_view line, Game game) {
    // Three requests are the socket's own; all else is a command, and read by the wire alone.
    const Json json = Json::parse(line, nullptr, false);
    const bool has_do = json.is_object() && json.contains("do");
    if (has_do && (json["do"] == "status" || json["do"] == "watch" || json["do"] == "monitor")) {
        for (const auto& [key, value] : json.items()) {
            if (key == "do" || key == "by") continue;
            return Error{key + ": there is no such key in " + json["do"].get<std::string>()};
        }
        if (json["do"] == "status") return Request{StatusRequest{}};
        if (json["do"] == "monitor") return Request{MonitorRequest{}};
        return Request{WatchRequest{}};
    }
    auto command = parse_command(line, game);
    if (!command) return Error{command.error()};
    if (command->kind == CommandKind::machine)
        return Error{"machine: only the daemon itself reports of its machine"};
    return Request{std::move(*command)};
}

std::string ok_reply() {
    return R"({"ok":true})";
}

std::string error_reply(std::string_view error) {
    return dump_line({{"ok", false}, {"error", error}});
}

std::optional<std::string> refusal_in(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
        if (const auto* refused = std::get_if<CommandRefused>(&effect.data)) return refused->why;
    }
    return std::nullopt;
}

std::string status_reply(const StatusReport& report) {
    const Config& config = *report.config;
    Json status = {{"board", config.board.name},
                   {"version", report.version},
                   {"config", report.config_file},
                   {"uptime_ms", report.uptime_ms}};
    put_game(status, report);
    status["devices"] = {{"board", device_json(report.board, driver_name(config.board.driver),
                                               address_of(config.board))}};
    if (config.clock.driver != ClockDriver::none) {
        status["devices"]["clock"] =
            device_json(report.clock, driver_name(config.clock.driver), address_of(config.clock));
    }
    status["publishers"] = Json::array();
    for (const PublisherStatus& publisher : report.publishers) {
        status["publishers"].push_back(publisher_json(publisher));
    }
    status["journal"] = {{"path", config.journal_path},
                         {"state", report.journal.failing ? "failing" : "ok"},
                         {"detail", report.journal.detail},
                         {"backlog", backlog_name(report.journal.backlog)},
                         {"queued_bytes", report.journal.queued_bytes},
                         {"held_back", report.held_back}};
    if (!report.journal_set_aside.empty()) {
        status["journal"]["set_aside"] = report.journal_set_aside;
    }
    status["clients"] = report.clients;
    return dump_line({{"ok", true}, {"status", std::move(status)}});
}

std::string monitor_reply(DeviceView view, const std::optional<TableView>& table) {
    std::set<PointIndex> suspected;
    if (table) {
        for (const AlertData& alert : table->open_alerts)
            if (alert.code == "sensor-fault")
                suspected.insert(alert.points.begin(), alert.points.end());
    }
    view.board.suspected.assign(suspected.begin(), suspected.end());
    return dump_line({{"ok", true}, {"monitor", device_view_json(view)}});
}

std::string status_line(const StatusReport& report) {
    std::string line = "waiting for the board";
    if (report.view) {
        line = report.view->phase + ' ' + report.view->game_name + ", " +
               std::to_string(report.view->plies) + " plies";
        if (!report.view->open_alerts.empty()) {
            line += ", open alerts: " + std::to_string(report.view->open_alerts.size());
        }
    }
    if (!report.board.present) line += "; board lost";
    if (report.config->clock.driver != ClockDriver::none && !report.clock.present) {
        line += "; clock lost";
    }
    if (report.journal.failing) line += "; the journal cannot be written";
    for (const PublisherStatus& publisher : report.publishers) {
        if (publisher.lag > 0 && !publisher.last_error.empty()) {
            line +=
                "; " + publisher.name + " is " + std::to_string(publisher.lag) + " events behind";
        }
    }
    return line;
}

} // namespace jipu::app
