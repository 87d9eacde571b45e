// SPDX-License-Identifier: Apache-2.0
// FEN of xiangqi positions (facts: letters K A B N R C P, E and H read too; ranks 9 to 0).
#pragma once

#include <string>
#include <string_view>

#include "rules/base/result.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

inline constexpr std::string_view start_fen =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Reads a FEN. The placement is needed; side to move (`w`, `r`: Red, `b`: Black; default Red),
/// the two dashes and the two counters may be missing. Fails on what cannot be a board: wrong
/// letters, a rank that is not 9 wide, not 10 ranks, counters that are no numbers. A position that
/// no game reaches (a pawn behind its start rank) is read: an illegal move that stood may lead
/// there.
Result<Position> parse_fen(std::string_view text);

/// `rnbakabnr/... w - - 0 1`
std::string format_fen(const Position& position);

/// Are these pieces of one set: a king a side, and no more of a kind than 000/1.1.2 gives? Where
/// they stand does not matter. Returns what is wrong in words, empty if nothing is.
std::string why_no_set(const Position& position);

/// Is it a sensible start for a game: one king a side in its palace, kings not facing, advisors and
/// elephants on their points, pawns not behind their start rank, the side not to move not in check?
/// Returns what is wrong in words, empty if nothing is.
std::string why_no_start_position(const Position& position);

} // namespace jipu::xiangqi
