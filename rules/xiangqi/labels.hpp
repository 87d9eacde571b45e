// SPDX-License-Identifier: Apache-2.0
// The class of each move of a cycle (将 杀 捉 兑 献 拦 跟 闲; 1999 art. 28-29, 2020 ch. 6). What
// follows from the classes is said by repetition.hpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/xiangqi/chase.hpp"

namespace jipu::xiangqi {

/// In the order of their weight: of several effects of a move the heaviest counts (27.4;
/// 2020 26.4).
enum class Label : std::uint8_t { check, kill, chase, exchange, offer, block, follow, idle };

/// The name on the wire: `check`, `kill`, ...
std::string_view label_name(Label label);

/// A move with its class and what that rests on.
struct LabelledPly {
    Move move;
    Side side = red;
    Label label = Label::idle;
    Move mate; ///< of a kill: the check that begins it, on the board after the move
    std::vector<Threat> chases; ///< what the move threatens to win; points after the move
    bool lighter = false;       ///< every chase is joint or of a piece with too few roots
    bool by_pawn = false;       ///< a pawn alone attacks anew: nothing by itself (27.2)
    std::vector<Point> shadows; ///< of an idle move: the pieces that the moved one bears on
};

/// Labels one move: `before` is the position it was played from; the move must be legal there. A
/// bounded search: some milliseconds.
LabelledPly label_move(const Position& before, Move move, const RepetitionRules& rules);

} // namespace jipu::xiangqi
