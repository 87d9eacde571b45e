// SPDX-License-Identifier: Apache-2.0
// What can change while the daemon runs: publishers and the log level. Everything else belongs to
// the recording or to opened devices and needs a restart. Pure.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"

namespace jipu::app {

/// The keys whose change cannot be followed, as the file names them.
std::vector<std::string> changes_that_need_a_restart(const Config& now, const Config& wanted);

} // namespace jipu::app
