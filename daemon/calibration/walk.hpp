// SPDX-License-Identifier: Apache-2.0
// What was seen while somebody walked a magnet over a board, and what is found of its wiring, as
// plain data. Bits are those of one scan, as hal/api/board_wiring.hpp numbers them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hal/api/board_wiring.hpp"

namespace jipu::calibration {

using Bit = std::uint16_t;
using Bits = std::vector<Bit>;

/// A magnet lay at one point alone. `magnet`: on (reed), north or south (hall).
struct Touch {
    PointIndex point = no_point;
    Level magnet = Level::on;
    Bits bits; ///< that answered, and were off before; none: nothing was seen
};

/// Of two touches of a point by the same magnet the later counts.
struct Walk {
    Bits stuck; ///< bits that were on with nothing on the board
    std::vector<Touch> touches;
};

enum class FindingKind : std::uint8_t {
    swapped_lines,  ///< ranks or files whose wires were exchanged
    mirrored,       ///< ranks or files the other way round
    turned,         ///< both: the board lies turned by half
    turning_chain,  ///< every second rank runs back
    swapped_points, ///< single points whose wires were exchanged
    exchanged_poles,
    dead_line,
    dead_point,
    joined_lines, ///< two lines that touch: points of both answer to one magnet
    doubled,      ///< two points that answer to one magnet
    shared,       ///< one sensor's wire answers for two points
    stuck,        ///< on with nothing on the board
    ghost,        ///< shows a piece because a diode is missing
    not_tried,
};

/// `swapped-lines`, as in JSON.
const char* finding_name(FindingKind kind);

struct Finding {
    FindingKind kind = FindingKind::dead_point;
    std::vector<PointIndex> points; ///< those concerned, in their order
    std::string words;              ///< what is wrong and, where a hand is needed, what to do
    bool mended = false;            ///< the wiring that was found makes it right
};

struct FoundWiring {
    BoardWiring wiring;
    std::vector<Finding> findings;
    /// Every point answered, each to its own bit: nothing of the wiring is a guess.
    bool complete = false;
};

} // namespace jipu::calibration
