// SPDX-License-Identifier: Apache-2.0
// A whole trace file: its version line, its head, its lines in their order.
#include "daemon/trace/trace.hpp"

#include <algorithm>

#include "daemon/trace/trace_parts.hpp"
#include "daemon/wire/names.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu {

namespace trace_detail {

std::string_view take_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

} // namespace trace_detail

namespace {

using trace_detail::LineError;

constexpr std::string_view version_line = "jipu-trace 1";

bool is_blank_or_comment(std::string_view line) {
    const auto first = line.find_first_not_of(" \t");
    return first == std::string_view::npos || line[first] == '#';
}

/// TOML forbids them everywhere, and its reader is not safe from them in every version.
bool has_control_character(std::string_view line) {
    return std::any_of(line.begin(), line.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    });
}

/// The lines before and with the dashes. `line` counts on.
LineError read_head(std::string_view& text, int& line, Trace& trace) {
    constexpr std::string_view bom = "\xef\xbb\xbf";
    if (text.substr(0, bom.size()) == bom) text.remove_prefix(bom.size());
    line = 1;
    const std::string_view first = trace_detail::take_line(text);
    if (first != version_line) {
        const bool other = first.substr(0, 11) == "jipu-trace ";
        return {1,
                other ? "version \"" + std::string(first.substr(11, 20)) + "\" is not known, only 1"
                      : "a trace begins with the line `jipu-trace 1`"};
    }
    const std::string_view head = text;
    while (!text.empty()) {
        const std::size_t length = head.size() - text.size();
        const std::string_view next = trace_detail::take_line(text);
        ++line;
        if (next == "---") return trace_detail::read_header(head.substr(0, length), 2, trace);
        if (!notation::is_utf8(next)) return {line, "not UTF-8"};
        if (has_control_character(next)) return {line, "a control character in the head"};
    }
    return {line, "the head has no end: a line `---` is missing"};
}

/// What the order of lines demands: a scan first and after every return of the board.
class LineOrder {
  public:
    /// What is wrong with this event at this place, empty if nothing is.
    std::string check(const Event& event) {
        const bool scan = std::holds_alternative<ScanFrame>(event.what);
        if (first_ && !scan) return "the first line must be a `board`";
        first_ = false;
        if (event.at < last_)
            return "time goes backwards: " + format_seconds(to_us(event.at)) + " after " +
                   format_seconds(to_us(last_));
        last_ = event.at;
        if (scan) scan_due_ = false;
        if (scan_due_ && std::holds_alternative<PointChange>(event.what))
            return "after `back board` a `board` must come first";
        const auto* back = std::get_if<DeviceBack>(&event.what);
        if (back != nullptr && back->device == Device::board) scan_due_ = true;
        return "";
    }
    bool any() const { return !first_; }

  private:
    Instant last_{};
    bool first_ = true;
    bool scan_due_ = false;
};

LineError read_body(std::string_view text, int line, Trace& trace) {
    LineOrder order;
    while (!text.empty()) {
        const std::string_view next = trace_detail::take_line(text);
        ++line;
        if (!notation::is_utf8(next)) return {line, "not UTF-8"};
        if (is_blank_or_comment(next)) continue;
        Result<Event> event = parse_trace_line(next, trace.setup);
        if (!event) return {line, event.error()};
        const std::string wrong = order.check(*event);
        if (!wrong.empty()) return {line, wrong};
        trace.events.push_back(std::move(*event));
    }
    if (!order.any()) return {line, "no `board`: the trace has no lines"};
    return {};
}

} // namespace

Result<Trace> read_trace(std::string_view text, std::string_view file_name) {
    Trace trace;
    int line = 0;
    LineError wrong = read_head(text, line, trace);
    if (wrong.ok()) wrong = read_body(text, line, trace);
    if (wrong.ok()) return trace;
    return Error{std::string(file_name) + ":" + std::to_string(wrong.line) + ": " + wrong.reason};
}

} // namespace jipu
