// SPDX-License-Identifier: Apache-2.0
// Direct attacks, protection that is real, and rooks that no counter-attack excuses chasing (world
// rules 15, 19, 28).
#include "rules/xiangqi/world_chase.hpp"

#include "rules/xiangqi/attacks.hpp"

namespace jipu::xiangqi {
namespace {

/// A cannon that shoots over an enemy's piece protects nothing: the enemy takes the screen away.
bool shoots_over_own_piece(const Board& board, Point cannon, Point at) {
    for (PointSet between = points_between(cannon, at); !between.empty();) {
        if (board[between.pop_first()].is(board[cannon].side())) return true;
    }
    return false;
}

/// Can what has captured on this point be captured there? `pins`: protectors that may not move
/// protect nothing.
bool is_retaken(const Position& after, Point at, bool pins) {
    const Board board = after.board();
    for (Point from = 0; from < points; ++from) {
        if (!board[from].is(after.to_move()) || movement_fault(board, from, at)) continue;
        if (pins && !after.is_legal({from, at})) continue;
        if (board[from].kind() == Kind::cannon && !shoots_over_own_piece(board, from, at)) continue;
        return true;
    }
    return false;
}

/// Does this rook stand in the leg of a horse that would else give check? (rule 19)
bool is_pinned_by_horse(const Position& position, const Board& board, Point rook) {
    const Side side = board[rook].side();
    const Point king = position.king(side);
    if (king == Position::nowhere) return false;
    Board without = board;
    without[rook] = Piece();
    for (Point from = 0; from < points; ++from) {
        if (board[from] != Piece(opponent(side), Kind::horse)) continue;
        if (movement_fault(board, from, king) && !movement_fault(without, from, king)) return true;
    }
    return false;
}

bool can_strike_back(const Position& position, Move capture) {
    Position other = position;
    other.set_to_move(opponent(position.to_move()));
    return other.is_legal({capture.to, capture.from});
}

} // namespace

std::vector<Threat> world_attacks(const Position& position) {
    std::vector<Threat> out;
    const Side side = position.to_move();
    const bool checked = position.in_check(side);
    const bool gives_check = position.in_check(opponent(side));
    const Board board = position.board();
    for (Point from = 0; from < points; ++from) {
        const Piece piece = board[from];
        if (!piece.is(side) || is_small(piece.kind())) continue;
        for (Point to = 0; to < points; ++to) {
            const Piece target = board[to];
            if (!target.is(opponent(side)) || !counts_at(target, to)) continue;
            if (movement_fault(board, from, to)) continue;
            const Move move{from, to};
            if (!checked && !position.is_legal(move)) continue;
            if (piece.kind() == target.kind() && can_strike_back(position, move)) continue;
            Position after = position;
            after.play_tolerant(move);
            const bool dearer = rank_of_kind(target.kind()) > rank_of_kind(piece.kind());
            if (!dearer && is_retaken(after, to, !gives_check)) continue;
            Threat threat;
            threat.attacker = from;
            threat.target = to;
            threat.first = move;
            threat.grave = target.kind() == Kind::rook && (piece.kind() == Kind::cannon ||
                                                           is_pinned_by_horse(position, board, to));
            out.push_back(threat);
        }
    }
    return out;
}

} // namespace jipu::xiangqi
