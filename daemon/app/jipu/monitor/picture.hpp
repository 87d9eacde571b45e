// SPDX-License-Identifier: Apache-2.0
// A view of the devices as lines of text: the board drawn, how it is scanned, the clock. It knows
// no terminal.
#pragma once

#include <string>
#include <vector>

#include "daemon/app/common/device_view.hpp"

namespace jipu::tool {

/// The whole picture, a line each, in ASCII.
std::vector<std::string> picture(const app::DeviceView& view);
/// The same in one line; `before`: the view of the line before, whose differences are named.
std::string one_line(const app::DeviceView& view, const app::DeviceView& before);
/// At the end: points that never showed a piece, that showed one all the time, that chatter.
std::vector<std::string> summary(const app::DeviceView& view);

} // namespace jipu::tool
