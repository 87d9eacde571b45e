// SPDX-License-Identifier: Apache-2.0
// Plans of generated games and small readings of a script, for the tests of the hands.
#pragma once

#include <map>
#include <vector>

#include "daemon/app/jipu/game_plan.hpp"
#include "hal/sim/hands.hpp"
#include "tests/support/generated_games.hpp"

namespace jipu::test {

inline tool::GamePlan sample_plan(std::uint64_t seed, std::size_t plies = 160,
                                  bool with_wrong_targets = false) {
    sim::Random random(seed);
    xiangqi::Position position = xiangqi::Position::start();
    std::vector<xiangqi::Move> moves;
    play_on(position, moves, plies, {80, 30, 10, 0, 0}, {80, 30, 10, 0, 0}, random);
    return tool::plan_game(xiangqi::Position::start(), moves, with_wrong_targets);
}

/// A run of transitions of one point that lie within 5 ms of the first.
struct Burst {
    Duration from{0}, to{0};
    Level before = Level::off, after = Level::off;
    int transitions = 0;
};

inline std::vector<std::vector<Burst>> bursts_of(const sim::Script& script) {
    std::vector<std::vector<Burst>> all(script.start.levels.size());
    std::vector<Level> level = script.start.levels;
    for (const sim::ScriptItem& item : script.items) {
        const auto* change = std::get_if<PointChange>(&item.what);
        if (change == nullptr) continue;
        auto& bursts = all[change->point];
        if (bursts.empty() || item.at - bursts.back().from > from_ms(5)) {
            bursts.push_back({item.at, item.at, level[change->point], change->level, 1});
        } else {
            bursts.back().to = item.at;
            bursts.back().after = change->level;
            ++bursts.back().transitions;
        }
        level[change->point] = change->level;
    }
    return all;
}

/// Every behaviour of the full repertoire, the extras too.
inline sim::HandsConfig with_extras() {
    sim::HandsConfig config;
    config.illegal_corrected = sim::one_in(8);
    config.illegal_pressed = sim::one_in(8);
    config.placed_breach = sim::one_in(8);
    config.early_press = sim::one_in(8);
    config.touched_enemy = sim::one_in(8);
    return config;
}

} // namespace jipu::test
