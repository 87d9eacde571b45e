// SPDX-License-Identifier: Apache-2.0
// Which moves count towards the quota of a period (有效着数, 000/4.2.1(5)): of checks, threats of
// mate and chases that one piece repeats only to fill its quota, no more than four. It knows no
// clock and labels no move.
#pragma once

#include <span>
#include <vector>

#include "rules/xiangqi/labels.hpp"

namespace jipu::arbiter {

/// A move of one side, as this rule looks at it.
struct QuotaMove {
    xiangqi::Move move;
    bool forbidden = false; ///< a check, a threat of mate or a chase
    bool parted = false;    ///< something was captured since this side's move before
};

/// For consecutive moves of one side, the first a beginning: does each count, by what had been
/// played when it was made? A run of forbidden moves by one piece is a repetition from the move on
/// that takes it to a point of the run again. In a repetition four moves count: on two points each
/// at most twice, on three one of them twice, on four and more the first four once each. The other
/// side's replies are never asked about: they always count.
std::vector<bool> effective_moves(std::span<const QuotaMove> moves);

} // namespace jipu::arbiter
