// SPDX-License-Identifier: Apache-2.0
// Which decoder reads the bytes of which clock, and how a host begins to talk to it. It knows the
// protocols' names and nothing else.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "hal/api/clock_kind.hpp"
#include "hal/api/clock_report.hpp"

namespace jipu {

/// Is there a decoder for this kind of clock?
bool decodes(ClockKind kind);

/// The decoder of a clock's bytes; `clock_left` is the side that sits at the clock's left. Null for
/// clocks without a protocol (none, press, time).
std::unique_ptr<ClockDecoder> make_clock_decoder(ClockKind kind, Side clock_left);

/// How a host talks to a clock on a serial line of 8 data bits, no parity, one stop bit.
struct ClockTalk {
    int baud = 0;
    std::string greeting; ///< said at every opening of the port
    /// Said again and again, for clocks that fall silent when they are switched off and on while
    /// the port stays open, or that tell their times only when asked. Empty: nothing.
    std::string poll;
    /// ... so often. A clock that says nothing for two of them, greeting and poll, is not there.
    std::chrono::milliseconds poll_every{0};
};

/// Only for a kind that decodes() knows.
ClockTalk clock_talk(ClockKind kind);

} // namespace jipu
