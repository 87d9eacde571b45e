// SPDX-License-Identifier: Apache-2.0
// A rule book as data: which article says what. One table a game; a new edition is one more row.
#pragma once

#include <span>
#include <string_view>

#include "rules/base/ids.hpp"

namespace jipu {

/// The law of repetition (棋例) of a book: in what it differs from others, and what it cites. The
/// flags are explained where they are used, in rules/xiangqi/repetition_rules.hpp.
struct RepetitionLaw {
    int cycles; ///< so many cycles, before a ruling is due
    bool by_object;
    bool check_loses;
    bool kept_chases;
    bool lighter;
    bool pawns_in_mutual;
    bool pawn_sacrifices;
    int long_pattern_rounds;
    std::string_view one_sided_check; ///< articles: perpetual check by one side alone
    std::string_view one_forbidden;   ///< one side's moves are forbidden, the other's are not
    std::string_view both_allowed;
    std::string_view both_forbidden; ///< and neither weighs more
    std::string_view weighed;        ///< both forbidden, and one weighs more; empty: never
    std::string_view remark;         ///< said with every ruling; may be empty
};

/// The articles that alerts cite, written as the book numbers them, book first.
struct RuleBook {
    std::string_view name;        ///< `xiangqi-state`
    std::string_view touch_own;   ///< a touched piece of one's own must move
    std::string_view touch_other; ///< a touched piece of the opponent must be taken
    std::string_view own_then_other;
    std::string_view other_then_own;
    std::string_view both_at_once;
    std::string_view retake; ///< the piece of an illegal move that was taken back must move
    /// Fouls by themselves; empty: none in this book.
    std::string_view touch_unmovable; ///< touching an own piece that cannot move at all
    std::string_view touch_untakable; ///< touching a piece of the opponent that nothing can take
    std::string_view placed;          ///< a placed piece stays
    std::string_view illegal;         ///< a move against the rules of movement
    std::string_view self_check;      ///< leaving or putting one's king where it can be taken
    std::string_view facing;          ///< leaving the kings face to face
    bool illegal_loses;           ///< such moves lose at once; else each is a foul, and taken back
    std::string_view take_back;   ///< how an illegal move is corrected
    std::string_view displaced;   ///< pieces that were moved by accident
    std::string_view set_up;      ///< a wrong set-up
    std::string_view press;       ///< the clock is pressed after the move
    std::string_view time;        ///< exceeding the time
    std::string_view out_of_turn; ///< adjusting belongs into one's own time
    bool pawns_by_number;         ///< three and more pawns on a file: `1兵`; else 前中后
    RepetitionLaw repetition;
};

/// The book of this name; empty: the game's default. Null when there is none.
const RuleBook* find_book(Game game, std::string_view name);
/// Every book of a game, the default first.
std::span<const RuleBook> books_of(Game game);

} // namespace jipu
