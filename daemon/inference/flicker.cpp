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
    changes.push(at);
    if (changes.has(6) && at - changes.ago(5) < chatters_within) chattering_.set(p);
}

void Flicker::returned(PointIndex p, Instant at, int turn) {
    auto& returns = returns_[p];
    returns.push({at, turn});
    const auto within = [&](std::size_t n) {
        return returns.has(n) && at - returns.ago(n - 1).at < weak_within;
    };
    if ((within(often) && returns.ago(often - 1).turn != turn) || within(very_often)) weak_.set(p);
}

void Flicker::forget(Instant now) {
    if ((chattering_ | weak_).none()) return;
    for (PointIndex p = 0; p < points; ++p)
        if (changes_[p].has(1) && now - changes_[p].ago(0) >= still_for)
            chattering_[p] = weak_[p] = false;
}

} // namespace jipu::inference
