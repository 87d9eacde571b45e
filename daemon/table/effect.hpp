// SPDX-License-Identifier: Apache-2.0
// Everything the table can say. daemon/wire makes JSON of it; the names are the contract's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/table/command.hpp"
#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// Milliseconds by index_of(side); absent where nothing is known.
using ClockMs = std::array<std::optional<std::int64_t>, 2>;

enum class MoveStatus : std::uint8_t { provisional, confirmed };
enum class Basis : std::uint8_t { seen, inferred, arbiter };
enum class Grade : std::uint8_t { notice, observed, completed };

struct GameStarted {
    std::string game_name;
    Game game = Game::xiangqi;
    std::string rules;
    std::string time_control;
    std::string start; ///< FEN
    GameInfo info;     ///< players, event, round, table, game_no
};
struct GameUpdated {
    GameInfo info; ///< only what changed
};
struct PositionSet {
    std::string fen;
    int ply = 0;
    std::string why; ///< set-up, correction, resumed
};
/// A ply as it stands in the record.
struct MoveData {
    int ply = 0; ///< 1 = first
    Side side = Side::first;
    std::string move, wxf, chinese, short_form, fen;
    std::string captured; ///< the captured piece's FEN letter; empty: none
    ClockMs clock;
    std::optional<std::int64_t> elapsed_ms;
    MoveStatus status = MoveStatus::provisional;
    Basis basis = Basis::seen;
    bool legal = true;
};
struct MoveRecorded {
    MoveData move;
};
struct MoveConfirmed {
    int ply = 0;
    ClockMs clock;
    std::optional<std::int64_t> elapsed_ms;
};
struct MoveAmended {
    std::string was;
    MoveData move;
};
struct MoveRetracted {
    int ply = 0;
    std::string move, why;
};

/// What a player must do: `move`, `capture` or `capture-or-move`, from one of, to one of.
struct Must {
    std::string kind;
    std::vector<PointIndex> from, to;
    /// `capture-or-move`: those of `from` that may move as they like, and those that may take.
    std::vector<PointIndex> moving{}, taking{};
    friend bool operator==(const Must&, const Must&) = default;
};
/// The whole state of an alert; every raise and update sends all of it.
struct AlertData {
    std::string alert; ///< id, one through its life
    std::string code;
    Grade grade = Grade::notice;
    std::optional<Side> side; ///< absent: unknown
    int ply = 0;              ///< the ply it concerns; 0: none
    std::string book, article, reason;
    std::vector<PointIndex> points;
    std::string move;
    std::optional<Must> must;
    std::string message_zh, message_en;
    Instant evidence_from, evidence_to;
};
struct AlertRaised {
    AlertData alert;
};
struct AlertUpdated {
    AlertData alert;
};
struct AlertResolved {
    std::string alert;
    std::string by;     ///< restored, overtaken, arbiter, explained
    std::string ruling; ///< empty unless by the arbiter
};
struct FoulRecorded {
    Side side = Side::first;
    std::string kind, article;
    int count = 0;
    std::string by;
    int ply = 0; ///< of the alert that was ruled on; else plies recorded by then
};
struct ClockUpdated {
    ClockMs clock;
    std::optional<Side> running;
    int period = 1;
    std::optional<int> moves_to_go, periods_left;
    std::string source; ///< device, daemon
};
struct ClockAdjusted {
    ClockMs clock;
    std::optional<Side> running;
    std::string by, why;
    std::string article{};
    bool by_hand = false;   ///< the device cannot be told: the arbiter has to set it so
    bool exchanged = false; ///< the device's sides are: what is Red's here is Black's there
};
struct TimeCall {
    Side side = Side::first;
    std::string call;
};
struct DrawOffered {
    Side side = Side::first;
};
struct DrawAnswered {
    Side side = Side::first;
    std::string answer; ///< accepted, declined
};
struct GamePaused {
    std::string by;
};
struct GameResumed {
    std::string by;
};
struct GameAdjourned {
    std::string by, digest, position;
    std::optional<Side> sealed_by; ///< absent: the last move was made on the board
    ClockMs clock;
    /// Of who sealed, else of the side to move; to go before its period's time is used up.
    int moves_made = 0;
    std::optional<int> moves_to_go;
};
struct GameEnded {
    std::string result; ///< 1-0, 0-1, 1/2-1/2, 0-0, *
    std::string ending;
    std::optional<Side> winner;
    std::string status; ///< proposed, signed
};
/// A point that is not as the record has it; `expected` and `sensed` are FEN letters, or for what a
/// sensor saw `x`, `N`, `S`; empty: nothing.
struct PointDifference {
    PointIndex point = no_point;
    std::string expected, sensed;
    friend bool operator==(const PointDifference&, const PointDifference&) = default;
};
struct BoardState {
    std::string state; ///< in-position, hand-in, disturbed, setting-up
    std::vector<PointDifference> differences;
};
struct DeviceStatus {
    std::string device; ///< board, clock
    std::string state;  ///< ok, lost, error
    std::string detail;
};
struct CommandRefused {
    std::string command; ///< its `do`
    std::string by, why;
};

struct Effect {
    Instant at;
    std::variant<GameStarted, GameUpdated, PositionSet, MoveRecorded, MoveConfirmed, MoveAmended,
                 MoveRetracted, AlertRaised, AlertUpdated, AlertResolved, FoulRecorded,
                 ClockUpdated, ClockAdjusted, TimeCall, DrawOffered, DrawAnswered, GamePaused,
                 GameResumed, GameAdjourned, GameEnded, BoardState, DeviceStatus, CommandRefused>
        data;
};

/// Where the table's effects go; called in order, within Table::handle().
class EffectSink {
  public:
    virtual ~EffectSink() = default;
    virtual void emit(const Effect& effect) = 0;
};

} // namespace jipu
