// SPDX-License-Identifier: Apache-2.0
// What both backends share: resolving the path, the lock, and who owns a descriptor.
#include "hal/serial/line.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <system_error>

namespace jipu::serial {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        if (fd_ >= 0) ::close(fd_);
        fd_ = other.release();
    }
    return *this;
}

Descriptor::~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
}

int Descriptor::release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
}

Error system_error(std::string_view what, std::string_view device, int code) {
    return Error{std::string(what) + ' ' + std::string(device) + ": " +
                 std::generic_category().message(code)};
}

Result<Descriptor> duplicate_descriptor(int fd, std::string_view device) {
    Descriptor copy(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (!copy) return system_error("cannot duplicate the descriptor of", device, errno);
    return copy;
}

Result<Descriptor> open_locked(const std::string& device) {
    Descriptor fd(::open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    // EBUSY: somebody else has it with TIOCEXCL.
    if (!fd && errno == EBUSY) return Error{device + " is in use by another program"};
    if (!fd) return system_error("cannot open", device, errno);
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return Error{device + " is in use by another program"};
        return system_error("cannot lock", device, errno);
    }
    if (::isatty(fd.get()) == 0) return Error{device + " is not a serial port"};
    return fd;
}

Result<std::unique_ptr<OpenLine>> open_line(const std::string& path, int baud) {
    // libserialport 0.1.1 refuses every symbolic link, and the name decides the backend.
    std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr),
                                                         &std::free);
    if (!resolved) return system_error("cannot open", path, errno);
    const std::string device = resolved.get();
    struct stat status {};
    if (::stat(device.c_str(), &status) != 0) return system_error("cannot open", path, errno);
    if (!S_ISCHR(status.st_mode)) return Error{path + " is not a serial port"};
    if (device.rfind("/dev/pts/", 0) == 0) return open_pty_line(device, baud);
    return open_real_line(device, baud);
}

} // namespace jipu::serial
