// SPDX-License-Identifier: Apache-2.0
// Who plays at which board: the organiser's pairings file, JSON or CSV, read into what a board's
// daemon fetches before a game. Pure; the file itself is read by the service.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "daemon/wire/json.hpp"
#include "rules/base/result.hpp"

namespace jipu::results {

/// By board: `{"players":{"red":{"name",...},"black":{...}},"event","round","table","game_no",
/// "rules","time_control"}`, each only where it is known.
using Pairings = std::map<std::string, Json, std::less<>>;

/// UTF-8: JSON when the first character is `[` or `{`, else CSV.
/// JSON: an object of boards, or an array of objects with a "board"; fields as above; a player may
/// be his name alone, round, table and game_no may be whole numbers.
/// CSV: a head line with column names out of board, red, red_team, red_id, black, black_team,
/// black_id, event, round, table, game_no, rules, time_control; quotes as usual.
/// The error reads `file:line: reason` for CSV and wrong bytes, `file: reason` for JSON.
Result<Pairings> parse_pairings(std::string_view text, std::string_view file_name);

} // namespace jipu::results
