// SPDX-License-Identifier: Apache-2.0
// See replaced_clock.hpp.
#include "rules/timing/replaced_clock.hpp"

#include <algorithm>

namespace jipu {

std::array<Duration, 2> used_after_replacement(const std::array<Duration, 2>& shown,
                                               Duration passed, FaultyFace faulty) {
    const Duration difference = passed - shown[0] - shown[1];
    Duration first = shown[0];
    if (faulty == FaultyFace::first) first += difference;
    if (faulty == FaultyFace::both) first += difference - difference / 2;
    first = std::clamp(first, Duration{}, std::max(Duration{}, passed));
    return {first, std::max(Duration{}, passed - first)};
}

} // namespace jipu
