// SPDX-License-Identifier: Apache-2.0
// Points whose sensor opens and closes of itself: it chatters, faster than hands, or it opens now
// and then under a piece that rests (it is weak). Knows edges and that a piece came back; no rule.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

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
    template <typename T, std::size_t N>
    struct Ring { // the latest N
        std::array<T, N> items{};
        std::size_t count = 0;
        void push(const T& item) { items[count++ % N] = item; }
        /// The one `back` before the latest; there are so many.
        const T& ago(std::size_t back) const { return items[(count - 1 - back) % N]; }
        bool has(std::size_t n) const { return count >= n; }
    };

    std::array<Ring<Instant, 6>, points> changes_;
    std::array<Ring<Return, 8>, points> returns_;
    std::bitset<points> chattering_, weak_;
};

} // namespace jipu::inference
