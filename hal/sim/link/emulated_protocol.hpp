// SPDX-License-Identifier: Apache-2.0
// How an emulated clock speaks: one class for each protocol, pure. Time is an argument; it knows no
// port. What is said goes through the protocol's codec.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hal/api/clock_kind.hpp"
#include "hal/sim/link/emulated_clock.hpp"

namespace jipu::sim {

class EmulatedProtocol {
  public:
    EmulatedProtocol() = default;
    EmulatedProtocol(const EmulatedProtocol&) = delete;
    EmulatedProtocol& operator=(const EmulatedProtocol&) = delete;
    virtual ~EmulatedProtocol() = default;

    // Each appends the bytes that the clock sends to `out`. The clock is as it is after the act.

    /// The host sent `bytes`, a frame or a part of one; they may set the clock. True: the host
    /// asked for something.
    virtual bool hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
                      std::string& out) = 0;
    virtual void pressed(EmulatedNs now, const line_clock::Press& press, const EmulatedClock& clock,
                         std::string& out) = 0;
    virtual void paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) = 0;
    virtual void resumed(EmulatedNs now, line_clock::Half turn, const EmulatedClock& clock,
                         std::string& out) = 0;
    /// A second has passed, or the times were set at the clock.
    virtual void ticked(EmulatedNs now, const EmulatedClock& clock, std::string& out) = 0;
    /// Nobody listens any more: what was heard of a frame is forgotten. `cable_out`: neither does
    /// what takes its power from the cable have any.
    virtual void reader_gone(bool cable_out) = 0;
};

/// Only for a kind that decodes() knows.
std::unique_ptr<EmulatedProtocol> make_emulated_protocol(ClockKind kind);

} // namespace jipu::sim
