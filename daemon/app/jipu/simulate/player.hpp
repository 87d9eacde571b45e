// SPDX-License-Identifier: Apache-2.0
// A simulated table in real time: a board behind a Unix socket and a clock behind a
// pseudo-terminal, driven by a timeline. Knows no rule; what it plays is made in timeline.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "daemon/app/jipu/simulate/timeline.hpp"
#include "hal/api/clock_kind.hpp"
#include "hal/sim/link/board_link.hpp"
#include "hal/sim/link/emulated_clock.hpp"

namespace jipu::tool {

struct PlayerOptions {
    std::string board_socket;
    std::string clock_link; ///< empty: there is no clock
    sim::BoardShape shape;
    ClockKind clock_kind = ClockKind::line; ///< the protocol that it speaks
    sim::EmulatedClockOptions clock;
    Side clock_left = Side::first;
    double wait_reader_s = 0; ///< 0: does not wait
    double start_delay_s = 0;
    double linger_s = 1; ///< the devices stay so long after the last act
};

/// Called as each act is done, in order.
using OnAct = std::function<void(const Act&)>;

/// Plays the timeline from the board `start` on. 0: all was played. 1: no reader came in time, or a
/// device could not be made (said on standard error). A signal (INT, TERM) ends it early with 0.
int play_timeline(const PlayerOptions& options, const ScanFrame& start,
                  const std::vector<Act>& acts, const OnAct& on_act);

} // namespace jipu::tool
