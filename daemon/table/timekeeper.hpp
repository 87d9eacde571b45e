// SPDX-License-Identifier: Apache-2.0
// The times of a game: what the clock device shows, or what the daemon counts from the presses, and
// how long each ply took. Whether a flag has fallen is rules/timing's question.
#pragma once

#include <optional>

#include "daemon/table/effect.hpp"
#include "hal/api/clock_report.hpp"
#include "rules/base/instant.hpp"
#include "rules/timing/game_clock.hpp"

namespace jipu {

class Timekeeper {
  public:
    /// A new game; the side to move first is on move from now on. `time_control` is a preset or a
    /// spec, empty: none is kept.
    void begin(Side to_move, Instant at, const std::string& time_control);
    /// What the device shows now.
    void device_times(const TimesReport& report);
    /// The clock is no longer known.
    void forget_device() { running_.reset(); }
    /// A ply is confirmed `now` that was made at `at`, not after it; returns how long it took, in
    /// milliseconds.
    std::int64_t turn_ended(Side mover, Instant at, Instant now);
    /// Is there a quota of moves that repeated attacks must not fill (000/4.2.1(5))?
    bool has_quota() const;
    /// So many of the side's last moves do not count towards it; below 0: they do after all.
    void discount(Side side, int moves);
    /// The present turn began at `at`, later than the ply before it was confirmed.
    void turn_begins(Instant at) { turn_began_ = at; }
    void pause(Instant at);
    void resume(Instant at);
    bool paused() const { return paused_; }
    /// The arbiter sets what is left.
    void set(const ClockMs& clock, Instant at);
    /// Charges a side with time it did not use; false: nothing is counted here, or a device shows
    /// the times, and the arbiter has to set them.
    bool charge(Side side, Duration span, Instant at);
    /// What both sides have used by what is shown, the device's times before those counted;
    /// nullopt when nobody can say.
    std::optional<std::array<Duration, 2>> used(Instant at) const;
    /// The game is led back: so many moves of each side are no longer made, and it is this side's
    /// turn. With `used` the clocks go back too. Returns what both clocks have to show then; empty
    /// where nothing is counted.
    ClockMs lead_back(const std::array<int, 2>& moves, Side to_move,
                      const std::optional<std::array<Duration, 2>>& used, Instant at);

    /// The times at `at`: the device's, else those counted; empty when neither is known.
    ClockMs clock(Instant at) const;
    std::optional<Side> running() const;
    bool from_device() const { return device_[0].has_value() || device_[1].has_value(); }
    /// What the counted clock says of a side; nullopt: no time control is kept.
    std::optional<ClockReading> counted(Side side, Instant at) const;
    /// When a flag will fall if nothing happens; nullopt: none can, or the clock is a device.
    std::optional<Instant> next_flag() const;
    /// The side whose counted flag has fallen.
    std::optional<Side> fallen(Instant at) const;

  private:
    ClockMs device_;
    std::optional<Side> running_; ///< by the device
    std::optional<GameClock> counted_;
    Instant turn_began_;
    Instant pause_began_;
    bool paused_ = false;
};

} // namespace jipu
