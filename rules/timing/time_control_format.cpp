// SPDX-License-Identifier: Apache-2.0
// Time controls as text, and the presets of the books (000/4.2.1, 000/4.2.2, 001/6, 003/3).
#include "rules/timing/time_control.hpp"

namespace jipu {
namespace {

std::string format_period(const TimePeriod& period) {
    const std::string time = format_spec_time(period.time);
    const std::string quota = time + "/" + std::to_string(period.moves);
    std::string out;
    switch (period.kind) {
    case PeriodKind::quota:
        out = period.moves > 0 ? quota : time;
        if (period.increment.count() > 0) out += " +" + format_spec_time(period.increment);
        if (period.carry) out += " carry";
        if (period.repeat) out += " repeat";
        break;
    case PeriodKind::per_move:
        out = "per-move " + time + " reserve " + format_spec_time(period.reserve);
        break;
    case PeriodKind::byo_yomi: {
        const bool kept = period.keep.count() > 0;
        out = "byo-yomi " + time;
        if (period.readings > (kept ? 0 : 1)) out += " x" + std::to_string(period.readings);
        if (kept) out += " keep " + format_spec_time(period.keep);
        break;
    }
    case PeriodKind::block:
        out = "block " + quota;
        break;
    case PeriodKind::canadian:
        out = "canadian " + quota;
        break;
    }
    return out;
}

} // namespace

const std::vector<TimePreset>& time_presets() {
    static const std::vector<TimePreset> presets{
        {"state-national", "90m/40; 30m/20 carry; 15m/10 repeat", "000/4.2.1"},
        {"state-regional", "60m/30; 10m/10 repeat", "000/4.2.1"},
        {"state-playoff", "30m/30; 10m/10 repeat", "000/4.2.1"},
        {"state-per-move", "per-move 2m reserve 30m", "000/4.2.2"},
        {"association-1", "90m/40; 15m/10 repeat", "001/6.1"},
        {"association-2", "60m/30; 10m/10 repeat", "001/6.2"},
        {"association-3", "10m/40; 5m/30 repeat", "001/6.3"},
        {"association-4", "5m/30 repeat", "001/6.4"},
        {"association-5", "", "001/6.5"},
        {"go-national", "3h; byo-yomi 60s keep 5m", "003/3"},
    };
    return presets;
}

std::string format_spec_time(Duration time) {
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 3600;
    const std::int64_t seconds = time.count() / 1'000'000;
    // As the books write them: 90 and 60 minutes, 3 hours, a reading of 60 seconds.
    if (seconds >= 2 * hour && seconds % hour == 0) return std::to_string(seconds / hour) + "h";
    if (seconds >= 2 * minute && seconds % minute == 0) {
        return std::to_string(seconds / minute) + "m";
    }
    return std::to_string(seconds) + "s";
}

std::string format_time_control(const TimeControl& control) {
    std::string out;
    for (const TimePeriod& period : control.periods) {
        if (!out.empty()) out += "; ";
        out += format_period(period);
    }
    return out;
}

} // namespace jipu
