// SPDX-License-Identifier: Apache-2.0
// What each point of a board has been doing since it was first seen: how often it changed, when
// last, and whether it chatters. It knows no game: a point that nobody touched is silent, not dead.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hal/api/drivers.hpp"
#include "hal/api/levels.hpp"

namespace jipu {

/// silent: never on. held: on all the time. well: it has shown both. chatters: faster than hands.
enum class PointState : std::uint8_t { silent, held, well, chatters };

class PointHealth {
  public:
    /// A point that changed so often within so long chatters: a hand that puts a piece down bounces
    /// a few times.
    static constexpr std::size_t chatter_changes = 12;
    static constexpr MonotonicNs chatter_window = 2'000'000'000;

    void take(MonotonicNs at, const ScanFrame& frame);
    void take(MonotonicNs at, PointChange change);

    /// Empty before the first scan.
    const std::vector<Level>& levels() const { return levels_; }
    PointState state(PointIndex point, MonotonicNs now) const;
    std::uint64_t changes(PointIndex point) const { return points_[point].changes; }
    /// When it changed last; 0: never.
    MonotonicNs last_change(PointIndex point) const;

  private:
    struct Point {
        std::uint64_t changes = 0;
        bool was_on = false, was_off = false;
        std::array<MonotonicNs, chatter_changes> stamps{}; ///< a ring, the next at changes % size
    };
    std::vector<Level> levels_;
    std::vector<Point> points_;
};

} // namespace jipu
