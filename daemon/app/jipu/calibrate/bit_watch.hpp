// SPDX-License-Identifier: Apache-2.0
// The bits of a board that is read bit by bit, told when they have not changed for a while. It
// knows no point and no dialog.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <vector>

#include "daemon/calibration/walk.hpp"
#include "hal/api/drivers.hpp"

namespace jipu::tool {

class BitWatch final : public BoardSink {
  public:
    struct Hooks {
        std::function<void(const calibration::Bits& on)> settled;
        std::function<void(const std::string& detail)> lost;
        std::function<void(const std::string& detail)> note;
    };
    /// `quiet`: a level that has stood so long has settled. What chatters without end is told after
    /// twenty times as long.
    BitWatch(boost::asio::io_context& loop, std::chrono::milliseconds quiet, Hooks hooks);

    void board_scan(MonotonicNs at, const ScanFrame& frame) override;
    void board_change(MonotonicNs at, PointChange change) override;
    void board_lost(MonotonicNs at, const std::string& detail) override;
    void board_back(MonotonicNs, const std::string&) override {}
    void board_note(MonotonicNs at, const std::string& detail) override;

    bool was_seen() const { return !levels_.empty(); }

    /// A wiring in which every bit of `wiring` is a point of its own, for the driver of the board.
    static BoardWiring bit_by_bit(const BoardWiring& wiring);

  private:
    void changed();
    void tell();

    std::chrono::milliseconds quiet_;
    Hooks hooks_;
    boost::asio::steady_timer calm_, patience_;
    bool waiting_ = false;
    std::vector<Level> levels_;
};

} // namespace jipu::tool
