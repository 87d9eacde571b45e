// SPDX-License-Identifier: Apache-2.0
// From the scanning thread to the daemon's loop: a ring with one writer and one reader, whose
// reports are made at the beginning and used again, so that nothing is allocated and nobody waits.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hal/api/drivers.hpp"

namespace jipu::gpio {

/// What the scanning thread has to say.
struct ScanReport {
    enum class Kind : std::uint8_t { scan, lost, note };
    Kind kind = Kind::scan;
    MonotonicNs at = 0;
    std::vector<Level> levels; ///< scan
    std::uint64_t missed = 0;  ///< scan: so many scans before it showed a change nobody heard of
    std::string text;          ///< lost, note: for people
};

class ScanQueue {
  public:
    ScanQueue(std::size_t capacity, std::size_t points) : ring_(capacity + 1) {
        for (ScanReport& report : ring_)
            report.levels.resize(points);
    }

    /// Writer: the report to fill, or null when the queue is full.
    ScanReport* free_slot() {
        const std::size_t tail = tail_.load(std::memory_order_relaxed);
        return next(tail) == head_.load(std::memory_order_acquire) ? nullptr : &ring_[tail];
    }
    /// Writer: the report of free_slot() is ready.
    void push() {
        tail_.store(next(tail_.load(std::memory_order_relaxed)), std::memory_order_release);
    }
    /// Reader: the oldest report, or null. It stays until pop().
    const ScanReport* front() const {
        const std::size_t head = head_.load(std::memory_order_relaxed);
        return head == tail_.load(std::memory_order_acquire) ? nullptr : &ring_[head];
    }
    void pop() {
        head_.store(next(head_.load(std::memory_order_relaxed)), std::memory_order_release);
    }

  private:
    std::size_t next(std::size_t at) const { return at + 1 == ring_.size() ? 0 : at + 1; }

    std::vector<ScanReport> ring_; ///< one stays free, to tell full from empty
    std::atomic<std::size_t> head_{0}, tail_{0};
};

} // namespace jipu::gpio
