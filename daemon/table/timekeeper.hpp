// SPDX-License-Identifier: Apache-2.0
// The times of a game: what the clock device shows, or what the daemon counts from the presses, and
// how long each ply took. Whether a period is over is rules/timing's question, what a reading of
// the device is worth too.
#pragma once

#include <optional>
#include <vector>

#include "daemon/table/effect.hpp"
#include "hal/api/clock_report.hpp"
#include "rules/base/instant.hpp"
#include "rules/timing/device_clock.hpp"
#include "rules/timing/game_clock.hpp"

namespace jipu {

class Timekeeper {
  public:
    /// A new game; the side to move first is on move from now on. `time_control` is a preset or a
    /// spec, empty: none is kept.
    void begin(Side to_move, Instant at, const std::string& time_control);
    /// What the device shows now, and what is odd about it. `free`: nothing is played, the times
    /// may have been set by somebody; `on_move`: the record's side to move.
    ReadingVerdict device_times(const TimesReport& report, Instant at = {}, bool free = true,
                                std::optional<Side> on_move = std::nullopt);
    /// This side pressed.
    void pressed(Side side) { shown_.pressed(side); }
    /// The clock is no longer known.
    void forget_device();
    /// A ply is confirmed `now` that was made at `at`, not after it; returns how long it took, in
    /// milliseconds. Its move counts, also when its turn was given away already.
    std::int64_t turn_ended(Side mover, Instant at, Instant now);
    /// Is there a quota of moves that repeated attacks must not fill (000/4.2.1(5))?
    bool has_quota() const;
    /// So many of the side's last moves do not count towards it; below 0: they do after all.
    void discount(Side side, int moves);
    /// The present turn began at `at`, later than the ply before it was confirmed.
    void turn_begins(Instant at) { turn_began_ = at; }
    Instant turn_began() const { return turn_began_; }
    /// This side has pressed and nothing that counts was moved: its clock stands, the other's runs.
    void turn_given_away(Side side, Instant at);
    /// It is this side's turn by the record, whoever pressed; no move is counted. True when a clock
    /// that is counted here runs for the other side now.
    bool turn_is(Side to_move, Instant at);
    /// So many moves of each side stand in the record. True when the clock had other numbers.
    bool set_moves(const std::array<int, 2>& moves, Instant at);
    void pause(Instant at);
    void resume(Instant at);
    /// Ends a pause with this side's clock.
    void resume_with(Side side, Instant at);
    bool paused() const { return paused_; }
    /// The arbiter was asked to set these times at the device, or it was told to show them.
    void expect(const ClockMs& clock);
    /// What the device shows now is right, the arbiter says.
    void trust_device() { shown_.adopt(); }
    /// The arbiter sets what is left.
    void set(const ClockMs& clock, Instant at);
    /// Charges a side with time it did not use; false: nothing is counted here, or a device shows
    /// the times, and the arbiter has to set them.
    bool charge(Side side, Duration span, Instant at);
    /// What both sides have used by what is shown, the device's times before those counted;
    /// nullopt when nobody can say.
    std::optional<std::array<Duration, 2>> used(Instant at) const;
    /// The game is led back to where so many moves of each side had been made in so much time, and
    /// it is this side's turn. Returns what both clocks have to show then; empty where nothing is
    /// counted.
    ClockMs lead_back(const std::array<int, 2>& moves, Side to_move,
                      const std::array<Duration, 2>& used, Instant at);

    /// The times at `at`: the device's, else those counted; empty when neither is known.
    ClockMs clock(Instant at) const;
    std::optional<Side> running() const;
    /// Whose time ran last: a clock may show nobody's between two turns.
    std::optional<Side> ran() const { return ran_ ? ran_ : running(); }
    /// Is the time control kept one whose times no correction sets back: one without quotas?
    bool leaves_times() const;
    bool from_device() const { return shown_.known(); }
    /// What the counted clock says of a side; nullopt: no time control is kept. Beside a device its
    /// times follow the device's.
    std::optional<ClockReading> counted(Side side, Instant at) const;
    /// When a flag can next fall, or a 0 that a device shows counts; nullopt: not without an event.
    std::optional<Instant> next_flag() const;
    /// Ends the periods whose end the device has shown. True: a new period began.
    bool follow_device(Instant at);
    /// When the side's flag fell, or when a device first showed its 0; nullopt: it has not.
    std::optional<Instant> fell_at(Side side, Instant at) const;

  private:
    std::vector<Duration> period_times() const;
    Duration press_gain() const;
    /// So long a 0 must be shown before it counts: whole seconds may be rounded down, and without a
    /// time control the device may be about to show the next period.
    Duration zero_grace() const;
    void show(Side side, Duration left, Instant at);

    DeviceClock shown_;
    std::optional<Side> running_; ///< by the device
    std::optional<Side> ran_;     ///< by the device, the last that did
    std::optional<GameClock> counted_;
    /// The device showed the end of a period that was complete, and not yet the next one's time.
    std::array<bool, 2> awaits_period_{};
    std::array<std::optional<Instant>, 2> fell_; ///< shown by the device, no time control kept
    Instant turn_began_;
    Instant pause_began_;
    bool paused_ = false;
};

} // namespace jipu
