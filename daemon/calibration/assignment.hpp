// SPDX-License-Identifier: Apache-2.0
// Gives every point of a board the bits that answered for it, and what is left to those that did
// not answer. Pure; what to say of it is find_wiring.cpp's.
#pragma once

#include <vector>

#include "daemon/calibration/board_lines.hpp"

namespace jipu::calibration {

/// One of a point's two bits (reed: the only one), for all points.
struct Role {
    std::vector<Bits> answers; ///< by point; none where nothing answered
    std::vector<bool> tried;   ///< by point
    std::vector<Bit> bits;     ///< by point: what it is given
    /// By point: where that bit stood in the old wiring; no_point: nowhere, or it did not answer.
    std::vector<PointIndex> sites;
    LineOrder lines; ///< which lines of the old wiring these are
};

/// Where a bit stands in a wiring; `site` no_point: nowhere.
struct Owner {
    PointIndex site = no_point;
    bool second = false;
};

struct Assignment {
    Grid grid;
    std::vector<Owner> owners; ///< by bit, in the old wiring
    Role first, second;        ///< second: hall alone
    bool turning = false;      ///< every second rank runs back
    /// By point: where it is expected in the old wiring, by the lines of all.
    std::vector<PointIndex> expected;
    /// Points whose only answer was given to another point, and that one.
    std::vector<std::pair<PointIndex, PointIndex>> shared;
    std::vector<bool> upside_down; ///< by point: its pole is the other one, and no wire is wrong
    bool hall = false;
};

Assignment assign(const BoardWiring& old, const Walk& walk);

} // namespace jipu::calibration
