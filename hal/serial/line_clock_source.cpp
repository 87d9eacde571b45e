// SPDX-License-Identifier: Apache-2.0
// Greets with an empty line first: it ends whatever half a line stands in the clock's receiver.
#include "hal/serial/line_clock_source.hpp"

#include <utility>

namespace jipu {

LineClockSource::LineClockSource(boost::asio::io_context& loop, serial::PortOptions options,
                                 ReadMonotonic read_monotonic)
    : read_monotonic_(std::move(read_monotonic)), port_(loop, std::move(options), handler()) {}

serial::PortHandler LineClockSource::handler() {
    serial::PortHandler handler;
    handler.opened = [this](const std::string& device) {
        if (std::exchange(lost_, false)) sink_->clock_back(read_monotonic_(), device);
        port_.write("\n" + line_clock::encode(line_clock::AskHello{}) +
                    line_clock::encode(line_clock::AskStatus{}));
    };
    handler.bytes = [this](std::span<const std::uint8_t> bytes) {
        sink_->clock_bytes(read_monotonic_(), bytes);
    };
    handler.lost = [this](const std::string& why) {
        lost_ = true;
        sink_->clock_lost(read_monotonic_(), why);
    };
    return handler;
}

void LineClockSource::start(ClockSink& sink) {
    sink_ = &sink;
    port_.start();
}

void LineClockSource::stop() {
    port_.stop();
}

bool LineClockSource::send(const line_clock::Message& message) {
    return port_.write(line_clock::encode(message));
}

} // namespace jipu
