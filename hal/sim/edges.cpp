// SPDX-License-Identifier: Apache-2.0
// Bounce: 0-6 extra flips within some milliseconds of an edge, as reed contacts and comparators at
// their threshold do it.
#include "hal/sim/edges.hpp"

#include <algorithm>
#include <utility>

namespace jipu::sim {

EdgeWriter::EdgeWriter(ScanFrame start, const HandsConfig& config, Random& random,
                       std::vector<ScriptItem>& out)
    : levels_(std::move(start)), last_(levels_.levels.size(), Duration{-1}), config_(config),
      random_(random), out_(out) {}

void EdgeWriter::put(Duration at, PointIndex point, Level level) {
    JIPU_ASSERT(at > last_[point], "two edges of one point out of order");
    last_[point] = at;
    out_.push_back({at, PointChange{point, level}});
}

Duration EdgeWriter::change(Duration at, PointIndex point, Level level, Duration keeps) {
    const Level before = levels_.levels[point];
    JIPU_ASSERT(before != level, "an edge that changes nothing");
    at = edge_time(at);
    put(at, point, level);
    levels_.levels[point] = level;
    if (!random_.chance(config_.bounce)) return at;

    const std::int64_t flips = random_.in(config_.bounce_flips) / 2 * 2;
    // The level must stand longer than the debounce time after the burst, or it would be bounce
    // itself and no reader could know of it.
    const std::int64_t room = keeps.count() - from_ms(config_.thresholds.debounce_ms + 1).count();
    const std::int64_t length = std::min(random_.in(config_.bounce_us), room);
    if (flips == 0 || length < flips * 8) return at;
    const std::int64_t step = length / flips;
    Duration flip = at;
    for (std::int64_t i = 0; i < flips; ++i) {
        const std::int64_t jitter = random_.in({0, step - 4});
        flip = edge_time(at + Duration{step * i + 2 + jitter});
        put(flip, point, i % 2 == 0 ? before : level);
    }
    return flip;
}

void EdgeWriter::press(Duration at, Side side) {
    out_.push_back({press_time(at), PressReport{side}});
}

} // namespace jipu::sim
