// SPDX-License-Identifier: Apache-2.0
// The clock driver for a line clock on a serial port or a pseudo-terminal: stamps its bytes, greets
// it at every opening, and carries what the arbiter sets. The core decodes the bytes.
#pragma once

#include <memory>

#include "hal/api/drivers.hpp"
#include "hal/codec/line_clock_decoder.hpp"
#include "hal/serial/port.hpp"

namespace jipu {

class LineClockSource final : public ClockSource {
  public:
    /// `read_monotonic` stamps each chunk of bytes when it was read.
    LineClockSource(boost::asio::io_context& loop, serial::PortOptions options,
                    ReadMonotonic read_monotonic);
    /// The sink must outlive the source, or stop() must come first.
    void start(ClockSink& sink) override;
    void stop() override;
    /// Sends a host's message (set_times_for() in hal/codec makes the one that sets the clock).
    /// False when the clock is not there.
    bool send(const line_clock::Message& message);

  private:
    serial::PortHandler handler();

    ReadMonotonic read_monotonic_;
    ClockSink* sink_ = nullptr;
    bool lost_ = false;
    serial::SerialPort port_;
};

} // namespace jipu
