// SPDX-License-Identifier: Apache-2.0
// The board driver around a Scanner: a thread of its own that scans at a steady pace, with
// real-time priority where that is allowed, and hands what is new to the daemon's loop through a
// bounded queue. What the thread does in a round: scan_loop.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hal/api/board_wiring.hpp"
#include "hal/api/drivers.hpp"
#include "hal/gpiod/scan_loop.hpp"

namespace boost::asio {
class io_context;
}

namespace jipu::gpio {

struct ScannedBoardOptions {
    std::string name; ///< what the board is called when it is back
    ScanTimes times;
    std::size_t queue = 256; ///< changed scans that may wait for the loop
    int priority = 10;       ///< SCHED_FIFO's, 1 to 99; 0: do not ask for it
};

/// When changed scans were missed because the loop stood still, the board is said to be lost and
/// back, with the count and a whole scan: what happened meanwhile is not known. Scans left out and
/// impossible readings are notes.
class ScannedBoard final : public BoardSource {
  public:
    /// `read_monotonic` is called in the thread too. Of `wiring` the points, the poles and the
    /// width are used.
    ScannedBoard(boost::asio::io_context& loop, std::unique_ptr<Scanner> scanner,
                 const BoardWiring& wiring, ScannedBoardOptions options,
                 ReadMonotonic read_monotonic);
    ~ScannedBoard() override;
    /// The sink must outlive the source, or stop() must come first.
    void start(BoardSink& sink) override;
    /// Waits for the round that is under way, and no longer.
    void stop() override;
    std::optional<ScanPace> pace() const override;

  private:
    struct Run;
    boost::asio::io_context& loop_;
    std::unique_ptr<Scanner> scanner_;
    PointLevels levels_;
    std::uint8_t width_;
    ScannedBoardOptions options_;
    ReadMonotonic read_monotonic_;
    std::shared_ptr<Run> run_; ///< null: stopped
};

/// The driver of a board that hangs as `wiring` says: `matrix`, else shift registers.
std::unique_ptr<BoardSource> make_gpio_board(boost::asio::io_context& loop, bool matrix,
                                             const BoardWiring& wiring, std::string name,
                                             ReadMonotonic read_monotonic);

} // namespace jipu::gpio
