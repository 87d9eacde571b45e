// SPDX-License-Identifier: Apache-2.0
// A configuration file with every check that this build can make: the reader's own, the core's
// opinion of rule book, time control and start position, each at its place in the file, and the
// board's wiring file.
#pragma once

#include <string>

#include "config/load.hpp"

namespace jipu::app {

/// Reads and checks; usable when `errors` is empty.
LoadedConfig load_checked_config(const std::string& path);

} // namespace jipu::app
