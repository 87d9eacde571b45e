// SPDX-License-Identifier: Apache-2.0
// See point_health.hpp.
#include "daemon/sensing/point_health.hpp"

namespace jipu {

void PointHealth::take(MonotonicNs at, const ScanFrame& frame) {
    if (points_.size() != frame.levels.size()) {
        points_.assign(frame.levels.size(), {});
        levels_ = frame.levels;
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
        (is_on(frame.levels[i]) ? points_[i].was_on : points_[i].was_off) = true;
        take(at, {static_cast<PointIndex>(i), frame.levels[i]});
    }
}

void PointHealth::take(MonotonicNs at, PointChange change) {
    if (change.point >= points_.size() || levels_[change.point] == change.level) return;
    levels_[change.point] = change.level;
    Point& point = points_[change.point];
    (is_on(change.level) ? point.was_on : point.was_off) = true;
    point.stamps[point.changes % chatter_changes] = at;
    ++point.changes;
}

MonotonicNs PointHealth::last_change(PointIndex index) const {
    const Point& point = points_[index];
    return point.changes == 0 ? 0 : point.stamps[(point.changes - 1) % chatter_changes];
}

PointState PointHealth::state(PointIndex index, MonotonicNs now) const {
    const Point& point = points_[index];
    const MonotonicNs oldest = point.stamps[point.changes % chatter_changes];
    if (point.changes >= chatter_changes && now - oldest <= chatter_window)
        return PointState::chatters;
    if (!point.was_on) return PointState::silent;
    return point.was_off ? PointState::well : PointState::held;
}

} // namespace jipu
