// SPDX-License-Identifier: Apache-2.0
// Reads and checks a wiring file: which line is which row, column or bit, and which bit is which
// point. Examples: config/boards; its manual: jipud.toml(5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"

namespace jipu {

/// What the wiring must fit: the driver and the sensors of jipud.toml, and the board's size.
struct WiringFor {
    BoardDriver driver = BoardDriver::matrix;
    Sensors sensors = Sensors::reed;
    int width = 9;   ///< files; Go: at most 25, else 26
    int height = 10; ///< ranks; Go: at most 25, else 10
    Game game = Game::xiangqi;
};

/// A board of Go of so many lines.
inline WiringFor go_board(BoardDriver driver, Sensors sensors, int size = 19) {
    return {driver, sensors, size, size, Game::go};
}

/// What a point is called in wiring files: `a0` to `i9`; Go: `A1` to `T19`, without I.
std::string wiring_point_name(const WiringFor& board, std::size_t point);
/// no_point when it is none of the board.
PointIndex wiring_point(const WiringFor& board, std::string_view name);

/// Usable only when there are no errors, which read as those of LoadedConfig.
struct LoadedWiring {
    BoardWiring wiring;
    std::vector<std::string> errors;
};

/// Reads a wiring from its text; `file` is used in messages only. Never throws for bad text.
LoadedWiring load_wiring(std::string_view text, const std::string& file, const WiringFor& board);

} // namespace jipu
