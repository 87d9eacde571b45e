// SPDX-License-Identifier: Apache-2.0
// The only file of the daemon that reads the real clocks, whether they are right, the boot's name
// and the kernel's random numbers. Everything else is given these as arguments.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hal/api/drivers.hpp"

namespace jipu::app {

/// What the surroundings know; tests make their own.
struct Surroundings {
    ReadMonotonic monotonic;                   ///< nanoseconds since some point of this boot
    std::function<std::int64_t()> realtime_us; ///< microseconds since 1970, UTC
    std::function<bool()> is_synced;           ///< has somebody set the time of day right?
    std::function<std::uint32_t()> random32;
    std::string boot_id; ///< another one after each start of the machine
};

/// The real ones. Throws std::runtime_error when the boot has no name.
Surroundings real_surroundings();

} // namespace jipu::app
