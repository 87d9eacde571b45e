// SPDX-License-Identifier: Apache-2.0
// The clock driver for every clock on a serial port or a pseudo-terminal: stamps its bytes, greets
// it at every opening, asks again and again where the protocol wants it. It knows no protocol: the
// core decodes the bytes, and what is said to the clock is made in hal/codec.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "hal/api/drivers.hpp"
#include "hal/codec/decoders.hpp"
#include "hal/serial/port.hpp"

namespace jipu {

class SerialClock final : public ClockSource {
  public:
    /// `options.baud` is the talk's. `read_monotonic` stamps each chunk of bytes when it was read.
    SerialClock(boost::asio::io_context& loop, serial::PortOptions options, ClockTalk talk,
                ReadMonotonic read_monotonic);
    /// The sink must outlive the source, or stop() must come first.
    void start(ClockSink& sink) override;
    void stop() override;
    /// Sends what the arbiter sets, in the words of the clock's protocol. False when the clock is
    /// not there.
    bool send(std::string_view words);

  private:
    serial::PortHandler handler();
    void opened(const std::string& device);
    void arm_poll();
    void end_poll();
    void poll();
    void lose(const std::string& why);

    ReadMonotonic read_monotonic_;
    ClockTalk talk_;
    ClockSink* sink_ = nullptr;
    std::string device_; ///< the port that is open
    bool lost_ = false;
    std::string why_;               ///< as it was said last
    int unanswered_ = 0;            ///< questions since the clock last said something
    std::shared_ptr<char> polling_; ///< gone: a completion of the timer means nothing any more
    boost::asio::steady_timer timer_;
    serial::SerialPort port_;
};

} // namespace jipu
