// SPDX-License-Identifier: Apache-2.0
// Tags and moves for the PGN writer.
#include "daemon/results/pgn_export.hpp"

#include <nlohmann/json.hpp>

#include "rules/notation/pgn.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::results {
namespace {

std::optional<xiangqi::Point> point_in(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '0' || text[1] > '9')
        return std::nullopt;
    return xiangqi::make_point(text[0] - 'a', text[1] - '0');
}

/// `20261130-...` as PGN's date, else unknown.
std::string date_tag(std::string_view game_name) {
    if (game_name.size() < 9 || game_name[8] != '-' ||
        game_name.substr(0, 8).find_first_not_of("0123456789") != std::string_view::npos)
        return "????.??.??";
    return std::string(game_name.substr(0, 4)) + '.' + std::string(game_name.substr(4, 2)) + '.' +
           std::string(game_name.substr(6, 2));
}

void add_tags(const GameState& state, const GameRecord& from, notation::GameRecord& to) {
    const auto or_unknown = [](const std::string& text) { return text.empty() ? "?" : text; };
    to.set_tag("Event", or_unknown(from.event));
    to.set_tag("Site", "?");
    to.set_tag("Date", date_tag(state.game_name()));
    to.set_tag("Round", or_unknown(from.round));
    to.set_tag("Red", or_unknown(from.players[0].name));
    to.set_tag("Black", or_unknown(from.players[1].name));
    if (!from.players[0].team.empty()) to.set_tag("RedTeam", from.players[0].team);
    if (!from.players[1].team.empty()) to.set_tag("BlackTeam", from.players[1].team);
    if (!from.table.empty()) to.set_tag("Table", from.table);
    if (!from.game_no.empty()) to.set_tag("GameNo", from.game_no);
    to.set_tag("Board", state.board());
    to.set_tag("GameName", state.game_name());
}

} // namespace

Result<std::string> to_pgn(const GameState& state) {
    const GameRecord* record = state.record();
    if (record == nullptr) return Error{"the game has not started"};
    if (record->game != Game::xiangqi) return Error{"PGN is for xiangqi games"};
    notation::GameRecord out;
    add_tags(state, *record, out);
    std::string start = record->start;
    std::size_t first = 0;
    for (const auto& set : record->set_positions) {
        first = static_cast<std::size_t>(set.ply);
        start = set.fen;
        out.start_comment = "position set after ply " + std::to_string(set.ply);
    }
    if (!start.empty()) {
        const auto position = xiangqi::parse_fen(start);
        if (!position) return Error{"the start position reads wrong: " + position.error()};
        out.start = *position;
    }
    xiangqi::Position position = out.start;
    for (std::size_t i = first; i < record->moves.size(); ++i) {
        const std::string_view text = record->moves[i].move;
        const auto from = point_in(text.substr(0, 2));
        const auto to = text.size() == 4 ? point_in(text.substr(2)) : std::nullopt;
        if (!from || !to) return Error{"ply " + std::to_string(i + 1) + " reads wrong"};
        const xiangqi::Move move{*from, *to};
        if (position.at(*from).empty())
            return Error{"nothing stands where ply " + std::to_string(i + 1) + " begins"};
        // The public stream does not say it; a PGN reader must be told.
        out.moves.push_back({move, "", position.is_legal(move)});
        position.play_tolerant(move);
    }
    out.result = record->result;
    return notation::write_pgn(out);
}

} // namespace jipu::results
