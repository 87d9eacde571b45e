// SPDX-License-Identifier: Apache-2.0
// A rule book as data: which article says what. One table a game; a new edition is one more row.
#pragma once

#include <span>
#include <string_view>

#include "rules/base/ids.hpp"
#include "rules/books/game_law.hpp"

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
    std::string_view unchanged;      ///< a side that must change and does not loses
    std::string_view claim;          ///< a player may claim the draw; the arbiter may rule it
    std::string_view remark;         ///< said with every ruling; may be empty
    std::string_view remark_zh;      ///< the same in Chinese
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
    bool may_remind_press;        ///< a forgotten press may be reminded of; else it must not
    std::string_view late;        ///< coming later than the limit
    std::string_view both_late;   ///< both coming late
    std::string_view replaced_clock; ///< what a clock that replaces a bad one is set to
    /// Until when the times that were set for a resumption may be corrected. Empty, as the articles
    /// below: the book's text on adjournment is not known.
    std::string_view times_at_resumption;
    std::string_view seal;           ///< how a move is sealed
    std::string_view resumption;     ///< how an adjourned game goes on
    std::string_view sealed_wrong;   ///< a sealed move that is wrong and cannot be explained
    std::string_view sealed_unclear; ///< ... that can
    std::string_view
        uncounted;        ///< repeated attacks fill no quota; empty: the book has no such rule
    bool pawns_by_number; ///< three and more pawns on a file: `1兵`; else 前中后
    RepetitionLaw repetition;
    FoulLaw fouls;
    DrawLaw draws;
    CorrectionLaw corrections;
};

/// The book of this name; empty: the game's default. Null when there is none.
const RuleBook* find_book(Game game, std::string_view name);
/// Every book of a game, the default first.
std::span<const RuleBook> books_of(Game game);

} // namespace jipu
