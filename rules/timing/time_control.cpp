// SPDX-License-Identifier: Apache-2.0
// Reads the language of time control specs. What is wrong is told with the character at which it
// stands. It must not know what a clock does with the periods.
#include "rules/timing/time_control.hpp"

#include <array>
#include <charconv>
#include <optional>

namespace jipu {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr Duration longest = std::chrono::hours(100);
constexpr int most_moves = 1000;
constexpr int most_readings = 1000;

/// A piece of the spec and where it begins in the whole text, from 0.
struct Word {
    std::string_view text;
    std::size_t at = 0;
};

std::string quoted(std::string_view text) {
    std::size_t end = std::min<std::size_t>(text.size(), 40);
    while (end < text.size() && (text[end] & 0xc0) == 0x80)
        --end; // not inside a character
    return "'" + std::string(text.substr(0, end)) + (end < text.size() ? "...'" : "'");
}

/// Reads one spec; the first thing that is wrong is kept as the error.
class SpecReader {
  public:
    explicit SpecReader(std::string_view text) : text_(text) {}

    Result<TimeControl> read() {
        std::size_t begin = 0;
        while (true) {
            const auto end = text_.find(';', begin);
            const bool last = end == std::string_view::npos;
            read_period(begin, last ? text_.size() : end);
            if (!error_.empty()) return Error{error_};
            if (last) break;
            begin = end + 1;
        }
        return control_;
    }

  private:
    bool fail(std::size_t at, const std::string& what) {
        if (error_.empty()) {
            error_ = "time control: character " + std::to_string(at + 1) + ": " + what;
        }
        return false;
    }

    void read_period(std::size_t begin, std::size_t end) {
        split(begin, end);
        if (words_.empty()) {
            fail(begin, "a period is missing");
            return;
        }
        TimePeriod period;
        const std::string_view first = words_[0].text;
        bool good = false;
        if (first == "per-move") {
            good = read_per_move(period);
        } else if (first == "byo-yomi") {
            good = read_byo_yomi(period);
        } else if (first == "block" || first == "canadian") {
            period.kind = first == "block" ? PeriodKind::block : PeriodKind::canadian;
            good = read_overtime(period);
        } else {
            good = read_quota(period);
        }
        if (good && follows(period, words_[0].at)) control_.periods.push_back(period);
    }

    void split(std::size_t begin, std::size_t end) {
        words_.clear();
        next_ = 0;
        end_ = end;
        while (true) {
            begin = text_.find_first_not_of(blanks, begin);
            if (begin == std::string_view::npos || begin >= end) return;
            auto stop = text_.find_first_of(blanks, begin);
            if (stop == std::string_view::npos || stop > end) stop = end;
            words_.push_back({text_.substr(begin, stop - begin), begin});
            begin = stop;
        }
    }

    std::optional<Word> next() {
        if (next_ == words_.size()) return std::nullopt;
        return words_[next_++];
    }

    /// May this period come after those before it?
    bool follows(const TimePeriod& period, std::size_t at) {
        if (control_.periods.empty()) {
            if (period.carry) return fail(at, "no period before it to carry moves from");
            if (period.keep.count() > 0) return fail(at, "no time before it to keep");
            return true;
        }
        const TimePeriod& before = control_.periods.back();
        if (before.kind != PeriodKind::quota) {
            return fail(at, "nothing can follow " + format_of_kind(before.kind));
        }
        if (before.repeat) return fail(at, "nothing can follow a period that repeats");
        if (period.kind == PeriodKind::per_move) return fail(at, "per-move stands alone");
        if (period.carry && before.moves == 0) {
            return fail(at, "the period before it has no quota to carry moves from");
        }
        if (period.keep >= before.time) {
            return fail(at, "it keeps all of the time before it");
        }
        return true;
    }

    static std::string format_of_kind(PeriodKind kind) {
        switch (kind) {
        case PeriodKind::per_move:
            return "per-move";
        case PeriodKind::byo_yomi:
            return "byo-yomi";
        case PeriodKind::block:
            return "block";
        case PeriodKind::canadian:
            return "canadian";
        case PeriodKind::quota:
            break;
        }
        return "it";
    }

    bool read_quota(TimePeriod& period) {
        if (!read_time_and_moves(*next(), period, false)) return false;
        while (const auto word = next()) {
            if (word->text.front() == '+') {
                if (period.increment.count() > 0) return fail(word->at, "a second increment");
                const Word rest{word->text.substr(1), word->at + 1};
                if (!read_time(rest, period.increment)) return false;
            } else if (word->text == "carry") {
                if (period.moves == 0) return fail(word->at, "carry needs a quota of moves");
                period.carry = true;
            } else if (word->text == "repeat") {
                if (period.moves == 0) return fail(word->at, "repeat needs a quota of moves");
                period.repeat = true;
            } else {
                return fail(word->at,
                            quoted(word->text) + " where +<increment>, carry or repeat can stand");
            }
        }
        return true;
    }

    bool read_per_move(TimePeriod& period) {
        period.kind = PeriodKind::per_move;
        next();
        if (!read_next_time("the time of a move", period.time)) return false;
        const auto word = next();
        if (!word || word->text != "reserve") {
            return fail(word ? word->at : end_, "reserve <time> is missing");
        }
        return read_next_time("the reserve", period.reserve) && nothing_more();
    }

