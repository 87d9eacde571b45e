// SPDX-License-Identifier: Apache-2.0
// What an arbiter can say to the table, as plain data; daemon/wire reads and writes its JSON.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/base/ids.hpp"

namespace jipu {

/// A player as the pairing names him; empty fields are not sent.
struct Player {
    std::string name;
    std::string team;
    std::string id;
    friend bool operator==(const Player&, const Player&) = default;
};

/// What is known of a game besides its moves. An absent field is unknown, or not changed.
struct GameInfo {
    std::array<std::optional<Player>, 2> players; ///< by index_of(side)
    std::optional<std::string> event;
    std::optional<std::string> round;
    std::optional<std::string> table;
    std::optional<std::string> game_no;
    std::optional<std::string> rules;
    std::optional<std::string> time_control;
    std::optional<std::string> start; ///< FEN
    friend bool operator==(const GameInfo&, const GameInfo&) = default;
};

enum class CommandKind : std::uint8_t {
    start,
    update,
    pause,
    resume,
    result,
    resign,
    offer_draw,
    accept_draw,
    decline_draw,
    claim,
    adjust,
    set_clock,
    rule,
    foul,
    correct,
    amend,
    insert,
    retract,
    confirm_position,
    seal,
    unseal,
    pass,
    dead,
    finish,
    machine,
};

/// One command. Which fields count depends on `kind`; the wire refuses a command that lacks one.
struct Command {
    CommandKind kind = CommandKind::start;
    std::string by;
    std::optional<Side> side;
    GameInfo info;      ///< start, update
    std::string result; ///< result: `1-0`, ...
    std::string ending; ///< result
    std::string
        what; ///< claim: `natural-limit`, `repetition`; foul: the kind; machine: what happened
    std::string why;        ///< set-clock
    std::string alert;      ///< rule: the alert's id
    std::string ruling;     ///< rule: dismiss | warning | foul | loss | stands
    std::optional<int> ply; ///< correct (to_ply), amend, insert, retract; 1 = first
    std::string fen;        ///< correct
    std::string move;       ///< amend, insert, unseal
    /// seal: what was handed in. unseal: the SHA-256 of `<move> <salt>` (of `<written> <salt>`
    /// where that is given), in lower case; whoever reads the command computes it.
    std::string digest;
    std::string salt;        ///< unseal
    std::string written;     ///< unseal: what stands on the sheet, where that is not `move` itself
    std::string missing;     ///< unseal: `sheet` or `envelope` cannot be found; else empty
    bool adjourn = false;    ///< pause: the game is adjourned, its last move was made on the board
    bool resumption = false; ///< set-clock: the times were not set right for the resumption
    std::optional<std::array<bool, 2>> absent; ///< start, update, resume: who is not there
    std::optional<std::array<bool, 2>>
        faulty;                   ///< set-clock: whose face of a replaced clock was bad
    std::vector<PointIndex> dead; ///< Go
    std::array<std::optional<std::int64_t>, 2> clock_ms; ///< set-clock
    std::optional<std::int64_t> off_ms; ///< machine, synced: how much the wall clock was slow
    std::string json;                   ///< the command as it came, one line: what the trace keeps
};

} // namespace jipu
