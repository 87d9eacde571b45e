// SPDX-License-Identifier: Apache-2.0
// Which driver stands behind which word of the configuration. It must not know what they report.
#pragma once

#include <functional>
#include <memory>

#include "config/config.hpp"
#include "daemon/table/effect.hpp"
#include "hal/api/drivers.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::app {

/// A clock that may be set from here.
struct ClockDevice {
    std::unique_ptr<ClockSource> source; ///< null: there is no clock
    /// Carries what the arbiter set; false when it cannot: then it has to be set by hand.
    std::function<bool(const ClockAdjusted&)> set;
};

std::unique_ptr<BoardSource> make_board(boost::asio::io_context& loop, const Config& config,
                                        ReadMonotonic monotonic);
ClockDevice make_clock(boost::asio::io_context& loop, const Config& config,
                       ReadMonotonic monotonic);

} // namespace jipu::app
