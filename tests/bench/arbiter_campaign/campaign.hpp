// SPDX-License-Identifier: Apache-2.0
// One game with breaches planted into it, played through the table, and what came of each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "daemon/app/jipu/game_plan.hpp"
#include "daemon/table/event.hpp"
#include "tests/bench/arbiter_campaign/planter.hpp"
#include "tests/bench/arbiter_campaign/told.hpp"
#include "tests/support/iccs_games.hpp"

namespace jipu::arbiter_campaign {

struct PlantedPly {
    int ply = 0;
    Planted planted;
};

struct Run {
    std::string book;
    Sensors sensors = Sensors::reed;
    std::uint64_t seed = 1;
    int rate = 4;       ///< a breach before one ply in so many
    std::string only;   ///< this kind alone; empty: all
    bool timed = false; ///< by a time control, and what is planted is about time
};

struct SeenAlert {
    AlertData last;
    std::string resolved, ruling;
};

struct Outcome {
    std::vector<PlantedPly> planted;
    std::vector<sim::DeservedAlert> by_the_hands; ///< of the plies into which nothing was planted
    std::vector<Expected> by_the_moves;           ///< whatever the hands do
    std::vector<xiangqi::Move> moves;             ///< what the record must hold in the end
    TableSetup setup;
    std::vector<Event> events;
    std::vector<SeenAlert> alerts;
    std::vector<SeenTold> told;
    std::vector<std::string> recorded; ///< as moves of the record
};

/// The table that the game is played on.
TableSetup setup_of(const test::IccsGame& game, const Run& run);
/// What a planter sees before the ply of this index; `history`: the positions up to there.
Ply ply_at(std::size_t index, const test::IccsGame& game, const tool::GamePlan& plan,
           const std::vector<xiangqi::Position>& history, const std::vector<Told>& told,
           const Run& run);
/// Gives the outcome's events, and a silence after them, to a table by its setup, and notes what it
/// tells and records.
void play_events(Outcome& outcome);

/// Plays the game. The same arguments give the same outcome.
Outcome play(const test::IccsGame& game, const Run& run, const std::vector<Planter>& planters);

/// Alerts, and what is told besides.
struct Count {
    int planted = 0; ///< plies with this kind
    int owed = 0;
    int found = 0; ///< ... with code, article, must, side, grade and end right
    int wrong = 0; ///< ... of that code at that ply, otherwise
    int missed = 0;
    int invented = 0; ///< others at its plies
    void add(const Count& other);
};

struct Difference {
    std::map<std::string, Count> by_kind; ///< "" : plies into which nothing was planted
    std::vector<std::string> lines;       ///< what differs, in words
    std::size_t plies = 0, plies_wrong = 0;
    bool exact() const;
};
Difference compare(const Outcome& outcome);

} // namespace jipu::arbiter_campaign
