// SPDX-License-Identifier: Apache-2.0
// What a clock device shows, judged reading by reading: which times can be believed, when a side's
// time was used up (000/4.2.1(3): the device's own sign decides), and what a sound clock cannot
// have done. It must not know quotas, rule books or the record.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// One reading of the device. Absent: the device does not say it.
struct ShownTimes {
    std::array<std::optional<Duration>, 2> left; ///< by index_of(side)
    std::optional<Side> running;
    friend bool operator==(const ShownTimes&, const ShownTimes&) = default;
};

/// How far a sound clock may be from what its last good reading lets expect.
struct ClockTolerance {
    Duration step = std::chrono::seconds(5);         ///< down, between two readings
    Duration rise = std::chrono::milliseconds(1500); ///< up; whole seconds and late bytes
    /// A rise up to this is noted and the smaller time stands; a larger one is a jump.
    Duration small_rise = std::chrono::seconds(10);
    Duration rate = std::chrono::seconds(5); ///< of all the time that a side's clock ran ...
    int rate_percent = 2;                    ///< ... and so many hundredths of it
};

/// What a sound clock does not do.
enum class ClockOddity : std::uint8_t {
    rise, ///< a time went up a little without a reason
    jump, ///< a time is nowhere near what it was
    rate, ///< a time does not pass as fast as time does
};

/// What may have happened since the last reading.
struct ReadingContext {
    /// Nothing is played: what is shown is what somebody set.
    bool free = false;
    std::optional<Side> on_move; ///< whose time must run, for devices that do not say
    Duration gain{};             ///< what a press may add to the own time
    /// What a new period may begin with; empty: not known, anything.
    std::span<const Duration> periods;
};

struct ReadingVerdict {
    std::optional<ClockOddity> oddity;
    Side side = Side::first; ///< of the oddity
    Duration by{};           ///< shown more (+) or less (-) than could be
    /// The time of this side was used up and a new period's is shown already.
    std::optional<Side> new_period;
};

class DeviceClock {
  public:
    explicit DeviceClock(ClockTolerance tolerance = {}) : tolerance_(tolerance) {}

    /// Judges a reading. One that jumps is not believed: the last good one stands, until what is
    /// shown fits it again or adopt() is called.
    ReadingVerdict take(const ShownTimes& shown, Instant at, const ReadingContext& context);
    /// This side pressed since the last reading.
    void pressed(Side side) { pressed_[index_of(side)] = true; }
    /// The device went away: until it is back either side's time may have run.
    void away();
    /// Somebody who may has set the times: what is shown last, and next, is right.
    void adopt();
    /// Somebody was asked to set these times: a reading that is near them, or less by what a clock
    /// that was not stopped has run since, is no jump. Once, and until adopt() is called. Absent:
    /// this side's time stays as it is.
    void expect(const std::array<std::optional<Duration>, 2>& left);

    /// The last reading that was believed.
    const ShownTimes& good() const { return good_; }
    bool known() const { return good_.left[0].has_value() || good_.left[1].has_value(); }
    /// Since when the device has shown that the side has used its time, having run down to it.
    std::optional<Instant> zero_since(Side side) const { return zero_since_[index_of(side)]; }
    /// The device shows more than whole seconds: its 0 means that nothing is left.
    bool exact() const { return exact_; }
    /// The side's 0 has been dealt with.
    void forget_zero(Side side) { zero_since_[index_of(side)].reset(); }

  private:
    bool as_expected(const ShownTimes& shown) const;
    bool may_have_run(Side side, const ShownTimes& shown, const ReadingContext& context) const;
    /// How far the shown time is from what can be; 0: it can be.
    Duration excess(Side side, const ShownTimes& shown, Instant at, const ReadingContext& context,
                    ReadingVerdict& verdict) const;
    void follow_rate(const ShownTimes& shown, Instant at, ReadingVerdict& verdict);
    bool turned_up(Side side, const ShownTimes& shown, Instant at,
                   const ReadingContext& context) const;
    void believe(const ShownTimes& shown, Instant at, const ReadingContext& context);
    void take_as_set(const ShownTimes& shown, Instant at);

    ClockTolerance tolerance_;
    ShownTimes good_, last_;
    Instant good_at_;
    std::array<std::optional<Duration>, 2> expected_;
    std::array<Duration, 2> ran_since_{}; ///< by the readings since these were expected
    std::array<bool, 2> pressed_{};
    std::array<std::optional<Instant>, 2> zero_since_;
    std::array<Duration, 2> charged_{}, ran_{};
    bool away_ = false;
    bool adopt_next_ = true;
    bool exact_ = false;
};

} // namespace jipu
