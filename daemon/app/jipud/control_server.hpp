// SPDX-License-Identifier: Apache-2.0
// The control socket: who is connected, lines in, lines out, all of it bounded. What the lines mean
// is control_protocol.hpp's and the daemon's affair.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "daemon/table/command.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::app {

class ControlServer {
  public:
    static constexpr std::size_t most_clients = 16;
    /// Bytes that may wait for one client; one that does not read is cut off.
    static constexpr std::size_t most_waiting = 1U << 20U;

    struct Hooks {
        /// A command; answered later by reply() with this tag. A client's next line is read after
        /// its reply.
        std::function<void(Command command, std::uint64_t tag)> command;
        std::function<std::string()> status;  ///< the whole reply
        std::function<std::string()> monitor; ///< the whole reply
        std::function<void(LogLevel, const std::string&)> log;
    };

    /// Listens. A socket that a dead process left behind is replaced. Throws std::runtime_error
    /// when a living one listens there, or the path cannot be used. Mode 0660, group `jipu` if
    /// there is one and we may give it away.
    ControlServer(boost::asio::io_context& loop, std::string path, Game game, Hooks hooks);
    ~ControlServer(); ///< closes all and removes the socket
    ControlServer(const ControlServer&) = delete;
    ControlServer& operator=(const ControlServer&) = delete;

    /// Answers the command with this tag; nothing happens when its client is gone.
    void reply(std::uint64_t tag, const std::string& line);
    bool has_watchers() const;
    /// One line to every client that watches.
    void tell_watchers(const std::string& line);
    std::size_t clients() const;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace jipu::app
