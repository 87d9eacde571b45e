// SPDX-License-Identifier: Apache-2.0
// Between the monotonic clock and the core's instants: quantises, and never lets time go back.
// Pure; it must not know which events the times belong to.
#pragma once

#include <algorithm>

#include "hal/api/drivers.hpp"
#include "rules/base/instant.hpp"

namespace jipu::app {

class RecordingTime {
  public:
    RecordingTime() = default;
    /// `origin`: the moment of instant 0. Nothing lies before `last` any more.
    RecordingTime(MonotonicNs origin, Instant last) : origin_(origin), last_(last) {}

    /// The instant of a moment: whole microseconds, rounded down, never below the last one.
    Instant at(MonotonicNs moment) const {
        return std::max(last_, instant_from_us((moment - origin_) / 1000));
    }
    /// The first moment that has this instant.
    MonotonicNs moment_of(Instant at) const { return origin_ + to_us(at) * 1000; }
    /// The core was given this instant.
    void passed(Instant at) { last_ = std::max(last_, at); }

    MonotonicNs origin() const { return origin_; }
    Instant last() const { return last_; }

  private:
    MonotonicNs origin_ = 0;
    Instant last_{};
};

} // namespace jipu::app
