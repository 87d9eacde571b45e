// SPDX-License-Identifier: Apache-2.0
// A pairing between a results service's JSON and the table's commands. Which game it belongs to is
// the daemon's matter.
#pragma once

#include <string_view>

#include "daemon/table/command.hpp"
#include "rules/base/result.hpp"

namespace jipu {

/// Who gives the commands that a fetched pairing becomes.
inline constexpr std::string_view pairing_author = "pairing";

/// Reads `{"players":{...},"event",...}` as `/v1/boards/<board>/assignment` gives it. Fields that
/// are not a pairing's are passed over, empty ones count as unknown; the error names what is wrong
/// with one that is.
Result<GameInfo> parse_pairing(std::string_view json, Game game);

/// `start` or `update` with these fields, by pairing_author.
Command pairing_command(CommandKind kind, const GameInfo& info, Game game);

} // namespace jipu
