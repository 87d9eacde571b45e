// SPDX-License-Identifier: Apache-2.0
// How board and clock stand to the players: turned by 180 degrees, poles or sides exchanged. What
// the devices report becomes what is true here, once, at the table's border; every mapping is its
// own inverse. It must not know how an orientation is found.
#pragma once

#include <algorithm>

#include "hal/api/clock_report.hpp"
#include "hal/api/levels.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu {

struct Orientation {
    bool board = false; ///< the board is turned: what it calls a0 is i9, seen from Red's seat
    bool poles = false; ///< hall: Red's pieces show south
    bool clock = false; ///< what the clock calls Red's is Black's

    bool straight() const { return !board && !poles && !clock; }
    /// What has to be applied to what is seen by this one to see it by `other`.
    Orientation change_to(const Orientation& other) const {
        return {board != other.board, poles != other.poles, clock != other.clock};
    }
    friend bool operator==(const Orientation&, const Orientation&) = default;

    PointIndex point(PointIndex p) const {
        return board ? static_cast<PointIndex>(xiangqi::points - 1 - p) : p;
    }
    Level level(Level level) const { return poles ? other_pole(level) : level; }
    Side side(Side side) const { return clock ? opponent(side) : side; }
    PointChange change(PointChange change) const {
        return {point(change.point), level(change.level)};
    }
    TimesReport times(TimesReport report) const {
        if (clock) std::swap(report.ms[0], report.ms[1]);
        if (report.running) report.running = side(*report.running);
        return report;
    }
    /// Levels by point, in place; a whole board of them.
    template <typename Levels>
    void turn(Levels& levels) const {
        if (board) std::reverse(levels.begin(), levels.end());
        if (poles)
            for (Level& one : levels)
                one = level(one);
    }
};

} // namespace jipu
