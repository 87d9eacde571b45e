// SPDX-License-Identifier: Apache-2.0
// See lateness.hpp.
#include "rules/timing/lateness.hpp"

#include <algorithm>
#include <utility>

namespace jipu {

void LateCount::begin(Instant at) {
    *this = LateCount();
    at_ = at;
}

bool LateCount::misses(Side side, std::optional<Side> turn) const {
    if (!turn || presence(side) == Presence::present) return false;
    return turn == side ||
           (presence(side) == Presence::absent && presence(opponent(side)) == Presence::absent);
}

void LateCount::settle(Instant at, std::optional<Side> turn) {
    const Duration span = at - at_;
    at_ = std::max(at, at_);
    if (span <= Duration{}) return;
    for (const Side side : {Side::first, Side::second}) {
        if (!misses(side, turn)) continue;
        missed_[index_of(side)] += span;
        if (turn != side) beside_clock_[index_of(side)] += span;
    }
}

Duration LateCount::tell(Side side, Presence presence) {
    const Presence was = std::exchange(presence_[index_of(side)], presence);
    if (presence != Presence::present) return {};
    if (was == Presence::unknown) missed_[index_of(side)] = {}; // it was there and thought
    return std::exchange(beside_clock_[index_of(side)], Duration{});
}

LateVerdict LateCount::judge(Duration limit) const {
    const bool first = missed_[0] >= limit;
    const bool second = missed_[1] >= limit;
    if (first && second) return LateVerdict::both_lose;
    if (first) return LateVerdict::first_loses;
    return second ? LateVerdict::second_loses : LateVerdict::none;
}

} // namespace jipu
