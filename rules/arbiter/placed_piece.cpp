// SPDX-License-Identifier: Apache-2.0
// What a board sees of a piece thrown down by accident: it lies for less than a placement, because
// the player reaches for it at once, and on a point next to where the hand went with it. On the way
// itself such a rest is a stop-over and nothing; further off the hand had gone there on purpose.
#include "rules/arbiter/placed_piece.hpp"

#include <algorithm>
#include <cstdlib>

namespace jipu::arbiter {

using xiangqi::file_of;
using xiangqi::Move;
using xiangqi::Point;
using xiangqi::rank_of;

namespace {

int distance(int file, int rank, Point p) {
    return std::max(std::abs(file_of(p) - file), std::abs(rank_of(p) - rank));
}

} // namespace

bool beside_way(Move move, Point p) {
    const int df = file_of(move.to) - file_of(move.from);
    const int dr = rank_of(move.to) - rank_of(move.from);
    const int steps = std::max(std::abs(df), std::abs(dr));
    const bool straight = df == 0 || dr == 0;
    int nearest = std::min(distance(file_of(move.from), rank_of(move.from), p),
                           distance(file_of(move.to), rank_of(move.to), p));
    for (int i = 1; straight && i < steps; ++i)
        nearest = std::min(nearest, distance(file_of(move.from) + df / steps * i,
                                             rank_of(move.from) + dr / steps * i, p));
    return nearest == 1;
}

std::optional<PlacedVerdict> judge_placed(const xiangqi::Position& position, Move move, Point at,
                                          Duration lasted, const PlacedLengths& lengths,
                                          const RuleBook& book) {
    const Move placed{move.from, at};
    if (placed == move || lasted < lengths.settle || !position.is_legal(placed))
        return std::nullopt;
    if (lasted >= lengths.placed) return PlacedVerdict{placed, false, book.placed};
    if (!beside_way(move, at)) return std::nullopt;
    return PlacedVerdict{placed, true, book.placed};
}

} // namespace jipu::arbiter
