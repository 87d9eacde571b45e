// SPDX-License-Identifier: Apache-2.0
// See drivers.hpp.
#include "daemon/app/jipud/drivers.hpp"

#include <utility>

#include "hal/codec/decoders.hpp"
#include "hal/codec/line_clock_decoder.hpp"
#include "hal/gpiod/lever_clock.hpp"
#include "hal/gpiod/scanned_board.hpp"
#include "hal/serial/serial_clock.hpp"
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
    if (config.clock.driver == ClockDriver::lever) {
        ClockDevice device;
        device.source = std::make_unique<gpio::LeverClock>(
            loop, gpio::real_lines(),
            gpio::LeverClockOptions{config.clock.lever, config.clock.left}, std::move(monotonic));
        return device;
    }
    const ClockKind kind = clock_kind(config.clock.driver);
    if (kind == ClockKind::none) return {};
    serial::PortOptions options;
    options.path = config.clock.port;
    auto clock = std::make_unique<SerialClock>(loop, std::move(options), clock_talk(kind),
                                               std::move(monotonic));
    ClockDevice device;
    device.set = [clock = clock.get(), kind, left = config.clock.left](const ClockAdjusted& set) {
        // The others are set by hand.
        if (kind != ClockKind::line || !set.clock[0] || !set.clock[1]) return false;
        return clock->send(encode(set_times_for(set.exchanged ? opponent(left) : left,
                                                {*set.clock[0], *set.clock[1]}, set.running)));
    };
    device.source = std::move(clock);
    return device;
}

} // namespace jipu::app
