// SPDX-License-Identifier: Apache-2.0
// One daemon a journal: a lock that ends with the process, however it ends.
#pragma once

#include <string>

namespace jipu::app {

class InstanceLock {
  public:
    InstanceLock() = default;
    ~InstanceLock();
    InstanceLock(const InstanceLock&) = delete;
    InstanceLock& operator=(const InstanceLock&) = delete;

    /// Takes the lock file at `path`. Returns why not, empty when it is taken.
    std::string take(const std::string& path);

  private:
    int fd_ = -1;
};

} // namespace jipu::app
