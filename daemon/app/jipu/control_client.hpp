// SPDX-License-Identifier: Apache-2.0
// One connection to the control socket of a running jipud (jipud(8), "Control socket"): lines both
// ways. What they say is the caller's.
#pragma once

#include <string>

#include "daemon/wire/json.hpp"

namespace jipu::tool {

/// Trouble is a std::runtime_error with the path and the reason, which ends the call.
class ControlClient {
  public:
    explicit ControlClient(const std::string& path);
    ~ControlClient();
    ControlClient(const ControlClient&) = delete;
    ControlClient& operator=(const ControlClient&) = delete;

    void send(const std::string& line);
    /// False at the end of the connection.
    bool receive(std::string& line);
    /// The answer to one request, with its `ok`.
    Json ask(const std::string& request);
    [[noreturn]] void fail(const std::string& why) const;

  private:
    std::string path_;
    int fd_ = -1;
    std::string buffer_;
};

/// Does a daemon answer at this socket?
bool is_served(const std::string& path);

} // namespace jipu::tool
