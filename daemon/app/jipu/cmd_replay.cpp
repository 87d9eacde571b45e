// SPDX-License-Identifier: Apache-2.0
#include "daemon/app/jipu/subcommands.hpp"

namespace jipu::tool {

void add_replay(CLI::App&, int&) {}

} // namespace jipu::tool
