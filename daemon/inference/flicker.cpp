// SPDX-License-Identifier: Apache-2.0
#include "daemon/inference/flicker.hpp"

namespace jipu::inference {

namespace {

// Three times lifted and put back: no hand does it in so short a time.
constexpr Duration chatters_within = from_ms(1000);
// So often in the hand and back, in more than one turn; or so very often in one.
constexpr std::size_t often = 6;
constexpr std::size_t very_often = 8;
constexpr Duration weak_within = from_ms(180'000);
constexpr Duration still_for = from_ms(600'000);

} // namespace

void Flicker::changed(PointIndex p, Instant at) {
    auto& changes = changes_[p];
    changes.push_ring(at);
    if (changes.full() && at - changes[0] < chatters_within) chattering_.set(p);
}

void Flicker::returned(PointIndex p, Instant at, int turn) {
    auto& returns = returns_[p];
    returns.push_ring({at, turn});
    const auto within = [&](std::size_t n) {
        return returns.size() >= n && at - returns[returns.size() - n].at < weak_within;
    };
    if ((within(often) && returns[returns.size() - often].turn != turn) || within(very_often))
        weak_.set(p);
}

void Flicker::forget(Instant now) {
    if ((chattering_ | weak_).none()) return;
    for (PointIndex p = 0; p < points; ++p)
        if (!changes_[p].empty() && now - changes_[p][changes_[p].size() - 1] >= still_for)
            chattering_[p] = weak_[p] = false;
}

} // namespace jipu::inference
