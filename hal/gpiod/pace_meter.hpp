// SPDX-License-Identifier: Apache-2.0
// Measures how steadily a board is scanned: counted by the scanning thread, second by second, and
// read from another. The scanning thread never waits and asks for no memory.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "hal/api/drivers.hpp"
#include "hal/api/scan_pace.hpp"

namespace jipu::gpio {

class PaceMeter {
  public:
    /// `period`: from one scan to the next as it should be, in nanoseconds.
    explicit PaceMeter(std::int64_t period) : step_(period / steps), counts_(4 * steps + 1) {
        if (step_ < 1) step_ = 1;
    }

    /// Scanning thread: a scan begins. `left_out`: scans left out until now.
    void scanned(MonotonicNs at, std::uint64_t left_out) {
        ++scans_;
        if (last_) count(at - *last_);
        last_ = at;
        if (!window_) window_ = at;
        if (at - *window_ < second) return;
        publish(at, left_out);
        window_ = at;
    }
    /// Scanning thread: the board is gone; what comes next is no interval.
    void interrupted() {
        last_.reset();
        window_.reset();
        clear();
    }

    /// Any thread. Nothing in the first second.
    std::optional<ScanPace> read() const {
        const std::lock_guard guard(mutex_);
        return published_;
    }

  private:
    static constexpr std::int64_t steps = 256;
    static constexpr MonotonicNs second = 1'000'000'000;

    void count(MonotonicNs interval) {
        const auto bucket = static_cast<std::size_t>(interval / step_);
        ++counts_[bucket < counts_.size() ? bucket : counts_.size() - 1];
        ++intervals_;
        if (interval > longest_) longest_ = interval;
    }
    /// The interval that so many of a hundred do not exceed, in microseconds.
    std::int64_t quantile(std::uint32_t hundredth) const {
        const std::uint64_t wanted = (std::uint64_t{intervals_} * hundredth + 99) / 100;
        std::uint64_t seen = 0;
        for (std::size_t bucket = 0; bucket + 1 < counts_.size(); ++bucket) {
            seen += counts_[bucket];
            if (seen < wanted) continue;
            const std::int64_t end = (static_cast<std::int64_t>(bucket) + 1) * step_;
            return (end < longest_ ? end : longest_) / 1000;
        }
        return longest_ / 1000;
    }
    void publish(MonotonicNs at, std::uint64_t left_out) {
        // Whoever reads has it for a moment; the next second is soon.
        const std::unique_lock guard(mutex_, std::try_to_lock);
        if (guard) {
            const double seconds = static_cast<double>(at - *window_) / 1e9;
            published_ = ScanPace{scans_,       left_out,     intervals_ / seconds,
                                  quantile(50), quantile(99), longest_ / 1000};
        }
        clear();
    }
    void clear() {
        counts_.assign(counts_.size(), 0);
        intervals_ = 0;
        longest_ = 0;
    }

    std::int64_t step_; ///< width of a bucket, in nanoseconds
    std::vector<std::uint32_t> counts_;
    std::uint32_t intervals_ = 0;
    MonotonicNs longest_ = 0;
    std::optional<MonotonicNs> last_, window_;
    std::uint64_t scans_ = 0;
    mutable std::mutex mutex_;
    std::optional<ScanPace> published_;
};

} // namespace jipu::gpio
