// SPDX-License-Identifier: Apache-2.0
// A public game in PGN: wire says what is written, rules/notation how.
#include "daemon/results/pgn_export.hpp"

#include "daemon/wire/file_games.hpp"
#include "rules/notation/pgn.hpp"

namespace jipu::results {

Result<std::string> to_pgn(const GameState& state) {
    const GameRecord* record = state.record();
    if (record == nullptr) return Error{"the game has not started"};
    GameRecord named = *record;
    named.game_name = state.game_name(); // the stream's name, not what the event says
    const auto games = file_games(named, state.board());
    if (!games) return Error{games.error()};
    std::string out;
    for (const notation::GameRecord& game : *games)
        out += notation::write_pgn(game);
    return out;
}

} // namespace jipu::results
