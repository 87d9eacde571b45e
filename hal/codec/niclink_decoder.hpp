// SPDX-License-Identifier: Apache-2.0
// What the table hears from a NicLink clock: its one button is a press of whoever's turn it is; a
// press whose line was lost is found by the next status. Pure.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hal/api/clock_report.hpp"
#include "hal/codec/line_clock.hpp"
#include "hal/codec/niclink.hpp"

namespace jipu {

class NiclinkDecoder final : public ClockDecoder {
  public:
    /// `clock_left`: the side that the clock calls white, which moves first on it.
    explicit NiclinkDecoder(Side clock_left) : white_(clock_left) {}
    void feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) override;
    /// The turn is kept: a press made while the cable was out is found by the next status.
    void reset() override;

  private:
    Side side_of(niclink::Colour colour) const;
    void take(const niclink::Message& message, std::vector<ClockReport>& out);
    void take_button(std::vector<ClockReport>& out);
    void take_status(const niclink::Status& status, std::vector<ClockReport>& out);

    Side white_;
    line_clock::LineReader reader_;
    std::optional<niclink::Colour> turn_; ///< unknown until the first status
    bool running_ = false;
    bool over_ = false;    ///< the button no longer changes the turn
    bool pressed_ = false; ///< since the last status
};

} // namespace jipu
