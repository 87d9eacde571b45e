// SPDX-License-Identifier: Apache-2.0
// The tracker over faulty sensors: who moved, where a sensor did not show it, and what is believed
// of the sensor. What actions cost is not pinned here.
#include <random>

#include "daemon/inference/model.hpp"
#include "tests/bench/campaign/allocations.hpp"
#include "tests/unit/daemon/inference/follow.hpp"

using namespace jipu;
using namespace jipu::inference;
using namespace jipu::test;

namespace {

constexpr Side red = Side::first, black = Side::second;

/// Everything that was decided.
std::vector<Move> moves_of(const Follow& f) {
    std::vector<Move> out;
    for (int ply = 1; ply <= f.best().path(); ++ply)
        out.push_back(f.tracker.decided(ply).move);
    return out;
}
std::vector<Move> moves(std::initializer_list<std::string_view> names) {
    std::vector<Move> out;
    for (const auto name : names)
        out.push_back(move(name));
    return out;
}

const std::initializer_list<std::string_view> rank_3 = {"a3", "c3", "e3", "g3", "i3"};

} // namespace

TEST_CASE("A piece goes from a point whose sensor stays closed") {
    Follow f;
    f.put("g4");
    CHECK(f.press(red) == PressMeans::ends_turn);
    CHECK(moves_of(f) == moves({"g3g4"}));
    CHECK(f.tracker.decided(1).legal);
    CHECK(f.best().faulty[point("g3")]);
    CHECK(f.best().faulty.count() == 1);
    CHECK(f.tracker.margin_of_fault(point("g3")) > model::doubt);
    SECTION("it opens after all: it works again") {
        f.ply(black, "h9g7");
        f.ply(red, "h0i2");
        f.ply(black, "g7h9");
        f.lift("g3");
        CHECK(f.best().faulty.none());
        CHECK(f.best().phantom.none());
        CHECK(f.best().air.empty());
    }
}

TEST_CASE("A piece goes onto a free point whose sensor is stuck closed, and on from there") {
    Follow f;
    f.put("g4"); // nothing has come there
    f.now = 5000;
    f.ply(red, "b0c2");
    f.ply(black, "b9c7");
    REQUIRE(moves_of(f) == moves({"b0c2", "b9c7"}));
    CHECK(f.best().faulty[point("g4")]);
    f.lift("g3");
    CHECK(f.press(red) == PressMeans::ends_turn);
    REQUIRE(moves_of(f) == moves({"b0c2", "b9c7", "g3g4"}));
    f.ply(black, "h9g7");
    f.put("g5");
    CHECK(f.press(red) == PressMeans::ends_turn);
    CHECK(moves_of(f) == moves({"b0c2", "b9c7", "g3g4", "h9g7", "g4g5"}));
    CHECK(f.best().phantom == std::bitset<xiangqi::points>{}.set(point("g4")));
}

TEST_CASE("On hall a piece takes where the sensor goes on showing the other pole") {
    Follow f(after(Position::start(), {"h2e2", "h9g7"}), Sensors::hall);
    f.lift("e2");
    f.press(red);
    f.lift("b9");
    f.put("c7", Level::south);
    f.press(black);
    f.now += 2000;
    f.put("e5", Level::north); // it goes on, and e6 shows south as ever
    f.press(red);
    CHECK(moves_of(f) == moves({"e2e6", "b9c7", "e6e5"}));
    CHECK(f.best().faulty[point("e6")]);
}

TEST_CASE("A piece takes from a point whose sensor stays closed: the reply tells that it did") {
    Follow f(after(Position::start(), {"h2e2", "h9g7"}));
    f.lift("e6");
    f.put("e6"); // as if it had been put back
    f.press(red);
    f.now += 1000;
    f.ply(black, "e9e8");
    CHECK(moves_of(f) == moves({"e2e6", "e9e8"}));
    CHECK(f.best().faulty[point("e2")]);
}

