// SPDX-License-Identifier: Apache-2.0
// See instance_lock.hpp.
#include "daemon/app/jipud/instance_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace jipu::app {

InstanceLock::~InstanceLock() {
    // The file stays: removing it would let two daemons lock two files of one name.
    if (fd_ >= 0) ::close(fd_);
}

std::string InstanceLock::take(const std::string& path) {
    fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0640);
    if (fd_ < 0) return path + ": " + std::strerror(errno);
    if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return {};
    if (errno == EWOULDBLOCK) return path + ": another jipud uses this journal";
    return path + ": " + std::strerror(errno);
}

} // namespace jipu::app
