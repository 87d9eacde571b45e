// SPDX-License-Identifier: Apache-2.0
// The tracker's campaign: one kind of trouble a row, what came of it counted ply by ply.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "hal/sim/sensor_faults.hpp"
#include "tests/bench/campaign/campaign.hpp"

namespace jipu::tracker_campaign {

/// What is wrong with the board in one game; nothing: it is sound.
struct Trouble {
    std::vector<sim::SensorFault> faults;
    bool from_middle = false; ///< the faults begin in the middle of the game
};

/// One row of the table: `variants` troubles, each for every game.
struct Mix {
    std::string name;
    int variants = 1;
    std::function<Trouble(int variant, std::uint64_t seed)> trouble;
    std::function<void(sim::HandsConfig&)> hands; ///< empty: as they are
    bool sound = false;                           ///< nothing is wrong with these boards
};
const std::vector<Mix>& all_mixes();

/// What came of a game or of many.
struct Counts {
    int games = 0, perfect = 0;                         ///< every ply right in the end
    int silent = 0;                                     ///< games with a ply wrong and not flagged
    std::int64_t plies = 0, flagged = 0, unflagged = 0; ///< of the wrong plies
    std::int64_t accusations = 0;                       ///< undeserved, of a side, arbiter grade
    std::int64_t doubts = 0;                            ///< undeserved, about board and record
    int faults = 0, faults_told = 0;
    std::vector<std::int64_t> delays_ms; ///< from a ply's last edge or press to its decision
    void add(const Counts& other);
};

/// `faulty`: the points with a fault.
Counts judge(const campaign::Played& played, const campaign::NumberedGame& game,
             const std::set<PointIndex>& faulty, std::vector<std::string>& lines);

void print_head(std::ostream& out);
void print_row(std::ostream& out, const std::string& mix, const std::string& sensors,
               Counts& counts);

} // namespace jipu::tracker_campaign
