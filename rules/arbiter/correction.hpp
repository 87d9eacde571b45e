// SPDX-License-Identifier: Apache-2.0
// How an error is put right (000/4.1.3, 001/5.8) and what both clocks show then (000/4.2.1(4)): a
// pure judge that says what the book wants. Who erred does not matter (000/4.1.3(5)).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"
#include "rules/books/book.hpp"

namespace jipu::arbiter {

/// What is found to be wrong.
enum class BoardError : std::uint8_t {
    set_up,            ///< pieces stood wrong from the first move on
    resumed_set_up,    ///< pieces stood wrong when an adjourned game was resumed
    colours_and_order, ///< the players have each other's pieces, and so each other's turn
    colours,           ///< they have each other's pieces, but who should begin began
    illegal_move,      ///< a move against the rules of movement was not noticed
    displaced,         ///< pieces went to other points by accident
};

/// What follows.
enum class Remedy : std::uint8_t {
    begin_anew,              ///< the whole game is played again
    back_to_resumption,      ///< play goes on from the position at resumption
    exchange_and_begin_anew, ///< the pieces are exchanged, the game is played again
    exchange_and_go_on, ///< each piece is replaced by the same of the other colour, play goes on
    replay_touched,     ///< back to the wrong move; the piece it moved counts as touched
    replay_free,        ///< back to the last certain position; any piece may be moved
    result_stands,      ///< found when the game was over: nothing is corrected
};

struct CorrectionVerdict {
    Remedy remedy = Remedy::begin_anew;
    std::string_view article;
};

/// `certain`: of displaced pieces, whether a position before the error is certain.
/// `over`: the clocks stand and both players have signed.
CorrectionVerdict judge_error(BoardError error, bool certain, bool over, const RuleBook& book);

/// What a remedy asks for, in words.
struct RemedyWords {
    std::string_view zh, en;
};
RemedyWords remedy_words(Remedy remedy);

/// A game that is led back, in moves of each side by index_of(side).
struct LedBack {
    std::array<int, 2> made{}; ///< when the error was found
    int cancelled = 0;         ///< plies that are taken out of the game
    int error_move = 0; ///< which move of its side was wrong, or the last that was right: 20th: 20
};

/// Counts a game whose plies were made by `movers` and that is led back to its first `kept`. The
/// move in error is the first cancelled one when that was the error, else the last kept one.
LedBack led_back(std::span<const Side> movers, int kept, bool first_cancelled_was_wrong);

/// The time that each side has used after the correction (000/4.2.1(4)): in the proportion of the
/// move in error to the moves made. nullopt: the clocks stay as they are, since the error is of
/// the last rounds or the book has no such rule.
std::optional<std::array<Duration, 2>>
clocks_set_back(const LedBack& game, std::array<Duration, 2> used, const CorrectionLaw& law);

} // namespace jipu::arbiter
