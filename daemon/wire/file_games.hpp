// SPDX-License-Identifier: Apache-2.0
// A record as the file formats exchange it: tags, moves, and what to do when a position was set in
// mid-game, which no format can say. The tool and the results service write the same.
#pragma once

#include <string_view>
#include <vector>

#include "daemon/wire/final_record.hpp"
#include "rules/base/result.hpp"
#include "rules/notation/game_record.hpp"

namespace jipu {

/// One game of a file; where a position was set in mid-game (README.md) one more begins, so that no
/// ply is lost. The last bears the result, those before it `*`. Fails when the game is not xiangqi
/// or the record reads wrong: the ply and the reason.
Result<std::vector<notation::GameRecord>> file_games(const GameRecord& record,
                                                     std::string_view board);

} // namespace jipu
