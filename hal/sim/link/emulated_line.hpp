// SPDX-License-Identifier: Apache-2.0
// How an emulated line clock speaks (LINE_CLOCK.md).
#pragma once

#include "hal/codec/line_clock.hpp"
#include "hal/sim/link/emulated_protocol.hpp"

namespace jipu::sim {

class EmulatedLine final : public EmulatedProtocol {
  public:
    bool hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
              std::string& out) override;
    void pressed(EmulatedNs now, const line_clock::Press& press, const EmulatedClock& clock,
                 std::string& out) override;
    void paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) override;
    void resumed(EmulatedNs now, line_clock::Half turn, const EmulatedClock& clock,
                 std::string& out) override;
    void ticked(EmulatedNs now, const EmulatedClock& clock, std::string& out) override;
    void reader_gone(bool) override { lines_.reset(); }

  private:
    /// True: the host's own words, not an echo of ours.
    static bool take(EmulatedNs now, const line_clock::Message& message, EmulatedClock& clock,
                     std::string& out);

    line_clock::LineReader lines_;
};

} // namespace jipu::sim
