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
    int width = 9;   ///< files, at most 26
    int height = 10; ///< ranks, at most 10
};

/// Usable only when there are no errors, which read as those of LoadedConfig.
struct LoadedWiring {
    BoardWiring wiring;
    std::vector<std::string> errors;
};

/// Reads a wiring from its text; `file` is used in messages only. Never throws for bad text.
LoadedWiring load_wiring(std::string_view text, const std::string& file, const WiringFor& board);

} // namespace jipu
