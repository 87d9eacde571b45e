// SPDX-License-Identifier: Apache-2.0
// Folding events into the record that stands; see final_record.hpp.
#include "daemon/wire/final_record.hpp"

#include <nlohmann/json.hpp>

#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/names.hpp"
#include "rules/base/contract.hpp"

namespace jipu {

namespace {

std::string text_of(const Json& data, const char* key) {
    const auto found = data.find(key);
    return found != data.end() && found->is_string() ? found->get<std::string>() : "";
}

void set_text(std::string& out, const Json& data, const char* key) {
    if (data.contains(key)) out = text_of(data, key);
}

std::optional<std::int64_t> number_of(const Json& data, const char* key) {
    const auto found = data.find(key);
    if (found == data.end() || !found->is_number_integer()) return std::nullopt;
    return found->get<std::int64_t>();
}

ClockMs clock_of(const Json& data, Game game) {
    ClockMs clock;
    const auto found = data.find("clock");
    if (found == data.end() || !found->is_object()) return clock;
    for (const Side side : {Side::first, Side::second})
        clock[index_of(side)] = number_of(*found, std::string(side_name(game, side)).c_str());
    return clock;
}

void take_info(GameRecord& game, const Json& data) {
    set_text(game.rules, data, "rules");
    set_text(game.time_control, data, "time_control");
    set_text(game.start, data, "start");
    set_text(game.event, data, "event");
    set_text(game.round, data, "round");
    set_text(game.table, data, "table");
    set_text(game.game_no, data, "game_no");
    const auto players = data.find("players");
    if (players == data.end() || !players->is_object()) return;
    for (const Side side : {Side::first, Side::second}) {
        const auto found = players->find(std::string(side_name(game.game, side)));
        if (found == players->end() || !found->is_object()) continue;
        game.players[index_of(side)] =
            Player{text_of(*found, "name"), text_of(*found, "team"), text_of(*found, "id")};
    }
}

/// The number of an existing ply, or of the next one when `may_append`; 0 when it is neither.
int ply_of(const GameRecord& game, const Json& data, bool may_append) {
    const auto ply = number_of(data, "ply").value_or(0);
    const auto most = static_cast<std::int64_t>(game.moves.size()) + (may_append ? 1 : 0);
    return ply >= 1 && ply <= most ? static_cast<int>(ply) : 0;
}

void drop_positions_from(GameRecord& game, int ply) {
    while (!game.set_positions.empty() && game.set_positions.back().ply >= ply)
        game.set_positions.pop_back();
}

void set_end(GameRecord& game, std::string result, std::string ending, std::optional<Side> winner,
             bool is_signed) {
    game.result = std::move(result);
    game.ending = std::move(ending);
    game.winner = winner;
    game.signed_result = is_signed;
}

std::string take_move(GameRecord& game, const Json& data, bool amends) {
    RecordedMove move;
    move.ply = ply_of(game, data, !amends);
    if (move.ply == 0) return "\"ply\" is not the number of a ply that can stand here";
    const auto side = try_parse_side(game.game, text_of(data, "side"));
    move.move = text_of(data, "move");
    if (!side) return "\"side\" is missing or no side";
    if (move.move.empty()) return "\"move\" is missing";
    move.side = *side;
    move.wxf = text_of(data, "wxf");
    move.chinese = text_of(data, "chinese");
    move.short_form = text_of(data, "short");
    move.fen = text_of(data, "fen");
    move.captured = text_of(data, "captured");
    move.clock = clock_of(data, game.game);
    move.elapsed_ms = number_of(data, "elapsed_ms");
    move.confirmed = text_of(data, "status") == "confirmed";
    const auto legal = data.find("legal");
    move.legal = legal == data.end() || *legal != false;
    const auto index = static_cast<std::size_t>(move.ply - 1);
    if (amends) {
        game.moves[index] = std::move(move);
    } else {
        game.moves.resize(index); // recorded again: what came after it has gone with it
        drop_positions_from(game, move.ply);
        game.moves.push_back(std::move(move));
        // Play goes on after an end without a result, whatever its ending was called.
        if (game.result == "*") set_end(game, "*", "", std::nullopt, false);
    }
    return "";
}

std::string confirm(GameRecord& game, const Json& data) {
    const int ply = ply_of(game, data, false);
    if (ply == 0) return "\"ply\" is not the number of a recorded ply";
    RecordedMove& move = game.moves[static_cast<std::size_t>(ply - 1)];
    move.confirmed = true;
    if (data.contains("clock")) move.clock = clock_of(data, game.game);
    if (data.contains("elapsed_ms")) move.elapsed_ms = number_of(data, "elapsed_ms");
    return "";
}

std::string retract(GameRecord& game, const Json& data) {
    const int ply = ply_of(game, data, false);
    if (ply == 0) return "\"ply\" is not the number of a recorded ply";
    game.moves.resize(static_cast<std::size_t>(ply - 1));
    drop_positions_from(game, ply);
    return "";
}

std::string set_position(GameRecord& game, const Json& data) {
    const std::string fen = text_of(data, "fen");
    if (fen.empty()) return "\"fen\" is missing";
    const int plies = static_cast<int>(game.moves.size());
    if (plies == 0) {
        game.start = fen;
        return "";
    }
    drop_positions_from(game, plies); // the last word counts
    if (game.moves.back().fen != fen) game.set_positions.push_back({plies, fen});
    return "";
}

std::string end(GameRecord& game, const Json& data) {
    if (text_of(data, "result").empty()) return "\"result\" is missing";
    set_end(game, text_of(data, "result"), text_of(data, "ending"),
            try_parse_side(game.game, text_of(data, "winner")),
            text_of(data, "status") == "signed");
    return "";
}

} // namespace

std::string FinalRecord::apply(std::string_view type, const Json& data) {
    if (!data.is_object()) return "the data of an event must be an object";
    if (type == "game.started") {
        GameRecord game;
        const std::string name = text_of(data, "game");
        if (name != "xiangqi" && name != "go") return "\"game\" must be \"xiangqi\" or \"go\"";
        game.game = name == "go" ? Game::go : Game::xiangqi;
        game.game_name = text_of(data, "game_name");
        take_info(game, data);
        games_.push_back(std::move(game));
        return "";
    }
    using Step = std::string (*)(GameRecord&, const Json&);
    Step step = nullptr;
    if (type == "game.updated")
        step = [](GameRecord& game, const Json& d) { return take_info(game, d), std::string(); };
    else if (type == "position.set")
        step = set_position;
    else if (type == "move.recorded")
        step = [](GameRecord& game, const Json& d) { return take_move(game, d, false); };
    else if (type == "move.amended")
        step = [](GameRecord& game, const Json& d) { return take_move(game, d, true); };
    else if (type == "move.confirmed")
        step = confirm;
    else if (type == "move.retracted")
        step = retract;
    else if (type == "game.ended")
        step = end;
    if (step == nullptr) return "";
    if (games_.empty()) {
        // Before the first game only a set-up can be told, and it belongs to no record yet.
        return type == "position.set" || type == "game.updated" ? "" : "no game was started";
    }
    return step(games_.back(), data);
}

void FinalRecord::apply(const Effect& effect, Game game) {
    const std::string wrong = apply(effect_type(effect), effect_data(effect, game));
    JIPU_ASSERT(wrong.empty(), wrong.c_str());
}

} // namespace jipu
