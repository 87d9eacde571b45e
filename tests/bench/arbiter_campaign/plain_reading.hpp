// SPDX-License-Identifier: Apache-2.0
// What a move does to the other side, read plainly and narrowly: only what is beyond doubt has a
// name, all else is `doubtful`. It searches no exchanges and asks no judge of rules/xiangqi beyond
// how pieces move (1999 art. 25, 28, 29; 2020 art. 24, 26).
#pragma once

#include <cstdint>

#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter_campaign {

enum class Act : std::uint8_t {
    doubtful,
    check,     ///< the king is attacked
    mates,     ///< threatens mate by one move, and did not before
    chase,     ///< attacks one rook, horse or cannon that nothing protects; it was not attacked
    chase_low, ///< the same of an advisor or elephant
    idle,      ///< nothing can be won next, at once or by a check, nor the moved piece be taken
    protected_piece, ///< attacks a cheaper piece that would be retaken
    pawn_at_home,    ///< attacks a pawn that has not crossed the river
    by_king,         ///< a king alone attacks
    by_pawn,         ///< a pawn alone attacks
    exchange,        ///< equal pieces that attack each other, both protected
};

struct Reading {
    Act act = Act::doubtful;
    xiangqi::Point target = xiangqi::Position::nowhere; ///< chase: what is attacked
    xiangqi::Point chaser = xiangqi::Position::nowhere; ///< ... and by what, after the move
    bool bare = false; ///< check: and nothing of worth is attacked besides
};

/// `move` must be legal and take nothing.
Reading read_plainly(const xiangqi::Position& before, xiangqi::Move move);

/// Could the side to move win nothing, at once or by a check?
bool is_calm(const xiangqi::Position& position);

} // namespace jipu::arbiter_campaign
