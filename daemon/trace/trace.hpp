// SPDX-License-Identifier: Apache-2.0
// Trace files, version 1 (TRACE_FORMAT.md): one table as its devices saw it. It decides what is a
// good trace; it must not know what an event means to the table.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "daemon/table/event.hpp"
#include "rules/base/result.hpp"

namespace jipu {

struct Trace {
    TableSetup setup;
    std::vector<Event> events;                         ///< times never decrease; never a Tick
    std::map<std::string, int, std::less<>> key_lines; ///< where each key of the head stands
};

/// The head, from `jipu-trace 1` to the line of three dashes, its newline included.
std::string format_trace_header(const TableSetup& setup);
/// One event as one line without its newline. A Tick is not recorded: our own bug.
std::string format_trace_line(const Event& event, const TableSetup& setup);

/// One line of the body (not blank; a comment may follow). The error says what is wrong, without
/// file and line. The order of lines is not looked at.
Result<Event> parse_trace_line(std::string_view line, const TableSetup& setup);

/// A whole trace. The error reads `file:line: reason`.
Result<Trace> read_trace(std::string_view text, std::string_view file_name);

/// The clock's word in a head: `press`, `dgt`, ...
std::string_view clock_kind_name(ClockKind kind);

} // namespace jipu
