// SPDX-License-Identifier: Apache-2.0
// A public game as PGN, through rules/notation. It must not know the store or HTTP.
#pragma once

#include <string>

#include "daemon/results/game_state.hpp"
#include "rules/base/result.hpp"

namespace jipu::results {

/// The record as it stands; more than one game when a position was set in mid-game. Fails for a
/// game that has not started or is not xiangqi.
Result<std::string> to_pgn(const GameState& state);

} // namespace jipu::results
