// SPDX-License-Identifier: Apache-2.0
// Fills the tables of attacks.hpp from the movements of 000/1.2.3.
#include "rules/xiangqi/attacks.hpp"

#include "rules/xiangqi/movement.hpp"

namespace jipu::xiangqi {
namespace {

/// What is seen from `place` on a line of `length` points with these pieces on it: up to and with
/// the first piece each way, and the second piece each way.
void look_along(int length, int place, unsigned pieces, std::uint16_t& first,
                std::uint16_t& second) {
    unsigned reach = 0;
    unsigned beyond = 0;
    for (const int way : {-1, 1}) {
        int met = 0;
        for (int at = place + way; at >= 0 && at < length && met < 2; at += way) {
            const unsigned bit = 1U << static_cast<unsigned>(at);
            if (met == 0) reach |= bit;
            if ((pieces & bit) != 0 && ++met == 2) beyond |= bit;
        }
    }
    first = static_cast<std::uint16_t>(reach);
    second = static_cast<std::uint16_t>(beyond);
}

template <std::size_t Length, std::size_t Patterns>
void fill_lines(std::array<std::array<std::uint16_t, Patterns>, Length>& first,
                std::array<std::array<std::uint16_t, Patterns>, Length>& second) {
    for (std::size_t place = 0; place < Length; ++place) {
        for (std::size_t pieces = 0; pieces < Patterns; ++pieces) {
            look_along(static_cast<int>(Length), static_cast<int>(place),
                       static_cast<unsigned>(pieces), first[place][pieces], second[place][pieces]);
        }
    }
}

bool on_board(int file, int rank) {
    return file >= 0 && file < files && rank >= 0 && rank < ranks;
}

/// Adds a hop; a second target over the same point joins the first.
void add_hop(Hops& hops, Point over, Point to) {
    for (int i = 0; i < hops.count; ++i) {
        Hop& hop = hops.hop[static_cast<std::size_t>(i)];
        if (hop.over == over) return hop.to.add(to);
    }
    Hop& hop = hops.hop[static_cast<std::size_t>(hops.count++)];
    hop.over = over;
    hop.to.add(to);
}

void fill_hops(AttackTables& tables, Point from, int file_step, int rank_step) {
    const int file = file_of(from) + file_step;
    const int rank = rank_of(from) + rank_step;
    if (!on_board(file, rank)) return;
    const Point to = make_point(file, rank);
    const Point over = make_point(file_of(from) + file_step / 2, rank_of(from) + rank_step / 2);
    if (file_step * file_step == rank_step * rank_step) {
        for (const Side side : {red, black}) {
            if (!beyond_river(side, to)) add_hop(tables.elephant[index_of(side)][from], over, to);
        }
    } else {
        add_hop(tables.horse[from], over, to);
        add_hop(tables.horse_from[to], over, from);
    }
}

void fill_steps(AttackTables& tables, Side side, Point from) {
    const std::size_t s = index_of(side);
    const int forward = side == red ? 1 : -1;
    for (int file_step = -1; file_step <= 1; ++file_step) {
        for (int rank_step = -1; rank_step <= 1; ++rank_step) {
            const int file = file_of(from) + file_step;
            const int rank = rank_of(from) + rank_step;
            if ((file_step == 0 && rank_step == 0) || !on_board(file, rank)) continue;
            const Point to = make_point(file, rank);
            const bool diagonal = file_step != 0 && rank_step != 0;
            if (in_palace(side, to)) (diagonal ? tables.advisor : tables.king)[s][from].add(to);
            if (diagonal || rank_step == -forward) continue;
            if (rank_step == 0 && !beyond_river(side, from)) continue;
            tables.pawn[s][from].add(to);
            tables.pawn_from[s][to].add(from);
        }
    }
}

AttackTables make_tables() {
    AttackTables tables;
    fill_lines(tables.row_first, tables.row_second);
    fill_lines(tables.column_first, tables.column_second);
    for (Point from = 0; from < points; ++from) {
        for (int file_step = -2; file_step <= 2; ++file_step) {
            for (int rank_step = -2; rank_step <= 2; ++rank_step) {
                const int size = file_step * file_step + rank_step * rank_step;
                if (size == 5 || size == 8) fill_hops(tables, from, file_step, rank_step);
            }
        }
        for (const Side side : {red, black})
            fill_steps(tables, side, from);
    }
    return tables;
}

} // namespace

const AttackTables& attack_tables() {
    static const AttackTables tables = make_tables();
    return tables;
}

} // namespace jipu::xiangqi
