// SPDX-License-Identifier: Apache-2.0
// What is to be said of a board and a clock that were watched for a few seconds. It opens nothing.
#pragma once

#include "daemon/app/common/device_view.hpp"
#include "daemon/app/jipu/selftest/check.hpp"

namespace jipu::tool {

/// `notes`: what the board's driver said for people meanwhile. `start`: by point, what the sensors
/// show in the start position.
Checks board_checks(const Config& config, const app::DeviceView& view,
                    const std::vector<std::string>& notes, const std::vector<Level>& start);
Checks clock_checks(const Config& config, const app::DeviceView& view);

} // namespace jipu::tool
