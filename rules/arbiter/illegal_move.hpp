// SPDX-License-Identifier: Apache-2.0
// A move against the rules of movement (000/1.2.3, 000/1.2.4, 001/4.1.2, 001/4.1.6): why, by which
// article, and what follows: a foul and the move taken back, or the loss. A pure judge.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/books/book.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter {

enum class IllegalRemedy : std::uint8_t {
    foul, ///< recorded as a foul, taken back; what had moved counts as touched (000/4.1.3(3)1)
    loss, ///< the game is lost (001/4.1.2, 001/4.1.6)
};

struct IllegalVerdict {
    xiangqi::IllegalReason reason{};
    std::string_view article;
    IllegalRemedy remedy = IllegalRemedy::foul;
    /// Taken back, the piece must make another move; false: it cannot move, the player is free.
    bool binds = false;
};

/// nullopt: the move is legal in `position`.
std::optional<IllegalVerdict> judge_illegal(const xiangqi::Position& position, xiangqi::Move move,
                                            const RuleBook& book);

} // namespace jipu::arbiter
