// SPDX-License-Identifier: Apache-2.0
// Folds the public stream. The record itself is folded by wire's FinalRecord, the same that the
// tool uses; added here is what a page shows besides: clocks, phase, an open offer of a draw.
#include "daemon/results/game_state.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/wire/cloud_event.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::results {
namespace {

enum class FieldKind { text, whole, yes_no, side, clock, players, result };

struct Field {
    std::string_view type; ///< of the event; a prefix ends with a dot
    std::string_view key;
    FieldKind kind;
};

constexpr std::array fields{
    Field{"game.", "game_name", FieldKind::text},
    Field{"game.", "game", FieldKind::text},
    Field{"game.", "rules", FieldKind::text},
    Field{"game.", "time_control", FieldKind::text},
    Field{"game.", "start", FieldKind::text},
    Field{"game.", "event", FieldKind::text},
    Field{"game.", "round", FieldKind::text},
    Field{"game.", "table", FieldKind::text},
    Field{"game.", "game_no", FieldKind::text},
    Field{"game.", "players", FieldKind::players},
    Field{"game.", "clock", FieldKind::clock},
    Field{"game.ended", "result", FieldKind::result},
    Field{"game.ended", "ending", FieldKind::text},
    Field{"game.ended", "winner", FieldKind::side},
    Field{"game.ended", "status", FieldKind::text},
    Field{"position.set", "fen", FieldKind::text},
    Field{"position.set", "ply", FieldKind::whole},
    Field{"position.set", "why", FieldKind::text},
    Field{"move.", "ply", FieldKind::whole},
    Field{"move.", "side", FieldKind::side},
    Field{"move.", "move", FieldKind::text},
    Field{"move.", "was", FieldKind::text},
    Field{"move.", "wxf", FieldKind::text},
    Field{"move.", "chinese", FieldKind::text},
    Field{"move.", "short", FieldKind::text},
    Field{"move.", "fen", FieldKind::text},
    Field{"move.", "captured", FieldKind::text},
    Field{"move.", "clock", FieldKind::clock},
    Field{"move.", "elapsed_ms", FieldKind::whole},
    Field{"move.", "status", FieldKind::text},
    Field{"move.", "legal", FieldKind::yes_no},
    Field{"clock.", "clock", FieldKind::clock},
    Field{"clock.", "running", FieldKind::side},
    Field{"clock.", "period", FieldKind::whole},
    Field{"clock.", "moves_to_go", FieldKind::whole},
    Field{"clock.", "periods_left", FieldKind::whole},
    Field{"draw.", "side", FieldKind::side},
    Field{"draw.", "answer", FieldKind::text},
};

/// Whole, and small enough that no sum of such numbers overflows: about 30,000 years of ms.
bool is_whole(const Json& value) {
    return value.is_number_integer() &&
           (!value.is_number_unsigned() || value.get<std::uint64_t>() <= 1'000'000'000'000'000U) &&
           value.get<std::int64_t>() >= -1'000'000'000'000'000 &&
           value.get<std::int64_t>() <= 1'000'000'000'000'000;
}

bool is_side(std::string_view text) {
    return text == "red" || text == "black" || text == "white";
}

bool is_clock(const Json& value) {
    if (!value.is_object()) return false;
    return std::all_of(value.items().begin(), value.items().end(), [](const auto& item) {
        return is_side(item.key()) && is_whole(item.value());
    });
}

bool is_players(const Json& value) {
    if (!value.is_object()) return false;
    for (const auto& [side, player] : value.items()) {
        if (!is_side(side) || !player.is_object()) return false;
        for (const auto& [key, text] : player.items())
            if (!text.is_string()) return false;
    }
    return true;
}

/// What is expected of a field; empty when the value is of this kind.
std::string_view expected(FieldKind kind, const Json& value) {
    switch (kind) {
    case FieldKind::text:
        return value.is_string() ? "" : "a string";
    case FieldKind::whole:
        return is_whole(value) ? "" : "a whole number";
    case FieldKind::yes_no:
        return value.is_boolean() ? "" : "true or false";
    case FieldKind::side:
        return value.is_string() && (is_side(value.get<std::string>()) || value == "none")
                   ? ""
                   : "red, black or white";
    case FieldKind::clock:
        return is_clock(value) ? "" : "an object of sides with whole milliseconds";
    case FieldKind::players:
        return is_players(value) ? "" : "an object of sides with name, team and id as strings";
    case FieldKind::result:
        return value.is_string() && value.get<std::string>().size() <= 16
                   ? ""
                   : "a result as 1-0, 0-1, 1/2-1/2, 0-0 or *";
    }
    return "";
}

std::optional<Side> side_in(const Json& data, const char* key, Game game) {
    const auto it = data.find(key);
    if (it == data.end() || !it->is_string()) return std::nullopt;
    for (const Side side : {Side::first, Side::second})
        if (it->get<std::string>() == side_name(game, side)) return side;
    return std::nullopt;
}

std::optional<std::int64_t> whole_in(const Json& data, std::string_view key) {
    const auto it = data.find(key);
    if (it == data.end() || !it->is_number_integer()) return std::nullopt;
    return it->get<std::int64_t>();
}

template <typename T>
void put(Json& out, const char* key, const std::optional<T>& value) {
    if (value) out[key] = *value;
}

Json clock_object(const ClockMs& clock, Game game) {
    Json out = Json::object();
    for (const Side side : {Side::first, Side::second})
        put(out, std::string(side_name(game, side)).c_str(), clock[index_of(side)]);
    return out;
}

Json player_object(const Player& player) {
    Json out = Json::object();
    for (const auto& [key, text] : {std::pair{"name", &player.name},
                                    std::pair{"team", &player.team}, std::pair{"id", &player.id}})
        if (!text->empty()) out[key] = notation::printable(*text);
    return out;
}

Json move_object(const RecordedMove& move, Game game) {
    Json out{{"ply", move.ply}, {"side", side_name(game, move.side)}, {"move", move.move}};
    const std::array<std::pair<const char*, const std::string*>, 4> texts{
        {{"wxf", &move.wxf},
         {"chinese", &move.chinese},
         {"short", &move.short_form},
         {"fen", &move.fen}}};
    for (const auto& [key, text] : texts)
        if (!text->empty()) out[key] = *text;
    if (!move.captured.empty()) out["captured"] = move.captured;
    if (!move.legal) out["legal"] = false;
    if (move.clock[0] || move.clock[1]) out["clock"] = clock_object(move.clock, game);
    put(out, "elapsed_ms", move.elapsed_ms);
    return out;
}

} // namespace

std::string GameState::why_not(std::string_view type, const Json& data) {
    for (const auto& field : fields) {
        const bool concerns =
            field.type.back() == '.' ? type.starts_with(field.type) : type == field.type;
        if (!concerns) continue;
        const auto it = data.find(field.key);
        if (it == data.end() || it->is_null()) continue;
        const auto want = expected(field.kind, *it);
        if (!want.empty())
            return "\"" + std::string(field.key) + "\": " + std::string(want) + " is expected";
    }
    return "";
}

GameState::GameState(std::string board, std::string game_name)
    : board_(std::move(board)), game_name_(std::move(game_name)) {}

const GameRecord* GameState::record() const {
    return fold_.games().empty() ? nullptr : &fold_.games().back();
}

Game GameState::game() const {
    return record() == nullptr ? Game::xiangqi : record()->game;
}

void GameState::apply(std::string_view type, const Json& data, const Arrival& arrival) {
    rev_ = arrival.rev;
    updated_ms_ = arrival.time_ms;
    // The boards' wall clocks need not agree with ours, and a stream may be delayed on purpose. The
    // least difference seen is taken as both together; what comes later than that was held up.
    const std::int64_t lag = arrival.received_ms - arrival.time_ms;
    lag_ms_ = std::min(lag, lag_ms_.value_or(lag));

    const std::vector<RecordedMove> before =
        record() == nullptr ? std::vector<RecordedMove>{} : record()->moves;
    const std::string why = fold_.apply(type, data);
    if (!why.empty() && trouble_.empty()) trouble_ = std::string(type) + ": " + why;
    unchanged_ = 0;
    if (record() != nullptr) {
        const auto& after = record()->moves;
        while (unchanged_ < before.size() && unchanged_ < after.size() &&
               before[unchanged_] == after[unchanged_])
            ++unchanged_;
    }
    if (!why.empty()) return;
    if (type == "game.started") started_ms_ = arrival.time_ms;
    apply_phase(type, data);
    if (type.starts_with("clock.")) apply_clock(data, arrival);
    if (type.starts_with("move.")) apply_move_clock(data, arrival);
}

void GameState::apply_phase(std::string_view type, const Json& data) {
    if (type == "game.started" || type == "game.resumed") phase_ = "playing";
    if (type == "game.paused") phase_ = "paused";
    if (type == "game.adjourned") phase_ = "adjourned";
    if (type == "game.ended") {
        const bool open =
            record() != nullptr && record()->result == "*" && record()->ending.empty();
        phase_ = open ? "playing" : "ended";
    }
    if (type == "move.recorded" && phase_ == "ended" && record()->result == "*") phase_ = "playing";
    if (phase_ != "playing") running_.reset();
    if (type == "draw.offered") draw_offer_ = side_in(data, "side", game());
    if (type == "draw.answered" || type == "game.ended" || type == "move.recorded")
        draw_offer_.reset();
}

void GameState::apply_clock(const Json& data, const Arrival& arrival) {
    const auto clock = data.find("clock");
    if (clock == data.end() || !clock->is_object()) return;
    for (const Side side : {Side::first, Side::second})
        if (const auto ms = whole_in(*clock, side_name(game(), side))) clock_[index_of(side)] = ms;
    clock_at_ = arrival.time_ms;
    running_ = side_in(data, "running", game());
    period_ = whole_in(data, "period");
    moves_to_go_ = whole_in(data, "moves_to_go");
    periods_left_ = whole_in(data, "periods_left");
    if (phase_ != "playing") running_.reset();
}

void GameState::apply_move_clock(const Json& data, const Arrival& arrival) {
    // A correction of an older ply says nothing of the clocks now.
    const auto clock = data.find("clock");
    const auto ply = whole_in(data, "ply");
    if (clock == data.end() || !clock->is_object() || clock->empty() || record() == nullptr) return;
    const auto& moves = record()->moves;
    if (moves.empty() || ply != moves.back().ply) return;
    for (const Side side : {Side::first, Side::second})
        if (const auto ms = whole_in(*clock, side_name(game(), side))) clock_[index_of(side)] = ms;
    clock_at_ = arrival.time_ms;
    if (phase_ == "playing") running_ = opponent(moves.back().side);
}

Json GameState::summary(std::int64_t now_ms) const {
    Json out{{"board", board_}, {"game_name", game_name_}, {"rev", rev_}, {"phase", phase_}};
    const auto* game_record = record();
    if (game_record == nullptr) return out;
    const GameRecord& r = *game_record;
    out["game"] = game_label(r.game);
    Json players = Json::object();
    for (const Side side : {Side::first, Side::second})
        players[std::string(side_name(r.game, side))] = player_object(r.players[index_of(side)]);
    out["players"] = std::move(players);
    const std::array<std::pair<const char*, const std::string*>, 7> texts{
        {{"event", &r.event},
         {"round", &r.round},
         {"table", &r.table},
         {"game_no", &r.game_no},
         {"rules", &r.rules},
         {"time_control", &r.time_control},
         {"start", &r.start}}};
    for (const auto& [key, text] : texts)
        if (!text->empty()) out[key] = notation::printable(*text);
    out["result"] = r.result;
    if (!r.ending.empty()) out["ending"] = r.ending;
    if (r.winner) out["winner"] = side_name(r.game, *r.winner);
    if (phase_ == "ended") out["status"] = r.signed_result ? "signed" : "proposed";
    out["plies"] = r.moves.size();
    std::string fen = r.moves.empty() ? r.start : r.moves.back().fen;
    for (const auto& set : r.set_positions)
        if (set.ply == static_cast<int>(r.moves.size())) fen = set.fen;
    out["fen"] = std::move(fen);
    if (!r.moves.empty()) out["last_move"] = move_object(r.moves.back(), r.game);
    if (draw_offer_) out["draw_offer"] = side_name(r.game, *draw_offer_);
    if (clock_[0] || clock_[1]) {
        Json clock = clock_object(clock_, r.game);
        if (running_) {
            clock["running"] = side_name(r.game, *running_);
            clock["age_ms"] = std::max<std::int64_t>(0, now_ms - lag_ms_.value_or(0) - clock_at_);
        }
        put(clock, "period", period_);
        put(clock, "moves_to_go", moves_to_go_);
        put(clock, "periods_left", periods_left_);
        out["clock"] = std::move(clock);
    }
    out["started"] = format_rfc3339(started_ms_ * 1000);
    out["updated"] = format_rfc3339(updated_ms_ * 1000);
    if (!trouble_.empty()) out["incomplete"] = true;
    return out;
}

Json GameState::moves(std::size_t from) const {
    Json out = Json::array();
    if (record() == nullptr) return out;
    const auto& all = record()->moves;
    for (std::size_t i = from; i < all.size(); ++i)
        out.push_back(move_object(all[i], game()));
    return out;
}

Json GameState::full(std::int64_t now_ms) const {
    return patch(0, now_ms);
}

Json GameState::patch(std::size_t from, std::int64_t now_ms) const {
    Json out = summary(now_ms);
    out["from"] = from;
    out["moves"] = moves(from);
    Json positions = Json::array();
    if (record() != nullptr)
        for (const auto& set : record()->set_positions)
            positions.push_back(Json{{"ply", set.ply}, {"fen", set.fen}});
    out["positions"] = std::move(positions);
    return out;
}

} // namespace jipu::results
