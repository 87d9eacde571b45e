// SPDX-License-Identifier: Apache-2.0
// A clock that went wrong is replaced (000/4.2.1(3)): what each side has used, from what the bad
// clock showed and the time that really passed. A pure judge: the arbiter sets the new clock.
#pragma once

#include <array>
#include <cstdint>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// Whose face of the clock went wrong.
enum class FaultyFace : std::uint8_t { first, second, both };

/// `shown`: what each side had used by the bad clock, `passed`: what both used together in truth,
/// pauses left out. The face that is certain keeps its time and the other gets the rest of what
/// passed; with both bad each bears half of the difference, the odd microsecond the first side.
/// Nobody gets less than nothing: what one cannot bear the other does.
std::array<Duration, 2> used_after_replacement(const std::array<Duration, 2>& shown,
                                               Duration passed, FaultyFace faulty);

} // namespace jipu
