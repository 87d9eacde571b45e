// SPDX-License-Identifier: Apache-2.0
// The deserved alerts, found again from the edges and presses alone or from what was asked for.
#include <algorithm>

#include "hal/sim/deserved.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/hal/sim/sample.hpp"

using namespace jipu;
using namespace jipu::test;
using sim::DeservedAlert;
using sim::DeservedGrade;

namespace {

int count_code(const sim::Script& script, const std::string& code) {
    return static_cast<int>(std::count_if(script.deserved.begin(), script.deserved.end(),
                                          [&](const DeservedAlert& a) { return a.code == code; }));
}

const DeservedAlert* find_alert(const sim::Script& script, const std::string& code, int ply) {
    for (const DeservedAlert& alert : script.deserved) {
        if (alert.code == code && alert.ply == ply) return &alert;
    }
    return nullptr;
}

/// One deed before every ply that has room for it, nothing else.
sim::Script only(sim::PerMillion sim::HandsConfig::*deed, const tool::GamePlan& plan,
                 std::uint64_t seed) {
    sim::HandsConfig config;
    config.nudge = config.hesitation = config.quick_reply = config.no_press = 0;
    config.*deed = 1'000'000;
    return sim::play_by_hand(plan.start, plan.plies, Sensors::reed, config, seed);
}

} // namespace

