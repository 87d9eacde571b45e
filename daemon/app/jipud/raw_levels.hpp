// SPDX-License-Identifier: Apache-2.0
// The raw level of every point as the reports left it: what a new recording begins with. It knows
// no bounce and no game.
#pragma once

#include <variant>
#include <vector>

#include "daemon/table/event.hpp"

namespace jipu::app {

class RawLevels {
  public:
    /// Takes a report in; what is no report of the board is passed over.
    template <typename What>
    void take(const What& what) {
        std::visit([this](const auto& report) { this->take_one(report); }, what);
    }
    void take_one(const ScanFrame& frame) { levels_ = frame.levels; }
    void take_one(PointChange change) {
        if (change.point < levels_.size()) levels_[change.point] = change.level;
    }
    template <typename Other>
    void take_one(const Other&) {}
    /// Empty before the first scan.
    const std::vector<Level>& levels() const { return levels_; }

  private:
    std::vector<Level> levels_;
};

} // namespace jipu::app
