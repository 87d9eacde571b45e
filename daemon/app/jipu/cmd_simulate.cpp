// SPDX-License-Identifier: Apache-2.0
#include "daemon/app/jipu/subcommands.hpp"

namespace jipu::tool {

void add_simulate(CLI::App&, int&) {}

} // namespace jipu::tool
