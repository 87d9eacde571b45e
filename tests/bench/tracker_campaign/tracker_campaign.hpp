// SPDX-License-Identifier: Apache-2.0
// The tracker's campaign: one kind of trouble a row, what came of it counted ply by ply.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hal/sim/sensor_faults.hpp"
#include "hal/sim/turned.hpp"
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
    /// Another game than the one that is given: it begins from what stands. Empty: that game.
    std::function<void(campaign::NumberedGame&, std::uint64_t seed)> game;
    std::optional<sim::Turn> turn; ///< the board stands the wrong way
    int next_plies = 0;  ///< so many plies of a game on the spot, for hands that set it up
    bool result = false; ///< the arbiter enters the result
    bool sound = false;  ///< nothing is wrong with these boards, nor with these hands
};
const std::vector<Mix>& all_mixes();

/// What came of a game or of many.
struct Counts {
    int games = 0, perfect = 0;                         ///< every ply right in the end
    int silent = 0;                                     ///< games with a ply wrong and not flagged
    std::int64_t plies = 0, flagged = 0, unflagged = 0; ///< of the wrong plies
    std::int64_t accusations = 0;                       ///< undeserved, of a side, arbiter grade
    std::int64_t doubts = 0;                            ///< undeserved, about board and record
    std::int64_t missed = 0;                            ///< deserved, arbiter grade, not raised
    int faults = 0, faults_told = 0;
    std::vector<std::int64_t> delays_ms; ///< from a ply's last edge or press to its decision
    void add(const Counts& other);
};

/// What was played, and on what.
struct Truth {
    campaign::NumberedGame game;
    std::set<PointIndex> faulty;   ///< points with a fault
    std::vector<std::string> next; ///< the moves of a game on the spot; empty: there was none
};
Counts judge(const campaign::Played& played, const Truth& truth, std::vector<std::string>& lines);

void print_head(std::ostream& out);
void print_row(std::ostream& out, const std::string& mix, const std::string& sensors,
               Counts& counts);

} // namespace jipu::tracker_campaign
