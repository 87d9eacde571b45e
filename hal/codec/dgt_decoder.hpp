// SPDX-License-Identifier: Apache-2.0
// What the table hears from a DGT clock: the clock's left and right become sides, a lever that was
// turned becomes a press, broken frames become FrameErrors. Pure.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hal/api/clock_report.hpp"
#include "hal/codec/dgt.hpp"

namespace jipu {

class DgtDecoder final : public ClockDecoder {
  public:
    explicit DgtDecoder(Side clock_left) : clock_left_(clock_left) {}
    void feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) override;
    /// The last frame is kept: a lever that was turned while the cable was out is found.
    void reset() override;

  private:
    void take(const dgt::ClockTime& time, std::vector<ClockReport>& out);
    /// The presses between the last frame and this one.
    void find_presses(const dgt::ClockTime& time, std::vector<ClockReport>& out);
    /// Whose turn it is by the lever.
    Side turn(const dgt::ClockTime& time) const;

    Side clock_left_;
    dgt::FrameReader reader_;
    std::optional<dgt::ClockTime> last_;
    bool gap_ = false;       ///< frames may be missing between the last one and the next
    bool attached_ = true;   ///< as far as was told
    bool battery_ok_ = true; ///< as far as was told
};

} // namespace jipu
