// SPDX-License-Identifier: Apache-2.0
// Stands between a board's devices and who follows them, and remembers how they are: for people who
// look at them, with a daemon or without. It passes on everything as it came.
#pragma once

#include <memory>
#include <string>

#include "config/config.hpp"
#include "daemon/app/common/device_view.hpp"
#include "hal/api/clock_report.hpp"
#include "hal/api/drivers.hpp"

namespace jipu::app {

class DeviceWatch final : public BoardSink, public ClockSink {
  public:
    /// Who follows them; null: nobody. They must outlive the watch.
    DeviceWatch(const Config& config, std::string told_by, BoardSink* board, ClockSink* clock);

    void board_scan(MonotonicNs at, const ScanFrame& frame) override;
    void board_change(MonotonicNs at, PointChange change) override;
    void board_lost(MonotonicNs at, const std::string& detail) override;
    void board_back(MonotonicNs at, const std::string& detail) override;
    void board_note(MonotonicNs at, const std::string& detail) override;
    void clock_bytes(MonotonicNs at, std::span<const std::uint8_t> bytes) override;
    void clock_press(MonotonicNs at, Side side) override;
    void clock_lost(MonotonicNs at, const std::string& detail) override;
    void clock_back(MonotonicNs at, const std::string& detail) override;
    void clock_note(MonotonicNs at, const std::string& detail) override;

    /// As they are at `now`. `board`: whose pace is told; null: nobody's.
    DeviceView view(MonotonicNs now, const BoardSource* board) const;

  private:
    void take(MonotonicNs at, const ClockReport& report);
    void heard(MonotonicNs at);

    BoardSink* next_board_;
    ClockSink* next_clock_;
    std::unique_ptr<ClockDecoder> decoder_; ///< null: the clock sends no bytes
    PointHealth health_;
    DeviceView view_; ///< but for what depends on the moment
    MonotonicNs heard_ = 0, pressed_ = 0;
    std::vector<ClockReport> reports_;
};

} // namespace jipu::app
