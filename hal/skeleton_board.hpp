// SPDX-License-Identifier: Apache-2.0
// A board driver to copy (README.md, "How to add a driver"). It reports one scan when it is started
// and nothing more. Say here what your device is; it must not know what the levels mean.
#pragma once

#include "hal/api/drivers.hpp"

namespace jipu {

/// Reports an empty board of `points` points, once.
class SkeletonBoard final : public BoardSource {
  public:
    /// Take what the device needs (a path, lines of a chip, the loop), keep it, and touch nothing
    /// yet: opening belongs into start(), where a device that is missing is reported and not
    /// thrown.
    SkeletonBoard(std::size_t points, ReadMonotonic read_monotonic);

    /// Open the device. If it is there, report the first whole scan; if not, say board_lost() with
    /// words that help ("cannot open /dev/gpiochip0: Permission denied") and try again later.
    void start(BoardSink& sink) override;

    /// Close the device. After this no report may come: drop what is still under way.
    void stop() override;

  private:
    /// Reads the level of every point.
    ScanFrame scan() const;

    std::size_t points_;
    ReadMonotonic read_monotonic_;
    BoardSink* sink_ = nullptr; ///< null: stopped
};

} // namespace jipu
