// SPDX-License-Identifier: Apache-2.0
// What goes wrong at a board: each mishap found again in the edges, and what it deserves or allows.
#include <algorithm>

#include "hal/sim/turned.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/hal/sim/sample.hpp"

using namespace jipu;
using namespace jipu::test;
using sim::Mishap;
using sim::MishapKind;

namespace {

using Hands = sim::HandsConfig;

/// One mishap wherever there is room for it, and calm hands.
Hands only(sim::PerMillion Hands::*rate) {
    Hands config;
    config.nudge = config.hesitation = config.quick_reply = config.no_press = 0;
    config.slide = config.long_stop = 0;
    config.*rate = 1'000'000;
    return config;
}

Hands with_all() {
    Hands config = with_extras();
    config.silent_capture = sim::one_in(3);
    config.knock = config.sleeve = config.fall = config.beside = sim::one_in(6);
    config.stray = config.rest_on_way = sim::one_in(4);
    config.swapped_set_up = sim::one_in(2);
    return config;
}

sim::Script play(const tool::GamePlan& plan, Sensors sensors, const Hands& config,
                 std::uint64_t seed) {
    return sim::play_by_hand(plan.start, plan.plies, sensors, config, seed);
}

std::vector<Mishap> of_kind(const sim::Script& script, MishapKind kind) {
    std::vector<Mishap> out;
    for (const Mishap& mishap : script.mishaps)
        if (mishap.kind == kind) out.push_back(mishap);
    return out;
}

/// The bursts of one point that begin from `from` to `to`.
std::vector<Burst> within(const std::vector<Burst>& bursts, Duration from, Duration to) {
    std::vector<Burst> out;
    for (const Burst& burst : bursts)
        if (burst.from >= from && burst.from <= to) out.push_back(burst);
    return out;
}

int deserved(const sim::Script& script, const std::string& code, int ply) {
    return static_cast<int>(
        std::count_if(script.deserved.begin(), script.deserved.end(),
                      [&](const auto& one) { return one.code == code && one.ply == ply; }));
}

bool allows(const sim::Script& script, const std::string& code, int ply) {
    return std::any_of(script.allowed.begin(), script.allowed.end(), [&](const auto& one) {
        return one.code == code && one.first_ply <= ply && ply <= one.last_ply;
    });
}

} // namespace

TEST_CASE("hands without mishaps note none and allow nothing") {
    const tool::GamePlan plan = sample_plan(1);
    const auto script = play(plan, Sensors::reed, {}, 1);
    CHECK(script.mishaps.empty());
    CHECK(script.allowed.empty());
}

TEST_CASE("with every mishap the edges stay in order and the board ends in the game's position") {
    std::map<MishapKind, int> seen;
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const tool::GamePlan plan = sample_plan(seed, 160, true);
            const auto script = play(plan, sensors, with_all(), seed);
            INFO("seed " << seed);
            std::vector<Level> level = script.start.levels;
            std::vector<Duration> last(level.size(), Duration{-1});
            Duration now{0};
            for (const sim::ScriptItem& item : script.items) {
                REQUIRE(item.at >= now);
                now = item.at;
                const auto* change = std::get_if<PointChange>(&item.what);
                if (change == nullptr) continue;
                REQUIRE(level[change->point] != change->level);
                REQUIRE(last[change->point] < now);
                level[change->point] = change->level;
                last[change->point] = now;
            }
            CHECK(script.end.levels == level);
            std::map<PointIndex, int> strays; // set down and not yet taken away
            for (const Mishap& one : script.mishaps) {
                ++seen[one.kind];
                if (one.kind == MishapKind::stray) strays[one.points.front()] ^= 1;
            }
            for (int p = 0; p < xiangqi::points; ++p) {
                const auto piece = plan.end.at(static_cast<xiangqi::Point>(p));
                if (strays[static_cast<PointIndex>(p)] != 0) continue;
                INFO("point " << p);
                REQUIRE(is_on(level[static_cast<std::size_t>(p)]) == !piece.empty());
                if (sensors == Sensors::reed || piece.empty()) continue;
                REQUIRE(level[static_cast<std::size_t>(p)] ==
                        (piece.side() == Side::first ? Level::north : Level::south));
            }
        }
    }
    for (const MishapKind kind :
         {MishapKind::silent_capture, MishapKind::knock, MishapKind::sleeve, MishapKind::fall,
          MishapKind::stray, MishapKind::wrong_set_up, MishapKind::rest, MishapKind::beside})
        CHECK(seen[kind] > 20);
}

