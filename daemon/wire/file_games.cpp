// SPDX-License-Identifier: Apache-2.0
// Tags and moves of the files that others read; see file_games.hpp.
#include "daemon/wire/file_games.hpp"

#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

namespace {

/// `20261130-...` as `2026.11.30`, else unknown.
std::string date_of(const std::string& game_name) {
    const bool dated = game_name.size() > 8 && game_name[8] == '-' &&
                       game_name.find_first_not_of("0123456789") == 8;
    if (!dated) return "????.??.??";
    return game_name.substr(0, 4) + "." + game_name.substr(4, 2) + "." + game_name.substr(6, 2);
}

void set_tags(const GameRecord& from, std::string_view board, notation::GameRecord& to) {
    const auto known = [](const std::string& text) { return text.empty() ? "?" : text; };
    to.set_tag("Event", known(from.event));
    to.set_tag("Site", "?");
    to.set_tag("Date", date_of(from.game_name));
    to.set_tag("Round", known(from.round));
    to.set_tag("Red", known(from.players[0].name));
    to.set_tag("Black", known(from.players[1].name));
    if (!from.players[0].team.empty()) to.set_tag("RedTeam", from.players[0].team);
    if (!from.players[1].team.empty()) to.set_tag("BlackTeam", from.players[1].team);
    if (!from.table.empty()) to.set_tag("Table", from.table);
    if (!from.game_no.empty()) to.set_tag("GameNo", from.game_no);
    to.set_tag("Board", std::string(board));
    to.set_tag("GameName", from.game_name);
}

/// The plies `first` + 1 to `last` into `out`, from the position `start` (FEN; empty: the game's).
std::string add_plies(const GameRecord& record, const std::string& start, std::size_t first,
                      std::size_t last, notation::GameRecord& out) {
    if (!start.empty()) {
        const auto position = xiangqi::parse_fen(start);
        if (!position)
            return "the position after ply " + std::to_string(first) +
                   " reads wrong: " + position.error();
        out.start = *position;
    }
    xiangqi::Position position = out.start;
    for (std::size_t i = first; i < last; ++i) {
        const RecordedMove& recorded = record.moves[i];
        const auto move = notation::try_parse_iccs(recorded.move);
        if (!move) return "ply " + std::to_string(i + 1) + " is no move: " + recorded.move;
        if (position.at(move->from).empty())
            return "nothing stands where ply " + std::to_string(i + 1) + " begins";
        // The public stream does not say what was illegal; who reads the file must be told.
        out.moves.push_back({*move, "", recorded.legal && position.is_legal(*move)});
        position.play_tolerant(*move);
    }
    return "";
}

} // namespace

Result<std::vector<notation::GameRecord>> file_games(const GameRecord& record,
                                                     std::string_view board) {
    if (record.game != Game::xiangqi) return Error{"PGN and DhtmlXQ are for xiangqi"};
    const std::size_t parts = record.set_positions.size() + 1;
    std::vector<notation::GameRecord> out;
    std::string start = record.start;
    std::size_t first = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        notation::GameRecord game;
        set_tags(record, board, game);
        const bool goes_on = part + 1 < parts;
        std::size_t last = record.moves.size();
        if (goes_on) last = static_cast<std::size_t>(record.set_positions[part].ply);
        if (last < first || last > record.moves.size())
            return Error{"a position was set after a ply that is not there"};
        const std::string wrong = add_plies(record, start, first, last, game);
        if (!wrong.empty()) return Error{wrong};
        if (parts > 1) game.set_tag("Part", std::to_string(part + 1) + "/" + std::to_string(parts));
        if (part > 0) {
            game.set_tag("Continues", record.game_name + " after ply " + std::to_string(first));
            game.start_comment = "position set after ply " + std::to_string(first);
        }
        if (goes_on) {
            start = record.set_positions[part].fen;
            std::string& comment = last > first ? game.moves.back().comment : game.start_comment;
            comment += (comment.empty() ? "" : "; ") + std::string("position set after ply ") +
                       std::to_string(last) + ": " + start + "; goes on as part " +
                       std::to_string(part + 2);
        } else {
            game.result = record.result;
        }
        first = last;
        out.push_back(std::move(game));
    }
    return out;
}

} // namespace jipu
