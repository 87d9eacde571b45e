// SPDX-License-Identifier: Apache-2.0
// Each comment says what a real driver does in this place.
#include "hal/skeleton_board.hpp"

#include <utility>

namespace jipu {

SkeletonBoard::SkeletonBoard(std::size_t points, ReadMonotonic read_monotonic)
    : points_(points), read_monotonic_(std::move(read_monotonic)) {}

void SkeletonBoard::start(BoardSink& sink) {
    sink_ = &sink;
    // Stamp first, then read: a report may be a little early, never late.
    const MonotonicNs at = read_monotonic_();
    sink_->board_scan(at, scan());
    // From here on a real driver waits for its device on the loop, and for each point whose level
    // differs from the last one calls
    //     sink_->board_change(at, {point, level});
    // with the stamp of the scan in which it saw the change. It does not debounce, and does not
    // leave out a level that comes back at once.
    //
    // When the device goes: close it, sink_->board_lost(at, why), and try to open it again on a
    // timer. When it is there again: sink_->board_back(at, name), then a whole scan.
}

void SkeletonBoard::stop() {
    // A real driver cancels its timers and reads here; a completion that still comes must see that
    // it is stopped (sink_ is null) and return.
    sink_ = nullptr;
}

ScanFrame SkeletonBoard::scan() const {
    // Levels in the order of PointIndex: row by row from the first side's left corner. reed: on or
    // off. hall: north for the first side's pieces, south for the other's. If your wiring has
    // another order, the table from wires to points is the only thing that this file must hold.
    ScanFrame frame;
    frame.levels.assign(points_, Level::off);
    return frame;
}

} // namespace jipu
