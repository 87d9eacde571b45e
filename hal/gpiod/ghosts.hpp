// SPDX-License-Identifier: Apache-2.0
// Finds points of a matrix that show a piece where none stands because a diode is missing: current
// takes the way round through three other closed contacts. Pure; for the calibration of a board,
// where it is known what stands. To try the diode of a point: a piece on it, one on another point
// of its row, one on another of its column, and nothing at the corner that is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jipu::gpio {

/// A bit that shows and should not, and the three that lead round it. The diode that is missing is
/// the one at `back`, the corner opposite of the ghost, through which the current runs against the
/// diode's way.
struct Ghost {
    std::size_t bit = 0;
    std::size_t back = 0;
    friend bool operator==(const Ghost&, const Ghost&) = default;
};

/// `seen` and `standing`: by bit `row * columns + column`, not 0: closed. A bit that is seen and
/// does not stand is a ghost for every rectangle of which the other three corners stand.
std::vector<Ghost> find_ghosts(std::span<const std::uint8_t> seen,
                               std::span<const std::uint8_t> standing, std::size_t columns);

} // namespace jipu::gpio
