// SPDX-License-Identifier: Apache-2.0
// How steadily a board is scanned, as plain data.
#pragma once

#include <cstdint>

namespace jipu {

/// Of the last whole second but for the two counts, which are of the whole time since the start.
struct ScanPace {
    std::uint64_t scans = 0;
    std::uint64_t left_out = 0; ///< scans whose time passed while the one before was under way
    double per_s = 0;
    /// From the beginning of a scan to that of the next, in microseconds: half of them and 99 of a
    /// hundred are no longer (to a 256th of the period), and the longest.
    std::int64_t p50_us = 0, p99_us = 0, max_us = 0;
    friend bool operator==(const ScanPace&, const ScanPace&) = default;
};

} // namespace jipu
