// SPDX-License-Identifier: Apache-2.0
// The seam of the campaign: a planter looks at a ply of a game and says what the hands do before
// it, and what the arbiter must then be told. It knows the law by its own reading of the books and
// asks no judge of rules/arbiter. To add a kind: a function, and its line in a list.
#pragma once

#include <array>
#include <cstdint>
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

/// The time of every game and side, and the same in milliseconds: no quota, enough for all claims.
inline constexpr std::string_view game_time = "6h";
inline constexpr std::int64_t game_time_ms = 6LL * 60 * 60 * 1000;
/// The natural limit in plies: sixty rounds (000/1.4.2(4), 001/4.2.4).
inline constexpr int natural_limit = 120;
/// What the id of an alert begins with in a command that names the alert by its code.
inline constexpr std::string_view by_code = "code:";

/// The pieces of a FEN, without side and counters.
inline std::string placement(const std::string& fen) {
    return fen.substr(0, fen.find(' '));
}

/// What becomes of the time that a side has used: `part` of `whole` of it, and `cost_ms` more.
struct UsedTime {
    int part = 1;
    int whole = 1;
    std::int64_t cost_ms = 0;
};

/// Something that must be told besides alerts (told.hpp). `clocks`: by index_of(side), against what
/// the clocks showed just before; absent: not asked for.
struct Told {
    std::string words;
    std::optional<std::array<UsedTime, 2>> clocks;
};

/// A ply of the game that is played, and what stands before it.
struct Ply {
    int number = 1;
    xiangqi::Position before;
    xiangqi::Move move;
    const sim::PlyFacts* facts = nullptr;
    /// The piece that the opponent has just set down; a hand on it would be part of his ply.
    PointIndex fresh = no_point;
    /// What was owed to the arbiter in this game so far, besides alerts.
    const std::vector<Told>* told = nullptr;
    /// Every position of the game up to `before`, from the start.
    const std::vector<xiangqi::Position>* history = nullptr;
    Sensors sensors = Sensors::reed;
    std::string book;
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
    std::string ruling;   ///< empty: not asked for
};

struct Planted {
    std::string kind; ///< filled from the planter's name
    std::vector<sim::Deed> deeds;
    PointIndex carried = no_point;
    std::vector<Command> commands;  ///< one for every `say` of the deeds
    std::vector<Expected> expected; ///< empty: a counter-example, nothing may be told
    std::vector<Told> told;         ///< besides alerts, in this order, and nothing else
    /// Plies that counted until the game was led back to before this one.
    std::vector<xiangqi::Move> cancelled;
};

struct Planter {
    std::string name;
    /// nullopt: this ply has no room for it.
    std::function<std::optional<Planted>(const Ply&, sim::Random&)> plant;
    bool ends = false;   ///< the game is over then: the hands' move after it is no ply
    bool seldom = false; ///< few plies have room for it: those are given to it more often
};

/// Touching by 000/4.1.1, 001/5.1-5.6, 9.1.5, 9.1.6.
void add_touching(std::vector<Planter>& planters);
/// Placed pieces by 000/4.1.2, 001/5.7.
void add_placed(std::vector<Planter>& planters);
/// Illegal moves taken back by 000/1.2.3-4, 3.6.3(1), 4.1.3(3)1, 001/4.1.2, 4.1.6.
void add_illegal(std::vector<Planter>& planters);
/// Draw offers and answers by 000/1.4.2(2), 3.6.3(3), 001/4.2.2, 9.1.3.
void add_draws(std::vector<Planter>& planters);
/// Claims by 000/1.4.2(3)-(4), 001/4.2.3-4, 9.1.4.
void add_claims(std::vector<Planter>& planters);
/// Fouls entered by the arbiter, and resignations: 000/1.4.1(3), (8), 3.6.3, 001/4.1.8, 9.
void add_fouls_entered(std::vector<Planter>& planters);
/// Games led back by 000/4.1.3(3), 4.2.1(4), 001/5.8.
void add_corrections(std::vector<Planter>& planters);
/// Pauses, sealed moves and resumptions by 000/4.4.
void add_adjournments(std::vector<Planter>& planters);

/// Every kind there is.
inline std::vector<Planter> all_planters() {
    std::vector<Planter> planters;
    add_touching(planters);
    add_placed(planters);
    add_illegal(planters);
    add_draws(planters);
    add_claims(planters);
    add_fouls_entered(planters);
    add_corrections(planters);
    add_adjournments(planters);
    return planters;
}

} // namespace jipu::arbiter_campaign
