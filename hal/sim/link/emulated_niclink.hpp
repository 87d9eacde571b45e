// SPDX-License-Identifier: Apache-2.0
// How an emulated NicLink clock speaks (NICLINK.md): one button, times when asked. Its white is the
// left one.
#pragma once

#include "hal/codec/niclink.hpp"
#include "hal/sim/link/emulated_protocol.hpp"

namespace jipu::sim {

class EmulatedNiclink final : public EmulatedProtocol {
  public:
    bool hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
              std::string& out) override;
    void pressed(EmulatedNs now, const line_clock::Press& press, const EmulatedClock& clock,
                 std::string& out) override;
    void paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) override;
    void resumed(EmulatedNs now, line_clock::Half turn, const EmulatedClock& clock,
                 std::string& out) override;
    void ticked(EmulatedNs now, const EmulatedClock& clock, std::string& out) override;
    void reader_gone(bool) override { commands_.reset(); }

  private:
    line_clock::LineReader commands_;
    bool ran_ = false; ///< as told
};

} // namespace jipu::sim
