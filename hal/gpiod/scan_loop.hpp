// SPDX-License-Identifier: Apache-2.0
// What the scanning thread does, round by round, without the thread: opens the board, scans it,
// hands on what is new, counts what was missed, and goes on trying when the board is gone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hal/api/told_reason.hpp"
#include "hal/gpiod/pace_meter.hpp"
#include "hal/gpiod/point_levels.hpp"
#include "hal/gpiod/scan_queue.hpp"
#include "hal/gpiod/scanner.hpp"

namespace jipu::gpio {

/// Times in nanoseconds.
struct ScanTimes {
    std::int64_t period = 5'000'000;            ///< from one scan to the next
    std::int64_t first_retry = 20'000'000;      ///< doubled at each failure
    std::int64_t last_retry = 500'000'000;      ///< ... up to this
    std::int64_t note_every = 60'000'000'000LL; ///< what went wrong is told once in this time
};

class ScanLoop {
  public:
    /// `scanner` and `queue` must outlive it. `width`: of the board, to name points.
    ScanLoop(Scanner& scanner, PointLevels levels, std::uint8_t width, ScanTimes times,
             ScanQueue& queue, ReadMonotonic now);

    /// One scan, or one attempt to open the board. Returns when the next is due. Allocates nothing
    /// while all goes well.
    MonotonicNs round();
    /// Something for people, told when there is room.
    void note(const std::string& text);
    /// Lets the board go.
    void stop();

    /// Scans whose time passed while the one before was still under way.
    std::uint64_t left_out() const { return left_out_; }
    /// Any thread: how steady it is.
    std::optional<ScanPace> pace() const { return pace_.read(); }

  private:
    enum class Told : std::uint8_t { nothing, present, lost };
    MonotonicNs fail(MonotonicNs at, const std::string& why);
    /// False: there is no room.
    bool tell(ScanReport::Kind kind, MonotonicNs at, std::string text);
    void tell_scan(MonotonicNs at);
    void tell_note(MonotonicNs at);
    MonotonicNs next_due();

    Scanner& scanner_;
    PointLevels reader_;
    std::uint8_t width_;
    ScanTimes times_;
    ScanQueue& queue_;
    ReadMonotonic now_;
    std::vector<std::uint8_t> bits_;
    std::vector<Level> levels_, sent_;
    Told told_ = Told::nothing;
    ToldReason reason_; ///< of the loss that was told
    bool open_ = false;
    PaceMeter pace_;
    MonotonicNs due_ = 0;
    std::int64_t retry_;
    std::uint64_t missed_ = 0; ///< scans with something new that found the queue full
    std::uint64_t left_out_ = 0;
    std::uint64_t left_out_told_ = 0;
    std::uint64_t both_poles_ = 0; ///< scans in which a point said so, since the last note
    PointIndex both_at_ = no_point;
    MonotonicNs noted_ = 0;
    std::string note_;
};

} // namespace jipu::gpio
