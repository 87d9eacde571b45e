// SPDX-License-Identifier: Apache-2.0
// What Chinese notation and WXF have in common: piece, file or marker, direction, number
// (000/4.3), and which legal move such words fit. It knows no characters: wxf and chinese do.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/base/result.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::notation {

/// How one of several equal pieces on a file is told from the others.
enum class Marker : std::uint8_t { none, front, middle, rear, ordinal };

/// As its own side sees it. `unsaid`: the text has no sign for it.
enum class Direction : std::uint8_t { unsaid, advance, retreat, sideways };

/// Three and more pawns on one file.
enum class PawnNumbers : std::uint8_t {
    always,      ///< three and more are numbered 1..5 from the front (000/4.3)
    four_or_five ///< three are front, middle, rear; four and five are numbered
};

/// May the move be one that the rules forbid?
enum class IllegalMoves : std::uint8_t { refuse, accept };

/// The parts of a move in words.
struct Spelling {
    xiangqi::Kind kind = xiangqi::Kind::none; ///< none: not said, a pawn is meant
    Marker marker = Marker::none;
    int ordinal = 0; ///< 1.. with Marker::ordinal
    int file = 0;    ///< 1..9 from the own right hand; 0: not said
    Direction direction = Direction::unsaid;
    int number = 0;      ///< steps, or the file reached
    bool across = false; ///< the ordinal counts the pawns of two files (writers only)
    bool loose = false;  ///< middle may mean the rear of two and rear the middle of three (WXF)
    friend bool operator==(const Spelling&, const Spelling&) = default;
};

/// The one strict spelling of a move; it need not be legal, and the piece may be of either side.
/// nullopt when these words cannot say it: nothing stands on `from`, the piece does not move in
/// that shape at all, or more than nine pawns would be numbered.
std::optional<Spelling> strict_spelling(const xiangqi::Position& position, xiangqi::Move move,
                                        PawnNumbers numbers);

/// The legal move of the side to move that fits; with several, the one whose strict spelling it is.
/// With IllegalMoves::accept the text is known to be of an illegal move: the one illegal move
/// (of the side to move, else of the other side) whose strict spelling it is; a legal one else.
/// `text` is used in the error, which says that none fits (and why, if an illegal one would), or
/// which do.
Result<xiangqi::Move> find_move(const xiangqi::Position& position, const Spelling& said,
                                std::string_view text, IllegalMoves illegal);

} // namespace jipu::notation
