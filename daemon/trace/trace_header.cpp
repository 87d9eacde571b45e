// SPDX-License-Identifier: Apache-2.0
// The head of a trace: TOML keys into a TableSetup and back. Every key is checked here, with the
// line where it stands; whether the rule book and the time control exist is the table's to say.
#include <algorithm>
#include <array>
#include <locale>
#include <sstream>
#include <toml++/toml.h>

#include "daemon/trace/trace.hpp"
#include "daemon/trace/trace_parts.hpp"
#include "daemon/wire/cloud_event.hpp"
#include "daemon/wire/names.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

namespace {

using trace_detail::LineError;

struct NamedKind {
    std::string_view name;
    ClockKind kind;
};
constexpr std::array clock_kinds{
    NamedKind{"none", ClockKind::none},      NamedKind{"press", ClockKind::press},
    NamedKind{"time", ClockKind::time},      NamedKind{"line", ClockKind::line},
    NamedKind{"dgt", ClockKind::dgt},        NamedKind{"izis", ClockKind::izis},
    NamedKind{"niclink", ClockKind::niclink}};

struct SensingKey {
    std::string_view name;
    std::int64_t SensingConfig::*value;
};
constexpr std::array sensing_keys{SensingKey{"debounce_ms", &SensingConfig::debounce_ms},
                                  SensingKey{"settle_ms", &SensingConfig::settle_ms},
                                  SensingKey{"placed_ms", &SensingConfig::placed_ms},
                                  SensingKey{"adjust_ms", &SensingConfig::adjust_ms},
                                  SensingKey{"together_ms", &SensingConfig::together_ms},
                                  SensingKey{"illegal_ms", &SensingConfig::illegal_ms},
                                  SensingKey{"no_press_ms", &SensingConfig::no_press_ms}};
constexpr std::int64_t longest_ms = 3'600'000;

/// What a key must be, as the end of an error; empty when the value was good.
using Setter = std::string (*)(const toml::node&, TableSetup&);

std::string text_into(const toml::node& node, std::string& out) {
    const auto text = node.value_exact<std::string>();
    if (!text) return "a text";
    out = *text;
    return "";
}

template <std::string TableSetup::*Member>
std::string set_text(const toml::node& node, TableSetup& setup) {
    return text_into(node, setup.*Member);
}

template <typename T, std::size_t N>
std::string choose(const toml::node& node, const std::array<std::pair<std::string_view, T>, N>& of,
                   T& out) {
    std::string expected;
    const auto text = node.value_exact<std::string>();
    for (const auto& [word, value] : of) {
        if (text && *text == word) {
            out = value;
            return "";
        }
        expected += (expected.empty() ? "\"" : ", \"") + std::string(word) + "\"";
    }
    return expected;
}

std::string set_game(const toml::node& node, TableSetup& setup) {
    static constexpr std::array<std::pair<std::string_view, Game>, 2> games{
        {{"xiangqi", Game::xiangqi}, {"go", Game::go}}};
    return choose(node, games, setup.game);
}

std::string set_sensors(const toml::node& node, TableSetup& setup) {
    static constexpr std::array<std::pair<std::string_view, Sensors>, 2> sensors{
        {{"reed", Sensors::reed}, {"hall", Sensors::hall}}};
    return choose(node, sensors, setup.sensors);
}

std::string set_clock(const toml::node& node, TableSetup& setup) {
    static constexpr auto kinds = [] {
        std::array<std::pair<std::string_view, ClockKind>, clock_kinds.size()> pairs;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            pairs[i] = {clock_kinds[i].name, clock_kinds[i].kind};
        return pairs;
    }();
    return choose(node, kinds, setup.clock);
}

std::string set_clock_left(const toml::node& node, TableSetup& setup) {
    const std::array<std::pair<std::string_view, Side>, 2> sides{
        {{side_name(setup.game, Side::first), Side::first},
         {side_name(setup.game, Side::second), Side::second}}};
    return choose(node, sides, setup.clock_left);
}

std::string set_start(const toml::node& node, TableSetup& setup) {
    std::string wrong = text_into(node, setup.start);
    if (!wrong.empty()) return wrong;
    if (setup.game != Game::xiangqi || setup.start.empty()) return "";
    const auto position = xiangqi::parse_fen(setup.start);
    return position ? "" : "a position: " + position.error();
}

template <int Low, int High, int TableSetup::*Member>
std::string set_number(const toml::node& node, TableSetup& setup) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < Low || *number > High)
        return "a whole number from " + std::to_string(Low) + " to " + std::to_string(High);
    setup.*Member = static_cast<int>(*number);
    return "";
}

