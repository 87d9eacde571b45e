// SPDX-License-Identifier: Apache-2.0
// The campaign's data: which games, how they are played, what came of it. Each game's seed follows
// from the campaign's seed, the game's number and the sensors, so that one game can be run alone.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/app/jipu/game_plan.hpp"
#include "daemon/table/event.hpp"
#include "daemon/table/table.hpp"
#include "hal/sim/hands.hpp"
#include "tests/support/iccs_games.hpp"

namespace jipu::campaign {

struct Options {
    std::vector<std::string> files; ///< empty: the masters' games, else the carried ones
    int first = 1;                  ///< number of the first game, from 1
    int count = 0;                  ///< 0: all
    int every = 1;
    bool reed = true;
    bool hall = true;
    std::uint64_t seed = 1;
    std::optional<std::int64_t> think_ms; ///< the longest thinking time
    int erring = 0;                       ///< every extra of the hands before one ply in so many
    bool times = false;                   ///< a sound clock beside the board shows its times
    bool verbose = false;
    bool sample = false;
    int show = 5;            ///< failures shown in full
    std::optional<int> dump; ///< write this game as a trace instead
    /// What the sensors make of what the hands did; empty: they are sound.
    std::function<sim::Script(sim::Script, Sensors)> board;
    sim::HandsConfig hands;    ///< before the options above
    bool enter_result = false; ///< the arbiter enters one a second after the last ply
    bool follow_games = false; ///< keep the moves of each game of the recording
};

/// Reads the command line; nullopt after saying what is wrong (or --help) on standard error.
std::optional<Options> read_options(int argc, char** argv);

struct NumberedGame {
    int number = 0;
    test::IccsGame game;
    std::string file;
};
/// The games that the options name. Says on standard output where they come from.
std::vector<NumberedGame> choose_games(Options& options);

/// What the table said of one alert in the end.
struct SeenAlert {
    AlertData last;
    Instant raised;
    std::string resolved; ///< by; empty: still open
    std::size_t game = 0; ///< 0: the first of the recording
};

struct Played {
    tool::GamePlan plan;
    sim::Script script;
    std::vector<Event> events;
    std::vector<std::string> moves; ///< ICCS, as the table has them in the end
    /// ... and those of each game of the recording, from the effects, when asked for.
    std::vector<std::vector<std::string>> games;
    std::vector<SeenAlert> alerts;  ///< in the order of raising
    std::vector<Instant> confirmed; ///< when each ply of the first game was last confirmed
    std::vector<std::string> log;   ///< effects in words, when asked for
    std::int64_t edges = 0;
    std::vector<float> event_us; ///< how long the table took over each edge, press and tick
    double cpu_seconds = 0;      ///< in the table alone
    double game_seconds = 0;
    std::uint64_t allocations = 0;       ///< in the table, all of the game
    std::uint64_t quiet_allocations = 0; ///< ... by edges and ticks that had no effect
    std::int64_t quiet_edges = 0;
};

std::uint64_t seed_of(const Options& options, int number, Sensors sensors);
TableSetup setup_of(const NumberedGame& game, Sensors sensors);
/// Plays one game by the hands through a table of its own.
Played play(const NumberedGame& game, Sensors sensors, const Options& options, bool keep_log);

struct Difference {
    int plies_wrong = 0;
    int missed = 0;
    std::map<std::string, int> undeserved; ///< by code
    std::map<std::string, int> law;        ///< of the game's law, not of hands: not judged here
    std::vector<std::string> lines;        ///< in words
    bool any() const { return plies_wrong > 0 || missed > 0 || !undeserved.empty(); }
};
Difference compare(const Played& played, const NumberedGame& game);

/// One line of the table of results.
struct Total {
    int games = 0, games_wrong = 0;
    std::int64_t plies = 0, plies_wrong = 0, deserved = 0, missed = 0, undeserved = 0, edges = 0;
    std::map<std::string, int> undeserved_by, deserved_by, law;
    double cpu_seconds = 0, game_seconds = 0;
    std::uint64_t allocations = 0, quiet_allocations = 0;
    std::int64_t quiet_edges = 0;
    std::vector<float> event_us;
    void add(const Played& played, const Difference& difference);
};
void print_totals(std::ostream& out, const std::map<std::string, Total>& totals);
/// The game as a trace, with what was played and deserved as comments.
bool dump_trace(std::ostream& out, const NumberedGame& game, Sensors sensors, const Played& played);
std::string describe(const sim::DeservedAlert& alert);
std::string describe(const SeenAlert& alert);

} // namespace jipu::campaign