TEST_CASE("a silent capture shows reed sensors a lift alone and hall sensors another pole") {
    int captures = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const tool::GamePlan plan = sample_plan(seed);
        for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
            const auto script = play(plan, sensors, only(&Hands::silent_capture), seed);
            const auto all = bursts_of(script);
            for (std::size_t i = 0; i < plan.plies.size(); ++i) {
                const sim::PlyFacts& facts = plan.plies[i];
                const sim::PlyLog& log = script.plies[i];
                if (!facts.captures) continue;
                ++captures;
                REQUIRE(log.capture == sim::CaptureStyle::swapped);
                const auto target = within(all[facts.to], log.first_edge, log.placed + from_ms(10));
                const int ply = static_cast<int>(i) + 1;
                if (sensors == Sensors::reed) {
                    REQUIRE(target.empty());
                    REQUIRE(allows(script, "ambiguous-move", ply));
                } else {
                    REQUIRE(target.size() == 1);
                    REQUIRE(is_on(target.front().before));
                    REQUIRE(is_on(target.front().after));
                    REQUIRE(!allows(script, "ambiguous-move", ply));
                }
            }
        }
    }
    CHECK(captures > 200);
}

TEST_CASE("a silent capture happens at its rate") {
    int silent = 0, captures = 0;
    Hands config;
    config.silent_capture = sim::one_in(4);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto script = play(sample_plan(seed), Sensors::reed, config, seed);
        for (const sim::PlyLog& log : script.plies) {
            captures += log.capture ? 1 : 0;
            silent += log.capture == sim::CaptureStyle::swapped ? 1 : 0;
        }
    }
    REQUIRE(captures > 500);
    CHECK(silent * 100 > captures * 19);
    CHECK(silent * 100 < captures * 31);
}

TEST_CASE("a knock lifts two to eight pieces together and puts them back one by one") {
    int thinking = 0, in_hand = 0, adjusted = 0;
    std::map<std::size_t, int> sizes;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 60);
        const auto script = play(plan, Sensors::hall, only(&Hands::knock), seed);
        const auto all = bursts_of(script);
        for (const Mishap& knock : of_kind(script, MishapKind::knock)) {
            ++sizes[knock.points.size()];
            REQUIRE(knock.points.size() >= 2);
            REQUIRE(knock.points.size() <= 8);
            for (const PointIndex point : knock.points) {
                const auto bursts = within(all[point], knock.from, knock.to);
                REQUIRE(bursts.size() >= 2);
                REQUIRE(!is_on(bursts.front().after));
                REQUIRE(bursts.front().from <= knock.from + from_ms(300));
                REQUIRE(bursts.back().after == bursts.front().before); // the piece that stood there
                adjusted += bursts.size() == 6 ? 1 : 0;
            }
            const auto ply = static_cast<std::size_t>(knock.ply) - 1;
            const sim::PlyLog& log = script.plies[ply];
            const bool while_carried = knock.from > log.first_edge;
            ++(while_carried ? in_hand : thinking);
            if (while_carried) REQUIRE(knock.from < log.placed);
            if (log.press) REQUIRE(knock.to <= *log.press);
            CHECK(knock.to - knock.from >= from_ms(3000));
            CHECK(allows(script, "board-disturbed", knock.ply));
        }
    }
    CHECK(sizes.size() == 7);
    CHECK(thinking > 100);
    CHECK(in_hand > 100);
    CHECK(adjusted > 100);
}

TEST_CASE("knocks come while the mover thinks, or with his piece in the hand, as asked") {
    const tool::GamePlan plan = sample_plan(2, 60);
    for (const bool in_hand : {false, true}) {
        Hands config = only(&Hands::knock);
        config.knock_in_hand = in_hand ? 1'000'000 : 0;
        const auto script = play(plan, Sensors::reed, config, 2);
        const auto knocks = of_kind(script, MishapKind::knock);
        CHECK(knocks.size() > 20);
        for (const Mishap& knock : knocks) {
            const auto ply = static_cast<std::size_t>(knock.ply) - 1;
            REQUIRE((knock.from > script.plies[ply].first_edge) == in_hand);
        }
    }
}

