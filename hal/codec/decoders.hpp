// SPDX-License-Identifier: Apache-2.0
// Which decoder reads the bytes of which clock. It knows the protocols' names and nothing else.
#pragma once

#include <memory>

#include "hal/api/clock_kind.hpp"
#include "hal/api/clock_report.hpp"

namespace jipu {

/// Is there a decoder for this kind of clock?
bool decodes(ClockKind kind);

/// The decoder of a clock's bytes; `clock_left` is the side that sits at the clock's left. Null for
/// clocks without a protocol (none, press, time) and for protocols that are not there yet.
std::unique_ptr<ClockDecoder> make_clock_decoder(ClockKind kind, Side clock_left);

} // namespace jipu
