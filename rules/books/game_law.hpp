// SPDX-License-Identifier: Apache-2.0
// What a book says of fouls, of the ends of a game that nobody sees on the board, and of
// corrections. Data alone; who judges by it is in rules/arbiter.
#pragma once

#include <span>
#include <string_view>

#include "rules/base/instant.hpp"

namespace jipu {

/// A kind of foul, as a command names it, and the article that makes it one.
struct FoulKind {
    std::string_view kind;
    std::string_view article;
};

struct FoulLaw {
    std::span<const FoulKind> kinds; ///< those the book numbers, then what it says elsewhere
    int limit;                       ///< so many fouls of a side lose the game
    std::string_view limit_article;
    std::string_view announced;        ///< a foul is announced and written down at once
    std::string_view resigned_at_once; ///< who resigns at once is spared the foul; empty: nobody is
};

struct DrawLaw {
    std::string_view offer;       ///< offers and their answers
    std::string_view offer_after; ///< an offer follows one's own move; empty: not known
    std::string_view repeated;    ///< offering again although it is the other side's turn to offer
    std::string_view natural_limit;
    int quiet_plies;    ///< natural limit: so many plies without a capture
    int checks_counted; ///< a claimant's checks beyond so many count no more; 0: all count
    std::string_view false_claim;
    Duration false_claim_costs; ///< on the claimant's clock; zero: it is a foul
    std::string_view dead_position;
};

struct CorrectionLaw {
    std::string_view colours;   ///< the players have each other's pieces
    std::string_view after_end; ///< found when the game was over
    std::string_view clocks;    ///< the clocks are set back in proportion; empty: not known
    int rounds_kept;            ///< an error within so many rounds leaves the clocks as they are
};

} // namespace jipu
