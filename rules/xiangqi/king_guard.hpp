// SPDX-License-Identifier: Apache-2.0
// Whether a move leaves the mover's own king attacked or the kings facing (000/1.2.3, 000/1.2.4,
// 000/1.3): found out once for a position, so that most moves need no trial.
#pragma once

#include "rules/xiangqi/attacks.hpp"

namespace jipu::xiangqi {

/// Looks from a king's point along its lines and legs.
class KingGuard {
  public:
    /// Reads `pieces` for as long as it lives.
    KingGuard(const AttackTables& tables, const Pieces& pieces, Side side);

    /// The side has one king, in its palace, and the other side at most one: only then does the
    /// rest of this class apply. Everything else is for a trial on the board.
    bool applies() const { return applies_; }
    /// The king is attacked, facing kings included.
    bool in_check() const { return in_check_; }
    /// Pieces of the side (the king too) whose every move must be tried with is_safe(). While in
    /// check: all.
    PointSet watched() const { return watched_; }
    /// Empty points on which any arrival becomes a cannon's screen.
    PointSet barred() const { return barred_; }
    /// Is the king safe after this move, which its movement allows?
    bool is_safe(Point from, Point to) const;

  private:
    bool attacked_at(Point king, PointSet occupied, PointSet enemies) const;
    void look_along_lines();
    void look_at_legs();

    const AttackTables& tables_;
    const Pieces& pieces_;
    PointSet own_;
    PointSet enemies_;
    PointSet watched_;
    PointSet barred_;
    Side enemy_;
    Point king_ = 0;
    bool applies_ = false;
    bool in_check_ = false;
};

} // namespace jipu::xiangqi
