// SPDX-License-Identifier: Apache-2.0
// The table: events in, effects out; pure and deterministic. The same events give the same effects
// at any speed. It must not know files, clocks, JSON or the loop.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "daemon/table/effect.hpp"
#include "daemon/table/event.hpp"
#include "rules/arbiter/fouls.hpp"

namespace jipu {

class TableImpl;

/// ... of one side of its game.
struct SideView {
    std::optional<std::int64_t> clock_ms; ///< what is left of its time; absent: nobody knows
    /// Of the time control that is counted; absent: none is, or it has no such thing.
    std::optional<int> period, moves_to_go, periods_left;
    std::vector<arbiter::Foul> fouls; ///< in the order of the rulings
};

/// What a person may ask of a table between events.
struct TableView {
    std::string phase; ///< setting-up, playing, paused, ended, resting
    std::string game_name;
    GameInfo info;                   ///< as told so far: players, event, round, ...
    std::string rules, time_control; ///< what is played by
    int plies = 0;
    int confirmed = 0;
    std::string fen;                ///< after the recorded plies, provisional ones too
    std::string result;             ///< `*` while it goes on
    std::string ending;             ///< how it ended; empty while it goes on
    bool result_signed = false;     ///< entered or approved; else only proposed
    std::vector<std::string> moves; ///< ICCS
    std::vector<Level> levels;      ///< stable levels
    std::vector<AlertData> open_alerts;
    std::optional<Side> to_move;       ///< after the recorded plies; absent: no game is on
    std::optional<MoveData> last_move; ///< the last recorded ply, provisional or not
    std::array<SideView, 2> sides;     ///< by index_of(side); empty while no game has begun
    std::optional<Side> running;       ///< whose time runs; absent: nobody's
    std::optional<Side> draw_offer;    ///< whose offer waits for an answer
    /// What an adjourned game goes on with: resume, unseal, ruling (on what was sealed), set-up
    /// (the board does not stand as recorded), move (the opened one, on the board); else empty.
    std::string waits_for;
    std::vector<Side> absent; ///< who has not come to its resumption, as far as that was told
};

/// One board's table, from one game to the next.
class Table {
  public:
    /// `setup` must have passed validate_setup(). `decoder` may be null when the clock sends no
    /// bytes.
    explicit Table(TableSetup setup, std::unique_ptr<ClockDecoder> decoder);
    ~Table();
    Table(Table&&) noexcept;
    Table& operator=(Table&&) noexcept;

    /// Takes one event. Times never decrease. A Tick carries the instant that next_wakeup() gave.
    void handle(const Event& event, EffectSink& sink);
    /// When the table wants a Tick; nullopt: only another event can change anything.
    std::optional<Instant> next_wakeup() const;
    /// From now on no-press, flag-fall and time.call are not raised (the silence after a trace).
    void quiesce();
    /// With `one_game`: the game is over, and the start position has stood long enough for the
    /// next, or is being played on from.
    bool next_game_stands() const;
    /// After an end the start position has stood at rest since then, and what has come since may be
    /// the next game's; nullopt: nothing has. Once next_game_stands(), what came after it is.
    std::optional<Instant> next_game_since() const;
    /// As it is at `at`, or at the last event where that is later or nothing is given.
    TableView view(Instant at = {}) const;

  private:
    std::unique_ptr<TableImpl> impl_;
};

/// What is wrong with a list of endings that rules propose, empty if nothing is.
std::string why_no_acts(const std::string& acts);

/// What is wrong with a setup (start position, rule book, time control), empty if nothing is.
std::string validate_setup(const TableSetup& setup);

} // namespace jipu
