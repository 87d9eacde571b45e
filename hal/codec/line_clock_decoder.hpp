// SPDX-License-Identifier: Apache-2.0
// What the table hears from a line clock: the clock's left and right become sides, presses whose
// line was lost are found by the counters, broken lines become FrameErrors. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hal/api/clock_report.hpp"
#include "hal/codec/line_clock.hpp"

namespace jipu {

/// The times of both sides as a line that sets the clock; milliseconds by index_of(side).
line_clock::SetTimes set_times_for(Side clock_left, const std::array<std::int64_t, 2>& ms,
                                   std::optional<Side> running);

class LineClockDecoder final : public ClockDecoder {
  public:
    /// More presses than this in one jump of a counter are taken for a clock that began anew.
    static constexpr int max_missed = 8;

    explicit LineClockDecoder(Side clock_left) : clock_left_(clock_left) {}
    void feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) override;
    /// The counters are kept: presses made while the cable was out are found by the next line.
    void reset() override { reader_.reset(); }

  private:
    Side side_of(line_clock::Half half) const;
    void take_line(std::string_view line, std::vector<ClockReport>& out);
    /// Reports the presses between the counters known and `now`; the last of them by `last` if
    /// that is known. False when there is nothing to compare with: the clock is new or began anew.
    bool catch_up(line_clock::Presses now, std::optional<line_clock::Half> last,
                  std::vector<ClockReport>& out);

    Side clock_left_;
    line_clock::LineReader reader_;
    std::optional<line_clock::Presses> presses_;
    std::optional<line_clock::Half> last_; ///< who pressed last
};

} // namespace jipu
