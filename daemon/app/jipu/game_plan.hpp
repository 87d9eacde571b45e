// SPDX-License-Identifier: Apache-2.0
// A xiangqi game as the simulated hands need it: who stands where, and per ply what the rules say.
// The hands know no rules; this is the only place where both meet. Knows nothing of time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hal/sim/hands.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::tool {

struct GamePlan {
    sim::Arrangement start;
    std::vector<sim::PlyFacts> plies;
    xiangqi::Position end;
    /// How many of the moves could be planned: all, or those before the first that moves nothing,
    /// a piece of the side not to move, or onto a piece of its own.
    std::size_t planned = 0;
};

/// Plans `moves` from `start`. A move against the rules of movement is planned as one that stands.
/// `with_wrong_targets`: find also where each moving piece may not go, for hands that err.
GamePlan plan_game(const xiangqi::Position& start, std::span<const xiangqi::Move> moves,
                   bool with_wrong_targets = false);

} // namespace jipu::tool
