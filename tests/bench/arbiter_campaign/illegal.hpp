// SPDX-License-Identifier: Apache-2.0
// Wrong moves, for whoever plants them.
#pragma once

#include "tests/bench/arbiter_campaign/deeds.hpp"

namespace jipu::arbiter_campaign {

std::string illegal_article(const Ply& ply, xiangqi::IllegalReason reason);

/// Does the move lead to a board of `history`? That is told as a disturbed one, whoever made it so.
bool stood_before(const std::vector<Position>& history, Position before, Move move);

/// A wrong move of this reason by the side to move, with the piece that then makes the ply (`same`)
/// or with another. `quiet`: to empty points alone; what was taken, and by what, the sensors of a
/// reed board do not tell apart from a brush.
std::optional<Move> wrong_move(const Ply& ply, Random& random, xiangqi::IllegalReason reason,
                               bool same, bool quiet);

} // namespace jipu::arbiter_campaign
