// SPDX-License-Identifier: Apache-2.0
// How an emulated Izis board speaks (IZIS.md): two buttons, an empty board, no times.
#pragma once

#include "hal/codec/izis.hpp"
#include "hal/sim/link/emulated_protocol.hpp"

namespace jipu::sim {

class EmulatedIzis final : public EmulatedProtocol {
  public:
    bool hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
              std::string& out) override;
    /// The left one's button is the black one.
    void pressed(EmulatedNs now, const line_clock::Press& press, const EmulatedClock& clock,
                 std::string& out) override;
    void paused(EmulatedNs, const EmulatedClock&, std::string&) override {}
    void resumed(EmulatedNs, line_clock::Half, const EmulatedClock&, std::string&) override {}
    void ticked(EmulatedNs, const EmulatedClock&, std::string&) override {}
    void reader_gone(bool) override { commands_.reset(); }

  private:
    izis::FrameReader commands_;
};

} // namespace jipu::sim
