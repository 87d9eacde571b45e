// SPDX-License-Identifier: Apache-2.0
// The configuration as plain data, with its defaults. How it is read and checked: load.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hal/api/board_wiring.hpp"
#include "hal/api/clock_kind.hpp"
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

/// The table as the head of a trace describes it: everything the core must know before the first
/// event.
struct TableSetup {
    Game game = Game::xiangqi;
    Sensors sensors = Sensors::reed;
    std::string rules; ///< a rule book's name; empty: the game's default book
    ClockKind clock = ClockKind::press;
    std::string time_control; ///< a preset or a spec; empty: none is kept
    std::string start;        ///< FEN (Go: SGF set-up properties); empty: the game's own start
    std::string acts; ///< endings that the rule itself proposes, by spaces; empty: the arbiter does
    int size = 19;    ///< Go
    double komi = 7.5; ///< Go
    int handicap = 0;  ///< Go
    Side clock_left = Side::first;
    std::string board = "table-1";
    std::string started = "1970-01-01T00:00:00Z"; ///< RFC 3339
    std::string game_name; ///< of the first game of the recording; empty: made from `started`
    /// No second game begins in the recording by itself, as in those of the daemon.
    bool one_game = false;
    int late_minutes = 0; ///< who comes later forfeits (000/4.2.4); 0: not watched
    SensingConfig sensing;
    friend bool operator==(const TableSetup&, const TableSetup&) = default;
};

/// `[board]`: which board, and how its sensors are read.
enum class BoardDriver : std::uint8_t { sim, matrix, shift_registers };
struct BoardConfig {
    std::string name = "table-1"; ///< `[a-z0-9-]`; in the id of every event, never given twice
    Sensors sensors = Sensors::reed;
    BoardDriver driver = BoardDriver::sim;
    std::string socket;      ///< sim: the Unix socket on which the simulated board listens
    std::string wiring_file; ///< the others: which line is which point
    BoardWiring wiring;      ///< what that file says; filled by who reads it
    friend bool operator==(const BoardConfig&, const BoardConfig&) = default;
};

/// `[clock]`: which clock stands beside the board, and how it is turned.
enum class ClockDriver : std::uint8_t { none, line, dgt, izis, niclink, lever };
struct ClockConfig {
    ClockDriver driver = ClockDriver::none;
    std::string port = "/dev/jipu-clock"; ///< a serial port or a pseudo-terminal; not for lever
    LeverWiring lever;                    ///< `[clock.lever]`
    Side left = Side::first;              ///< the side that sits at the clock's left
    friend bool operator==(const ClockConfig&, const ClockConfig&) = default;
};

/// `[publish.http.NAME]`: one results service.
struct HttpPublishConfig {
    std::string name;
    std::string url;         ///< without the `/v1/...`
    std::string token_file;  ///< holds the bearer token of this board; empty: none is sent
    std::string ca_file;     ///< PEM of the authorities that are believed; empty: the system's
    std::string cert_file;   ///< PEM of the client's certificate; empty: none
    std::string key_file;    ///< PEM of its key
    bool plain_http = false; ///< http:// to another machine is meant
    std::vector<std::string> streams = {"arbiter", "public"};
    std::int64_t connect_timeout_ms = 5000;
    std::int64_t request_timeout_ms = 15000;
    std::int64_t pairing_interval_s = 30; ///< how often its pairing is asked for; 0: never
    friend bool operator==(const HttpPublishConfig&, const HttpPublishConfig&) = default;
};

enum class LogLevel : std::uint8_t { debug, info, warning, error };

/// All that jipud is told by its file. Paths that are empty here are filled in by the reader from
/// the board's name.
struct Config {
    Game game = Game::xiangqi;
    std::string rules, time_control, start, acts; ///< as in TableSetup
    std::int64_t late_minutes = 0;                ///< as in TableSetup
    std::int64_t reorder_window_ms = 10;          ///< stamps of all devices are ordered within this
    bool check_time_sync = true; ///< a game that begins with a doubtful date is noticed
    BoardConfig board;
    ClockConfig clock;
    SensingConfig sensing;
    std::string journal_path;        ///< `[journal] path`
    std::string trace_directory;     ///< `[trace] directory`
    bool trace_enabled = true;       ///< `[trace] enabled`
    std::int64_t trace_max_mb = 256; ///< `[trace] max_total_mb`: the oldest go first
    std::string control_socket;      ///< `[control] socket`
    LogLevel log_level = LogLevel::info;
    std::vector<HttpPublishConfig> http;
    friend bool operator==(const Config&, const Config&) = default;
};

/// What kind of clock stands behind a driver's word.
ClockKind clock_kind(ClockDriver driver);

/// What the core must know, from what the file says. `started` and `game_name` are the caller's.
TableSetup table_setup(const Config& config);

} // namespace jipu
