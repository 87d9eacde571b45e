// SPDX-License-Identifier: Apache-2.0
// Everything that can influence the table is one of these. A recording is the list of them.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "daemon/table/command.hpp"
#include "hal/api/clock_report.hpp"
#include "hal/api/levels.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

enum class Device : std::uint8_t { board, clock };

/// The instant that next_wakeup() asked for has come. Not recorded: it follows from the others.
struct Tick {};
/// Raw bytes from the clock; decoded by the table's ClockDecoder.
struct ClockBytes {
    std::vector<std::uint8_t> bytes;
    friend bool operator==(const ClockBytes&, const ClockBytes&) = default;
};
struct DeviceLost {
    Device device = Device::board;
    friend bool operator==(const DeviceLost&, const DeviceLost&) = default;
};
struct DeviceBack {
    Device device = Device::board;
    friend bool operator==(const DeviceBack&, const DeviceBack&) = default;
};

struct Event {
    Instant at;
    std::variant<Tick, ScanFrame, PointChange, PressReport, TimesReport, ClockBytes, DeviceLost,
                 DeviceBack, Command>
        what;
};

} // namespace jipu
