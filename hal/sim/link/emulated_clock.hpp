// SPDX-License-Identifier: Apache-2.0
// The inside of an emulated line clock: two times, whose turn it is, the press counters. Pure: time
// is an argument. What it says goes through the line clock's codec; it knows no port.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hal/codec/line_clock.hpp"

namespace jipu::sim {

/// Nanoseconds of a monotonic clock.
using EmulatedNs = std::int64_t;

struct EmulatedClockOptions {
    std::int64_t left_ms = 5'400'000;
    std::int64_t right_ms = 5'400'000;
    std::int64_t increment_ms = 0; ///< added to a side's time at its own press
    bool count_up = false;         ///< the times grow from what is set, without an end
    std::string device = "emulated-clock";
    std::string firmware = "1.0";
};

class EmulatedClock {
  public:
    explicit EmulatedClock(EmulatedClockOptions options);

    /// A side's button goes down. It always counts; the turn changes unless it was the other's
    /// already, and a clock that stood starts.
    line_clock::Press press(EmulatedNs now, line_clock::Half side);
    void pause(EmulatedNs now);
    /// The time of this side runs.
    void resume(EmulatedNs now, line_clock::Half turn);
    /// Takes over times and turn; the counters go on.
    void set(EmulatedNs now, const line_clock::SetTimes& times);

    line_clock::Times times(EmulatedNs now) const;
    line_clock::Hello hello() const;
    bool is_running() const { return turn_ && !paused_; }
    /// When the next `times` line is due while time runs: a whole second of the running side's time
    /// is over (so a reader sees every second), or its time has run out. nullopt: nothing is due.
    std::optional<EmulatedNs> next_report(EmulatedNs after) const;

  private:
    std::int64_t& time_of(line_clock::Half side);
    std::int64_t shown_ns(line_clock::Half side, EmulatedNs now) const;
    void settle(EmulatedNs now);

    EmulatedClockOptions options_;
    std::int64_t left_ns_;
    std::int64_t right_ns_;
    std::optional<line_clock::Half> turn_;
    bool paused_ = true;
    EmulatedNs since_ = 0; ///< the times above are those of this moment
    line_clock::Presses presses_;
};

} // namespace jipu::sim