TEST_CASE("a forgotten press is noticed when the reply has not rested ten seconds later") {
    int noticed = 0, answered = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const tool::GamePlan plan = sample_plan(seed);
        const auto script = sim::play_by_hand(plan.start, plan.plies, Sensors::reed, {}, seed);
        for (std::size_t i = 0; i < script.plies.size(); ++i) {
            const sim::PlyLog& log = script.plies[i];
            const int ply = static_cast<int>(i) + 1;
            const DeservedAlert* alert = find_alert(script, "no-press", ply);
            if (log.press || i + 1 == script.plies.size()) {
                REQUIRE(alert == nullptr);
                continue;
            }
            const sim::PlyLog& reply = script.plies[i + 1];
            const Duration took = reply.placed + from_ms(250) - log.placed;
            INFO("seed " << seed << " ply " << ply << " took " << took.count());
            // Nothing within a tenth of a second of the bound.
            if (!reply.long_stop) REQUIRE((took < from_ms(9'900) || took > from_ms(10'100)));
            REQUIRE((alert != nullptr) == (took > from_ms(10'000)));
            if (alert != nullptr) {
                ++noticed;
                CHECK(alert->side == plan.plies[i].side);
                CHECK(alert->grade == DeservedGrade::notice);
            } else {
                ++answered;
            }
        }
    }
    CHECK(noticed > 100);
    CHECK(answered > 100);
}

TEST_CASE("hesitation deserves touch-move only with another piece that has a legal move") {
    int deserved = 0, immovable = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const tool::GamePlan plan = sample_plan(seed);
        const auto script = sim::play_by_hand(plan.start, plan.plies, Sensors::hall, {}, seed);
        REQUIRE(count_code(script, "touch-move") + count_code(script, "no-press") ==
                static_cast<int>(script.deserved.size()));
        for (std::size_t i = 0; i < script.plies.size(); ++i) {
            const auto* alert = find_alert(script, "touch-move", static_cast<int>(i) + 1);
            if (script.plies[i].hesitation != sim::Hesitation::other_piece) {
                REQUIRE(alert == nullptr);
                continue;
            }
            if (alert == nullptr) {
                ++immovable;
                continue;
            }
            ++deserved;
            const sim::PlyFacts& facts = plan.plies[i];
            CHECK(alert->side == facts.side);
            CHECK(alert->must_kind == "move");
            REQUIRE(alert->must_from.size() == 1);
            CHECK(alert->must_from.front() != facts.from);
            CHECK(std::count(facts.movable.begin(), facts.movable.end(),
                             alert->must_from.front()) == 1);
            const bool open = i + 1 == script.plies.size() && !script.plies[i].press;
            CHECK(alert->grade == (open ? DeservedGrade::observed : DeservedGrade::completed));
        }
    }
    CHECK(deserved > 100);
    CHECK(immovable > 5);
}

TEST_CASE("calm hands deserve nothing") {
    const tool::GamePlan plan = sample_plan(3, 160, true);
    sim::HandsConfig config;
    config.hesitation_other = 0;
    config.no_press = 0;
    const auto script = sim::play_by_hand(plan.start, plan.plies, Sensors::reed, config, 3);
    CHECK(script.deserved.empty());
}

TEST_CASE("an illegal placement is deserved when it is pressed or rests too long") {
    const tool::GamePlan plan = sample_plan(4, 100, true);
    const auto pressed = only(&sim::HandsConfig::illegal_pressed, plan, 1);
    CHECK(count_code(pressed, "illegal-move") == static_cast<int>(plan.plies.size()));
    for (const auto& alert : pressed.deserved)
        CHECK(alert.grade == DeservedGrade::completed);

    const auto corrected = only(&sim::HandsConfig::illegal_corrected, plan, 1);
    const int observed = count_code(corrected, "illegal-move");
    const int plies = static_cast<int>(plan.plies.size());
    CHECK(observed * 10 > plies * 5); // those that rest over 1.5 s of 0.3 to 4 s: two thirds
    CHECK(observed * 10 < plies * 9);
    for (const auto& alert : corrected.deserved)
        CHECK(alert.grade == DeservedGrade::observed);
}

TEST_CASE("the other extras bring their own alerts, each with its side and ply") {
    const tool::GamePlan plan = sample_plan(5, 120, true);
    const auto early = only(&sim::HandsConfig::early_press, plan, 2);
    CHECK(count_code(early, "early-press") == static_cast<int>(plan.plies.size()) - 1);

    const auto breach = only(&sim::HandsConfig::placed_breach, plan, 2);
    CHECK(count_code(breach, "placed-piece") > 40);
    for (const auto& alert : breach.deserved) {
        const sim::PlyFacts& facts = plan.plies[static_cast<std::size_t>(alert.ply) - 1];
        CHECK(alert.must_from == std::vector<PointIndex>{facts.from});
        REQUIRE(alert.must_to.size() == 1);
        CHECK(std::count(facts.quiet_targets.begin(), facts.quiet_targets.end(),
                         alert.must_to.front()) == 1);
    }

    const auto touched = only(&sim::HandsConfig::touched_enemy, plan, 2);
    CHECK(count_code(touched, "touch-capture") > 4);
    for (const auto& alert : touched.deserved) {
        const sim::PlyFacts& facts = plan.plies[static_cast<std::size_t>(alert.ply) - 1];
        CHECK(!alert.side.has_value());
        REQUIRE(alert.must_to.size() == 1);
        CHECK(alert.must_to.front() != facts.to);
        CHECK(std::count(facts.capturable.begin(), facts.capturable.end(), alert.must_to.front()) ==
              1);
    }
}

TEST_CASE("000/4.1.1(3): an own piece and then one of the opponent's deserve one alert") {
    sim::PlyFacts facts; // 10 moves; 20 could take 40, 30 can move, 31 cannot; 11 could take 41
    facts.from = 10;
    facts.to = 50;
    facts.movable = {10, 11, 20, 30};
    facts.capturable = {40, 41};
    facts.takings = {{20, 40}, {11, 41}, {10, 41}};
    const auto judge = [&](PointIndex own, PointIndex other) {
        return sim::touch_alert(7, facts, {own, other}, false);
    };
    REQUIRE(judge(20, 40));
    CHECK(judge(20, 40)->code == "touch-move");
    CHECK(judge(20, 40)->must_kind == "capture-or-move");
    CHECK(judge(20, 40)->grade == DeservedGrade::completed);
    CHECK(judge(20, 40)->side == Side::first);
    REQUIRE(judge(30, 40)); // cannot take: had to move
    CHECK(judge(30, 40)->code == "touch-move");
    CHECK(judge(30, 40)->must_kind == "move");
    REQUIRE(judge(10, 41)); // moved, and could have taken
    CHECK(judge(10, 41)->code == "touch-capture");
    CHECK(judge(10, 41)->must_from == std::vector<PointIndex>{10});
    CHECK_FALSE(judge(10, 41)->side);
    CHECK_FALSE(judge(10, 40)); // could not take, and moved
    REQUIRE(judge(31, 40));     // neither: another has to take
    CHECK(judge(31, 40)->code == "touch-capture");
    CHECK_FALSE(judge(31, 42)); // nothing can take 42
    CHECK(judge(30, no_point)->code == "touch-move");
    CHECK(judge(no_point, 40)->code == "touch-capture");
    CHECK_FALSE(judge(no_point, no_point));
    CHECK_FALSE(judge(10, no_point));
}

TEST_CASE("an illegal ply that stands is pressed, answered and deserved as completed") {
    // 1 c0c2, an elephant moved like a rook, stands; Black replies.
    const std::vector<xiangqi::Move> moves{{2, 20}, {88, 69}, {25, 22}};
    const tool::GamePlan plan = tool::plan_game(xiangqi::Position::start(), moves);
    REQUIRE(plan.planned == 3);
    REQUIRE_FALSE(plan.plies[0].legal);
    REQUIRE(plan.plies[1].legal);
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const auto script = sim::play_by_hand(plan.start, plan.plies, Sensors::reed, {}, seed);
        REQUIRE(script.plies[0].press.has_value());
        const auto* alert = find_alert(script, "illegal-move", 1);
        REQUIRE(alert != nullptr);
        CHECK(alert->grade == DeservedGrade::completed);
        CHECK(alert->side == Side::first);
        CHECK(script.plies[1].first_edge > *script.plies[0].press);
    }
}
