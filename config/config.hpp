// SPDX-License-Identifier: Apache-2.0
// The configuration as plain data, with its defaults. How it is read and checked: load.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hal/api/levels.hpp"
#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// `[sensing]`: how long is long. All in milliseconds; a value "over" a bound is strictly greater.
struct SensingConfig {
    std::int64_t debounce_ms = 10; ///< a level shorter than this is bounce
    std::int64_t settle_ms = 250; ///< a piece that has rested this long is put down, for the record
    std::int64_t placed_ms = 1000; ///< put down for good: the placed-piece rule applies (000/4.1.2)
    std::int64_t adjust_ms = 400;  ///< lifted and back within this: a brush; 0: no tolerance
    std::int64_t together_ms = 100;   ///< lifts closer than this: their order cannot be told
    std::int64_t illegal_ms = 1500;   ///< an illegal placement is observed after this
    std::int64_t no_press_ms = 10000; ///< a finished move without a press is noticed after this
    friend bool operator==(const SensingConfig&, const SensingConfig&) = default;
};

/// What clock stands beside the board, as the trace header names it.
enum class ClockKind : std::uint8_t { none, press, time, line, dgt, izis, niclink };

/// The table as the head of a trace describes it: everything the core must know before the first
/// event.
struct TableSetup {
    Game game = Game::xiangqi;
    Sensors sensors = Sensors::reed;
    std::string rules; ///< a rule book's name; empty: the game's default book
    ClockKind clock = ClockKind::press;
    std::string time_control; ///< a preset or a spec; empty: none is kept
    std::string start;        ///< FEN (Go: SGF set-up properties); empty: the game's own start
    int size = 19;            ///< Go
    double komi = 7.5;        ///< Go
    int handicap = 0;         ///< Go
    Side clock_left = Side::first;
    std::string board = "table-1";
    std::string started = "1970-01-01T00:00:00Z"; ///< RFC 3339
    std::string game_name; ///< of the first game of the recording; empty: made from `started`
    SensingConfig sensing;
    friend bool operator==(const TableSetup&, const TableSetup&) = default;
};

} // namespace jipu
