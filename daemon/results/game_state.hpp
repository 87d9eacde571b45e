// SPDX-License-Identifier: Apache-2.0
// The public state of one game, folded from its public stream: record, clocks, phase. Pure: equal
// events give equal state, so it is built again from the store at every start. It must not know
// the store, HTTP or a real clock: times are arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/wire/final_record.hpp"
#include "daemon/wire/json.hpp"
#include "rules/base/ids.hpp"

namespace jipu::results {

/// When an event happened, when it came here, and its number in the store.
struct Arrival {
    std::int64_t time_ms = 0;     ///< the event's own time, milliseconds since 1970
    std::int64_t received_ms = 0; ///< by this machine's clock
    std::int64_t rev = 0;         ///< rises with every event stored
};

class GameState {
  public:
    /// What is wrong with the data of a public event: a field of a kind that its effect does not
    /// have. Empty if nothing is. Unknown types and fields are left to later versions; whether an
    /// event is possible after the ones before it is not asked here.
    static std::string why_not(std::string_view type, const Json& data);

    explicit GameState(std::string board, std::string game_name);

    /// Takes one event of the public stream in, in its order; `data` passed why_not(). What cannot
    /// follow from the events before changes nothing and is remembered in trouble().
    void apply(std::string_view type, const Json& data, const Arrival& arrival);

    const std::string& board() const { return board_; }
    const std::string& game_name() const { return game_name_; }
    /// The number of the last event taken in; 0: none.
    std::int64_t rev() const { return rev_; }
    /// The record; null until the game has started.
    const GameRecord* record() const;
    /// The first event that could not be taken in and why; empty when the record is whole.
    const std::string& trouble() const { return trouble_; }

    /// The number of plies at the front that the last apply() left as they were.
    std::size_t unchanged_plies() const { return unchanged_; }

    /// Everything but the list of moves. `now_ms`: this machine's clock, for the age of the clocks.
    Json summary(std::int64_t now_ms) const;
    /// The plies from index `from` on.
    Json moves(std::size_t from = 0) const;
    /// The summary with all moves and the positions set in mid-game.
    Json full(std::int64_t now_ms) const;
    /// What a reader needs who has all before: the summary, `from`, and the moves from there.
    Json patch(std::size_t from, std::int64_t now_ms) const;

  private:
    void apply_clock(const Json& data, const Arrival& arrival);
    void apply_move_clock(const Json& data, const Arrival& arrival);
    void apply_phase(std::string_view type, const Json& data);
    Game game() const;

    std::string board_, game_name_, trouble_;
    FinalRecord fold_;
    std::string phase_ = "waiting"; ///< waiting, playing, paused, adjourned, ended
    ClockMs clock_;
    std::optional<Side> running_, draw_offer_;
    std::optional<std::int64_t> period_, moves_to_go_, periods_left_;
    std::int64_t clock_at_ = 0; ///< the time of the event that brought the clocks
    std::int64_t started_ms_ = 0, updated_ms_ = 0, rev_ = 0;
    std::optional<std::int64_t> lag_ms_; ///< the least difference between arrival and event
    std::size_t unchanged_ = 0;
};

} // namespace jipu::results
