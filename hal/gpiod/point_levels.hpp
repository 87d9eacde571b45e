// SPDX-License-Identifier: Apache-2.0
// From the bits of a scan to the levels of the points, as a wiring says. Pure.
#pragma once

#include <span>
#include <vector>

#include "hal/api/board_wiring.hpp"

namespace jipu::gpio {

class PointLevels {
  public:
    PointLevels(Sensors sensors, PoleCode poles, std::vector<PointBits> points)
        : sensors_(sensors), poles_(poles), points_(std::move(points)) {}

    std::size_t size() const { return points_.size(); }

    /// Sets `levels` (one a point) to what the bits say. A point that says both poles at once
    /// keeps its level. Returns the first such point, or no_point.
    PointIndex read(std::span<const std::uint8_t> bits, std::span<Level> levels) const {
        PointIndex both = no_point;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const bool first = bits[points_[i].first] != 0;
            if (sensors_ == Sensors::reed) {
                levels[i] = first ? Level::on : Level::off;
                continue;
            }
            const bool second = bits[points_[i].second] != 0;
            if (poles_ == PoleCode::magnet_north) {
                levels[i] = !first ? Level::off : second ? Level::north : Level::south;
            } else if (first && second) {
                if (both == no_point) both = static_cast<PointIndex>(i);
            } else {
                levels[i] = first ? Level::north : second ? Level::south : Level::off;
            }
        }
        return both;
    }

  private:
    Sensors sensors_;
    PoleCode poles_;
    std::vector<PointBits> points_;
};

} // namespace jipu::gpio
