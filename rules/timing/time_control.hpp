// SPDX-License-Identifier: Apache-2.0
// How much time a game gives, as data: the language of specs and the presets of the rule books
// (000/4.2.1, 000/4.2.2, 001/6.1-6.5, 003/3). It runs no clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/base/instant.hpp"
#include "rules/base/result.hpp"

namespace jipu {

enum class PeriodKind : std::uint8_t {
    quota,    ///< `90m/40`: so many moves before the time is used up; without moves: all of it
    per_move, ///< `per-move 2m reserve 30m`: each move so long, what exceeds it from the reserve
    byo_yomi, ///< `byo-yomi 60s x3 keep 5m`: a move under the time costs nothing
    block,    ///< `block 10m/15`: when the moves are made, time is added to what is left
    canadian, ///< `canadian 10m/15`: when the moves are made, the time begins anew
};

/// One period. A period ends when its time is used up; its quota must then be complete.
struct TimePeriod {
    PeriodKind kind = PeriodKind::quota;
    Duration time{};      ///< 1 s or more
    int moves = 0;        ///< the quota; 0: none. Always given for block and canadian
    Duration increment{}; ///< quota: added after each move; 0: none
    bool carry = false;   ///< quota: moves made beyond the quota of the period before count here
    bool repeat = false;  ///< quota: the last one; it comes again and again
    Duration reserve{};   ///< per_move
    int readings = 0;     ///< byo_yomi: how often the time is given beyond what `keep` gives
    Duration keep{}; ///< byo_yomi: the end of the period before that is read aloud, as readings

    friend bool operator==(const TimePeriod&, const TimePeriod&) = default;
    /// byo_yomi: how many readings there are in all.
    int all_readings() const { return readings + static_cast<int>(keep / time); }
};

struct TimeControl {
    /// In their order. Empty: no time is kept.
    std::vector<TimePeriod> periods;

    bool none() const { return periods.empty(); }
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// A spec that a rule book gives a name to.
struct TimePreset {
    std::string_view name;   ///< `state-national`
    std::string_view spec;   ///< empty: the name is followed by the time, `association-5 20m`
    std::string_view source; ///< the article
};

const std::vector<TimePreset>& time_presets();

/// Reads a preset's name or a spec; empty or blank: no time is kept. A time is written `1h30m`,
/// `90m`, `60s`. Errors tell the character, from 1, at which the text goes wrong.
Result<TimeControl> parse_time_control(std::string_view text);

/// The spec in its usual form; read again it gives an equal control. No time kept: empty.
std::string format_time_control(const TimeControl& control);

/// `90m`, `3h`, `60s`, `2m`: a time as a spec has it. Whole seconds.
std::string format_spec_time(Duration time);

} // namespace jipu