TEST_CASE("a sleeve brushes two to five neighbours for less than adjust_ms each") {
    int sleeves = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 60);
        const auto script = play(plan, Sensors::reed, only(&Hands::sleeve), seed);
        const auto all = bursts_of(script);
        CHECK(script.deserved.empty());
        CHECK(script.allowed.empty());
        for (const Mishap& sleeve : of_kind(script, MishapKind::sleeve)) {
            ++sleeves;
            REQUIRE(sleeve.points.size() >= 2);
            REQUIRE(sleeve.points.size() <= 5);
            for (const PointIndex point : sleeve.points) {
                const auto bursts = within(all[point], sleeve.from, sleeve.to);
                REQUIRE(bursts.size() == 2);
                REQUIRE(bursts[1].from - bursts[0].from >= from_ms(20) - Duration{2});
                REQUIRE(bursts[1].from - bursts[0].from <= from_ms(300));
            }
        }
    }
    CHECK(sleeves > 300);
}

TEST_CASE("a piece that falls off comes back after seconds, sometimes when its ply is over") {
    int before = 0, carried = 0, touched = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 80);
        const auto script = play(plan, Sensors::reed, only(&Hands::fall), seed);
        for (const Mishap& fall : of_kind(script, MishapKind::fall)) {
            const sim::PlyLog& log = script.plies[static_cast<std::size_t>(fall.ply) - 1];
            REQUIRE(fall.to - fall.from >= from_ms(2000));
            if (fall.from < log.first_edge) {
                ++before;
                REQUIRE(fall.to <= log.first_edge);
                touched += deserved(script, "touch-move", fall.ply);
                touched += deserved(script, "touch-capture", fall.ply);
            } else {
                ++carried;
                REQUIRE(fall.to > log.placed);
                REQUIRE(allows(script, "board-disturbed", fall.ply));
            }
        }
    }
    CHECK(before > 200);
    CHECK(carried > 50);
    CHECK(touched > 100); // for the board it is a touch
}

TEST_CASE("a captured piece stands on an empty point and is taken away some plies later") {
    int strays = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const tool::GamePlan plan = sample_plan(seed);
        const auto script = play(plan, Sensors::hall, only(&Hands::stray), seed);
        const auto all = of_kind(script, MishapKind::stray);
        for (std::size_t k = 0; k + 1 < all.size(); k += 2) {
            ++strays;
            REQUIRE(all[k].points == all[k + 1].points);
            REQUIRE(plan.plies[static_cast<std::size_t>(all[k].ply) - 2].captures);
            REQUIRE(all[k + 1].ply - all[k].ply >= 2);
            REQUIRE(all[k + 1].ply - all[k].ply <= 6);
            for (int ply = all[k].ply; ply < all[k + 1].ply; ++ply) {
                const sim::PlyFacts& facts = plan.plies[static_cast<std::size_t>(ply) - 1];
                REQUIRE(facts.to != all[k].points.front());
                REQUIRE(allows(script, "board-disturbed", ply));
            }
        }
    }
    CHECK(strays > 50);
}

TEST_CASE("pieces exchanged at the set-up are put right before the first move") {
    int seen_by_poles = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 4);
        const ScanFrame right = sim::scan_of(plan.start, Sensors::hall);
        const auto script = play(plan, Sensors::hall, only(&Hands::swapped_set_up), seed);
        const auto all = of_kind(script, MishapKind::wrong_set_up);
        REQUIRE(all.size() == 1);
        const auto one = all.front().points[0], other = all.front().points[1];
        REQUIRE(one != other);
        CHECK(script.start.levels[one] == right.levels[other]);
        CHECK(script.start.levels[other] == right.levels[one]);
        seen_by_poles += script.start == right ? 0 : 1;
        REQUIRE(all.front().to < script.plies.front().first_edge);
        CHECK(allows(script, "setup-wrong", 0));
    }
    CHECK(seen_by_poles > 3);
    CHECK(seen_by_poles < 37);
}

