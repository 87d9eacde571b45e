// SPDX-License-Identifier: Apache-2.0
// How long to wait after a failure: doubling, bounded, with jitter so that forty boards do not
// knock at the same moment. Pure; randomness is an argument.
#pragma once

#include <chrono>

namespace jipu {

class Backoff {
  public:
    using Span = std::chrono::milliseconds;
    /// `first` > 0; `longest` >= `first`.
    Backoff(Span first, Span longest);
    /// The next pause: between half and the whole of the current bound, which then doubles.
    /// `dice` in [0, 1).
    Span next(double dice);
    /// After a success.
    void reset() { bound_ = first_; }

  private:
    Span first_, longest_, bound_;
};

} // namespace jipu
