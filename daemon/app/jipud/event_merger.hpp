// SPDX-License-Identifier: Apache-2.0
// Puts the reports of all devices into one order, that of their stamps. Pure: the time is an
// argument. It must not know what a report means, nor the core's instants.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "daemon/table/event.hpp"
#include "hal/api/drivers.hpp"

namespace jipu::app {

/// What an Event says, without its instant.
using EventBody = decltype(Event::what);

/// One report with the stamp of its device. `tag`: the caller's own, 0 for none.
struct Report {
    MonotonicNs stamp = 0;
    EventBody what;
    std::uint64_t tag = 0;
};

/// Holds every report back until no earlier one can come any more: for the reorder window.
class EventMerger {
  public:
    /// The contract's bound on the window.
    static constexpr MonotonicNs longest_window = 50'000'000;

    /// `window`: nanoseconds, 0 to longest_window. 0 where a single source reports in order.
    explicit EventMerger(MonotonicNs window);

    void push(Report report);
    /// The earliest report, when its window has passed at `now`. Equal stamps keep the order of
    /// their arrival.
    std::optional<Report> pop(MonotonicNs now);
    /// The earliest report, whatever the time: for the stop.
    std::optional<Report> pop_any();

    /// When pop() will have something; nullopt: nothing waits.
    std::optional<MonotonicNs> next_due() const;
    /// Up to here nothing can come any more at `now`: what is due may be done.
    MonotonicNs horizon(MonotonicNs now) const;
    MonotonicNs window() const { return window_; }

  private:
    MonotonicNs window_;
    std::deque<Report> waiting_; // by stamp
};

} // namespace jipu::app
