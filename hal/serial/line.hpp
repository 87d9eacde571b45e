// SPDX-License-Identifier: Apache-2.0
// One opened serial line, whatever opened it: a descriptor that is raw, locked and ready for Asio.
// The two backends stand behind open_line(); neither knows a protocol or an event loop.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"

namespace jipu::serial {

/// A file descriptor with one owner.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();
    int get() const { return fd_; }
    int release();
    explicit operator bool() const { return fd_ >= 0; }

  private:
    int fd_ = -1;
};

/// An open line. It keeps the port open and locked until it is destroyed.
class OpenLine {
  public:
    OpenLine() = default;
    OpenLine(const OpenLine&) = delete;
    OpenLine& operator=(const OpenLine&) = delete;
    virtual ~OpenLine() = default;
    /// A duplicate of the line's descriptor (non-blocking, close-on-exec) with an owner of its own,
    /// which must close it before the line is destroyed.
    virtual Result<Descriptor> duplicate() const = 0;
    /// The device that was opened, after symbolic links: `/dev/ttyUSB0`.
    virtual const std::string& device() const = 0;
};

/// Opens the port at `path` (a device or a symbolic link to one): 8N1, raw, no flow control. What
/// the path leads to chooses the backend: /dev/pts/* the pseudo-terminal one, all else
/// libserialport. Fails with the path and the reason: not there, no serial port, in use.
Result<std::unique_ptr<OpenLine>> open_line(const std::string& path, int baud);

/// A real port, through libserialport, which refuses pseudo-terminals. `device` is free of links.
Result<std::unique_ptr<OpenLine>> open_real_line(const std::string& device, int baud);

/// A pseudo-terminal, through termios.
Result<std::unique_ptr<OpenLine>> open_pty_line(const std::string& device, int baud);

/// Duplicates a descriptor, close-on-exec and non-blocking.
Result<Descriptor> duplicate_descriptor(int fd, std::string_view device);

/// Opens the device without touching its settings and takes the advisory lock that every jipu
/// program takes: the second fails with `DEVICE is in use by another program`.
Result<Descriptor> open_locked(const std::string& device);

/// `what DEVICE: reason of errno`
Error system_error(std::string_view what, std::string_view device, int code);

} // namespace jipu::serial