std::string set_komi(const toml::node& node, TableSetup& setup) {
    const auto komi = node.value<double>();
    if (!node.is_number() || !komi || !(*komi >= -361.0 && *komi <= 361.0))
        return "a number from -361 to 361";
    setup.komi = *komi;
    return "";
}

template <std::string TableSetup::*Member, bool MayBeEmpty>
std::string set_name(const toml::node& node, TableSetup& setup) {
    std::string expected = "a name of at most 64 characters a-z, 0-9 and dashes";
    std::string name;
    if (!text_into(node, name).empty()) return expected;
    if (!is_wire_name(name) && !(MayBeEmpty && name.empty())) return expected;
    setup.*Member = name;
    return "";
}

std::string set_started(const toml::node& node, TableSetup& setup) {
    std::string text;
    if (const auto* time = node.as_date_time()) {
        std::ostringstream out; // TOML's own date-time is an RFC 3339 time too
        out << time->get();
        text = out.str();
    } else if (!text_into(node, text).empty()) {
        return "an RFC 3339 time";
    }
    const auto parsed = parse_rfc3339(text);
    if (!parsed) return "an RFC 3339 time: " + parsed.error();
    // Times of events are written from it: the years must leave room on both sides.
    if (*parsed < -86'400'000'000 || *parsed > 32'503'680'000'000'000)
        return "an RFC 3339 time in the years 1970 to 2999";
    setup.started = text;
    return "";
}

std::string set_one_game(const toml::node& node, TableSetup& setup) {
    const auto value = node.value<bool>();
    if (!node.is_boolean() || !value) return "true or false";
    setup.one_game = *value;
    return "";
}

struct Key {
    std::string_view name;
    Setter set;
};
// In the order in which they are read: what a side is called depends on the game.
constexpr std::array keys{Key{"game", set_game},
                          Key{"sensors", set_sensors},
                          Key{"rules", set_text<&TableSetup::rules>},
                          Key{"clock", set_clock},
                          Key{"time_control", set_text<&TableSetup::time_control>},
                          Key{"start", set_start},
                          Key{"acts", set_text<&TableSetup::acts>},
                          Key{"size", set_number<2, 19, &TableSetup::size>},
                          Key{"komi", set_komi},
                          Key{"handicap", set_number<0, 9, &TableSetup::handicap>},
                          Key{"clock_left", set_clock_left},
                          Key{"board", set_name<&TableSetup::board, false>},
                          Key{"started", set_started},
                          Key{"game_name", set_name<&TableSetup::game_name, true>},
                          Key{"one_game", set_one_game}};

/// The error that stands first in the file is the one to show.
void keep_first(LineError& kept, int line, std::string reason) {
    if (kept.ok() || line < kept.line) kept = {line, std::move(reason)};
}

LineError read_sensing(const toml::table& table, int shift, SensingConfig& sensing) {
    LineError wrong;
    for (const auto& [key, node] : table) {
        const int line = static_cast<int>(key.source().begin.line) + shift;
        const auto known =
            std::find_if(sensing_keys.begin(), sensing_keys.end(),
                         [&, &k = key](const SensingKey& s) { return s.name == k.str(); });
        if (known == sensing_keys.end()) {
            keep_first(wrong, line, "unknown key \"sensing." + std::string(key.str()) + "\"");
            continue;
        }
        const auto ms = node.value_exact<std::int64_t>();
        if (!ms || *ms < 0 || *ms > longest_ms)
            keep_first(wrong, line,
                       "\"sensing." + std::string(key.str()) +
                           "\" must be a whole number of milliseconds from 0 to " +
                           std::to_string(longest_ms));
        else
            sensing.*(known->value) = *ms;
    }
    return wrong;
}

