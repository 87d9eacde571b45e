// SPDX-License-Identifier: Apache-2.0
// The record of the games as the effects leave it: recorded, amended, retracted, ended. It folds
// the same JSON that is stored and sent, so the tool, the tests and the results service agree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/table/effect.hpp"
#include "daemon/wire/json.hpp"

namespace jipu {

/// One ply that stands.
struct RecordedMove {
    int ply = 0;
    Side side = Side::first;
    std::string move, wxf, chinese, short_form, fen, captured;
    ClockMs clock;
    std::optional<std::int64_t> elapsed_ms;
    bool confirmed = false;
    bool legal = true;
    friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

/// One game, as far as its events tell.
struct GameRecord {
    std::string game_name;
    Game game = Game::xiangqi;
    std::string rules, time_control;
    std::string start; ///< FEN; a set-up before the first ply changes it
    std::array<Player, 2> players;
    std::string event, round, table, game_no;
    std::vector<RecordedMove> moves; ///< moves[i].ply == i + 1
    /// Positions set in mid-game (a correction by FEN): after so many plies this stood instead.
    struct SetPosition {
        int ply = 0;
        std::string fen;
        friend bool operator==(const SetPosition&, const SetPosition&) = default;
    };
    std::vector<SetPosition> set_positions;
    std::string result = "*", ending;
    std::optional<Side> winner;
    bool signed_result = false;
    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// Folds events, of the arbiter's or the public stream, into games.
class FinalRecord {
  public:
    /// Takes one event in. Types that do not concern the record are passed over. Returns what is
    /// wrong with it (a malformed or impossible event: nothing was changed), empty if nothing is.
    std::string apply(std::string_view type, const Json& data);
    /// The same for an effect of our own table.
    void apply(const Effect& effect, Game game);

    /// The games so far, in order.
    const std::vector<GameRecord>& games() const { return games_; }

  private:
    std::vector<GameRecord> games_;
};

} // namespace jipu
