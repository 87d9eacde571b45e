// SPDX-License-Identifier: Apache-2.0
// The script against a simple board: levels, order, bounce, and that a seed means one script.
#include "tests/support/catch.hpp"
#include "tests/unit/hal/sim/sample.hpp"

using namespace jipu;
using namespace jipu::test;
using sim::play_by_hand;

namespace {

/// FNV-1a over everything that a script says.
std::uint64_t digest(const sim::Script& script) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto mix = [&hash](std::int64_t value) {
        for (int i = 0; i < 8; ++i) {
            hash ^= static_cast<std::uint64_t>(value >> (8 * i)) & 0xffU;
            hash *= 0x100000001b3U;
        }
    };
    for (const sim::ScriptItem& item : script.items) {
        mix(item.at.count());
        if (const auto* change = std::get_if<PointChange>(&item.what)) {
            mix(change->point);
            mix(static_cast<std::int64_t>(change->level));
        } else {
            mix(1000 + static_cast<std::int64_t>(std::get<PressReport>(item.what).side));
        }
    }
    for (const sim::DeservedAlert& alert : script.deserved) {
        for (const char c : alert.code)
            mix(c);
        mix(alert.ply);
        mix(static_cast<std::int64_t>(alert.grade));
    }
    return hash;
}

Level level_of(xiangqi::Piece piece, Sensors sensors) {
    if (piece.empty()) return Level::off;
    if (sensors == Sensors::reed) return Level::on;
    return piece.side() == Side::first ? Level::north : Level::south;
}

ScanFrame scan_of(const xiangqi::Position& position, Sensors sensors) {
    ScanFrame frame;
    for (int p = 0; p < xiangqi::points; ++p) {
        frame.levels.push_back(level_of(position.at(static_cast<xiangqi::Point>(p)), sensors));
    }
    return frame;
}

} // namespace

TEST_CASE("the same seed gives the same script and another seed another") {
    const tool::GamePlan plan = sample_plan(1);
    const auto a = play_by_hand(plan.start, plan.plies, Sensors::reed, {}, 5);
    const auto b = play_by_hand(plan.start, plan.plies, Sensors::reed, {}, 5);
    const auto c = play_by_hand(plan.start, plan.plies, Sensors::reed, {}, 6);
    CHECK(a.items == b.items);
    CHECK(a.deserved == b.deserved);
    CHECK(a.items != c.items);
}

TEST_CASE("a seed means the same script on every machine and library") {
    std::vector<xiangqi::Move> moves;
    for (const auto& [from, to] : {std::pair{25, 22},
                                   {88, 69},
                                   {7, 24},
                                   {89, 88},
                                   {8, 7},
                                   {82, 65},
                                   {33, 42},
                                   {56, 47},
                                   {7, 61},
                                   {60, 51},
                                   {22, 58}}) {
        moves.push_back({static_cast<xiangqi::Point>(from), static_cast<xiangqi::Point>(to)});
    }
    const tool::GamePlan plan = tool::plan_game(xiangqi::Position::start(), moves);
    REQUIRE(plan.planned == moves.size());
    const auto script = play_by_hand(plan.start, plan.plies, Sensors::hall, {}, 2026);
    CHECK(digest(script) == 0xe6aaa88742787939U);
}

TEST_CASE("after every ply the board shows the position of the game") {
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            const bool extras = seed % 2 == 0;
            const tool::GamePlan plan = sample_plan(seed, 160, extras);
            const auto script = play_by_hand(plan.start, plan.plies, sensors,
                                             extras ? with_extras() : sim::HandsConfig{}, seed);
            INFO("seed " << seed);
            REQUIRE(script.plies.size() == plan.plies.size());
            xiangqi::Position position = xiangqi::Position::start();
            ScanFrame board = script.start;
            REQUIRE(board == scan_of(position, sensors));
            std::size_t next = 0;
            for (std::size_t ply = 0; ply < plan.plies.size(); ++ply) {
                position.play_tolerant({static_cast<xiangqi::Point>(plan.plies[ply].from),
                                        static_cast<xiangqi::Point>(plan.plies[ply].to)});
                const Duration rested = script.plies[ply].placed + from_ms(6);
                for (; next < script.items.size() && script.items[next].at <= rested; ++next) {
                    if (const auto* c = std::get_if<PointChange>(&script.items[next].what)) {
                        board.levels[c->point] = c->level;
                    }
                }
                INFO("ply " << ply + 1);
                REQUIRE(board == scan_of(position, sensors));
            }
            for (; next < script.items.size(); ++next) {
                REQUIRE(std::holds_alternative<PressReport>(script.items[next].what));
            }
            CHECK(script.end == board);
            CHECK(position == plan.end);
        }
    }
}

TEST_CASE("times never decrease, and one point never changes twice at an instant") {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 160, true);
        const auto script =
            play_by_hand(plan.start, plan.plies, Sensors::hall, with_extras(), seed);
        std::vector<Level> level = script.start.levels;
        std::map<PointIndex, Duration> last;
        std::optional<Duration> last_press;
        Duration now{0};
        for (const sim::ScriptItem& item : script.items) {
            REQUIRE(item.at >= now);
            now = item.at;
            if (const auto* change = std::get_if<PointChange>(&item.what)) {
                REQUIRE(level[change->point] != change->level);
                level[change->point] = change->level;
                if (last.count(change->point) != 0) REQUIRE(last[change->point] < now);
                last[change->point] = now;
                REQUIRE(last_press != now);
            } else {
                last_press = now;
            }
        }
        CHECK(script.length == now);
    }
}

TEST_CASE("a bounce burst ends in a new level that then stands longer than the debounce time") {
    std::map<int, int> transitions;
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            const tool::GamePlan plan = sample_plan(seed);
            const auto script = play_by_hand(plan.start, plan.plies, sensors, {}, seed);
            for (const auto& bursts : bursts_of(script)) {
                for (std::size_t i = 0; i < bursts.size(); ++i) {
                    const Burst& burst = bursts[i];
                    REQUIRE(burst.before != burst.after);
                    REQUIRE(burst.transitions % 2 == 1);
                    REQUIRE(burst.to - burst.from <= from_ms(5));
                    ++transitions[burst.transitions];
                    if (i > 0) REQUIRE(burst.from - bursts[i - 1].to > from_ms(10));
                }
            }
        }
    }
    // 0 to 6 flips on half of the edges: 1/2 * 5/7 of all edges have at least two.
    const int all = transitions[1] + transitions[3] + transitions[5] + transitions[7];
    CHECK(transitions.size() == 4);
    CHECK(transitions[7] > 0);
    const double bouncing = 1.0 - static_cast<double>(transitions[1]) / all;
    CHECK(bouncing > 0.30);
    CHECK(bouncing < 0.40);
}

TEST_CASE("hall boards see the mover's pole at every target, sometimes by a direct change") {
    int direct = 0;
    int captures = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const tool::GamePlan plan = sample_plan(seed);
        const auto script = play_by_hand(plan.start, plan.plies, Sensors::hall, {}, seed);
        for (const auto& bursts : bursts_of(script)) {
            for (const Burst& burst : bursts) {
                REQUIRE(burst.after != Level::on);
                if (is_on(burst.before) && is_on(burst.after)) ++direct;
            }
        }
        for (const auto& ply : plan.plies)
            captures += ply.captures ? 1 : 0;
    }
    REQUIRE(captures > 200);
    // One style in five, half of it.
    CHECK(direct > captures / 20);
    CHECK(direct < captures / 5);
}
