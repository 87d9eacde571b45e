// SPDX-License-Identifier: Apache-2.0
// Commands from JSON, checked field by field. Whether a command is possible now is the table's
// matter; whether it can be understood is decided here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/table/command.hpp"
#include "rules/base/result.hpp"

namespace jipu {

/// No command is longer than this many bytes.
inline constexpr std::size_t max_command_bytes = 65536;

/// The `do` of a command: `offer-draw`, ...
std::string_view command_name(CommandKind kind);

/// Reads one command. The error names the field and what was expected there. The command's own
/// JSON, compacted to one line with its keys in the order they came, is kept in Command::json.
Result<Command> parse_command(std::string_view json, Game game);

/// What the daemon itself reports of its machine: `rebooted`, `other-devices`, `not-synced`,
/// `synced`; `off_ms`: by how much the wall clock was slow, negative: fast.
Command machine_command(std::string_view what, std::optional<std::int64_t> off_ms = {});

} // namespace jipu
