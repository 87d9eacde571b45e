// SPDX-License-Identifier: Apache-2.0
// Effects as JSON, under the contract's names. What is unknown is left out, never null; the one
// exception is an alert's side, which says `unknown`.
#pragma once

#include <string>
#include <string_view>

#include "daemon/table/effect.hpp"
#include "daemon/wire/json.hpp"

namespace jipu {

/// `move.recorded`, `alert.raised`, ...
std::string_view effect_type(const Effect& effect);

/// The `data` of an effect, keys in the contract's order.
Json effect_data(const Effect& effect, Game game);

/// One line without its newline: `{"t":12.345678,"type":"move.recorded","data":{...}}`.
std::string effect_line(const Effect& effect, Game game);

std::string_view grade_name(Grade grade);
std::string_view basis_name(Basis basis);
std::string_view status_name(MoveStatus status);

/// `{"red":5398000,"black":5400000}`; only the sides that are known.
Json clock_json(const ClockMs& clock, Game game);
/// Players, event, round, table, game_no, rules, time_control, start: those that are present.
Json info_json(const GameInfo& info, Game game);

} // namespace jipu
