// SPDX-License-Identifier: Apache-2.0
// The backend for pseudo-terminals, which libserialport cannot open: termios directly.
#include <termios.h>

#include <cerrno>

#include "hal/serial/line.hpp"

namespace jipu::serial {
namespace {

class PtyLine final : public OpenLine {
  public:
    PtyLine(Descriptor fd, std::string device) : fd_(std::move(fd)), device_(std::move(device)) {}
    Result<Descriptor> duplicate() const override {
        return duplicate_descriptor(fd_.get(), device_);
    }
    const std::string& device() const override { return device_; }

  private:
    Descriptor fd_;
    std::string device_;
};

/// A pseudo-terminal has no pace, but its master can read the speed: it is set where it has a name.
speed_t speed_of(int baud) {
    switch (baud) {
    case 9600:
        return B9600;
    case 19200:
        return B19200;
    case 38400:
        return B38400;
    case 57600:
        return B57600;
    default:
        return B115200;
    }
}

} // namespace

Result<std::unique_ptr<OpenLine>> open_pty_line(const std::string& device, int baud) {
    // No TIOCEXCL here: the flag would outlive a killed owner for as long as the master is open,
    // and lock out the restarted one. The advisory lock goes with the process.
    auto fd = open_locked(device);
    if (!fd) return Error{fd.error()};
    termios settings{};
    if (::tcgetattr(fd->get(), &settings) != 0) {
        return system_error("cannot read the settings of", device, errno);
    }
    ::cfmakeraw(&settings);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    settings.c_cflag |= CLOCAL | CREAD;
    ::cfsetspeed(&settings, speed_of(baud));
    if (::tcsetattr(fd->get(), TCSANOW, &settings) != 0) {
        return system_error("cannot set up", device, errno);
    }
    return std::unique_ptr<OpenLine>(std::make_unique<PtyLine>(std::move(*fd), device));
}

} // namespace jipu::serial
