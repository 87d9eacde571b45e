// SPDX-License-Identifier: Apache-2.0
// The device seam: a board source and a clock source report into a sink. A driver is tiny and knows
// no rule; the daemon stamps, merges and records what it reports.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "hal/api/levels.hpp"
#include "hal/api/scan_pace.hpp"

namespace jipu {

/// Nanoseconds of the monotonic clock; drivers get it injected and stamp what they report with it.
using MonotonicNs = std::int64_t;
using ReadMonotonic = std::function<MonotonicNs()>;

/// Where a board driver reports to. Calls come on the daemon's loop, in the order of their stamps.
class BoardSink {
  public:
    virtual ~BoardSink() = default;
    /// A whole scan; always the first report after start() and after board_back().
    virtual void board_scan(MonotonicNs at, const ScanFrame& frame) = 0;
    virtual void board_change(MonotonicNs at, PointChange change) = 0;
    /// The device went; `detail` for people. The driver goes on trying by itself.
    virtual void board_lost(MonotonicNs at, const std::string& detail) = 0;
    virtual void board_back(MonotonicNs at, const std::string& detail) = 0;
    /// People should know something of the device: of one that is there, or why one that is still
    /// lost now is. For log and status alone.
    virtual void board_note(MonotonicNs, const std::string&) {}
};

class BoardSource {
  public:
    virtual ~BoardSource() = default;
    /// Begins to report. Never throws for a device that is not there: that is board_lost().
    virtual void start(BoardSink& sink) = 0;
    virtual void stop() = 0;
    /// How steadily it is scanned; nothing from a board that reports by itself.
    virtual std::optional<ScanPace> pace() const { return std::nullopt; }
};

/// Where a clock driver reports to; the bytes are decoded by the core, so that they can be
/// replayed.
class ClockSink {
  public:
    virtual ~ClockSink() = default;
    virtual void clock_bytes(MonotonicNs at, std::span<const std::uint8_t> bytes) = 0;
    /// For clocks without a protocol (a lever switch). The driver knows which side sits at which
    /// lever.
    virtual void clock_press(MonotonicNs at, Side side) = 0;
    /// `detail`: what happened to the device, in words. Lost and back come by turns; a clock that
    /// sends nothing by itself says `back` as soon as it is there, also at the start.
    virtual void clock_lost(MonotonicNs at, const std::string& detail) = 0;
    virtual void clock_back(MonotonicNs at, const std::string& detail) = 0;
    /// It is still lost, and for another reason than was said. For log and status alone.
    virtual void clock_note(MonotonicNs, const std::string&) {}
};

class ClockSource {
  public:
    virtual ~ClockSource() = default;
    virtual void start(ClockSink& sink) = 0;
    virtual void stop() = 0;
};

} // namespace jipu
