// SPDX-License-Identifier: Apache-2.0
// Writes raw edges: every change of a point becomes one transition or a bounce burst that ends in
// the true level. Decides how contacts bounce and that one point never changes twice at an instant;
// must not know what the hands mean by it.
#pragma once

#include <vector>

#include "hal/sim/hands.hpp"

namespace jipu::sim {

/// Edges fall on even microseconds and presses on odd ones, so that never both at one instant.
constexpr Duration edge_time(Duration at) {
    return Duration{at.count() & ~std::int64_t{1}};
}
constexpr Duration press_time(Duration at) {
    return Duration{at.count() | 1};
}

class EdgeWriter {
  public:
    EdgeWriter(ScanFrame start, const HandsConfig& config, Random& random,
               std::vector<ScriptItem>& out);

    /// The point takes `level` at `at` (of its first transition) and keeps it for at least `keeps`.
    /// Returns the time of the last transition.
    Duration change(Duration at, PointIndex point, Level level, Duration keeps);
    void press(Duration at, Side side);

    Level level(PointIndex point) const { return levels_.levels[point]; }
    /// What stands when all bounce is over.
    const ScanFrame& levels() const { return levels_; }

  private:
    void put(Duration at, PointIndex point, Level level);

    ScanFrame levels_;
    std::vector<Duration> last_; ///< of each point's last transition
    const HandsConfig& config_;
    Random& random_;
    std::vector<ScriptItem>& out_;
};

} // namespace jipu::sim
