// SPDX-License-Identifier: Apache-2.0
// The running daemon: one loop in which devices, table, journal, publishers and the control socket
// meet. It decides when things happen; what happens is decided by the parts.
#pragma once

#include <stdexcept>
#include <string>

#include "config/load.hpp"
#include "daemon/app/common/wall_clock.hpp"

namespace jipu::app {

/// Runs until SIGTERM or SIGINT. Returns the exit status: 0, or 1 when something that was seen
/// could not be kept. Throws StartError before it has begun.
int run_daemon(const LoadedConfig& loaded, const std::string& version, Surroundings surroundings);

/// What hinders the start, in one line: `file:line:col: key: ...`.
class StartError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace jipu::app
