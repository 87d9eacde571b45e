// SPDX-License-Identifier: Apache-2.0
// Effects as JSON: one small function a type, in the contract's order of types and fields.
#include "daemon/wire/effect_json.hpp"

#include <nlohmann/json.hpp>

#include "daemon/wire/names.hpp"
#include "rules/base/contract.hpp"

namespace jipu {

namespace {

void put_text(Json& out, const char* key, const std::string& text) {
    if (!text.empty()) out[key] = text;
}

template <typename T>
void put_known(Json& out, const char* key, const std::optional<T>& value) {
    if (value) out[key] = *value;
}

void put_clock(Json& out, const ClockMs& clock, Game game) {
    if (clock[0] || clock[1]) out["clock"] = clock_json(clock, game);
}

void put_side(Json& out, const char* key, const std::optional<Side>& side, Game game) {
    if (side) out[key] = side_name(game, *side);
}

Json points_json(const std::vector<PointIndex>& points, Game game) {
    Json out = Json::array();
    for (const PointIndex point : points)
        out.push_back(point_name(game, point));
    return out;
}

/// Seconds as a JSON number. The quotient is the double nearest to the decimal, so what is written
/// has no more than six decimals.
double seconds(Instant at) {
    return static_cast<double>(to_us(at)) / 1e6;
}

Json player_json(const Player& player) {
    Json out = Json::object();
    put_text(out, "name", player.name);
    put_text(out, "team", player.team);
    put_text(out, "id", player.id);
    return out;
}

void put_move(Json& out, const MoveData& move, Game game) {
    out["side"] = side_name(game, move.side);
    out["move"] = move.move;
    put_text(out, "wxf", move.wxf);
    put_text(out, "chinese", move.chinese);
    put_text(out, "short", move.short_form);
    put_text(out, "fen", move.fen);
    put_text(out, "captured", move.captured);
    put_clock(out, move.clock, game);
    put_known(out, "elapsed_ms", move.elapsed_ms);
    out["status"] = status_name(move.status);
    out["basis"] = basis_name(move.basis);
    out["legal"] = move.legal;
}

Json alert_json(const AlertData& alert, Game game) {
    Json out = Json::object();
    out["alert"] = alert.alert;
    out["code"] = alert.code;
    out["grade"] = grade_name(alert.grade);
    out["side"] = alert.side ? side_name(game, *alert.side) : "unknown";
    if (alert.ply > 0) out["ply"] = alert.ply;
    put_text(out, "book", alert.book);
    put_text(out, "article", alert.article);
    put_text(out, "reason", alert.reason);
    if (!alert.points.empty()) out["points"] = points_json(alert.points, game);
    put_text(out, "move", alert.move);
    if (alert.must) {
        out["must"] = {{"kind", alert.must->kind},
                       {"from", points_json(alert.must->from, game)},
                       {"to", points_json(alert.must->to, game)}};
        if (!alert.must->moving.empty())
            out["must"]["moving"] = points_json(alert.must->moving, game);
        if (!alert.must->taking.empty())
            out["must"]["taking"] = points_json(alert.must->taking, game);
    }
    out["message"] = {{"zh", alert.message_zh}, {"en", alert.message_en}};
    out["evidence"] = {{"from", seconds(alert.evidence_from)}, {"to", seconds(alert.evidence_to)}};
    return out;
}

/// The data of every effect type, for std::visit.
struct DataOf {
    Game game;

