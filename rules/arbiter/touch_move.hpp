// SPDX-License-Identifier: Apache-2.0
// Touch and move (000/4.1.1 (1)-(5), 001/5.1-5.5): what a player owes for the pieces he lifted and
// put back, and whether his move paid it. A pure judge: it says, it does not act.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/base/instant.hpp"
#include "rules/books/book.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter {

/// A piece lifted for longer than a brush.
struct TouchedPiece {
    xiangqi::Point point = 0; ///< where it stands in the position
    Instant lifted;
    /// A piece of the mover was in the air with it: so it was the mover's hand.
    bool beside_own = false;
};

/// What the player must do.
struct Obligation {
    enum class Kind { move, capture, capture_or_move };
    Kind kind = Kind::move;
    std::vector<xiangqi::Point> from; ///< with one of these pieces
    std::vector<xiangqi::Point> to;   ///< capture: one of these must be taken; move: anywhere
};

struct TouchVerdict {
    bool capture_owed = false; ///< the breach is `touch-capture`, else `touch-move`
    bool certain = true;       ///< false: nobody can say whose hand touched the opponent's piece
    Obligation must;
    std::string_view article;
};

/// Judges `move`, made in `position` by its side to move. `touched` are the pieces of both sides
/// lifted in this turn in the order of lifting, the moved piece's own lift among them; lifts closer
/// than `together` have no order. nullopt: the move paid what was owed, or nothing was.
std::optional<TouchVerdict> judge_touch(const xiangqi::Position& position, xiangqi::Move move,
                                        std::span<const TouchedPiece> touched, Duration together,
                                        const RuleBook& book);

} // namespace jipu::arbiter
