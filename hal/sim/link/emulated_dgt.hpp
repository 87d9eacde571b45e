// SPDX-License-Identifier: Apache-2.0
// How an emulated DGT board with a clock speaks (DGT.md). The board is empty, and its names are our
// own.
#pragma once

#include <optional>

#include "hal/codec/dgt.hpp"
#include "hal/sim/link/emulated_protocol.hpp"

namespace jipu::sim {

class EmulatedDgt final : public EmulatedProtocol {
  public:
    bool hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
              std::string& out) override;
    void pressed(EmulatedNs now, const line_clock::Press& press, const EmulatedClock& clock,
                 std::string& out) override;
    void paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) override;
    void resumed(EmulatedNs now, line_clock::Half turn, const EmulatedClock& clock,
                 std::string& out) override;
    void ticked(EmulatedNs now, const EmulatedClock& clock, std::string& out) override;
    /// The board takes its power from the cable and begins in idle again.
    void reader_gone(bool cable_out) override;

  private:
    dgt::ClockTime shown(EmulatedNs now, const EmulatedClock& clock);
    /// In the update mode, and when it differs from the last one.
    void update(EmulatedNs now, const EmulatedClock& clock, std::string& out);

    bool updates_ = false;
    bool right_high_ = false; ///< the lever stays as it was last
    std::optional<dgt::ClockTime> sent_;
};

} // namespace jipu::sim
