// SPDX-License-Identifier: Apache-2.0
// What a board with faulty sensors reports of a script: each kind of fault, and what stays.
#include "hal/sim/sensor_faults.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/hal/sim/sample.hpp"

using namespace jipu;
using namespace jipu::sim;
using namespace jipu::test;

namespace {

struct Change {
    Duration at{0};
    Level level = Level::off;
    friend bool operator==(const Change&, const Change&) = default;
};

std::vector<Change> changes_of(const Script& script, PointIndex point) {
    std::vector<Change> out;
    for (const ScriptItem& item : script.items)
        if (const auto* change = std::get_if<PointChange>(&item.what))
            if (change->point == point) out.push_back({item.at, change->level});
    return out;
}

/// Everything but the edges of this point.
std::vector<ScriptItem> without(const Script& script, PointIndex point) {
    std::vector<ScriptItem> out;
    for (const ScriptItem& item : script.items) {
        const auto* change = std::get_if<PointChange>(&item.what);
        if (change == nullptr || change->point != point) out.push_back(item);
    }
    return out;
}

constexpr PointIndex here = 20, beside = 21;

// A piece stands on `here` from the beginning, goes at 10 s, another comes at 100 s and stays.
Script small(Sensors sensors = Sensors::reed) {
    const Level first = sensors == Sensors::reed ? Level::on : Level::north;
    const Level second = sensors == Sensors::reed ? Level::on : Level::south;
    Script script;
    script.start.levels.assign(90, Level::off);
    script.start.levels[here] = first;
    script.items = {{from_ms(10'000), PointChange{here, Level::off}},
                    {from_ms(10'500), PointChange{40, first}},
                    {from_ms(11'000), PressReport{Side::first}},
                    {from_ms(20'000), PointChange{beside, second}},
                    {from_ms(21'000), PointChange{beside, Level::off}},
                    {from_ms(100'000), PointChange{here, second}},
                    {from_ms(400'000), PressReport{Side::second}}};
    script.end = script.start;
    script.length = from_ms(400'000);
    return script;
}

Script faulty(const SensorFault& fault, Sensors sensors = Sensors::reed, std::uint64_t seed = 5) {
    return with_faults(small(sensors), std::span(&fault, 1), sensors, seed);
}

constexpr FaultKind all_kinds[] = {FaultKind::stuck_on, FaultKind::stuck_off, FaultKind::chattering,
                                   FaultKind::weak,     FaultKind::slow,      FaultKind::doubled};

} // namespace

TEST_CASE("A sensor stuck closed from the start never changes, and is closed in the first scan") {
    const Script script = faulty({FaultKind::stuck_on, beside, no_point, {}});
    CHECK(script.start.levels[beside] == Level::on);
    CHECK(changes_of(script, beside).empty());
}

TEST_CASE("A sensor that sticks closed later closes if it was open, and changes no more") {
    const Script open = faulty({FaultKind::stuck_on, here, no_point, from_ms(50'000)});
    CHECK(open.start.levels[here] == Level::on);
    CHECK(changes_of(open, here) ==
          std::vector<Change>{{from_ms(10'000), Level::off}, {from_ms(50'000), Level::on}});
    const Script closed = faulty({FaultKind::stuck_on, here, no_point, from_ms(5'000)});
    CHECK(changes_of(closed, here).empty());
}

TEST_CASE("On hall a sensor sticks with the pole that it showed last") {
    const Script later =
        faulty({FaultKind::stuck_on, here, no_point, from_ms(50'000)}, Sensors::hall);
    CHECK(changes_of(later, here).back() == Change{from_ms(50'000), Level::north});
    const Script last =
        faulty({FaultKind::stuck_on, here, no_point, from_ms(200'000)}, Sensors::hall);
    CHECK(changes_of(last, here).back() == Change{from_ms(100'000), Level::south});
}

TEST_CASE("A sensor stuck open shows nothing from then on") {
    const Script start = faulty({FaultKind::stuck_off, here, no_point, {}});
    CHECK(start.start.levels[here] == Level::off);
    CHECK(changes_of(start, here).empty());
    const Script later = faulty({FaultKind::stuck_off, here, no_point, from_ms(5'000)});
    CHECK(later.start.levels[here] == Level::on);
    CHECK(changes_of(later, here) == std::vector<Change>{{from_ms(5'000), Level::off}});
}

TEST_CASE("A chattering sensor flips for at most a second around a change and ends with it") {
    const auto seed = GENERATE(range(std::uint64_t{1}, std::uint64_t{13}));
    const SensorFault fault{FaultKind::chattering, here, no_point, {}};
    const auto changes = changes_of(faulty(fault, Sensors::reed, seed), here);
    CHECK(changes.size() > 6);
    CHECK(changes.front() == Change{from_ms(10'000), Level::off});
    CHECK(changes.back().level == Level::on);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const bool first = changes[i].at < from_ms(50'000);
        const Duration since = changes[i].at - from_ms(first ? 10'000 : 100'000);
        CHECK(since >= Duration{0});
        CHECK(since <= from_ms(1000));
        if (i > 0) CHECK(changes[i].level != changes[i - 1].level);
        const bool last = first && changes[i + 1].at > from_ms(50'000);
        if (last) CHECK(changes[i].level == Level::off);
    }
}

TEST_CASE("A weak sensor opens only where something rests, and closes again") {
    const auto changes = changes_of(faulty({FaultKind::weak, here, no_point, {}}), here);
    CHECK(changes.size() > 4);
    CHECK(changes.back().level == Level::on);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        CHECK((changes[i].at <= from_ms(10'000) || changes[i].at >= from_ms(100'000)));
        if (i > 0 && changes[i].level == Level::on && changes[i].at > from_ms(100'000)) {
            CHECK(changes[i].at - changes[i - 1].at >= from_ms(60));
            CHECK(changes[i].at - changes[i - 1].at <= from_ms(5000));
        }
    }
}

TEST_CASE("On hall a weak sensor shows the same pole again") {
    const auto changes =
        changes_of(faulty({FaultKind::weak, here, no_point, {}}, Sensors::hall), here);
    int again = 0;
    for (const Change& change : changes) {
        if (!is_on(change.level)) continue;
        ++again;
        CHECK(change.level == (change.at < from_ms(50'000) ? Level::north : Level::south));
    }
    CHECK(again > 2);
}

TEST_CASE("A slow sensor shows the same changes late") {
    const auto changes = changes_of(faulty({FaultKind::slow, here, no_point, {}}), here);
    REQUIRE(changes.size() == 2);
    const Change was[] = {{from_ms(10'000), Level::off}, {from_ms(100'000), Level::on}};
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(changes[i].level == was[i].level);
        CHECK(changes[i].at - was[i].at >= from_ms(60));
        CHECK(changes[i].at - was[i].at <= from_ms(350));
    }
}

TEST_CASE("A doubled point shows its twin's magnet where its own has none") {
    const SensorFault fault{FaultKind::doubled, here, beside, {}};
    CHECK(changes_of(faulty(fault), here) == std::vector<Change>{{from_ms(10'000), Level::off},
                                                                 {from_ms(20'000), Level::on},
                                                                 {from_ms(21'000), Level::off},
                                                                 {from_ms(100'000), Level::on}});
    CHECK(changes_of(faulty(fault), beside) == changes_of(small(), beside));
    const auto hall = changes_of(faulty(fault, Sensors::hall), here);
    REQUIRE(hall.size() == 4);
    CHECK(hall[1].level == Level::south);
}

TEST_CASE("On hall a doubled point shows its own magnet before its twin's") {
    Script script = small(Sensors::hall);
    script.items.insert(script.items.begin(), {{from_ms(2000), PointChange{beside, Level::south}},
                                               {from_ms(3000), PointChange{beside, Level::off}}});
    const SensorFault fault{FaultKind::doubled, here, beside, {}};
    const auto changes =
        changes_of(with_faults(script, std::span(&fault, 1), Sensors::hall, 5), here);
    REQUIRE_FALSE(changes.empty());
    CHECK(changes.front() == Change{from_ms(10'000), Level::off});
}

TEST_CASE("A fault that begins later leaves what came before as it was") {
    for (const FaultKind kind : all_kinds) {
        const auto changes = changes_of(faulty({kind, here, beside, from_ms(15'000)}), here);
        REQUIRE_FALSE(changes.empty());
        CHECK(changes.front() == Change{from_ms(10'000), Level::off});
        CHECK(std::count_if(changes.begin(), changes.end(),
                            [](const Change& change) { return change.at < from_ms(15'000); }) == 1);
    }
}

TEST_CASE("Whole games: all else of the script stays, and its times never decrease") {
    const auto plan = sample_plan(3, 60);
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        const Script sound = play_by_hand(plan.start, plan.plies, sensors, {}, 11);
        for (const FaultKind kind : all_kinds)
            for (const PointIndex point : {PointIndex{4}, PointIndex{25}, PointIndex{64}}) {
                const SensorFault fault{kind, point, static_cast<PointIndex>(point + 1),
                                        sound.length / 3};
                const Script script = with_faults(sound, std::span(&fault, 1), sensors, 7);
                CHECK(without(script, point) == without(sound, point));
                CHECK(script.deserved == sound.deserved);
                CHECK(script.plies.size() == sound.plies.size());
                CHECK(script.length >= sound.length);
                CHECK(std::is_sorted(
                    script.items.begin(), script.items.end(),
                    [](const ScriptItem& a, const ScriptItem& b) { return a.at < b.at; }));
            }
    }
}

TEST_CASE("The same seed gives the same board, another seed another") {
    for (const FaultKind kind : {FaultKind::chattering, FaultKind::weak, FaultKind::slow}) {
        const SensorFault fault{kind, here, no_point, {}};
        CHECK(faulty(fault).items == faulty(fault).items);
        CHECK(faulty(fault, Sensors::reed, 5).items != faulty(fault, Sensors::reed, 6).items);
    }
}

TEST_CASE("Several points may be faulty at once, each as if alone") {
    const SensorFault both[] = {{FaultKind::weak, here, no_point, {}},
                                {FaultKind::stuck_off, beside, no_point, {}}};
    const Script script = with_faults(small(), both, Sensors::reed, 5);
    CHECK(changes_of(script, here) == changes_of(faulty(both[0]), here));
    CHECK(changes_of(script, beside).empty());
}

TEST_CASE("Without diodes three closed corners close the fourth, in the instant of the third") {
    Script script;
    script.start.levels.assign(90, Level::off);
    script.start.levels[0] = script.start.levels[4] = Level::on;
    script.items = {{from_ms(1'000), PointChange{9, Level::on}},
                    {from_ms(2'000), PressReport{Side::first}},
                    {from_ms(3'000), PointChange{0, Level::off}}};
    script.length = from_ms(3'000);
    const SensorFault ghosts{FaultKind::ghost, no_point, no_point, {}};
    const Script shown = with_faults(script, std::span(&ghosts, 1), Sensors::reed, 5);
    CHECK(shown.start == script.start);
    CHECK(changes_of(shown, 13) ==
          std::vector<Change>{{from_ms(1'000), Level::on}, {from_ms(3'000), Level::off}});
    CHECK(without(shown, 13) == script.items);
    CHECK(with_faults(script, std::span(&ghosts, 1), Sensors::hall, 5).items == script.items);
}

TEST_CASE("Without diodes a closed corner that is a ghost already shows nothing when it comes") {
    Script script;
    script.start.levels.assign(90, Level::off);
    for (const std::size_t p : {0U, 4U, 9U})
        script.start.levels[p] = Level::on;
    script.items = {{from_ms(1'000), PointChange{13, Level::on}},
                    {from_ms(2'000), PointChange{0, Level::off}},
                    {from_ms(3'000), PointChange{13, Level::off}}};
    script.length = from_ms(3'000);
    const SensorFault ghosts{FaultKind::ghost, no_point, no_point, {}};
    const Script shown = with_faults(script, std::span(&ghosts, 1), Sensors::reed, 5);
    CHECK(is_on(shown.start.levels[13]));
    REQUIRE(shown.items.size() == 2);
    CHECK(changes_of(shown, 0) == std::vector<Change>{{from_ms(3'000), Level::off}});
    CHECK(changes_of(shown, 13) == std::vector<Change>{{from_ms(3'000), Level::off}});
}