    Json operator()(const GameStarted& e) const {
        Json out = Json::object();
        out["game_name"] = e.game_name;
        out["game"] = game_label(e.game);
        put_text(out, "rules", e.rules);
        put_text(out, "time_control", e.time_control);
        put_text(out, "start", e.start);
        // The fields above are what is played by; the pairing may only add to them.
        const Json info = info_json(e.info, game);
        for (const auto& [key, value] : info.items())
            if (!out.contains(key)) out[key] = value;
        return out;
    }
    Json operator()(const GameUpdated& e) const { return info_json(e.info, game); }
    Json operator()(const PositionSet& e) const {
        return {{"fen", e.fen}, {"ply", e.ply}, {"why", e.why}};
    }
    Json operator()(const MoveRecorded& e) const {
        Json out = {{"ply", e.move.ply}};
        put_move(out, e.move, game);
        return out;
    }
    Json operator()(const MoveConfirmed& e) const {
        Json out = {{"ply", e.ply}};
        put_clock(out, e.clock, game);
        put_known(out, "elapsed_ms", e.elapsed_ms);
        return out;
    }
    Json operator()(const MoveAmended& e) const {
        Json out = {{"ply", e.move.ply}, {"was", e.was}};
        put_move(out, e.move, game);
        return out;
    }
    Json operator()(const MoveRetracted& e) const {
        Json out = {{"ply", e.ply}, {"move", e.move}};
        put_text(out, "why", e.why);
        return out;
    }
    Json operator()(const AlertRaised& e) const { return alert_json(e.alert, game); }
    Json operator()(const AlertUpdated& e) const { return alert_json(e.alert, game); }
    Json operator()(const AlertResolved& e) const {
        Json out = {{"alert", e.alert}, {"by", e.by}};
        put_text(out, "ruling", e.ruling);
        return out;
    }
    Json operator()(const FoulRecorded& e) const {
        Json out = {{"side", side_name(game, e.side)}, {"kind", e.kind}};
        put_text(out, "article", e.article);
        out["count"] = e.count;
        put_text(out, "by", e.by);
        if (e.ply > 0) out["ply"] = e.ply;
        return out;
    }
    Json operator()(const ClockUpdated& e) const {
        Json out = Json::object();
        put_clock(out, e.clock, game);
        put_side(out, "running", e.running, game);
        out["period"] = e.period;
        put_known(out, "moves_to_go", e.moves_to_go);
        put_known(out, "periods_left", e.periods_left);
        put_text(out, "source", e.source);
        return out;
    }
    Json operator()(const ClockAdjusted& e) const {
        Json out = Json::object();
        put_clock(out, e.clock, game);
        put_side(out, "running", e.running, game);
        put_text(out, "by", e.by);
        put_text(out, "why", e.why);
        put_text(out, "article", e.article);
        if (e.by_hand) out["by_hand"] = true;
        return out;
    }
    Json operator()(const TimeCall& e) const {
        return {{"side", side_name(game, e.side)}, {"call", e.call}};
    }
    Json operator()(const DrawOffered& e) const { return {{"side", side_name(game, e.side)}}; }
    Json operator()(const DrawAnswered& e) const {
        return {{"side", side_name(game, e.side)}, {"answer", e.answer}};
    }
    Json operator()(const GamePaused& e) const { return by(e.by); }
    Json operator()(const GameResumed& e) const { return by(e.by); }
    Json operator()(const GameAdjourned& e) const {
        Json out = by(e.by);
        put_side(out, "sealed_by", e.sealed_by, game);
        put_text(out, "digest", e.digest);
        put_text(out, "position", e.position);
        put_clock(out, e.clock, game);
        out["moves_made"] = e.moves_made;
        put_known(out, "moves_to_go", e.moves_to_go);
        return out;
    }
    Json operator()(const GameEnded& e) const {
        Json out = {{"result", e.result}};
        put_text(out, "ending", e.ending);
        put_side(out, "winner", e.winner, game);
        out["status"] = e.status;
        return out;
    }
    Json operator()(const BoardState& e) const {
        Json differences = Json::array();
        for (const PointDifference& d : e.differences) {
            Json one = {{"point", point_name(game, d.point)}};
            put_text(one, "expected", d.expected);
            put_text(one, "sensed", d.sensed);
            differences.push_back(std::move(one));
        }
        return {{"state", e.state}, {"differences", std::move(differences)}};
    }
    Json operator()(const DeviceStatus& e) const {
        Json out = {{"device", e.device}, {"state", e.state}};
        put_text(out, "detail", e.detail);
        return out;
    }
    Json operator()(const CommandRefused& e) const {
        Json out = {{"do", e.command}};
        put_text(out, "by", e.by);
        out["why"] = e.why;
        return out;
    }

