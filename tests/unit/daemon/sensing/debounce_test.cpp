// SPDX-License-Identifier: Apache-2.0
// Raw levels to stable edges: exact bounds, the order of edges, presses in the middle of bounces.
#include "daemon/sensing/debounce.hpp"

#include <deque>
#include <random>
#include <utility>

#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

constexpr Duration bound = from_ms(10);

Instant at_us(std::int64_t us) {
    return instant_from_us(us);
}
Instant at_ms(std::int64_t ms) {
    return instant_from_us(ms * 1000);
}

struct Bench {
    Debouncer debouncer{4, bound};
    std::vector<StableEdge> edges;

    void change(std::int64_t us, PointIndex p, Level level) {
        debouncer.change({p, level}, at_us(us));
    }
    void settle(std::int64_t us) { debouncer.settle(at_us(us), edges); }
    /// Settles at every instant that the debouncer asks for, up to and including `us`.
    void run_until(std::int64_t us) {
        for (auto due = debouncer.next_decision(); due && *due <= at_us(us);
             due = debouncer.next_decision())
            debouncer.settle(*due, edges);
    }
};

} // namespace

TEST_CASE("A level that lasts the debounce time is stable, and its edge carries its beginning") {
    Bench b;
    b.change(5'000, 1, Level::on);
    b.settle(14'999);
    CHECK(b.edges.empty());
    CHECK(b.debouncer.next_decision() == at_us(15'000));
    b.settle(15'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].at == at_us(5'000));
    CHECK(b.edges[0].point == 1);
    CHECK(b.edges[0].from == Level::off);
    CHECK(b.edges[0].to == Level::on);
    CHECK(b.debouncer.stable(1) == Level::on);
    CHECK(b.debouncer.quiet());
    CHECK_FALSE(b.debouncer.next_decision());
}

TEST_CASE("A level that lasts one microsecond less than the debounce time is bounce") {
    Bench b;
    b.change(0, 1, Level::on);
    b.change(9'999, 1, Level::off);
    b.run_until(1'000'000);
    CHECK(b.edges.empty());
    CHECK(b.debouncer.stable(1) == Level::off);
}

TEST_CASE("Bounces put the decision off, not the beginning") {
    Bench b;
    b.change(1'000, 2, Level::on);
    b.change(3'000, 2, Level::off);
    b.change(4'500, 2, Level::on);
    b.run_until(14'499);
    CHECK(b.edges.empty());
    b.run_until(14'500);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].at == at_us(1'000));
}

TEST_CASE("Repeating the level that stands means nothing") {
    Bench b;
    b.change(1'000, 0, Level::off);
    CHECK(b.debouncer.quiet());
    b.change(2'000, 0, Level::on);
    b.change(9'000, 0, Level::on);
    b.run_until(12'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].at == at_us(2'000));
}

TEST_CASE("Edges come in the order of their first transitions, whichever is decided first") {
    Bench b;
    b.change(1'000, 3, Level::on);
    b.change(2'000, 0, Level::on);
    b.change(8'000, 3, Level::off); // 3 began first and still bounces
    b.change(8'500, 3, Level::on);
    b.run_until(12'000);
    CHECK(b.edges.empty()); // 0 is stable, and waits for what began before it
    b.run_until(18'500);
    REQUIRE(b.edges.size() == 2);
    CHECK(b.edges[0].point == 3);
    CHECK(b.edges[1].point == 0);
}

TEST_CASE("Of simultaneous edges what goes off comes first, then the lower point") {
    Bench b;
    b.debouncer.adopt({{Level::off, Level::off, Level::off, Level::on}});
    b.change(1'000, 0, Level::on);
    b.change(1'000, 2, Level::on);
    b.change(1'000, 3, Level::off);
    b.run_until(20'000);
    REQUIRE(b.edges.size() == 3);
    CHECK(b.edges[0].point == 3);
    CHECK(b.edges[1].point == 0);
    CHECK(b.edges[2].point == 2);
}

TEST_CASE("A chattering point holds others back for no longer than five debounce times") {
    Bench b;
    for (int i = 0; i < 200; ++i) { // 2 ms each: never stable
        const std::int64_t us = i * 2'000;
        b.run_until(us);
        b.change(us, 0, i % 2 == 0 ? Level::on : Level::off);
        if (i == 1) b.change(us, 1, Level::on);
        if (us < 50'000) CHECK(b.edges.empty());
    }
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].point == 1);
    CHECK(b.edges[0].at == at_us(2'000));
    b.run_until(1'000'000);
    CHECK(b.debouncer.quiet());
}

TEST_CASE("A press commits what began before it, in order, and what bounces on is decided again") {
    Bench b;
    b.debouncer.adopt({{Level::on, Level::off, Level::off, Level::off}});
    b.change(1'000, 0, Level::off);
    b.change(5'000, 1, Level::on);
    b.change(6'000, 1, Level::off); // the press falls into its bounces
    b.debouncer.commit_all(at_us(6'500), b.edges);
    REQUIRE(b.edges.size() == 2);
    CHECK(b.edges[0].point == 0);
    CHECK(b.edges[0].to == Level::off);
    CHECK(b.edges[1].point == 1);
    CHECK(b.edges[1].to == Level::on);
    CHECK(b.edges[1].at == at_us(5'000));
    SECTION("it comes to rest as it was committed: no further edge") {
        b.change(7'000, 1, Level::on);
        b.run_until(1'000'000);
        CHECK(b.edges.size() == 2);
        CHECK(b.debouncer.stable(1) == Level::on);
    }
    SECTION("it falls back: an edge that began at the press") {
        b.run_until(1'000'000);
        REQUIRE(b.edges.size() == 3);
        CHECK(b.edges[2].to == Level::off);
        CHECK(b.edges[2].at == at_us(6'500));
    }
}

TEST_CASE("A press on a quiet board commits nothing") {
    Bench b;
    b.debouncer.commit_all(at_ms(5), b.edges);
    CHECK(b.edges.empty());
    CHECK(b.debouncer.quiet());
}

TEST_CASE("What has already fallen back before a press was bounce, if it lasted too short") {
    Bench b;
    b.change(0, 1, Level::on);
    b.change(2'000, 1, Level::off);
    b.run_until(12'000);
    b.debouncer.commit_all(at_us(13'000), b.edges);
    CHECK(b.edges.empty());
}

TEST_CASE("The first scan is adopted without an edge; a later one is a change at its time") {
    Bench b;
    b.debouncer.adopt({{Level::on, Level::on, Level::off, Level::off}});
    CHECK(b.debouncer.stable(0) == Level::on);
    CHECK(b.debouncer.quiet());
    b.debouncer.scan({{Level::on, Level::off, Level::on, Level::off}}, at_ms(100));
    b.run_until(200'000);
    REQUIRE(b.edges.size() == 2);
    CHECK(b.edges[0].point == 1);
    CHECK(b.edges[0].to == Level::off);
    CHECK(b.edges[1].point == 2);
    CHECK(b.edges[1].at == at_ms(100));
}

TEST_CASE("On a hall board a pole that turns is one edge from pole to pole") {
    Bench b;
    b.debouncer.adopt({{Level::south, Level::off, Level::off, Level::off}});
    b.change(1'000, 0, Level::north);
    b.run_until(20'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].from == Level::south);
    CHECK(b.edges[0].to == Level::north);
}

TEST_CASE("On a hall board a gap shorter than the debounce time is part of the turn of the pole") {
    Bench b;
    b.debouncer.adopt({{Level::south, Level::off, Level::off, Level::off}});
    b.change(1'000, 0, Level::off);
    b.change(4'000, 0, Level::north);
    b.run_until(20'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].from == Level::south);
    CHECK(b.edges[0].to == Level::north);
    CHECK(b.edges[0].at == at_us(1'000));
}

TEST_CASE(
    "With random flips decisions never lie in the past, and a point alone obeys its history") {
    constexpr unsigned seed = 20261130;
    INFO("seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
        Debouncer debouncer(4, bound);
        std::vector<StableEdge> edges;
        std::int64_t now = 0;
        Level raw = Level::off;
        // What must come, by the definition: a level that differs from the stable one and lasts.
        std::deque<std::pair<std::int64_t, Level>> wanted;
        Level stable = Level::off;
        std::int64_t began = -1;
        for (int i = 0; i < 60; ++i) {
            const std::int64_t gap = std::uniform_int_distribution<std::int64_t>(
                0, round % 2 == 0 ? 14'000 : 40'000)(random);
            const std::int64_t next = now + gap;
            if (gap >= bound.count() && began >= 0) {
                if (raw != stable) wanted.emplace_back(began, raw);
                stable = raw;
                began = -1;
            }
            Instant last = at_us(now);
            for (auto due = debouncer.next_decision(); due && *due <= at_us(next);
                 due = debouncer.next_decision()) {
                REQUIRE(*due > last);
                last = *due;
                debouncer.settle(*due, edges);
            }
            now = next;
            raw = is_on(raw) ? Level::off : Level::on;
            debouncer.change({2, raw}, at_us(now));
            if (began < 0) began = now;
            debouncer.settle(at_us(now), edges);
        }
        while (const auto due = debouncer.next_decision())
            debouncer.settle(*due, edges);
        if (raw != stable) wanted.emplace_back(began, raw);
        REQUIRE(edges.size() == wanted.size());
        for (std::size_t i = 0; i < edges.size(); ++i) {
            CHECK(edges[i].at == at_us(wanted[i].first));
            CHECK(edges[i].to == wanted[i].second);
            CHECK(edges[i].from != edges[i].to);
        }
    }
}

TEST_CASE("With random flips and presses on many points every point ends as its sensor shows it") {
    constexpr unsigned seed = 4711;
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::array<Level, 3> levels{Level::off, Level::north, Level::south};
    for (int round = 0; round < 300; ++round) {
        Debouncer debouncer(4, bound);
        std::vector<StableEdge> edges;
        std::int64_t now = 0;
        for (int i = 0; i < 100; ++i) {
            const std::int64_t next =
                now + std::uniform_int_distribution<std::int64_t>(0, 6'000)(random);
            for (auto due = debouncer.next_decision(); due && *due <= at_us(next);
                 due = debouncer.next_decision()) {
                REQUIRE(*due > at_us(now - 1));
                debouncer.settle(*due, edges);
            }
            now = next;
            if (random() % 20 == 0) {
                debouncer.commit_all(at_us(now), edges);
            } else {
                debouncer.change({static_cast<PointIndex>(random() % 4), levels[random() % 3]},
                                 at_us(now));
                debouncer.settle(at_us(now), edges);
            }
        }
        int steps = 0;
        while (const auto due = debouncer.next_decision()) {
            debouncer.settle(*due, edges);
            REQUIRE(++steps < 100);
        }
        CHECK(debouncer.quiet());
        std::array<Level, 4> folded{};
        for (const StableEdge& edge : edges) {
            REQUIRE(edge.from != edge.to);
            REQUIRE(folded[edge.point] == edge.from); // no edge is missing between two others
            folded[edge.point] = edge.to;
        }
        for (PointIndex p = 0; p < 4; ++p) {
            CHECK(folded[p] == debouncer.raw(p));
            CHECK(debouncer.stable(p) == debouncer.raw(p));
        }
    }
}

TEST_CASE("A second press within one bounce takes back what the first decided") {
    Debouncer debouncer(4, bound);
    std::vector<StableEdge> edges;
    debouncer.change({1, Level::on}, at_us(0));
    debouncer.change({1, Level::off}, at_us(1'000));
    debouncer.commit_all(at_us(2'000), edges);
    debouncer.commit_all(at_us(3'000), edges);
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].to == Level::on);
    CHECK(edges[1].from == Level::on);
    CHECK(edges[1].to == Level::off);
    CHECK(debouncer.quiet());
}

TEST_CASE("At a press what was lifted comes before what landed, also while it bounces") {
    Debouncer debouncer(4, bound);
    std::vector<StableEdge> edges;
    ScanFrame frame;
    frame.levels.assign(4, Level::off);
    frame.levels[3] = Level::on;
    debouncer.adopt(frame);
    frame.levels[3] = Level::off;
    frame.levels[1] = Level::on;
    debouncer.scan(frame, at_us(0));
    debouncer.change({3, Level::on}, at_us(1'000));
    debouncer.commit_all(at_us(2'000), edges);
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].point == 3);
    CHECK(edges[1].point == 1);
}

TEST_CASE("On a point that chatters a level has to last twelve debounce times") {
    Bench b;
    b.debouncer.chatters(1, true);
    b.change(5'000, 1, Level::on);
    CHECK(b.debouncer.next_decision() == at_us(55'000)); // others wait no longer
    b.run_until(124'999);
    CHECK(b.edges.empty());
    CHECK(b.debouncer.next_decision() == at_us(125'000));
    b.run_until(125'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].at == at_us(5'000));
    SECTION("and only there") {
        b.change(200'000, 2, Level::on);
        b.run_until(210'000);
        REQUIRE(b.edges.size() == 2);
        CHECK(b.edges[1].point == 2);
    }
    SECTION("until it does so no more") {
        b.debouncer.chatters(1, false);
        b.change(200'000, 1, Level::off);
        b.run_until(210'000);
        CHECK(b.edges.size() == 2);
    }
}

TEST_CASE("A point known to chatter flips without an edge and holds nobody back") {
    Bench b;
    b.debouncer.chatters(0, true);
    for (int i = 0; i < 20; ++i) {
        const std::int64_t at = 1'000 + i * 30'000;
        b.run_until(at - 1);
        b.change(at, 0, i % 2 == 0 ? Level::on : Level::off);
        if (i == 10) b.change(at + 1'000, 3, Level::on);
    }
    b.run_until(700'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].point == 3);
    CHECK(b.edges[0].at == at_us(302'000));
}

TEST_CASE("A point that chatters is committed by a press like any") {
    Bench b;
    b.debouncer.chatters(1, true);
    b.change(5'000, 1, Level::on);
    b.debouncer.commit_all(at_us(6'000), b.edges);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].to == Level::on);
}

TEST_CASE("A change beside a point known to chatter is decided as soon as it is stable") {
    Bench b;
    b.debouncer.chatters(0, true);
    b.change(1'000, 0, Level::on);
    b.change(2'000, 3, Level::on);
    b.change(8'000, 0, Level::off);
    b.change(9'000, 0, Level::on);
    b.settle(12'000);
    REQUIRE(b.edges.size() == 1);
    CHECK(b.edges[0].point == 3);
}
