// SPDX-License-Identifier: Apache-2.0
// Mate by checks alone: what the law of repetition calls a threat of mate (杀: next move, or by a
// series of checks). Bounded and deterministic; no evaluation, no quiet moves of the attacker.
#pragma once

#include <vector>

#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

struct MateLimits {
    int checks = 8;    ///< longest series of checks looked at
    int nodes = 10000; ///< positions looked at in all
};

/// Can the side to move mate by giving check with every move? False also when the limits are met
/// first. `first` (may be null) receives the first move of the shortest series.
/// `barred` (may be null): moves that may not be part of the series.
bool mates_by_checks(const Position& position, MateLimits limits, Move* first = nullptr,
                     const std::vector<Move>* barred = nullptr);

/// A cheap first look: can this move give check to a king on this point at all? True at once when
/// it begins or ends on the king's lines, ends a horse's step away or frees a horse's leg beside
/// it.
inline bool may_give_check(Point king, Move move) {
    const auto apart = [king](Point p) {
        const int file = file_of(p) - file_of(king);
        const int rank = rank_of(p) - rank_of(king);
        return file * file * rank * rank; // 0: on a line; 1: diagonal; 4: a horse's step
    };
    const int from = apart(move.from);
    const int to = apart(move.to);
    return from <= 1 || to == 0 || to == 4;
}

} // namespace jipu::xiangqi
