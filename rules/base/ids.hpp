// SPDX-License-Identifier: Apache-2.0
// The small names every room shares: games, sides, points. No rule of any game lives here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jipu {

enum class Game : std::uint8_t { xiangqi, go };

/// The side that moves first in its game (xiangqi: Red, Go: Black) and the other.
enum class Side : std::uint8_t { first, second };

constexpr Side opponent(Side side) {
    return side == Side::first ? Side::second : Side::first;
}
constexpr std::size_t index_of(Side side) {
    return static_cast<std::size_t>(side);
}

/// The side's name on every wire: xiangqi `red`/`black`, Go `black`/`white`.
constexpr std::string_view side_name(Game game, Side side) {
    if (game == Game::xiangqi) return side == Side::first ? "red" : "black";
    return side == Side::first ? "black" : "white";
}

constexpr std::string_view game_label(Game game) {
    return game == Game::xiangqi ? "xiangqi" : "go";
}

/// A point of a board, row by row from the first side's left corner: file + width * rank.
/// Xiangqi: 0 = a0 .. 89 = i9.
using PointIndex = std::uint16_t;
inline constexpr PointIndex no_point = 0xffff;

} // namespace jipu