TEST_CASE("A piece stands on though its sensor has opened, and goes on later") {
    Follow f;
    f.lift("g3");
    f.now += 5000;
    f.ply(red, "h0i2");
    REQUIRE(moves_of(f) == moves({"h0i2"}));
    CHECK(f.best().faulty[point("g3")]);
    CHECK_FALSE(f.best().board[point("g3")].empty());
    CHECK(f.best().air.empty());
    CHECK(f.tracker.decided(1).touches.empty());
    f.ply(black, "h9g7");
    SECTION("it goes on") {
        f.put("g4");
        CHECK(f.press(red) == PressMeans::ends_turn);
        CHECK(moves_of(f) == moves({"h0i2", "h9g7", "g3g4"}));
    }
    SECTION("its sensor works again") {
        f.put("g3");
        CHECK(f.best().faulty.none());
        CHECK(f.best().phantom.none());
        CHECK(f.tracker.margin_of_fault(point("g3")) < 0.001);
    }
}

TEST_CASE("A piece lifted before another is in the hand, while it has not been long") {
    Follow f;
    f.lift("g3");
    f.lift("h0"); // 300 ms later
    CHECK(f.best().faulty.none());
    CHECK(f.best().held() == 2);
}

TEST_CASE("A row that falls silent at once is a broken wire: nothing was lifted") {
    Follow f;
    f.ply(red, "b0c2");
    f.ply(black, "b9c7");
    f.together(rank_3, Level::off);
    CHECK(f.best().air.empty());
    CHECK(f.best().faulty.count() == 9);
    CHECK_FALSE(f.tracker.lost());
    f.now += 2000;
    f.put("g4"); // a pawn goes from there
    CHECK(f.press(red) == PressMeans::ends_turn);
    REQUIRE(moves_of(f) == moves({"b0c2", "b9c7", "g3g4"}));
    f.ply(black, "h9g7");
    SECTION("it comes back: what stands on it is believed") {
        f.together({"a3", "c3", "e3", "i3"}, Level::on);
        CHECK(f.best().faulty.none());
        CHECK(f.best().phantom.none());
        CHECK(f.best().air.empty());
        CHECK(f.best().reading.shows == Shows::nothing);
    }
    SECTION("it comes back otherwise: that point is not believed for nothing") {
        f.together(rank_3, Level::on);
        CHECK(f.best().phantom[point("g3")]);
        CHECK(f.best().faulty.none());
    }
    SECTION("points of it come back one by one: each alone is sound again") {
        f.put("a3");
        CHECK_FALSE(f.best().faulty[point("a3")]);
        CHECK(f.best().faulty[point("c3")]);
        CHECK(f.best().faulty.count() == 8);
    }
}

TEST_CASE("A row that comes back tells which of two pieces has left it") {
    Follow f;
    f.together({"a0", "b0", "c0", "d0", "e0", "f0", "g0", "h0", "i0"}, Level::off);
    f.now += 2000;
    f.put("e2"); // an elephant
    REQUIRE(f.press(red) == PressMeans::ends_turn);
    f.ply(black, "b9c7");
    REQUIRE(f.tracker.margin_at(1) < model::doubt);
    SECTION("that of c0") {
        f.together({"a0", "b0", "d0", "e0", "f0", "g0", "h0", "i0"}, Level::on);
        CHECK(f.tracker.decided(1).move == move("c0e2"));
    }
    SECTION("that of g0") {
        f.together({"a0", "b0", "c0", "d0", "e0", "f0", "h0", "i0"}, Level::on);
        CHECK(f.tracker.decided(1).move == move("g0e2"));
    }
    CHECK(f.tracker.margin_at(1) > model::doubt);
    CHECK(f.best().phantom.none());
    CHECK(f.best().faulty.none());
}

TEST_CASE("Two dead points of a row on which nothing is on make the row dead") {
    Follow f(after(Position::start(), {"c3c4", "a9a8", "g3g4", "a8a9"}));
    f.lift("c4");
    f.now += 5000;
    f.ply(red, "h0i2");
    f.ply(black, "a9a8");
    CHECK(f.best().faulty.count() == 1);
    f.lift("g4");
    f.now += 5000;
    f.ply(red, "a0a1");
    CHECK(moves_of(f) == moves({"h0i2", "a9a8", "a0a1"}));
    CHECK(f.best().faulty.count() == 9);
    CHECK(f.best().faulty[point("e4")]);
}