TEST_CASE("a rest on the way deserves placed-piece where it is legal and long enough") {
    int placed = 0, illegal = 0, short_rests = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const tool::GamePlan plan = sample_plan(seed);
        const auto script = play(plan, Sensors::reed, only(&Hands::rest_on_way), seed);
        const auto all = bursts_of(script);
        for (const Mishap& rest : of_kind(script, MishapKind::rest)) {
            const sim::PlyFacts& facts = plan.plies[static_cast<std::size_t>(rest.ply) - 1];
            const PointIndex point = rest.points[1];
            const auto on = within(all[point], rest.from, rest.to - Duration{2});
            REQUIRE(on.size() == 1);
            const Duration lay = rest.to - on.front().from;
            const auto& legal = facts.quiet_targets;
            const bool may = std::find(legal.begin(), legal.end(), point) != legal.end();
            const bool owed = may && lay > from_ms(1050);
            const bool breach = !may && lay > from_ms(1550);
            REQUIRE(deserved(script, "placed-piece", rest.ply) == (owed ? 1 : 0));
            REQUIRE(deserved(script, "illegal-move", rest.ply) == (breach ? 1 : 0));
            placed += owed ? 1 : 0;
            illegal += breach ? 1 : 0;
            short_rests += owed || breach ? 0 : 1;
        }
    }
    CHECK(placed > 200);
    CHECK(illegal > 5); // a cannon beyond its screen
    CHECK(short_rests > 20);
}

TEST_CASE("a piece put down beside its point shows there later, after the press at times") {
    int beside = 0, pressed_before = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 80);
        const auto script = play(plan, Sensors::reed, only(&Hands::beside), seed);
        for (const Mishap& one : of_kind(script, MishapKind::beside)) {
            ++beside;
            const auto ply = static_cast<std::size_t>(one.ply) - 1;
            const sim::PlyLog& log = script.plies[ply];
            REQUIRE(log.placed - one.from >= from_ms(300) - Duration{2});
            if (ply + 1 < script.plies.size())
                REQUIRE(script.plies[ply + 1].first_edge > log.placed);
            if (!log.press || *log.press > log.placed) continue;
            ++pressed_before;
            REQUIRE(*log.press >= one.from);
            CHECK(allows(script, "ambiguous-move", one.ply));
        }
    }
    CHECK(beside > 500);
    CHECK(pressed_before > 50);
}

TEST_CASE("after the end the pieces are swept away, and the next game is set up") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const tool::GamePlan plan = sample_plan(seed, 80);
        for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
            Hands config = only(&Hands::sweep);
            const auto swept = play(plan, sensors, config, seed);
            CHECK(std::none_of(swept.end.levels.begin(), swept.end.levels.end(), is_on));
            CHECK(of_kind(swept, MishapKind::sweep).size() == 1);
            config.next_game = 1'000'000;
            CHECK(play(plan, sensors, config, seed).end == sim::scan_of(plan.start, sensors));
            config.sweep = 0;
            const auto at_once = play(plan, sensors, config, seed);
            CHECK(at_once.end == sim::scan_of(plan.start, sensors));
            const Mishap set_up = of_kind(at_once, MishapKind::set_up).front();
            CHECK(set_up.from > at_once.plies.back().last_edge);
        }
    }
}

TEST_CASE("a turned board shows its points and poles from the other side") {
    const tool::GamePlan plan = sample_plan(3, 40);
    const auto script = play(plan, Sensors::hall, {}, 3);
    for (const sim::Turn how : {sim::Turn::board, sim::Turn::seats, sim::Turn::colours}) {
        const auto once = sim::turned(script, how);
        CHECK(once.start != script.start); // the poles tell
        CHECK(once.items != script.items);
        CHECK(sim::turned(once, how).items == script.items);
        CHECK(allows(once, "setup-wrong", 0));
    }
    const auto board = sim::turned(script, sim::Turn::board);
    CHECK(board.start == sim::turned(script, sim::Turn::colours).start);
    const auto reed = play(plan, Sensors::reed, {}, 3);
    CHECK(sim::turned(reed, sim::Turn::board).start == reed.start); // nothing tells
    CHECK(sim::turned(reed, sim::Turn::colours).items == reed.items);
    const auto first_move = [](const sim::Script& one) {
        for (const sim::ScriptItem& item : one.items)
            if (const auto* change = std::get_if<PointChange>(&item.what)) return change->point;
        return no_point;
    };
    CHECK(first_move(board) == 89 - first_move(script));
}
