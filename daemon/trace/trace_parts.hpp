// SPDX-License-Identifier: Apache-2.0
// The two halves of a trace file, within this room: the TOML head and the lines of the body.
#pragma once

#include <string>
#include <string_view>

#include "daemon/trace/trace.hpp"
#include "rules/base/result.hpp"

namespace jipu::trace_detail {

/// An error and the line of the file where it is.
struct LineError {
    int line = 0; ///< 1 = first; 0: none
    std::string reason;
    bool ok() const { return line == 0; }
};

/// Reads the head's TOML, whose first line is line `first_line` of the file, into the setup and the
/// lines of its keys.
LineError read_header(std::string_view toml, int first_line, Trace& trace);

/// Cuts the first line off `text`, without its `\n` or `\r\n`.
std::string_view take_line(std::string_view& text);

} // namespace jipu::trace_detail
