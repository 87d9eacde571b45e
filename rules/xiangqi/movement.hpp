// SPDX-License-Identifier: Apache-2.0
// How each kind of piece moves (000/1.2.3), piece by piece on a plain board, with the reason when
// it does not. It knows nothing of whose turn it is nor of check: position.cpp asks it.
#pragma once

#include <optional>

#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

/// Is the point inside this side's palace (九宫)?
constexpr bool in_palace(Side side, Point p) {
    const int file = file_of(p);
    const int rank = side == red ? rank_of(p) : ranks - 1 - rank_of(p);
    return file >= 3 && file <= 5 && rank <= 2;
}

/// Is the point on the far side of the river (河界), seen from this side?
constexpr bool beyond_river(Side side, Point p) {
    return side == red ? rank_of(p) >= 5 : rank_of(p) <= 4;
}

/// Pieces strictly between two points of one rank or file.
int pieces_between(const Board& board, Point from, Point to);

/// May the piece on `from` (there must be one) move to `to`, as its kind moves? What stands on `to`
/// counts as something to capture, whichever side it is of. nullopt: it may.
std::optional<IllegalReason> movement_fault(const Board& board, Point from, Point to);

/// Does any piece of `by` reach `target` by its movement?
bool attacked(const Board& board, Point target, Side by);

} // namespace jipu::xiangqi
