// SPDX-License-Identifier: Apache-2.0
// See drivers.hpp.
#include "daemon/app/jipud/drivers.hpp"

#include <utility>

#include "hal/codec/line_clock_decoder.hpp"
#include "hal/gpiod/lever_clock.hpp"
#include "hal/gpiod/scanned_board.hpp"
#include "hal/serial/line_clock_source.hpp"
#include "hal/sim/link/sim_board_source.hpp"

namespace jipu::app {

std::unique_ptr<BoardSource> make_board(boost::asio::io_context& loop, const Config& config,
                                        ReadMonotonic monotonic) {
    if (config.board.driver != BoardDriver::sim) {
        return gpio::make_gpio_board(loop, config.board.driver == BoardDriver::matrix,
                                     config.board.wiring, config.board.wiring_file,
                                     std::move(monotonic));
    }
    sim::SimBoardOptions options;
    options.socket_path = config.board.socket;
    options.shape = sim::BoardShape{config.game, config.board.sensors, 19};
    return std::make_unique<sim::SimBoardSource>(loop, std::move(options), std::move(monotonic));
}

ClockDevice make_clock(boost::asio::io_context& loop, const Config& config,
                       ReadMonotonic monotonic) {
    if (config.clock.driver == ClockDriver::none) return {};
    if (config.clock.driver == ClockDriver::lever) {
        ClockDevice device;
        device.source = std::make_unique<gpio::LeverClock>(
            loop, gpio::real_lines(),
            gpio::LeverClockOptions{config.clock.lever, config.clock.left}, std::move(monotonic));
        return device;
    }
    serial::PortOptions options;
    options.path = config.clock.port;
    auto line = std::make_unique<LineClockSource>(loop, std::move(options), std::move(monotonic));
    ClockDevice device;
    device.set = [clock = line.get(), left = config.clock.left](const ClockAdjusted& adjusted) {
        if (!adjusted.clock[0] || !adjusted.clock[1]) return false;
        return clock->send(
            set_times_for(left, {*adjusted.clock[0], *adjusted.clock[1]}, adjusted.running));
    };
    device.source = std::move(line);
    return device;
}

} // namespace jipu::app
