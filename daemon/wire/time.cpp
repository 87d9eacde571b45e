// SPDX-License-Identifier: Apache-2.0
// RFC 3339 times by calendar arithmetic alone: no clock, no time zone data, no locale.
#include <array>
#include <cstdio>

#include "daemon/wire/cloud_event.hpp"

namespace jipu {

namespace {

constexpr std::int64_t us_per_second = 1'000'000;
constexpr std::int64_t seconds_per_day = 86'400;

/// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in years that begin in March
/// so that the leap day comes last.
constexpr std::int64_t days_from_civil(std::int64_t year, int month, int day) {
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t year_of_era = year - era * 400;
    const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const std::int64_t day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146'097 + day_of_era - 719'468;
}
static_assert(days_from_civil(1970, 1, 1) == 0);
static_assert(days_from_civil(2000, 2, 29) == 11'016);

struct Civil {
    std::int64_t year = 1970;
    int month = 1;
    int day = 1;
};

constexpr Civil civil_from_days(std::int64_t days) {
    days += 719'468;
    const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
    const std::int64_t day_of_era = days - era * 146'097;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const std::int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int shifted = static_cast<int>((5 * day_of_year + 2) / 153);
    Civil civil;
    civil.day = static_cast<int>(day_of_year - (153 * shifted + 2) / 5 + 1);
    civil.month = shifted < 10 ? shifted + 3 : shifted - 9;
    civil.year = year_of_era + era * 400 + (civil.month <= 2 ? 1 : 0);
    return civil;
}

int days_in_month(int year, int month) {
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// Takes fixed-width pieces off the front of a text.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : text_(text) {}
    /// `count` digits as a number in [low, high], or false.
    bool number(std::size_t count, int low, int high, int& out) {
        if (text_.size() < count) return false;
        out = 0;
        for (const char c : text_.substr(0, count)) {
            if (c < '0' || c > '9') return false;
            out = out * 10 + (c - '0');
        }
        text_.remove_prefix(count);
        return out >= low && out <= high;
    }
    /// One of the characters of `choices`, or false; which one goes to `out`.
    bool one_of(std::string_view choices, char& out) {
        if (text_.empty() || choices.find(text_[0]) == std::string_view::npos) return false;
        out = text_[0];
        text_.remove_prefix(1);
        return true;
    }
    bool skip(char c) {
        char taken = 0;
        return one_of(std::string_view(&c, 1), taken);
    }
    bool at_digit() const { return !text_.empty() && text_[0] >= '0' && text_[0] <= '9'; }
    bool at_end() const { return text_.empty(); }

  private:
    std::string_view text_;
};

/// `.123`: at least one digit; what is finer than a microsecond is cut off.
bool read_fraction(Cursor& cursor, int& us) {
    if (!cursor.skip('.')) return true;
    if (!cursor.at_digit()) return false;
    int weight = 100'000;
    while (cursor.at_digit()) {
        int digit = 0;
        cursor.number(1, 0, 9, digit);
        us += digit * weight;
        weight /= 10;
    }
    return true;
}

} // namespace

Result<std::int64_t> parse_rfc3339(std::string_view text) {
    Cursor cursor(text);
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, us = 0;
    int offset_hour = 0, offset_minute = 0;
    char separator = 0, zone = 0;
    const bool good =
        cursor.number(4, 0, 9999, year) && cursor.skip('-') && cursor.number(2, 1, 12, month) &&
        cursor.skip('-') && cursor.number(2, 1, 31, day) && day <= days_in_month(year, month) &&
        cursor.one_of("Tt ", separator) && cursor.number(2, 0, 23, hour) && cursor.skip(':') &&
        cursor.number(2, 0, 59, minute) && cursor.skip(':') && cursor.number(2, 0, 60, second) &&
        read_fraction(cursor, us) && cursor.one_of("Zz+-", zone) &&
        (zone == 'Z' || zone == 'z' ||
         (cursor.number(2, 0, 23, offset_hour) && cursor.skip(':') &&
          cursor.number(2, 0, 59, offset_minute))) &&
        cursor.at_end();
    if (!good) {
        return Error{"\"" + std::string(text) +
                     "\" is not an RFC 3339 time like 2026-11-30T09:00:00+08:00"};
    }
    std::int64_t seconds =
        days_from_civil(year, month, day) * seconds_per_day + hour * 3600 + minute * 60 + second;
    const std::int64_t offset = offset_hour * 3600 + offset_minute * 60;
    seconds -= zone == '-' ? -offset : offset;
    return seconds * us_per_second + us;
}

std::string format_rfc3339(std::int64_t us) {
    std::int64_t seconds = us / us_per_second;
    std::int64_t fraction = us % us_per_second;
    if (fraction < 0) {
        fraction += us_per_second;
        --seconds;
    }
    std::int64_t days = seconds / seconds_per_day;
    std::int64_t in_day = seconds % seconds_per_day;
    if (in_day < 0) {
        in_day += seconds_per_day;
        --days;
    }
    const Civil civil = civil_from_days(days);
    JIPU_ASSERT(civil.year >= 0 && civil.year <= 9999, "a time beyond RFC 3339's years");
    std::array<char, 64> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ",
                      static_cast<int>(civil.year), civil.month, civil.day,
                      static_cast<int>(in_day / 3600), static_cast<int>(in_day / 60 % 60),
                      static_cast<int>(in_day % 60), static_cast<int>(fraction));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string rfc3339_at(std::string_view started, Instant at) {
    const Result<std::int64_t> base = parse_rfc3339(started);
    JIPU_ASSERT(bool(base), "`started` was not checked when the set-up was read");
    return format_rfc3339(*base + to_us(at));
}

} // namespace jipu
