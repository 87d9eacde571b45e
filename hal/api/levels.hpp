// SPDX-License-Identifier: Apache-2.0
// What a sensor board can say, as plain data: levels of points, whole scans and single changes.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

enum class Sensors : std::uint8_t { reed, hall };

/// The raw level of one point. reed: off or on. hall: off, north (the first side: xiangqi Red, Go
/// Black) or south (the other).
enum class Level : std::uint8_t { off, on, north, south };

constexpr bool is_on(Level level) {
    return level != Level::off;
}

/// North for south; what is no pole stays.
constexpr Level other_pole(Level level) {
    return level == Level::north ? Level::south : level == Level::south ? Level::north : level;
}

/// `x`, `N` or `S` as drawings, traces and the simulated board's lines have it; off: a space.
constexpr char level_letter(Level level) {
    return level == Level::on      ? 'x'
           : level == Level::north ? 'N'
           : level == Level::south ? 'S'
                                   : ' ';
}

/// One point's raw level changed.
struct PointChange {
    PointIndex point = no_point;
    Level level = Level::off;
    friend bool operator==(const PointChange&, const PointChange&) = default;
};

/// A whole scan: the level of every point, indexed by PointIndex.
struct ScanFrame {
    std::vector<Level> levels;
    friend bool operator==(const ScanFrame&, const ScanFrame&) = default;
};

} // namespace jipu
