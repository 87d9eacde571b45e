// SPDX-License-Identifier: Apache-2.0
// The seam of the campaign: a planter looks at a ply of a game and says what the hands do before
// it, and what the arbiter must then be told. It knows the law by its own reading of the books and
// asks no judge of rules/arbiter. To add a kind: a function, and its line in a list.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/table/command.hpp"
#include "daemon/table/effect.hpp"
#include "hal/sim/hands.hpp"
#include "hal/sim/random.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter_campaign {

/// A ply of the game that is played, and what stands before it.
struct Ply {
    int number = 1;
    xiangqi::Position before;
    xiangqi::Move move;
    const sim::PlyFacts* facts = nullptr;
    /// The piece that the opponent has just set down; a hand on it would be part of his ply.
    PointIndex fresh = no_point;
    /// Every position of the game up to `before`, from the start.
    const std::vector<xiangqi::Position>* history = nullptr;
    Sensors sensors = Sensors::reed;
    bool association = false; ///< the association's book, or one that inherits from it
    Side mover() const { return before.to_move(); }
};

/// An alert that must be told, as it stands in the end.
struct Expected {
    std::string code;
    std::optional<Side> side;
    int ply = 0;
    Grade grade = Grade::notice;
    std::string article;
    std::optional<Must> must;
    std::string resolved; ///< by; empty: it stays open
    std::string reason;   ///< empty: not asked for; with a `*` at its end: so it begins
};

struct Planted {
    std::string kind; ///< filled from the planter's name
    std::vector<sim::Deed> deeds;
    PointIndex carried = no_point;
    std::vector<Command> commands;  ///< one for every `say` of the deeds
    std::vector<Expected> expected; ///< empty: a counter-example, nothing may be told
};

struct Planter {
    std::string name;
    /// nullopt: this ply has no room for it.
    std::function<std::optional<Planted>(const Ply&, sim::Random&)> plant;
};

/// Touching by 000/4.1.1, 001/5.1-5.6, 9.1.5, 9.1.6.
void add_touching(std::vector<Planter>& planters);
/// Placed pieces by 000/4.1.2, 001/5.7.
void add_placed(std::vector<Planter>& planters);
/// Illegal moves taken back by 000/1.2.3-4, 3.6.3(1), 4.1.3(3)1, 001/4.1.2, 4.1.6.
void add_illegal(std::vector<Planter>& planters);

/// Every kind there is.
inline std::vector<Planter> all_planters() {
    std::vector<Planter> planters;
    add_touching(planters);
    add_placed(planters);
    add_illegal(planters);
    return planters;
}

} // namespace jipu::arbiter_campaign
