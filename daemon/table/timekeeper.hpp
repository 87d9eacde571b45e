// SPDX-License-Identifier: Apache-2.0
// The times of a game: what the clock device shows, or what the daemon counts from the presses, and
// how long each ply took. Whether a flag has fallen is rules/timing's question.
#pragma once

#include <optional>

#include "daemon/table/effect.hpp"
#include "hal/api/clock_report.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

class Timekeeper {
  public:
    /// A new game; the side to move first is on move from now on.
    void begin(Side to_move, Instant at);
    /// What the device shows now.
    void device_times(const TimesReport& report);
    /// The clock is no longer known.
    void forget_device();
    /// A ply has been decided at `at`; returns how long it took.
    std::int64_t turn_ended(Side mover, Instant at);
    void pause(Instant at);
    void resume(Instant at);
    bool paused() const { return paused_; }

    /// The times known now; empty when no device shows any.
    const ClockMs& clock() const { return clock_; }
    std::optional<Side> running() const { return running_; }

  private:
    ClockMs clock_;
    std::optional<Side> running_;
    Instant turn_began_;
    Instant pause_began_;
    bool paused_ = false;
};

} // namespace jipu
