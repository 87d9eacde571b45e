// SPDX-License-Identifier: Apache-2.0
// Check, pins and screens from the king's point of view (000/1.3). It must not know how moves are
// listed or played.
#include "rules/xiangqi/king_guard.hpp"

#include "rules/xiangqi/movement.hpp"

namespace jipu::xiangqi {

KingGuard::KingGuard(const AttackTables& tables, const Pieces& pieces, Side side)
    : tables_(tables), pieces_(pieces), own_(pieces.side[index_of(side)]),
      enemies_(pieces.side[index_of(opponent(side))]), enemy_(opponent(side)) {
    const PointSet kings = pieces.of(side, Kind::king);
    if (kings.count() != 1 || pieces.of(enemy_, Kind::king).count() > 1) return;
    king_ = kings.first();
    if (!in_palace(side, king_)) return;
    applies_ = true;
    look_along_lines();
    look_at_legs();
    if (!(tables.pawn_from[index_of(enemy_)][king_] & pieces.of(enemy_, Kind::pawn)).empty()) {
        in_check_ = true;
    }
    watched_.add(king_);
    if (in_check_) watched_ = own_;
}

/// A piece that leaves a line of the king uncovers what stands behind it; one that comes between a
/// bare cannon and the king becomes its screen. A capture fills the point it empties, so it changes
/// no line but by the point it left: no other move can endanger a king that is not in check.
void KingGuard::look_along_lines() {
    const PointSet occupied = own_ | enemies_;
    PointSet lines;
    lines.add_row(rank_of(king_), 511U);
    lines.add_column(file_of(king_), 1023U);
    PointSet facing;
    facing.add_column(file_of(king_), 1023U);

    PointSet straight =
        (pieces_.of(enemy_, Kind::rook) & lines) | (pieces_.of(enemy_, Kind::king) & facing);
    while (!straight.empty()) {
        const PointSet between = points_between(king_, straight.pop_first());
        const int met = (between & occupied).count();
        if (met == 0) in_check_ = true;
        if (met == 1) watched_ = watched_ | (between & own_);
    }
    PointSet cannons = pieces_.of(enemy_, Kind::cannon) & lines;
    while (!cannons.empty()) {
        const PointSet between = points_between(king_, cannons.pop_first());
        const int met = (between & occupied).count();
        if (met == 0) barred_ = barred_ | between;
        if (met == 1) in_check_ = true;
        if (met == 2) watched_ = watched_ | (between & own_);
    }
}

void KingGuard::look_at_legs() {
    const PointSet horses = pieces_.of(enemy_, Kind::horse);
    if (horses.empty()) return;
    const PointSet occupied = own_ | enemies_;
    const Hops& hops = tables_.horse_from[king_];
    for (int i = 0; i < hops.count; ++i) {
        const Hop& hop = hops.hop[static_cast<std::size_t>(i)];
        if ((hop.to & horses).empty()) continue;
        if (!occupied.contains(hop.over)) in_check_ = true;
        if (own_.contains(hop.over)) watched_.add(hop.over);
    }
}

bool KingGuard::attacked_at(Point king, PointSet occupied, PointSet enemies) const {
    const auto enemy = [&](Kind kind) {
        return enemies & pieces_.kind[static_cast<std::size_t>(kind)];
    };
    const PointSet first = first_on_lines(tables_, king, occupied);
    if (!(first & enemy(Kind::rook)).empty()) return true;
    if (!(second_on_lines(tables_, king, occupied) & enemy(Kind::cannon)).empty()) return true;
    if (!(free_hops(tables_.horse_from[king], occupied) & enemy(Kind::horse)).empty()) return true;
    if (!(tables_.pawn_from[index_of(enemy_)][king] & enemy(Kind::pawn)).empty()) return true;
    const PointSet other = first & enemy(Kind::king);
    return !other.empty() && file_of(other.first()) == file_of(king);
}

bool KingGuard::is_safe(Point from, Point to) const {
    PointSet occupied = own_ | enemies_;
    occupied.remove(from);
    occupied.add(to);
    PointSet enemies = enemies_;
    enemies.remove(to);
    return !attacked_at(from == king_ ? to : king_, occupied, enemies);
}

} // namespace jipu::xiangqi
