// SPDX-License-Identifier: Apache-2.0
// Points and sides as words, the same in traces, commands and effects. It knows no rule of a game
// beyond the size of its board.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/base/ids.hpp"

namespace jipu {

/// Files and ranks of a board. `size` counts for Go only.
struct BoardShape {
    int width = 9;
    int height = 10;
    int points() const { return width * height; }
};
BoardShape board_shape(Game game, int size = 19);

/// Xiangqi `e2`; Go `Q16` (no letter I). `size` counts for Go only.
std::string point_name(Game game, PointIndex point, int size = 19);
/// The way back; nullopt when the board has no such point. Letter case as above, no leading zero.
std::optional<PointIndex> try_parse_point(Game game, std::string_view text, int size = 19);

/// `red`/`black`, Go `black`/`white`.
std::optional<Side> try_parse_side(Game game, std::string_view text);

/// `12.345678`: microseconds as seconds with exactly six decimals. `us` >= 0.
std::string format_seconds(std::int64_t us);
/// The way back, exact: digits, a point, six digits; nullopt otherwise or beyond 999,999,999 s.
std::optional<std::int64_t> try_parse_seconds(std::string_view text);

} // namespace jipu
