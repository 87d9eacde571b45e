// SPDX-License-Identifier: Apache-2.0
// One line of a trace's body: a time, a verb and its words, into an event and back.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "daemon/trace/trace.hpp"
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/names.hpp"

namespace jipu {

namespace {

constexpr std::string_view blanks = " \t";

/// The words of a line, one after the other.
class Words {
  public:
    explicit Words(std::string_view text) : rest_(text) {}
    /// The next word, empty at the end.
    std::string_view next() {
        const auto begin = rest_.find_first_not_of(blanks);
        rest_.remove_prefix(std::min(begin, rest_.size()));
        const auto end = std::min(rest_.find_first_of(blanks), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return word;
    }
    std::string_view rest() const { return rest_; }

  private:
    std::string_view rest_;
};

std::string quote(std::string_view text) {
    return "\"" + std::string(text.substr(0, 60)) + "\"";
}

using What = decltype(Event::what);

/// What was read of a line, or why it could not be.
using Read = Result<What>;

Error too_many(std::string_view verb, std::string_view word) {
    return Error{"`" + std::string(verb) + "` has a word too many: " + quote(word)};
}

std::string board_letters(Sensors sensors) {
    return sensors == Sensors::reed ? "`x`" : "`N` or `S`";
}

std::optional<Level> level_of_letter(Sensors sensors, char c) {
    if (sensors == Sensors::reed) return c == 'x' ? std::optional(Level::on) : std::nullopt;
    if (c == 'N') return Level::north;
    if (c == 'S') return Level::south;
    return std::nullopt;
}

/// One rank, from the left; what is wrong, empty if nothing is.
std::string read_rank(std::string_view rank, Sensors sensors, int width, Level* out) {
    int file = 0;
    for (std::size_t i = 0; i < rank.size();) {
        int run = 1;
        Level level = Level::off;
        if (rank[i] >= '0' && rank[i] <= '9') {
            const auto [end, error] =
                std::from_chars(rank.data() + i, rank.data() + rank.size(), run);
            if (error != std::errc{} || run == 0) return "a run must be 1 or more empty points";
            i = static_cast<std::size_t>(end - rank.data());
        } else {
            const auto letter = level_of_letter(sensors, rank[i]);
            if (!letter)
                return "expected a number or " + board_letters(sensors) + ", not `" +
                       std::string(1, rank[i]) + "`";
            level = *letter;
            ++i;
        }
        if (run > width - file) return "more than " + std::to_string(width) + " points";
        std::fill_n(out + file, run, level);
        file += run;
    }
    return file == width ? ""
                         : "only " + std::to_string(file) + " points of " + std::to_string(width);
}

Read read_board(Words words, const TableSetup& setup) {
    const BoardShape shape = board_shape(setup.game, setup.size);
    std::string_view rows = words.next();
    if (rows.empty()) return Error{"`board` needs its rows"};
    const auto count = std::count(rows.begin(), rows.end(), '/') + 1;
    if (count != shape.height)
        return Error{"`board` must have " + std::to_string(shape.height) + " rows, not " +
                     std::to_string(count)};
    ScanFrame frame;
    frame.levels.resize(static_cast<std::size_t>(shape.points()));
    for (int rank = shape.height - 1; rank >= 0; --rank) {
        const auto slash = std::min(rows.find('/'), rows.size());
        const std::string wrong = read_rank(rows.substr(0, slash), setup.sensors, shape.width,
                                            frame.levels.data() + rank * shape.width);
        if (!wrong.empty())
            return Error{"row " + std::to_string(shape.height - rank) + " " +
                         quote(rows.substr(0, slash)) + ": " + wrong};
        rows.remove_prefix(std::min(slash + 1, rows.size()));
    }
    const std::string_view more = words.next();
    if (!more.empty()) return too_many("board", more);
    return What{std::move(frame)};
}

Read read_change(std::string_view verb, Words words, const TableSetup& setup) {
    const std::string_view name = words.next();
    const auto point = try_parse_point(setup.game, name, setup.size);
    if (!point) return Error{"unknown point " + quote(name)};
    PointChange change{*point, Level::off};
    if (verb == "on" && setup.sensors == Sensors::reed) change.level = Level::on;
    if (verb == "on" && setup.sensors == Sensors::hall) {
        const std::string_view pole = words.next();
        if (pole != "N" && pole != "S")
            return Error{"`on` needs a pole, `N` or `S`, on a hall board" +
                         (pole.empty() ? "" : ", not " + quote(pole))};
        change.level = pole == "N" ? Level::north : Level::south;
    }
    const std::string_view more = words.next();
    if (!more.empty() && verb == "on" && setup.sensors == Sensors::reed &&
        (more == "N" || more == "S"))
        return Error{"`on` takes no pole on a reed board"};
    if (!more.empty()) return too_many(verb, more);
    return What{change};
}

Error unknown_side(std::string_view name, Game game) {
    return Error{"unknown side " + quote(name) + ", expected `" +
                 std::string(side_name(game, Side::first)) + "` or `" +
                 std::string(side_name(game, Side::second)) + "`"};
}

Read read_press(Words words, const TableSetup& setup) {
    if (setup.clock == ClockKind::none)
        return Error{"`press` cannot come from a clock of the kind \"none\""};
    const std::string_view name = words.next();
    const auto side = try_parse_side(setup.game, name);
    if (!side) return unknown_side(name, setup.game);
    const std::string_view more = words.next();
    if (!more.empty()) return too_many("press", more);
    return What{PressReport{*side}};
}

/// Seconds with at most three decimals as milliseconds.
std::optional<std::int64_t> milliseconds(std::string_view text) {
    const auto point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view decimals = point < text.size() ? text.substr(point + 1) : "";
    if (whole.empty() || whole.size() > 9 || decimals.size() > 3 ||
        (point < text.size() && decimals.empty()))
        return std::nullopt;
    std::int64_t ms = 0;
    for (std::size_t i = 0; i < whole.size() + 3; ++i) {
        const std::size_t at = i - whole.size();
        const char c = i < whole.size() ? whole[i] : at < decimals.size() ? decimals[at] : '0';
        if (c < '0' || c > '9') return std::nullopt;
        ms = ms * 10 + (c - '0');
    }
    return ms;
}

Read read_time(Words words, const TableSetup& setup) {
    if (setup.clock == ClockKind::none || setup.clock == ClockKind::press)
        return Error{"`time` cannot come from a clock of the kind \"" +
                     std::string(clock_kind_name(setup.clock)) + "\""};
    TimesReport report;
    bool running_told = false;
    for (std::string_view key = words.next(); !key.empty(); key = words.next()) {
        const std::string_view value = words.next();
        const auto side = try_parse_side(setup.game, key);
        if (key == "running") {
            if (running_told) return Error{"`running` comes twice"};
            running_told = true;
            report.running = try_parse_side(setup.game, value);
            if (!report.running && value != "none")
                return Error{"`running` must be a side or `none`, not " + quote(value)};
        } else if (side) {
            auto& ms = report.ms[index_of(*side)];
            if (ms) return Error{"the time of `" + std::string(key) + "` comes twice"};
            ms = milliseconds(value);
            if (!ms)
                return Error{"the time of `" + std::string(key) +
                             "` must be seconds with at most three decimals, not " + quote(value)};
        } else {
            return unknown_side(key, setup.game);
        }
    }
    if (!running_told) return Error{"`time` needs `running` and a side or `none`"};
    return What{report};
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

Read read_bytes(Words words, const TableSetup& setup) {
    if (setup.clock == ClockKind::none || setup.clock == ClockKind::press ||
        setup.clock == ClockKind::time)
        return Error{"`bytes` cannot come from a clock of the kind \"" +
                     std::string(clock_kind_name(setup.clock)) + "\""};
    ClockBytes out;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word.size() % 2 != 0) return Error{"`bytes` must be pairs of hexadecimal digits"};
        for (std::size_t i = 0; i < word.size(); i += 2) {
            const int high = hex_digit(word[i]);
            const int low = hex_digit(word[i + 1]);
            if (high < 0 || low < 0) return Error{"`bytes` must be pairs of hexadecimal digits"};
            out.bytes.push_back(static_cast<std::uint8_t>(high * 16 + low));
        }
    }
    if (out.bytes.empty()) return Error{"`bytes` must be pairs of hexadecimal digits"};
    return What{std::move(out)};
}

Read read_device(std::string_view verb, Words words) {
    const std::string_view name = words.next();
    if (name != "board" && name != "clock")
        return Error{"unknown device " + quote(name) + ", expected `board` or `clock`"};
    const std::string_view more = words.next();
    if (!more.empty()) return too_many(verb, more);
    const Device device = name == "board" ? Device::board : Device::clock;
    return verb == "lost" ? What{DeviceLost{device}} : What{DeviceBack{device}};
}

/// Where the JSON object that begins a text ends: behind its last brace, `#` within texts or not.
std::size_t end_of_object(std::string_view text) {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text) {
            if (c == '\\') ++i;
            if (c == '"') in_text = false;
        } else if (c == '"') {
            in_text = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return text.size();
}

Read read_command(std::string_view rest, const TableSetup& setup) {
    const auto begin = std::min(rest.find_first_not_of(blanks), rest.size());
    rest.remove_prefix(begin);
    const std::size_t end = rest.substr(0, 1) == "{" ? end_of_object(rest) : rest.size();
    const std::string_view behind = rest.substr(end);
    const auto more = behind.find_first_not_of(blanks);
    if (more != std::string_view::npos && behind[more] != '#')
        return Error{"`command` must be one JSON object, then comes " + quote(behind.substr(more))};
    Result<Command> command = parse_command(rest.substr(0, end), setup.game);
    if (!command) return Error{"command: " + command.error()};
    return What{std::move(*command)};
}

Read read_words(std::string_view verb, std::string_view rest, const TableSetup& setup) {
    if (verb == "command") return read_command(rest, setup);
    const Words words(rest.substr(0, std::min(rest.find('#'), rest.size())));
    if (verb == "board") return read_board(words, setup);
    if (verb == "off" || verb == "on") return read_change(verb, words, setup);
    if (verb == "press") return read_press(words, setup);
    if (verb == "time") return read_time(words, setup);
    if (verb == "bytes") return read_bytes(words, setup);
    if (verb == "lost" || verb == "back") return read_device(verb, words);
    return Error{"unknown verb " + quote(verb)};
}

} // namespace

Result<Event> parse_trace_line(std::string_view line, const TableSetup& setup) {
    Words words(line);
    const std::string_view time = words.next();
    const auto us = try_parse_seconds(time);
    if (!us) return Error{"expected seconds with six decimals, not " + quote(time)};
    std::string_view verb = words.next();
    std::string_view rest = words.rest();
    if (const auto comment = verb.find('#'); comment != std::string_view::npos) {
        verb = verb.substr(0, comment); // `off#...`: the comment begins within the word
        rest = {};
    }
    if (verb.empty()) return Error{"a verb must follow the time"};
    Read what = read_words(verb, rest, setup);
    if (!what) return Error{what.error()};
    return Event{instant_from_us(*us), std::move(*what)};
}

} // namespace jipu
