// SPDX-License-Identifier: Apache-2.0
// What the sensors of a board show when the start position of its configuration stands on it.
#pragma once

#include <vector>

#include "config/config.hpp"

namespace jipu::tool {

/// By point. `start` must have passed load_checked_config().
std::vector<Level> start_levels(const Config& config);

} // namespace jipu::tool
