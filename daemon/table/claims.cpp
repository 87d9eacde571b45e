// SPDX-License-Identifier: Apache-2.0
// Claims of a player, as the arbiter enters them: each is checked against the record, and what it
// is worth is an alert.
#include "daemon/table/table_impl.hpp"
#include "rules/arbiter/repetition_claim.hpp"

namespace jipu {

std::string TableImpl::command_claim(const Command& command) {
    if (!command.side) return "a claim needs a side";
    if (command.what == "repetition") return claim_repetition(*command.side);
    if (command.what == "natural-limit") return claim_natural_limit(*command.side);
    return "no such claim: '" + command.what + "'";
}

// 000/1.4.2(3): either player may claim. A ply that stands and is not pressed yet counts when it
// completes the repetition.
std::string TableImpl::claim_repetition(Side claimant) {
    int last = record_.confirmed();
    auto found = find_repetition(last);
    if (!found && record_.count() > last) found = find_repetition(last = record_.count());
    if (!found) found = find_pattern(record_.confirmed());
    std::optional<arbiter::RepetitionRuling> ruling;
    if (found) ruling = rule_on(*found);
    const auto claim =
        arbiter::judge_repetition_claim(*book_, ruling ? &*ruling : nullptr, claimant);
    if (claim.in_order()) {
        repetition_.claimed = claimant;
        repetition_.dismissed = false;
        repetition_.told_times = 0; // told anew
        tell_repetition(*found, *ruling);
        return "";
    }
    AlertData alert = make_alert("claim-false", Grade::observed, claimant);
    alert.ply = last;
    alert.article = claim.article;
    if (claim.answer == arbiter::ClaimAnswer::too_few) {
        const int cycles = book_->repetition.cycles;
        const std::string stood = std::to_string(record_.occurrences_at(last));
        const std::string needed = std::to_string(cycles + 1);
        alert.reason = "stood " + stood + " of " + needed;
        alert.message_en = "The claim is not in order: the moves must have gone round " +
                           std::to_string(cycles) + " times, so that a position stands " + needed +
                           " times; this one stands for the " + stood + ". time";
        alert.message_zh = "提和不符：循环须达" + std::to_string(cycles) + "次（同一局面出现" +
                           needed + "次），现局面出现" + stood + "次";
    } else {
        alert.reason = "must change";
        alert.message_en = "The claim is not in order: the claimant must change. " + ruling->why;
        alert.message_zh = "提和不符：提和方应变着。" + arbiter::why_zh(*book_, *ruling);
    }
    alerts_.raise(alert);
    return "";
}

} // namespace jipu
