// SPDX-License-Identifier: Apache-2.0
// A placed piece stays (000/4.1.2, 001/5.7): was a piece put down for good before it went on, or
// did it only slip from the hand? A pure judge.
#pragma once

#include <optional>
#include <string_view>

#include "rules/base/instant.hpp"
#include "rules/books/book.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter {

/// From when on a rest counts: the table's settings `settle_ms` and `placed_ms`.
struct PlacedLengths {
    Duration settle{};
    Duration placed{};
};

struct PlacedVerdict {
    xiangqi::Move placed; ///< what should have stayed
    /// Too short to have been put down for good, and beside the piece's way: dropped by accident,
    /// which deserves a reminder and no more.
    bool slip = false;
    std::string_view article;
};

/// The piece of `move` lay on `at` for `lasted` before it came to `move.to`; in `position`, before
/// the move. nullopt: it may have lain there: no legal placement, too short, or where it came to
/// stand in the end.
std::optional<PlacedVerdict> judge_placed(const xiangqi::Position& position, xiangqi::Move move,
                                          xiangqi::Point at, Duration lasted,
                                          const PlacedLengths& lengths, const RuleBook& book);

/// Does `p` lie next to the way of a move, its ends included, and not upon it?
bool beside_way(xiangqi::Move move, xiangqi::Point p);

} // namespace jipu::arbiter
