// SPDX-License-Identifier: Apache-2.0
// Each faulty point's true changes become those that its sensor shows; the rest stays.
#include "hal/sim/sensor_faults.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hal/sim/random.hpp"

namespace jipu::sim {

namespace {

struct Change {
    Duration at{0};
    Level level = Level::off;
};
/// The levels of one point in time; the first is the scan's.
using Course = std::vector<Change>;

constexpr Range chatter_ms{12, 70}; ///< between two flips; over the debounce time
constexpr Range chatters_for_ms{100, 900};
constexpr Range weak_after_ms{800, 60'000};
constexpr Range weak_for_ms{60, 5000};
constexpr Range slow_ms{60, 350};

Course course_of(const Script& script, PointIndex point) {
    Course out{{Duration{-1}, script.start.levels[point]}};
    for (const ScriptItem& item : script.items)
        if (const auto* change = std::get_if<PointChange>(&item.what))
            if (change->point == point) out.push_back({item.at, change->level});
    return out;
}

Duration until(const Course& course, std::size_t i, Duration end) {
    return i + 1 < course.size() ? course[i + 1].at : end;
}

Course stuck(const Course& course, Level level, Duration from) {
    if (from <= Duration{0}) return {{Duration{-1}, level}};
    Course out;
    for (const Change& change : course)
        if (change.at < from) out.push_back(change);
    out.push_back({from, level});
    return out;
}

Level stuck_level(const Course& course, Sensors sensors, Duration from, Random& random) {
    if (sensors == Sensors::reed) return Level::on;
    Level level = Level::off;
    for (const Change& change : course)
        if (change.at < std::max(from, Duration{0}) && is_on(change.level)) level = change.level;
    return is_on(level) ? level : random.chance(one_in(2)) ? Level::north : Level::south;
}

Course chattering(const Course& course, Duration end, Random& random) {
    Course out{course.front()};
    for (std::size_t i = 1; i < course.size(); ++i) {
        const Level before = course[i - 1].level;
        const Duration quiet =
            std::min(until(course, i, end), course[i].at + from_ms(random.in(chatters_for_ms)));
        bool now = true;
        for (Duration at = course[i].at; at < quiet; at += from_ms(random.in(chatter_ms))) {
            out.push_back({at, now ? course[i].level : before});
            now = !now;
        }
        if (now) out.push_back({quiet - Duration{2}, course[i].level});
    }
    return out;
}

Course weak(const Course& course, Duration end, Random& random) {
    Course out;
    for (std::size_t i = 0; i < course.size(); ++i) {
        out.push_back(course[i]);
        if (!is_on(course[i].level)) continue;
        const Duration last = until(course, i, end);
        Duration at =
            std::max(course[i].at, Duration{0}) + from_ms(random.skewed_in(weak_after_ms));
        while (at + from_ms(weak_for_ms.max) + from_ms(100) < last) {
            const Duration back = at + from_ms(random.skewed_in(weak_for_ms));
            out.push_back({at, Level::off});
            out.push_back({back, course[i].level});
            at = back + from_ms(random.skewed_in(weak_after_ms));
        }
    }
    return out;
}

Course slow(const Course& course, Random& random) {
    Course out{course.front()};
    for (std::size_t i = 1; i < course.size(); ++i)
        out.push_back(
            {std::max(out.back().at + Duration{2}, course[i].at + from_ms(random.in(slow_ms))),
             course[i].level});
    return out;
}

Course doubled(const Course& own, const Course& twin) {
    Course out;
    std::size_t i = 0;
    std::size_t k = 0;
    Level here = Level::off;
    Level there = Level::off;
    while (i < own.size() || k < twin.size()) {
        const bool mine = k == twin.size() || (i < own.size() && own[i].at <= twin[k].at);
        const Duration at = mine ? own[i].at : twin[k].at;
        (mine ? here : there) = mine ? own[i++].level : twin[k++].level;
        const Level shown = is_on(here) ? here : there;
        if (!out.empty() && out.back().at == at)
            out.back().level = shown;
        else
            out.push_back({at, shown});
    }
    return out;
}

Course shown(const Script& script, const SensorFault& fault, Sensors sensors, Random& random) {
    const Course course = course_of(script, fault.point);
    const Duration end = script.length;
    Course faulty;
    switch (fault.kind) {
    case FaultKind::stuck_on:
        return stuck(course, stuck_level(course, sensors, fault.from, random), fault.from);
    case FaultKind::stuck_off:
        return stuck(course, Level::off, fault.from);
    case FaultKind::chattering:
        faulty = chattering(course, end, random);
        break;
    case FaultKind::weak:
        faulty = weak(course, end, random);
        break;
    case FaultKind::slow:
        faulty = slow(course, random);
        break;
    case FaultKind::doubled:
        faulty = doubled(course, course_of(script, fault.twin));
        break;
    case FaultKind::ghost:
        break; // of no point
    }
    if (fault.from <= Duration{0}) return faulty;
    Course out;
    for (const Change& change : course)
        if (change.at < fault.from) out.push_back(change);
    for (const Change& change : faulty)
        if (change.at >= fault.from && change.at > out.back().at) out.push_back(change);
    return out;
}

constexpr std::size_t files = 9;

/// Every point that has a closed way of rows and columns to a closed one. Marks what `from` leads
/// to, row by row.
ScanFrame without_diodes(const ScanFrame& frame) {
    ScanFrame out = frame;
    const std::size_t ranks = frame.levels.size() / files;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        std::vector<bool> rows(ranks, false);
        std::vector<bool> columns(files, false);
        rows[rank] = true;
        for (bool grows = true; grows;) {
            grows = false;
            for (std::size_t p = 0; p < frame.levels.size(); ++p) {
                if (!is_on(frame.levels[p]) || rows[p / files] == columns[p % files]) continue;
                rows[p / files] = columns[p % files] = grows = true;
            }
        }
        for (std::size_t file = 0; file < files; ++file)
            if (columns[file]) out.levels[rank * files + file] = Level::on;
    }
    return out;
}

Script with_ghosts(Script script, Duration from) {
    std::vector<ScriptItem> items;
    ScanFrame stands = script.start;
    ScanFrame shows = from <= Duration{0} ? without_diodes(stands) : stands;
    script.start = shows;
    for (std::size_t i = 0; i < script.items.size(); ++i) {
        const ScriptItem& item = script.items[i];
        const auto* change = std::get_if<PointChange>(&item.what);
        if (change == nullptr) {
            items.push_back(item);
            continue;
        }
        stands.levels[change->point] = change->level;
        const ScanFrame now = item.at < from ? stands : without_diodes(stands);
        for (std::size_t p = 0; p < now.levels.size(); ++p)
            if (now.levels[p] != shows.levels[p])
                items.push_back({item.at, PointChange{static_cast<PointIndex>(p), now.levels[p]}});
        shows = now;
    }
    script.items = std::move(items);
    return script;
}

} // namespace

Script with_faults(Script script, std::span<const SensorFault> faults, Sensors sensors,
                   std::uint64_t seed) {
    std::vector<ScriptItem> added;
    std::vector<bool> faulty(script.start.levels.size(), false);
    ScanFrame start = script.start;
    for (const SensorFault& fault : faults) {
        if (fault.kind == FaultKind::ghost) continue;
        Random random(seed * 131U + static_cast<std::uint64_t>(fault.point));
        const Course course = shown(script, fault, sensors, random);
        faulty[fault.point] = true;
        Level level = start.levels[fault.point] = course.front().level;
        for (const Change& change : std::span(course).subspan(1)) {
            if (change.level == std::exchange(level, change.level)) continue;
            added.push_back({change.at, PointChange{fault.point, change.level}});
        }
    }
    std::erase_if(script.items, [&](const ScriptItem& item) {
        const auto* change = std::get_if<PointChange>(&item.what);
        return change != nullptr && faulty[change->point];
    });
    script.items.insert(script.items.end(), added.begin(), added.end());
    std::stable_sort(script.items.begin(), script.items.end(),
                     [](const ScriptItem& a, const ScriptItem& b) { return a.at < b.at; });
    script.start = std::move(start);
    if (!script.items.empty()) script.length = std::max(script.length, script.items.back().at);
    for (const SensorFault& fault : faults)
        if (fault.kind == FaultKind::ghost && sensors == Sensors::reed)
            script = with_ghosts(std::move(script), fault.from);
    return script;
}

} // namespace jipu::sim