LineError read_keys(const toml::table& table, int shift, TableSetup& setup) {
    LineError wrong;
    for (const Key& key : keys) {
        const toml::node* const node = table.get(key.name);
        if (node == nullptr) continue;
        const std::string expected = key.set(*node, setup);
        if (!expected.empty())
            keep_first(wrong, static_cast<int>(node->source().begin.line) + shift,
                       "\"" + std::string(key.name) + "\" must be " + expected);
    }
    for (const auto& [key, node] : table) {
        const int line = static_cast<int>(key.source().begin.line) + shift;
        if (key.str() == "sensing") {
            const toml::table* const sensing = node.as_table();
            const LineError inner = sensing != nullptr
                                        ? read_sensing(*sensing, shift, setup.sensing)
                                        : LineError{line, "\"sensing\" must be a table: [sensing]"};
            if (!inner.ok()) keep_first(wrong, inner.line, inner.reason);
        } else if (std::none_of(keys.begin(), keys.end(), [&, &k = key](const Key& known) {
                       return known.name == k.str();
                   })) {
            keep_first(wrong, line, "unknown key \"" + std::string(key.str()) + "\"");
        }
    }
    return wrong;
}

/// A TOML basic string; the text is UTF-8.
std::string toml_quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            out += "\\u00";
            out += digits[static_cast<unsigned char>(c) >> 4U];
            out += digits[static_cast<unsigned char>(c) & 15U];
        } else {
            out += c;
        }
    }
    return out + "\"";
}

} // namespace

namespace trace_detail {

LineError read_header(std::string_view toml_text, int first_line, Trace& trace) {
    try {
        const toml::table table = toml::parse(toml_text);
        for (const auto& [key, node] : table)
            trace.key_lines.emplace(key.str(),
                                    static_cast<int>(key.source().begin.line) + first_line - 1);
        return read_keys(table, first_line - 1, trace.setup);
    } catch (const toml::parse_error& error) {
        return {static_cast<int>(error.source().begin.line) + first_line - 1,
                "the head is no TOML: " + std::string(error.description())};
    }
}

} // namespace trace_detail

std::string_view clock_kind_name(ClockKind kind) {
    for (const NamedKind& named : clock_kinds)
        if (named.kind == kind) return named.name;
    JIPU_ASSERT(false, "a clock without a name");
}

std::string format_trace_header(const TableSetup& setup) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << "jipu-trace 1\n"
        << "game = " << toml_quoted(game_label(setup.game)) << "\n"
        << "sensors = " << toml_quoted(setup.sensors == Sensors::reed ? "reed" : "hall") << "\n"
        << "rules = " << toml_quoted(setup.rules) << "\n"
        << "clock = " << toml_quoted(clock_kind_name(setup.clock)) << "\n"
        << "time_control = " << toml_quoted(setup.time_control) << "\n"
        << "start = " << toml_quoted(setup.start) << "\n";
    if (!setup.acts.empty()) out << "acts = " << toml_quoted(setup.acts) << "\n";
    const TableSetup usual;
    if (setup.game == Game::go || setup.size != usual.size || setup.komi != usual.komi ||
        setup.handicap != usual.handicap) {
        out << "size = " << setup.size << "\n"
            << "komi = " << toml::value<double>{setup.komi} << "\n"
            << "handicap = " << setup.handicap << "\n";
    }
    out << "clock_left = " << toml_quoted(side_name(setup.game, setup.clock_left)) << "\n"
        << "board = " << toml_quoted(setup.board) << "\n"
        << "started = " << toml_quoted(setup.started) << "\n"
        << "game_name = " << toml_quoted(setup.game_name) << "\n";
    if (setup.one_game) out << "one_game = true\n";
    out << "[sensing]\n";
    for (const SensingKey& key : sensing_keys)
        out << key.name << " = " << setup.sensing.*(key.value) << "\n";
    out << "---\n";
    return out.str();
}

} // namespace jipu
