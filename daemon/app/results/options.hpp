// SPDX-License-Identifier: Apache-2.0
// What jipu-results is told: its configuration file, then the command line, which wins.
#pragma once

#include <cstdint>
#include <string>

#include "daemon/results/server.hpp"

namespace jipu::app {

struct ResultsOptions {
    std::string config;
    std::string listen = "127.0.0.1:8480"; ///< ADDR:PORT, [ADDR]:PORT for IPv6
    std::string database = "/var/lib/jipu-results/results.db";
    std::string tokens, pairings, port_file;
    std::string certificate, key;
    bool allow_plain = false;
    std::int64_t max_connections = 512, max_listeners = 256, max_body_kib = 4096;
    std::int64_t max_database_mib = 0;
    results::ServerOptions server; ///< made of the above by check_options()
};

/// Reads a configuration file over `options`; throws std::runtime_error with one line for every
/// mistake, `file:line:column: key: ...`.
void read_options_file(const std::string& file, ResultsOptions& options);

/// Fills `server`; throws std::runtime_error for what cannot work together.
void check_options(ResultsOptions& options);

} // namespace jipu::app