TEST_CASE("A column falls silent, and two pieces are too few to be one") {
    Follow f;
    f.together({"b0", "b2", "b7", "b9"}, Level::off);
    CHECK(f.best().faulty.count() == 10);
    CHECK(f.best().air.empty());
    Follow two(position_of("3k5/9/9/9/9/9/3R5/9/9/3RK4 w - - 0 1"));
    two.together({"d3", "d0"}, Level::off);
    CHECK(two.best().faulty.none());
    CHECK(two.best().held() == 2);
}

TEST_CASE("Points lifted one after the other, or of no line, or of one still working are hands'") {
    Follow slow;
    slow.together(rank_3, Level::off, 1000); // over four milliseconds
    CHECK(slow.best().faulty.none());
    CHECK(slow.best().held() > 2);
    Follow no_line;
    no_line.together({"a3", "c3", "e3", "b2"}, Level::off);
    CHECK(no_line.best().faulty.none());
    Follow working;
    working.together({"a3", "c3", "e3", "g3"}, Level::off); // i3 is still on
    CHECK(working.best().faulty.none());
}

TEST_CASE("Two explanations are kept for more than twenty plies, until a piece goes on") {
    Follow f;
    f.put("d2"); // the cannon of b2 or of h2: both stay closed
    REQUIRE(f.press(red) == PressMeans::ends_turn);
    f.now += 1000;
    f.ply(black, "h9g7");
    for (int i = 0; i < 14; ++i) {
        const bool out = i % 2 == 0;
        f.ply(red, out ? "a0a1" : "a1a0");
        f.ply(black, out ? "a9a8" : "a8a9");
        REQUIRE(f.best().path() == 4 + 2 * i);
        REQUIRE(f.tracker.margin_at(1) < model::doubt);
        REQUIRE(f.tracker.candidates(1).size() == 2);
    }
    SECTION("that of b2 goes on: it was the other") {
        f.lift("b2");
        f.put("b6");
        CHECK(f.press(red) == PressMeans::ends_turn);
        CHECK(f.tracker.decided(1).move == move("h2d2"));
        CHECK(f.best().faulty[point("h2")]);
        CHECK_FALSE(f.best().faulty[point("b2")]);
    }
    SECTION("that of h2 goes on") {
        f.lift("h2");
        f.put("h6");
        CHECK(f.press(red) == PressMeans::ends_turn);
        CHECK(f.tracker.decided(1).move == move("b2d2"));
        CHECK(f.best().faulty[point("b2")]);
        CHECK_FALSE(f.best().faulty[point("h2")]);
    }
    CHECK(f.tracker.margin_at(1) > model::doubt);
}

TEST_CASE("A piece that comes back by itself six times, in several turns, was not touched") {
    Follow f;
    const auto blink = [&] {
        f.lift("e6");
        f.now += 400;
        f.put("e6");
    };
    f.ply(red, "b0c2");
    blink();
    f.ply(black, "b9c7");
    blink();
    f.ply(red, "h0i2");
    blink();
    blink();
    blink();
    CHECK(f.tracker.flicker().weak().none());
    f.ply(black, "h9g7");
    blink();
    CHECK(f.tracker.flicker().weak() == std::bitset<90>{}.set(point("e6")));
    f.ply(red, "a0b0");
    f.ply(black, "a9b9");
    REQUIRE(f.best().touches.empty());
    blink();
    CHECK(f.best().touches.empty());
    SECTION("another piece that comes back was touched") {
        f.lift("g3");
        f.now += 400;
        f.put("g3");
        CHECK(f.best().touches.size() == 1);
    }
}

TEST_CASE("Beginning anew, faulty sensors stay so and do not count against the board") {
    Follow f;
    f.put("g4");
    f.press(red);
    REQUIRE(f.best().faulty[point("g3")]);
    f.levels = levels_of(Position::start().board(), Sensors::reed);
    f.levels[point("g3")] = Level::off;
    f.levels[point("a0")] = f.levels[point("i0")] = Level::off;
    f.tracker.reset(Position::start(), f.levels);
    CHECK(f.best().faulty[point("g3")]);
    CHECK_FALSE(f.tracker.lost()); // two others, as ever
    CHECK(f.tracker.disagreements(Position::start().board()) == 2);
}