    bool read_byo_yomi(TimePeriod& period) {
        period.kind = PeriodKind::byo_yomi;
        next();
        if (!read_next_time("the time of a reading", period.time)) return false;
        bool counted = false;
        while (const auto word = next()) {
            if (word->text.front() == 'x' && !counted) {
                const Word rest{word->text.substr(1), word->at + 1};
                if (!read_number(rest, most_readings, "readings", period.readings)) return false;
                counted = true;
            } else if (word->text == "keep" && period.keep.count() == 0) {
                if (!read_next_time("the time to keep", period.keep)) return false;
                if (period.keep % period.time != Duration{}) {
                    return fail(word->at, "keep is not a multiple of the time of a reading");
                }
            } else {
                return fail(word->at, quoted(word->text) + " where x<readings> or keep can stand");
            }
        }
        if (!counted) period.readings = period.keep.count() > 0 ? 0 : 1;
        return true;
    }

    bool read_overtime(TimePeriod& period) {
        next();
        const auto word = next();
        if (!word) return fail(end_, "<time>/<moves> is missing");
        return read_time_and_moves(*word, period, true) && nothing_more();
    }

    bool nothing_more() {
        const auto word = next();
        return !word || fail(word->at, quoted(word->text) + " after the end of the period");
    }

    bool read_time_and_moves(const Word& word, TimePeriod& period, bool moves_needed) {
        const auto slash = word.text.find('/');
        if (slash == std::string_view::npos) {
            if (!read_time(word, period.time)) return false;
            return !moves_needed || fail(word.at + word.text.size(), "/<moves> is missing");
        }
        return read_time({word.text.substr(0, slash), word.at}, period.time) &&
               read_number({word.text.substr(slash + 1), word.at + slash + 1}, most_moves, "moves",
                           period.moves);
    }

    bool read_next_time(const char* what, Duration& out) {
        const auto word = next();
        if (!word) return fail(end_, std::string(what) + " is missing");
        return read_time(*word, out);
    }

    bool read_number(const Word& word, int most, const char* what, int& out) {
        const char* last = word.text.data() + word.text.size();
        const auto [end, error] = std::from_chars(word.text.data(), last, out);
        if (error == std::errc() && end == last && out >= 1 && out <= most) return true;
        return fail(word.at, quoted(word.text) + " is not a number of " + what + " from 1 to " +
                                 std::to_string(most));
    }

    /// `1h30m`, `90m`, `60s`: hours, minutes and seconds in this order, each at most once.
    bool read_time(const Word& word, Duration& out) {
        constexpr std::string_view units = "hms";
        constexpr std::array<std::int64_t, 3> seconds{3600, 60, 1};
        std::size_t at = 0;
        std::size_t unit = 0;
        std::int64_t sum = 0;
        while (at < word.text.size()) {
            int number = 0;
            const char* last = word.text.data() + word.text.size();
            const auto [end, error] = std::from_chars(word.text.data() + at, last, number);
            const auto found =
                end == last || error != std::errc() ? std::string_view::npos : units.find(*end);
            if (number < 0 || found == std::string_view::npos || found < unit) break;
            sum += number * seconds[found];
            unit = found + 1;
            at = static_cast<std::size_t>(end - word.text.data()) + 1;
        }
        if (at < word.text.size() || word.text.empty()) {
            return fail(word.at, quoted(word.text) + " is not a time such as 90m, 1h30m or 60s");
        }
        out = std::chrono::seconds(sum);
        if (sum < 1 || out > longest) {
            return fail(word.at, quoted(word.text) + " is not from 1s to 100h");
        }
        return true;
    }

    std::string_view text_;
    std::vector<Word> words_; ///< of the period being read
    std::size_t next_ = 0;
    std::size_t end_ = 0; ///< where the period ends
    TimeControl control_;
    std::string error_;
};

std::string known_presets() {
    std::string out;
    for (const TimePreset& preset : time_presets()) {
        out += (out.empty() ? "" : ", ") + std::string(preset.name);
    }
    return out;
}

bool starts_like_a_name(std::string_view word) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
    if (letters.find(word.front()) == std::string_view::npos) return false;
    for (const std::string_view keyword : {"per-move", "byo-yomi", "block", "canadian"}) {
        if (word == keyword) return false;
    }
    return true;
}

} // namespace

Result<TimeControl> parse_time_control(std::string_view text) {
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return TimeControl{};
    const auto end = text.find_first_of(blanks, begin);
    const auto word = text.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (!starts_like_a_name(word)) return SpecReader(text).read();
    const std::string where = "time control: character " + std::to_string(begin + 1) + ": ";
    const auto rest_at = text.find_first_not_of(blanks, begin + word.size());
    const bool alone = rest_at == std::string_view::npos;
    for (const TimePreset& preset : time_presets()) {
        if (preset.name != word) continue;
        if (!preset.spec.empty()) {
            if (alone) return SpecReader(preset.spec).read();
            return Error{"time control: character " + std::to_string(rest_at + 1) + ": " +
                         quoted(text.substr(rest_at)) + " after the preset " + quoted(word)};
        }
        if (alone) return Error{where + quoted(word) + " needs a time: association-5 20m"};
        // Blanks in the name's place keep the characters' numbers right.
        const std::string time = std::string(rest_at, ' ') + std::string(text.substr(rest_at));
        auto control = SpecReader(time).read();
        if (control &&
            (control->periods.size() != 1 ||
             *control != TimeControl{{TimePeriod{PeriodKind::quota, control->periods[0].time}}})) {
            return Error{where + quoted(word) + " takes a time and nothing else"};
        }
        return control;
    }
    return Error{where + "there is no preset " + quoted(word) + "; known are " + known_presets()};
}

} // namespace jipu
