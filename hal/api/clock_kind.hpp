// SPDX-License-Identifier: Apache-2.0
// Which clock stands beside the board: the names that the trace header and the configuration use.
#pragma once

#include <cstdint>

namespace jipu {

/// none: no clock. press, time: no protocol, the trace holds `press` and `time` lines. The others
/// send bytes, decoded by hal/codec.
enum class ClockKind : std::uint8_t { none, press, time, line, dgt, izis, niclink };

} // namespace jipu
