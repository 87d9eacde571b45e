// SPDX-License-Identifier: Apache-2.0
// Games in which both sides leave their way for a cycle of moves that closes, and go on from the
// position in which it began, or end there; and what the moves alone then owe, whatever the hands
// do.
#pragma once

#include "tests/bench/arbiter_campaign/campaign.hpp"

namespace jipu::arbiter_campaign {

/// A game with cycles planted into it.
struct Detours {
    test::IccsGame game;
    test::IccsGame own;               ///< without the cycles
    std::vector<int> ply_of;          ///< where each own ply stands in `game`, from 1
    std::vector<PlantedPly> planted;  ///< by the plies of `game`
    std::vector<bool> busy;           ///< plies before which nothing else may be planted, by index
    std::vector<std::size_t> pressed; ///< plies that must be pressed, by index
};

/// Does this name ask for a kind of cycle?
bool names_a_cycle(const std::string& only);

/// Plants cycles, or none when the run asks for other kinds alone.
Detours plant_cycles(const test::IccsGame& game, const Run& run);

/// What the moves of a game owe by themselves. Repetition: what a table says of the own moves
/// alone, where a plain count of positions finds it due. Natural limit and dead position: a plain
/// count over all moves that were played and what was planted. `last_counts`: the last ply was
/// pressed.
std::vector<Expected> owed_by_moves(const Detours& detours, const Outcome& outcome,
                                    bool last_counts);

} // namespace jipu::arbiter_campaign