    static Json by(const std::string& who) {
        Json out = Json::object();
        put_text(out, "by", who);
        return out;
    }
};

struct TypeOf {
    std::string_view operator()(const GameStarted&) const { return "game.started"; }
    std::string_view operator()(const GameUpdated&) const { return "game.updated"; }
    std::string_view operator()(const PositionSet&) const { return "position.set"; }
    std::string_view operator()(const MoveRecorded&) const { return "move.recorded"; }
    std::string_view operator()(const MoveConfirmed&) const { return "move.confirmed"; }
    std::string_view operator()(const MoveAmended&) const { return "move.amended"; }
    std::string_view operator()(const MoveRetracted&) const { return "move.retracted"; }
    std::string_view operator()(const AlertRaised&) const { return "alert.raised"; }
    std::string_view operator()(const AlertUpdated&) const { return "alert.updated"; }
    std::string_view operator()(const AlertResolved&) const { return "alert.resolved"; }
    std::string_view operator()(const FoulRecorded&) const { return "foul.recorded"; }
    std::string_view operator()(const ClockUpdated&) const { return "clock.updated"; }
    std::string_view operator()(const ClockAdjusted&) const { return "clock.adjusted"; }
    std::string_view operator()(const TimeCall&) const { return "time.call"; }
    std::string_view operator()(const DrawOffered&) const { return "draw.offered"; }
    std::string_view operator()(const DrawAnswered&) const { return "draw.answered"; }
    std::string_view operator()(const GamePaused&) const { return "game.paused"; }
    std::string_view operator()(const GameResumed&) const { return "game.resumed"; }
    std::string_view operator()(const GameAdjourned&) const { return "game.adjourned"; }
    std::string_view operator()(const GameEnded&) const { return "game.ended"; }
    std::string_view operator()(const BoardState&) const { return "board.state"; }
    std::string_view operator()(const DeviceStatus&) const { return "device.status"; }
    std::string_view operator()(const CommandRefused&) const { return "command.refused"; }
};

} // namespace

std::string dump_line(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view effect_type(const Effect& effect) {
    return std::visit(TypeOf{}, effect.data);
}

Json effect_data(const Effect& effect, Game game) {
    return std::visit(DataOf{game}, effect.data);
}

std::string effect_line(const Effect& effect, Game game) {
    std::string line = "{\"t\":" + format_seconds(to_us(effect.at)) + ",\"type\":\"";
    line += effect_type(effect);
    line += "\",\"data\":";
    line += dump_line(effect_data(effect, game));
    line += "}";
    return line;
}

std::string_view grade_name(Grade grade) {
    switch (grade) {
    case Grade::notice:
        return "notice";
    case Grade::observed:
        return "observed";
    case Grade::completed:
        return "completed";
    }
    JIPU_ASSERT(false, "a grade without a name");
}

std::string_view basis_name(Basis basis) {
    switch (basis) {
    case Basis::seen:
        return "seen";
    case Basis::inferred:
        return "inferred";
    case Basis::arbiter:
        return "arbiter";
    }
    JIPU_ASSERT(false, "a basis without a name");
}

std::string_view status_name(MoveStatus status) {
    return status == MoveStatus::confirmed ? "confirmed" : "provisional";
}

Json clock_json(const ClockMs& clock, Game game) {
    Json out = Json::object();
    for (const Side side : {Side::first, Side::second})
        if (clock[index_of(side)]) out[std::string(side_name(game, side))] = *clock[index_of(side)];
    return out;
}

Json info_json(const GameInfo& info, Game game) {
    Json out = Json::object();
    Json players = Json::object();
    for (const Side side : {Side::first, Side::second})
        if (info.players[index_of(side)])
            players[std::string(side_name(game, side))] =
                player_json(*info.players[index_of(side)]);
    if (!players.empty()) out["players"] = std::move(players);
    put_known(out, "event", info.event);
    put_known(out, "round", info.round);
    put_known(out, "table", info.table);
    put_known(out, "game_no", info.game_no);
    put_known(out, "rules", info.rules);
    put_known(out, "time_control", info.time_control);
    put_known(out, "start", info.start);
    return out;
}

} // namespace jipu
