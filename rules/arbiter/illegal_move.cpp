// SPDX-License-Identifier: Apache-2.0
// Each reason has its article in the book; whether such a move loses is one word of the book.
#include "rules/arbiter/illegal_move.hpp"

namespace jipu::arbiter {

std::optional<IllegalVerdict> judge_illegal(const xiangqi::Position& position, xiangqi::Move move,
                                            const RuleBook& book) {
    const auto reason = position.why_illegal(move);
    if (!reason) return std::nullopt;
    using Reason = xiangqi::IllegalReason;
    IllegalVerdict verdict;
    verdict.reason = *reason;
    verdict.article = *reason == Reason::self_check        ? book.self_check
                      : *reason == Reason::facing_generals ? book.facing
                                                           : book.illegal;
    verdict.remedy = book.illegal_loses ? IllegalRemedy::loss : IllegalRemedy::foul;
    verdict.binds = position.at(move.from).is(position.to_move()) && position.can_move(move.from);
    return verdict;
}

} // namespace jipu::arbiter
