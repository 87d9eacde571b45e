// SPDX-License-Identifier: Apache-2.0
// The clock driver for a plain clock with a switch under each lever: two lines, whose edges carry
// the kernel's stamps. Which side sits at which lever is told to it.
#pragma once

#include <chrono>
#include <memory>

#include "hal/api/board_wiring.hpp"
#include "hal/api/drivers.hpp"
#include "hal/gpiod/lines.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::gpio {

struct LeverClockOptions {
    LeverWiring wiring;
    Side left = Side::first; ///< the side that sits at the left lever
    std::chrono::milliseconds first_retry{20};
    std::chrono::milliseconds last_retry{500};
};

/// A press is reported when its level has stood for the debounce time, with the stamp of its first
/// edge. A clock says nothing by itself, so it is `back` as soon as its lines are there.
class LeverClock final : public ClockSource {
  public:
    /// `read_monotonic` must read the clock of the kernel's stamps, CLOCK_MONOTONIC.
    LeverClock(boost::asio::io_context& loop, std::shared_ptr<Lines> lines,
               LeverClockOptions options, ReadMonotonic read_monotonic);
    ~LeverClock() override;
    /// The sink must outlive the source, or stop() must come first.
    void start(ClockSink& sink) override;
    void stop() override;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::gpio
