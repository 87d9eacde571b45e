// SPDX-License-Identifier: Apache-2.0
// The law of repetition (棋例): who must vary when the moves of both sides cycle, or whether it is
// a draw, with the class of every move as evidence. Editions differ in data (RepetitionRules). How
// often a position must stand before anybody may ask is not this file's business.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rules/xiangqi/labels.hpp"

namespace jipu::xiangqi {

enum class Ruling : std::uint8_t {
    red_must_change,
    black_must_change,
    red_loses,
    black_loses,
    draw,
    undecided,
};

/// The name on the wire: `red_must_change`, ...
std::string_view ruling_name(Ruling ruling);

/// What the ruling rests on.
enum class Ground : std::uint8_t {
    nothing,         ///< undecided: no position stands twice
    one_sided_check, ///< one side checks for ever, the other does not
    one_forbidden,   ///< one side's moves are all forbidden, the other's are not
    both_allowed,
    both_forbidden, ///< neither weighs more
    lighter,        ///< both forbidden, the other side's chases are joint or of less-rooted pieces
    grave,          ///< both chase, the other with nothing but the rook that is chased
};

/// What one side does in the cycle.
struct Conduct {
    bool all_check = false;  ///< every move a check: 长将
    bool forbidden = false;  ///< every move is what the edition forbids for ever
    bool with_pawns = false; ///< the same when a pawn's attack counts
    bool lighter = false;    ///< some chase is joint or of a piece with too few roots
    /// World rules; points at the cycle's start: what every move chases, those of them that are
    /// rooks which no counter-attack of their own excuses, and the chasing pieces.
    std::vector<Point> chased;
    std::vector<Point> grave;
    std::vector<Point> chasers;
};

struct RepetitionVerdict {
    Ruling ruling = Ruling::undecided;
    Ground ground = Ground::nothing;
    std::vector<LabelledPly> plies; ///< every move that was given, in order
    int cycle_start = 0;            ///< index of the first ply of the cycle
    bool closes = false;            ///< the cycle's last position is its first
    Conduct red;
    Conduct black;
};

/// Rules on the cycle that ends the moves: all since the first time that the final position stood.
/// Where none stands twice, a pattern of three rounds and more is ruled on as if it went on, in
/// editions that forbid long patterns (`closes` is false then); else nothing is decided. The moves
/// must be legal, one after the other, from `start`. Work grows with the different plies alone.
RepetitionVerdict judge_repetition(const Position& start, std::span<const Move> moves,
                                   const RepetitionRules& rules);

} // namespace jipu::xiangqi
