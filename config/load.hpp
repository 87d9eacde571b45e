// SPDX-License-Identifier: Apache-2.0
// Reads and checks /etc/jipu/jipud.toml: every error of the file, each with line and column.
// It must not know what the daemon does with it; it touches no file but the one it is given.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"

namespace jipu {

/// Where a value stands in its file; both count from 1. A key that is not there has {1, 1}.
struct ConfigPlace {
    int line = 1;
    int column = 1;
};

/// What came of reading: usable only when there are no errors.
struct LoadedConfig {
    Config config;
    /// One line each, in the order of the file: `file:line:col: key: what was given, what was
    /// expected`.
    std::vector<std::string> errors;
    std::map<std::string, ConfigPlace> places; ///< of every value given, by `section.key`
    std::string file;

    /// An error line in the same form for a value that a later check refuses.
    std::string error_at(const std::string& key, const std::string& message) const;
};

/// Reads a configuration from its text; `file` is used in messages only. Never throws for bad text.
LoadedConfig load_config(std::string_view text, const std::string& file);

/// The drivers as the configuration names them.
const char* driver_name(BoardDriver driver);
const char* driver_name(ClockDriver driver);

/// Reads a configuration file; one that cannot be read gives one error, `file: reason`.
LoadedConfig load_config_file(const std::string& path);

} // namespace jipu
