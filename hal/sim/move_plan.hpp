// SPDX-License-Identifier: Apache-2.0
// One move of one hand as edges in relative time: slides with stop-overs and the ways to capture.
// Decides how a hand carries a piece; must not know when the hand begins or what it deserves.
#pragma once

#include <optional>
#include <vector>

#include "hal/sim/hands.hpp"

namespace jipu::sim {

/// A change of a point, `at` counted from the first edge of the move.
struct PlannedEdge {
    Duration at{0};
    PointIndex point = no_point;
    Level level = Level::off;
    Duration keeps{0}; ///< how long the point keeps this level at least
};

struct MovePlan {
    std::vector<PlannedEdge> edges; ///< in time; the first at 0
    Duration placed{0};             ///< the last edge: the piece stands on its target
    /// When the piece first lay on a point for about settle_ms; `placed` without a long stop-over.
    Duration first_rest{0};
    std::optional<CaptureStyle> capture;
    bool straight = false; ///< could have been slid over at least one empty point
    bool slide = false;
    bool long_stop = false;
};

struct Carry {
    PointIndex from = no_point;
    PointIndex to = no_point;
    Level piece = Level::on; ///< the carried piece's level
    bool captures = false;
    std::vector<PointIndex> between; ///< empty points on the straight line, in order; else empty
};

/// The empty points strictly between two points of one rank or file, from `from` on; empty when
/// they are not on one line.
std::vector<PointIndex> empty_between(const ScanFrame& levels, int width, PointIndex from,
                                      PointIndex to);

MovePlan plan_move(const Carry& carry, Sensors sensors, const HandsConfig& config, Random& random);

} // namespace jipu::sim
