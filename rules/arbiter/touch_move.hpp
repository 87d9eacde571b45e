// SPDX-License-Identifier: Apache-2.0
// Touch and move (000/4.1.1(1)-(5), 001/5.1-5.6): what a player owes for the pieces he lifted and
// put back, and whether his move paid it. A pure judge: it says, it does not act.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/base/instant.hpp"
#include "rules/books/book.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter {

/// Whose deed a touch was, as far as a board can know it.
enum class Hand : std::uint8_t {
    mover,   ///< an own piece lifted in one's own turn; an enemy piece beside an own one
    unknown, ///< an enemy piece alone: anybody's
    accident ///< several pieces at once: nobody's intention (000/4.1.1, 001/5.6)
};

/// A piece lifted for longer than a brush.
struct TouchedPiece {
    xiangqi::Point point = 0; ///< where it stands in the position
    Instant lifted;
    Hand hand = Hand::mover;
    /// It had made an illegal move that was taken back (000/4.1.3(3)1).
    bool retaken = false;
};

/// What the player must do.
struct Obligation {
    /// `capture_or_move`: the law leaves it open, because the order of touching, or whose hand it
    /// was, cannot be told.
    enum class Kind : std::uint8_t { move, capture, capture_or_move };
    Kind kind = Kind::move;
    std::vector<xiangqi::Point> from; ///< with one of these pieces
    std::vector<xiangqi::Point> to;   ///< capture: one of these must be taken; move: anywhere
    /// `capture_or_move`: those of `from` whose every move will do, and those whose captures will.
    std::vector<xiangqi::Point> moving{}, taking{};
    friend bool operator==(const Obligation&, const Obligation&) = default;
};

/// What is owed for some touches.
struct TouchDuty {
    Obligation must;                ///< means nothing when free
    std::vector<xiangqi::Move> may; ///< every move that pays it; empty: free, all moves may be made
    std::string_view article;       ///< the case; empty: nothing was touched
    bool free() const { return may.empty(); }
    bool paid_by(xiangqi::Move move) const;
};

/// What the side to move in `position` owes for `touched`, pieces of both sides in the order of
/// lifting, all as his own deeds; lifts closer than `together` have no order.
TouchDuty touch_duty(const xiangqi::Position& position, std::span<const TouchedPiece> touched,
                     Duration together, const RuleBook& book);

struct TouchVerdict {
    bool capture_owed = false; ///< the breach is `touch-capture`, else `touch-move`
    /// Hand::mover: it is a breach whoever touched the doubtful pieces. Else it is one only if
    /// those were touched by the mover, or not by accident.
    Hand hand = Hand::mover;
    Obligation must;
    std::string_view article;
};

/// Judges `move`, made in `position` by its side to move. `touched` as in touch_duty(), the moved
/// piece's own lift among them. One ply breaks one duty: where several pieces were touched the
/// cases of the book put them into one order. nullopt: the move paid what was owed, or nothing was.
std::optional<TouchVerdict> judge_touch(const xiangqi::Position& position, xiangqi::Move move,
                                        std::span<const TouchedPiece> touched, Duration together,
                                        const RuleBook& book);

/// A touch that is a foul by itself (001/9.1.5, 001/9.1.6).
struct TouchFoul {
    xiangqi::Point point = 0;
    Hand hand = Hand::mover;
    std::string_view article;
};

/// The fouls among `touched`: own pieces that cannot move at all, enemy pieces that nothing can
/// take; none where the book has no such foul, and none by accident.
std::vector<TouchFoul> touch_fouls(const xiangqi::Position& position,
                                   std::span<const TouchedPiece> touched, const RuleBook& book);

} // namespace jipu::arbiter
