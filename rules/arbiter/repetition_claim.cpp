// SPDX-License-Identifier: Apache-2.0
// From a ruling to what it demands now.
#include "rules/arbiter/repetition_claim.hpp"

namespace jipu::arbiter {

namespace {

using xiangqi::Ruling;

std::optional<Side> accused_by(Ruling ruling) {
    if (ruling == Ruling::red_must_change || ruling == Ruling::red_loses) return xiangqi::red;
    if (ruling == Ruling::black_must_change || ruling == Ruling::black_loses) return xiangqi::black;
    return std::nullopt;
}

} // namespace

RepetitionDemand demand_of(const RuleBook& book, const RepetitionRuling& ruling,
                           const RepetitionStage& stage) {
    RepetitionDemand out;
    const Ruling verdict = ruling.verdict.ruling;
    out.accused = accused_by(verdict);
    if (!out.accused) {
        out.article = book.repetition.claim;
        out.due = stage.red_went_on && stage.black_went_on;
        return out;
    }
    out.article = ruling.article;
    if (verdict == Ruling::red_loses || verdict == Ruling::black_loses) {
        out.due = true;
    } else if (*out.accused == xiangqi::red ? stage.red_went_on : stage.black_went_on) {
        out.due = true;
        out.article = book.repetition.unchanged;
    }
    return out;
}

RepetitionClaim judge_repetition_claim(const RuleBook& book, const RepetitionRuling* ruling,
                                       Side claimant) {
    RepetitionClaim out;
    out.article = book.repetition.claim;
    if (ruling == nullptr) return out;
    const auto accused = accused_by(ruling->verdict.ruling);
    out.answer = !accused               ? ClaimAnswer::draw
                 : *accused == claimant ? ClaimAnswer::self_accused
                                        : ClaimAnswer::asked;
    if (accused) out.article = ruling->article;
    return out;
}

} // namespace jipu::arbiter
