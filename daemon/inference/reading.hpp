// SPDX-License-Identifier: Apache-2.0
// What a board says of the plies played since a known position: which line of moves leads from
// there to what stands. Pure; it knows no time and no sensor.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "rules/base/instant.hpp"

#include "rules/xiangqi/position.hpp"

namespace jipu::inference {

using xiangqi::Board;
using xiangqi::Move;
using xiangqi::Piece;
using xiangqi::Point;
using xiangqi::Position;

/// Landings closer than this may have been swapped by bouncing or by one look of a slow scan.
inline constexpr Duration order_tolerance = from_ms(50);

/// When a piece last came to stand on each point.
using Landings = std::array<Instant, xiangqi::points>;

enum class Shows : std::uint8_t {
    nothing, ///< the board stands as in the base position
    line,    ///< one to three plies, see Reading::moves
    earlier, ///< an earlier position of the game
    odd,     ///< no sequence that hands are likely to make explains it
};

/// How a board reads against a base position.
struct Reading {
    Shows shows = Shows::nothing;
    std::array<Move, 3> moves{}; ///< alternating sides, from base.to_move() on
    int count = 0;               ///< of moves; 0 unless `line`
    int illegal = -1;            ///< which of them is illegal: none (-1), the first or the second
    int earlier = -1;  ///< index into `history` of the position shown; -1 unless `earlier`
    int differing = 0; ///< points that differ from the base

    bool is_line(int plies) const { return shows == Shows::line && count == plies; }
    bool first_legal() const { return illegal != 0; }
    /// The plies before the illegal one, or all.
    int legal_plies() const { return illegal < 0 ? count : illegal; }
    bool legal_line() const { return shows == Shows::line && illegal < 0; }
    friend bool operator==(const Reading&, const Reading&) = default;
};

/// Reads `board` against `base`. `history` are the game's positions before the base, oldest first.
/// A legal line is preferred to an earlier position, that to an illegal ply, shorter lines to
/// longer.
/// The plies of a line landed in their order, by `landed`.
Reading read_board(const Position& base, const Board& board, std::span<const Position> history,
                   const Landings& landed);

} // namespace jipu::inference
