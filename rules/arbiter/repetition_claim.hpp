// SPDX-License-Identifier: Apache-2.0
// What a repetition demands at this stage of a game, and whether a player claims it rightly
// (000/1.4.1(7), 000/1.4.2(3); 1999 art. 24). It counts nothing and rules on no cycle: both are
// told to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/arbiter/repetition_ruling.hpp"

namespace jipu::arbiter {

/// How far a repetition has gone since it was first due to be ruled on.
struct RepetitionStage {
    bool red_went_on = false; ///< Red has repeated once more since
    bool black_went_on = false;
};

struct RepetitionDemand {
    std::optional<Side> accused; ///< must change, or loses; absent: nobody, it is a draw
    bool due = false; ///< what was threatened follows: the accused side loses, or it is a draw
    std::string_view article;
};

/// What follows from the ruling: who must change, or loses because the book says so at once or
/// because it went on; a draw once both sides have gone on.
RepetitionDemand demand_of(const RuleBook& book, const RepetitionRuling& ruling,
                           const RepetitionStage& stage);

enum class ClaimAnswer : std::uint8_t {
    draw,         ///< in order: a draw
    asked,        ///< in order: the other side must change, and the ruling was asked for
    too_few,      ///< not in order: the position has not stood often enough
    self_accused, ///< not in order: the claimant himself must change
};

struct RepetitionClaim {
    ClaimAnswer answer = ClaimAnswer::too_few;
    std::string_view article;
    bool in_order() const { return answer == ClaimAnswer::draw || answer == ClaimAnswer::asked; }
};

/// `ruling`: on the cycle, null when the position has not stood as often as the book demands.
RepetitionClaim judge_repetition_claim(const RuleBook& book, const RepetitionRuling* ruling,
                                       Side claimant);

} // namespace jipu::arbiter
