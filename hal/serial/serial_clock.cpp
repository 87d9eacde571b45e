// SPDX-License-Identifier: Apache-2.0
// Port closed (an opening is awaited) -> open (bytes are awaited; with a poll, its timer too). A
// clock that is polled is lost with its port, or when it has said nothing to two questions.
#include "hal/serial/serial_clock.hpp"

#include <boost/asio/io_context.hpp>
#include <utility>

namespace jipu {

namespace {

constexpr int patience = 2; ///< questions without an answer

serial::PortOptions with_baud(serial::PortOptions options, int baud) {
    options.baud = baud;
    return options;
}

} // namespace

SerialClock::SerialClock(boost::asio::io_context& loop, serial::PortOptions options, ClockTalk talk,
                         ReadMonotonic read_monotonic)
    : read_monotonic_(std::move(read_monotonic)), talk_(std::move(talk)), timer_(loop),
      port_(loop, with_baud(std::move(options), talk_.baud), handler()) {}

serial::PortHandler SerialClock::handler() {
    serial::PortHandler handler;
    handler.opened = [this](const std::string& device) { opened(device); };
    handler.bytes = [this](std::span<const std::uint8_t> bytes) {
        unanswered_ = 0;
        if (std::exchange(lost_, false)) sink_->clock_back(read_monotonic_(), device_);
        sink_->clock_bytes(read_monotonic_(), bytes);
    };
    handler.lost = [this](const std::string& why) {
        end_poll();
        lose(why);
    };
    handler.still_lost = [this](const std::string& why) { lose(why); };
    return handler;
}

void SerialClock::opened(const std::string& device) {
    device_ = device;
    // A port that is there is no clock yet, where a clock can be expected to answer.
    const bool answers = !talk_.poll.empty();
    if (!answers && std::exchange(lost_, false)) sink_->clock_back(read_monotonic_(), device);
    port_.write(talk_.greeting);
    unanswered_ = 1;
    if (answers) arm_poll();
}

void SerialClock::arm_poll() {
    polling_ = std::make_shared<char>();
    timer_.expires_after(talk_.poll_every);
    timer_.async_wait(
        [this, mine = std::weak_ptr<char>(polling_)](const boost::system::error_code& error) {
            if (!error && !mine.expired()) poll();
        });
}

void SerialClock::end_poll() {
    polling_.reset();
    timer_.cancel();
}

void SerialClock::poll() {
    if (unanswered_ >= patience) {
        lose(device_ + " is open, and the clock does not answer");
    } else {
        ++unanswered_;
    }
    port_.write(talk_.poll);
    arm_poll();
}

void SerialClock::lose(const std::string& why) {
    if (!std::exchange(lost_, true)) {
        sink_->clock_lost(read_monotonic_(), why);
    } else if (why != why_) {
        sink_->clock_note(read_monotonic_(), why);
    }
    why_ = why;
}

void SerialClock::start(ClockSink& sink) {
    sink_ = &sink;
    lost_ = false;
    port_.start();
}

void SerialClock::stop() {
    end_poll();
    port_.stop();
}

bool SerialClock::send(std::string_view words) {
    return port_.write(words);
}

} // namespace jipu
