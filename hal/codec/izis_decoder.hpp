// SPDX-License-Identifier: Apache-2.0
// What the table hears from an Izis board: its two buttons. Its stones are passed over. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hal/api/clock_report.hpp"
#include "hal/codec/izis.hpp"

namespace jipu {

class IzisDecoder final : public ClockDecoder {
  public:
    /// `clock_left`: the side whose button is the black one.
    explicit IzisDecoder(Side clock_left) : black_(clock_left) {}
    void feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) override;
    void reset() override;

  private:
    Side black_;
    izis::FrameReader reader_;
    std::string version_; ///< as told
};

} // namespace jipu
