// SPDX-License-Identifier: Apache-2.0
// Points whose sensor opens and closes of itself: it chatters, faster than hands, or it opens now
// and then under a piece that rests (it is weak). Knows edges and that a piece came back; no rule.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

#include "daemon/inference/fixed_list.hpp"
#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu::inference {

class Flicker {
  public:
    static constexpr std::size_t points = 90;

    /// A point has changed.
    void changed(PointIndex p, Instant at);
    /// ... and what stood there stands there again. `turn`: plies made by then.
    void returned(PointIndex p, Instant at, int turn);
    /// Points that have been still for long are sound again.
    void forget(Instant now);

    const std::bitset<points>& chattering() const { return chattering_; }
    const std::bitset<points>& weak() const { return weak_; }
    bool operator[](PointIndex p) const { return chattering_[p] || weak_[p]; }

  private:
    struct Return {
        Instant at;
        int turn = 0;
    };

    std::array<FixedList<Instant, 6>, points> changes_; ///< the latest of each point
    std::array<FixedList<Return, 8>, points> returns_;
    std::bitset<points> chattering_, weak_;
};

} // namespace jipu::inference
