// SPDX-License-Identifier: Apache-2.0
// The ruling on a repeated cycle by a rule book (棋例), in words and with the article: what the
// judge of rules/xiangqi says, for people. It counts no occurrences.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rules/books/book.hpp"
#include "rules/xiangqi/repetition.hpp"

namespace jipu::arbiter {

struct RepetitionRuling {
    xiangqi::RepetitionVerdict verdict;
    std::string_view article; ///< empty when nothing was decided
    std::string why;          ///< English: what each side's moves do, then what follows
};

/// The moves of the ruling's cycle with their classes, each once: `e1e7 check, e9d9 idle`.
std::string moves_with_classes(const xiangqi::RepetitionVerdict& verdict);

/// The ruling in Chinese: what each side's moves amount to, what follows, the article.
std::string why_zh(const RuleBook& book, const RepetitionRuling& ruling);

/// The book's flags as the judge takes them.
xiangqi::RepetitionRules repetition_rules_of(const RuleBook& book);

/// What one move of a cycle does, in words: `h2e2 threatens to take e6 (horse)`. `before` is the
/// position it was played from.
std::string describe(const xiangqi::LabelledPly& ply, const xiangqi::Position& before);

/// Rules by this book on the cycle that ends the moves, which must be legal from `start`.
RepetitionRuling rule_on_repetition(const RuleBook& book, const xiangqi::Position& start,
                                    std::span<const xiangqi::Move> moves);

} // namespace jipu::arbiter
