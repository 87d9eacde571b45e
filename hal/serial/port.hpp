// SPDX-License-Identifier: Apache-2.0
// A serial port that may come and go: opens it, reads and writes through the event loop, says when
// it was lost and opens it again when it is there. It knows bytes and no protocol.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace boost::asio {
class io_context;
}

namespace jipu::serial {

struct PortOptions {
    std::string path; ///< a device or a symbolic link to one: /dev/serial/by-id/..., a pty's
    int baud = 115200;
    std::chrono::milliseconds first_retry{20}; ///< after a loss; doubled at each failure
    std::chrono::milliseconds last_retry{500}; ///< ... up to this
};

/// What the port says; called on the loop, never from inside start(), stop() or write().
struct PortHandler {
    std::function<void(const std::string& device)> opened;
    std::function<void(std::span<const std::uint8_t>)> bytes;
    /// Once for each loss, and once when the first opening fails; `why` names the port.
    std::function<void(const std::string& why)> lost;
    /// It is still lost, and for another reason than was said last. May be empty.
    std::function<void(const std::string& why)> still_lost = {};
};

class SerialPort {
  public:
    /// Bytes that may wait to be written; what does not fit is refused.
    static constexpr std::size_t max_waiting = 4096;

    SerialPort(boost::asio::io_context& loop, PortOptions options, PortHandler handler);
    ~SerialPort(); ///< stops
    SerialPort(const SerialPort&) = delete;
    SerialPort& operator=(const SerialPort&) = delete;

    /// Begins to try; what is not there is tried again with a growing pause.
    void start();
    /// Closes the port; no handler is called afterwards.
    void stop();
    /// False when the port is not open or max_waiting would be passed: nothing is written then.
    bool write(std::string_view bytes);
    bool is_open() const;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::serial
