// SPDX-License-Identifier: Apache-2.0
// The backend for real ports: libserialport opens and configures, we mend what it leaves behind
// (VMIN 0 reads as an end of file, XON/XOFF eats 0x11 and 0x13, closing drops DTR, no lock before
// version 0.1.2).
#include <libserialport.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <cerrno>

#include "hal/serial/line.hpp"

namespace jipu::serial {
namespace {

struct FreePort {
    void operator()(sp_port* port) const { sp_free_port(port); }
};
using PortPtr = std::unique_ptr<sp_port, FreePort>;

class RealLine final : public OpenLine {
  public:
    RealLine(Descriptor lock, PortPtr port, int fd, std::string device)
        : lock_(std::move(lock)), port_(std::move(port)), fd_(fd), device_(std::move(device)) {}
    ~RealLine() override {
        ::ioctl(fd_, TIOCNXCL);
        sp_close(port_.get());
    }
    Result<Descriptor> duplicate() const override { return duplicate_descriptor(fd_, device_); }
    const std::string& device() const override { return device_; }

  private:
    Descriptor lock_; ///< empty where libserialport has locked the port
    PortPtr port_;
    int fd_; ///< libserialport's own
    std::string device_;
};

Error library_error(std::string_view what, const std::string& device, sp_return code) {
    if (code == SP_ERR_FAIL) return system_error(what, device, errno);
    if (code == SP_ERR_SUPP) {
        return Error{std::string(what) + ' ' + device + ": the port cannot do that"};
    }
    return Error{std::string(what) + ' ' + device + ": libserialport does not take it for a " +
                 "serial port"};
}

/// Fails with errno set. From 0.1.2 on libserialport locks by itself, before it touches the
/// settings, and finds our lock in its way: then ours goes. What it opened before it failed it
/// leaves open.
sp_return open_port(sp_port* port, Descriptor& lock) {
    sp_return code = sp_open(port, SP_MODE_READ_WRITE);
    if (code == SP_ERR_FAIL && errno == EWOULDBLOCK) {
        sp_close(port);
        lock = Descriptor();
        code = sp_open(port, SP_MODE_READ_WRITE);
    }
    if (code != SP_OK) {
        const int failed = errno;
        sp_close(port);
        errno = failed;
    }
    return code;
}

sp_return configure(sp_port* port, int baud) {
    sp_return code = sp_set_baudrate(port, baud);
    if (code == SP_OK) code = sp_set_bits(port, 8);
    if (code == SP_OK) code = sp_set_parity(port, SP_PARITY_NONE);
    if (code == SP_OK) code = sp_set_stopbits(port, 1);
    if (code == SP_OK) code = sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE);
    return code;
}

/// Returns 0 or errno.
int mend_settings(int fd) {
    termios settings{};
    if (::tcgetattr(fd, &settings) != 0) return errno;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    settings.c_iflag &= ~static_cast<tcflag_t>(IXON | IXOFF | IXANY | ICRNL | INLCR | ISTRIP);
    settings.c_cflag &= ~static_cast<tcflag_t>(HUPCL);
    return ::tcsetattr(fd, TCSANOW, &settings) == 0 ? 0 : errno;
}

} // namespace

Result<std::unique_ptr<OpenLine>> open_real_line(const std::string& device, int baud) {
    // Locked before libserialport touches the settings: sp_open() on a port that another program
    // reads would end that program's reads.
    auto lock = open_locked(device);
    if (!lock) return Error{lock.error()};
    sp_port* raw = nullptr;
    if (const auto code = sp_get_port_by_name(device.c_str(), &raw); code != SP_OK) {
        return library_error("cannot open", device, code);
    }
    PortPtr port(raw);
    if (const auto code = open_port(port.get(), *lock); code != SP_OK) {
        if (code == SP_ERR_FAIL && errno == EWOULDBLOCK) {
            return Error{device + " is in use by another program"};
        }
        return library_error("cannot open", device, code);
    }
    int fd = -1;
    sp_get_port_handle(port.get(), &fd);
    auto line = std::make_unique<RealLine>(std::move(*lock), std::move(port), fd, device);
    if (const auto code = configure(raw, baud); code != SP_OK) {
        return library_error("cannot set up", device, code);
    }
    if (const int code = mend_settings(fd); code != 0) {
        return system_error("cannot set up", device, code);
    }
    if (::ioctl(fd, TIOCEXCL) != 0) return system_error("cannot lock", device, errno);
    return std::unique_ptr<OpenLine>(std::move(line));
}

} // namespace jipu::serial
