// SPDX-License-Identifier: Apache-2.0
// Which effects the log tells, how loudly and in which words. The log is for who runs the machine:
// alerts go to the arbiter by other ways.
#pragma once

#include "config/config.hpp"
#include "daemon/app/common/logging.hpp"
#include "daemon/table/effect.hpp"

namespace jipu::app {

void log_effect(Log& log, const Effect& effect, const TableSetup& setup);

} // namespace jipu::app
