// SPDX-License-Identifier: Apache-2.0
// What an exchange of pieces is worth to the law of repetition (1999 art. 25.3): classes of pieces,
// and whether what was won outweighs what was lost. It knows no position.
#pragma once

#include <algorithm>

#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

/// What one side has won less what it has lost. A rook counts as two strong pieces, a horse or a
/// cannon as one; advisors and elephants are weak; only pawns across the river count, and king and
/// pawns at home do not.
struct Tally {
    int strong = 0;
    int pawns = 0;
    int weak = 0;
    /// How much of a piece won a pawn given for it takes back, in thousandths of a horse.
    int pawn_given = 1000;

    /// `sign`: 1 for a piece that was won, -1 for one that was lost.
    void add(Kind kind, int sign) {
        switch (kind) {
        case Kind::rook:
            strong += 2 * sign;
            break;
        case Kind::horse:
        case Kind::cannon:
            strong += sign;
            break;
        case Kind::advisor:
        case Kind::elephant:
            weak += sign;
            break;
        case Kind::pawn:
            pawns += sign;
            break;
        default:
            break;
        }
    }

    /// Over zero: a gain; under zero: a loss. A crossed pawn has no fixed worth: against pieces it
    /// makes good what was lost, or takes back what was won, up to nothing and never more.
    int worth() const {
        const int pieces = 1000 * strong + 10 * weak;
        if (pawns > 0 && pieces < 0) return std::min(0, pieces + 1000 * pawns);
        if (pawns < 0 && pieces > 0) return std::max(0, pieces + pawn_given * pawns);
        return pieces + 5 * pawns;
    }
};

/// The class of a piece that may be chased, 0 for those that have none (king, pawn).
constexpr int rank_of_kind(Kind kind) {
    switch (kind) {
    case Kind::rook:
        return 4;
    case Kind::horse:
    case Kind::cannon:
        return 3;
    case Kind::advisor:
    case Kind::elephant:
        return 1;
    default:
        return 0;
    }
}

/// King and pawn: what may attack for ever by itself (1999 art. 27.1, 27.2; 2020 26.1).
constexpr bool is_small(Kind kind) {
    return kind == Kind::king || kind == Kind::pawn;
}

/// Is this a piece that is won when it is taken at this point? Pawns are across the river only.
constexpr bool counts_at(Piece piece, Point at) {
    if (!piece || piece.kind() == Kind::king) return false;
    if (piece.kind() != Kind::pawn) return true;
    return piece.side() == red ? rank_of(at) >= 5 : rank_of(at) <= 4;
}

} // namespace jipu::xiangqi