TEST_CASE("Over any faults there are one to 64 explanations, and no memory is asked for") {
    const unsigned seed = GENERATE(1U, 2U, 3U, 4U);
    INFO("seed " << seed);
    std::mt19937 random(seed);
    int most = 0;
    std::uint64_t asked = 0;
    for (int round = 0; round < 20; ++round) {
        Follow f;
        std::array<StableEdge, 9> edges;
        for (int i = 0; i < 150; ++i) {
            f.now += static_cast<std::int64_t>(random() % 1500) + 1;
            const auto what = random() % 12;
            const std::size_t many = what == 0 ? 9 : 1;
            const auto first = static_cast<Point>(what == 0 ? random() % 10 * 9 : random() % 90);
            std::bitset<xiangqi::points> doubted;
            doubted.set(random() % 90);
            const Level to = is_on(f.levels[first]) ? Level::off : Level::on;
            std::size_t count = 0;
            for (std::size_t k = 0; k < many; ++k) {
                const auto p = static_cast<Point>(first + k);
                if (f.levels[p] != to) edges[count++] = {at_ms(f.now), p, f.levels[p], to};
                f.levels[p] = to;
            }
            const std::uint64_t before = campaign::allocations();
            f.tracker.edges(std::span(edges).first(count));
            if (what == 1) f.tracker.doubt(doubted);
            if (what > 8) f.tracker.press(what % 2 == 0 ? red : black, at_ms(f.now + 1));
            f.tracker.decide_answered(at_ms(f.now + 1));
            asked += campaign::allocations() - before;
            most = std::max(most, f.tracker.alive());
            REQUIRE(f.tracker.alive() >= 1);
            REQUIRE(f.tracker.margin() > -1e-9);
        }
    }
    CHECK(most <= model::most_alive);
    CHECK(most > 20);
    CHECK(asked == 0);
}

TEST_CASE("A point that opens and one that closes within a hand are a piece that was pushed") {
    Follow f;
    f.ply(red, "h2e2");
    f.lift("i3");
    f.put("h3"); // not Red's turn, and no way to go
    f.ply(black, "h9g7");
    f.ply(red, "h0g2");
    f.ply(black, "i9h9");
    REQUIRE(moves_of(f) == moves({"h2e2", "h9g7", "h0g2", "i9h9"}));
    const auto pushed = f.tracker.shifted();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed[0] == move("i3h3"));
    SECTION("it stands on its point again: nothing is left of it") {
        f.lift("h3");
        CHECK(f.tracker.shifted().empty());
        f.put("i3");
        CHECK(f.tracker.shifted().empty());
        CHECK(f.best().faulty.none());
        CHECK(f.best().phantom.none());
    }
    SECTION("it goes on: where it was pushed from must be told") {
        f.lift("h3");
        f.now += 5000;
        f.put("h4");
        CHECK(f.tracker.shifted().empty());
        std::bitset<xiangqi::points> from;
        from.set(point("i3"));
        const auto gone_on = f.tracker.shifted(from);
        REQUIRE(gone_on.size() == 1);
        CHECK(gone_on[0] == move("i3h4"));
    }
    SECTION("the arbiter says that it stands there: its sensors are sound") {
        Position stands = f.tracker.position_after(4);
        stands.put(point("h3"), stands.at(point("i3")));
        stands.put(point("i3"), {});
        f.tracker.reset(stands, f.levels);
        CHECK(f.best().faulty.none());
        CHECK(f.tracker.shifted().empty());
    }
}

TEST_CASE("Two sensors that fail at different times are no piece that was pushed") {
    Follow f;
    f.ply(red, "h2e2");
    f.lift("i3");
    f.now += 10000;
    f.put("h3");
    f.ply(black, "h9g7");
    f.ply(red, "h0g2");
    f.ply(black, "i9h9");
    CHECK(f.tracker.shifted().empty());
}
