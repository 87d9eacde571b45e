// SPDX-License-Identifier: Apache-2.0
// A board with faulty sensors: what hands did as such a board reports it. Pure and seeded; must not
// know what the hands mean.
#pragma once

#include <cstdint>
#include <span>

#include "hal/api/levels.hpp"
#include "hal/sim/script.hpp"
#include "rules/base/ids.hpp"

namespace jipu::sim {

enum class FaultKind : std::uint8_t {
    stuck_on,   ///< closed whatever stands there; hall: with the pole that it shows when it sticks
    stuck_off,  ///< open whatever stands there
    chattering, ///< opens and closes for a while around every change
    weak,       ///< opens now and then under a resting piece
    slow,       ///< shows every change late
    doubled,    ///< answers to the magnet on its twin, too
    ghost, ///< of the whole matrix, no point: its diodes are missing, three closed corners of a
           ///< rectangle close the fourth; reed alone
};

struct SensorFault {
    FaultKind kind = FaultKind::stuck_off;
    PointIndex point = no_point;
    PointIndex twin = no_point; ///< of `doubled` alone
    Duration from{0};           ///< since the start of the recording; 0: before the first scan
};

/// The script with the edges that a board with these faults reports; what the hands did and what
/// they deserve stays as it was. At most one fault a point; ghosts come last, and are those of what
/// the others show. The same arguments give the same script.
Script with_faults(Script script, std::span<const SensorFault> faults, Sensors sensors,
                   std::uint64_t seed);

} // namespace jipu::sim
