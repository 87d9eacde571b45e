// SPDX-License-Identifier: Apache-2.0
// Whether the machine around a board is ready: disk, time, service manager, results services.
#pragma once

#include "config/config.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipu/selftest/check.hpp"

namespace jipu::tool {

/// The journal's and the traces' folders: may be written by this user, and have room.
Checks disk_checks(const Config& config);
Check time_check(const Config& config, const app::Surroundings& surroundings);
/// `served`: a daemon answers at the control socket; where none does, whether one could listen.
Checks service_checks(const Config& config, bool served);
/// Each results service is asked once; may take as long as its timeouts say.
Checks publish_checks(const Config& config);

} // namespace jipu::tool
