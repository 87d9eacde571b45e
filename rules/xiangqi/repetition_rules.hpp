// SPDX-License-Identifier: Apache-2.0
// In what the editions of the law of repetition differ, as data. Which book has which is said where
// the books are; nothing here knows a book's name.
#pragma once

namespace jipu::xiangqi {

struct RepetitionRules {
    /// World rules: only a perpetual check, or a chase of one and the same piece by every move, is
    /// forbidden, and it loses. Else (China): every move a check, a threat of mate or a chase.
    bool by_object = false;
    /// A one-sided perpetual check loses at once (1999 art. 24.1); else the side must change.
    bool check_loses = false;
    /// An attack that stood already and that becomes real by the move, which helps to keep it or
    /// gets its piece out of danger, is a chase (2020); else it is idle (1999, detail 6).
    bool kept_chases = false;
    /// Both sides forbidden: the one with joint chases, or of a piece with too few roots, is the
    /// lighter, and the other must change (2020 26.9); else it is a draw (1999 art. 26.3).
    bool lighter = false;
    /// Where the other side's moves are all forbidden, a pawn's attack counts (1999, detail 11).
    bool pawns_in_mutual = false;
    /// A piece won for one crossed pawn is a gain (2020); else it is not (1999, detail 10).
    bool pawn_sacrifices = false;
    /// So many rounds of nothing but forbidden moves, to three points or more, are forbidden though
    /// no position stands twice; 0: there is no such rule.
    int long_pattern_rounds = 0;
};

} // namespace jipu::xiangqi
