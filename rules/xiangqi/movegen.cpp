// SPDX-License-Identifier: Apache-2.0
// All legal moves of a position (000/1.2, 000/1.3) and their count, the perft number.
#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

void Position::legal_moves(MoveList& out) const {
    out.count = 0;
    for (Point from = 0; from < points; ++from) {
        if (!board_[from].is(to_move_)) continue;
        for (Point to = 0; to < points; ++to) {
            if (is_legal({from, to})) out.add({from, to});
        }
    }
}

bool Position::has_legal_move() const {
    for (Point from = 0; from < points; ++from) {
        if (board_[from].is(to_move_) && can_move(from)) return true;
    }
    return false;
}

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    MoveList moves;
    position.legal_moves(moves);
    if (depth == 1) return static_cast<std::uint64_t>(moves.count);
    std::uint64_t leaves = 0;
    for (const Move move : moves) {
        Position after = position;
        after.play_tolerant(move);
        leaves += perft(after, depth - 1);
    }
    return leaves;
}

} // namespace jipu::xiangqi
