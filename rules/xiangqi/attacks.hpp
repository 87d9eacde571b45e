// SPDX-License-Identifier: Apache-2.0
// The movements of 000/1.2.3 as tables of point sets, for speed: the same law as movement.hpp,
// which says why a move is not possible (a test holds the two together). It knows no turn and no
// history.
#pragma once

#include <array>

#include "rules/xiangqi/point_set.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

/// A step that something may stand in the way of, and where it leads when nothing does.
struct Hop {
    Point over = 0; ///< the horse's leg, the elephant's eye
    PointSet to;
};

/// Up to four hops from one point.
struct Hops {
    std::array<Hop, 4> hop;
    int count = 0;
};

struct AttackTables {
    /// By place on the line and what stands on it: the points up to and with the first piece each
    /// way, and the second piece each way.
    std::array<std::array<std::uint16_t, 512>, files> row_first{};
    std::array<std::array<std::uint16_t, 512>, files> row_second{};
    std::array<std::array<std::uint16_t, 1024>, ranks> column_first{};
    std::array<std::array<std::uint16_t, 1024>, ranks> column_second{};
    std::array<Hops, points> horse{};
    /// Where a horse may stand that attacks this point, by the leg that must be free.
    std::array<Hops, points> horse_from{};
    std::array<std::array<Hops, points>, 2> elephant{}; ///< by side
    std::array<std::array<PointSet, points>, 2> king{};
    std::array<std::array<PointSet, points>, 2> advisor{};
    std::array<std::array<PointSet, points>, 2> pawn{};
    /// Where a pawn of this side may stand that attacks this point.
    std::array<std::array<PointSet, points>, 2> pawn_from{};
};

/// Computed once, at the first use.
const AttackTables& attack_tables();

/// The points up to and with the first piece in the four directions.
inline PointSet first_on_lines(const AttackTables& tables, Point p, PointSet occupied) {
    const int file = file_of(p);
    const int rank = rank_of(p);
    PointSet out;
    out.add_row(rank, tables.row_first[static_cast<std::size_t>(file)][occupied.row(rank)]);
    out.add_column(file,
                   tables.column_first[static_cast<std::size_t>(rank)][occupied.column(file)]);
    return out;
}

/// The second piece in each of the four directions: what a cannon attacks.
inline PointSet second_on_lines(const AttackTables& tables, Point p, PointSet occupied) {
    const int file = file_of(p);
    const int rank = rank_of(p);
    PointSet out;
    out.add_row(rank, tables.row_second[static_cast<std::size_t>(file)][occupied.row(rank)]);
    out.add_column(file,
                   tables.column_second[static_cast<std::size_t>(rank)][occupied.column(file)]);
    return out;
}

/// Where the hops lead whose way is free.
inline PointSet free_hops(const Hops& hops, PointSet occupied) {
    PointSet out;
    for (int i = 0; i < hops.count; ++i) {
        const Hop& hop = hops.hop[static_cast<std::size_t>(i)];
        if (!occupied.contains(hop.over)) out = out | hop.to;
    }
    return out;
}

/// Where the piece on `p` may go by its movement alone: to empty points and onto `enemies`.
inline PointSet targets(const AttackTables& tables, Piece piece, Point p, PointSet own,
                        PointSet enemies) {
    const PointSet occupied = own | enemies;
    const std::size_t side = index_of(piece.side());
    switch (piece.kind()) {
    case Kind::king:
        return tables.king[side][p] - own;
    case Kind::advisor:
        return tables.advisor[side][p] - own;
    case Kind::elephant:
        return free_hops(tables.elephant[side][p], occupied) - own;
    case Kind::horse:
        return free_hops(tables.horse[p], occupied) - own;
    case Kind::rook:
        return first_on_lines(tables, p, occupied) - own;
    case Kind::cannon:
        return (first_on_lines(tables, p, occupied) - occupied) |
               (second_on_lines(tables, p, occupied) & enemies);
    case Kind::pawn:
        return tables.pawn[side][p] - own;
    case Kind::none:
        break;
    }
    return {};
}

/// The points strictly between two different points of one line; empty when they share none.
inline PointSet points_between(Point a, Point b) {
    PointSet out;
    const Point low = a < b ? a : b;
    const Point high = a < b ? b : a;
    const auto span = [](int from, int to) { // bits from + 1 to to - 1
        return (1U << static_cast<unsigned>(to)) - (2U << static_cast<unsigned>(from));
    };
    if (rank_of(low) == rank_of(high)) {
        out.add_row(rank_of(low), span(file_of(low), file_of(high)));
    } else if (file_of(low) == file_of(high)) {
        out.add_column(file_of(low), span(rank_of(low), rank_of(high)));
    }
    return out;
}

} // namespace jipu::xiangqi
