// SPDX-License-Identifier: Apache-2.0
// All legal moves of a position (000/1.2, 000/1.3) and their count, the perft number. Moves come in
// the order of their points. It must not know the reasons of illegal moves: position.cpp does.
#include "rules/xiangqi/king_guard.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

/// The legal targets of one side, piece by piece.
class LegalTargets {
  public:
    LegalTargets(const Position& position, Side side)
        : tables_(attack_tables()), position_(position), side_(side),
          own_(position.pieces_.side[index_of(side)]),
          enemies_(position.pieces_.side[index_of(opponent(side))]),
          guard_(tables_, position.pieces_, side) {}

    PointSet pieces() const { return own_; }

    PointSet of(Point from) const {
        const PointSet open = targets(tables_, position_.at(from), from, own_, enemies_);
        if (!guard_.applies()) return tried_on_board(from, open);
        if (!guard_.watched().contains(from)) return open - guard_.barred();
        PointSet safe;
        for (PointSet rest = open; !rest.empty();) {
            const Point to = rest.pop_first();
            if (guard_.is_safe(from, to)) safe.add(to);
        }
        return safe;
    }

  private:
    /// For arrangements that only illegal moves bring about: play it and look.
    PointSet tried_on_board(Point from, PointSet open) const {
        PointSet safe;
        while (!open.empty()) {
            const Point to = open.pop_first();
            Position after = position_;
            after.play_tolerant({from, to});
            if (!after.in_check(side_)) safe.add(to);
        }
        return safe;
    }

    const AttackTables& tables_;
    const Position& position_;
    Side side_;
    PointSet own_;
    PointSet enemies_;
    KingGuard guard_;
};

void Position::legal_moves(MoveList& out) const {
    out.count = 0;
    const LegalTargets legal(*this, to_move_);
    for (PointSet own = legal.pieces(); !own.empty();) {
        const Point from = own.pop_first();
        for (PointSet to = legal.of(from); !to.empty();)
            out.add({from, to.pop_first()});
    }
}

bool Position::has_legal_move() const {
    const LegalTargets legal(*this, to_move_);
    for (PointSet own = legal.pieces(); !own.empty();) {
        if (!legal.of(own.pop_first()).empty()) return true;
    }
    return false;
}

bool Position::can_move(Point p) const {
    if (p >= points || !board_[p]) return false;
    return !LegalTargets(*this, board_[p].side()).of(p).empty();
}

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    const LegalTargets legal(position, position.to_move());
    std::uint64_t leaves = 0;
    for (PointSet own = legal.pieces(); !own.empty();) {
        const Point from = own.pop_first();
        PointSet to = legal.of(from);
        if (depth == 1) { // the last ply is counted, not played
            leaves += static_cast<std::uint64_t>(to.count());
            continue;
        }
        while (!to.empty()) {
            Position after = position;
            after.play_tolerant({from, to.pop_first()});
            leaves += perft(after, depth - 1);
        }
    }
    return leaves;
}

} // namespace jipu::xiangqi
