// SPDX-License-Identifier: Apache-2.0
// The tracker driven directly: edges and presses in, decided plies out; its bounds under any input.
// What actions cost is not pinned here.
#include "daemon/inference/tracker.hpp"

#include <random>

#include "daemon/inference/model.hpp"
#include "tests/unit/daemon/inference/follow.hpp"

using namespace jipu;
using namespace jipu::inference;
using namespace jipu::test;

TEST_CASE("A placed and pressed move is decided, by the press, as seen") {
    Follow f;
    f.lift("h2");
    CHECK(f.best().any_in_air());
    f.put("e2");
    CHECK(f.best().reading.is_line(1));
    CHECK(f.best().path() == 0);
    CHECK(f.press(Side::first) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 1);
    const DecidedPly& ply = f.tracker.decided(1);
    CHECK(ply.move == move("h2e2"));
    CHECK(ply.legal);
    CHECK(ply.seen);
    CHECK(ply.by == ConfirmedBy::press);
    CHECK(ply.lifted == at_ms(1000));
    CHECK(f.tracker.position_after(1) == after(Position::start(), {"h2e2"}));
}

TEST_CASE("A press means what the board shows when it comes") {
    Follow f;
    CHECK(f.press(Side::first) == PressMeans::too_early);
    CHECK(f.press(Side::second) == PressMeans::no_meaning);
    f.lift("b0"); // a horse that could take nothing unseen
    CHECK(f.press(Side::first) == PressMeans::holding);
    f.put("c2");
    CHECK(f.press(Side::first) == PressMeans::ends_turn);
    CHECK(f.press(Side::first) == PressMeans::no_meaning);
    f.lift("h9");
    f.put("h7");
    CHECK(f.best().path() == 1);
}

TEST_CASE("An illegal ply is completed by its press and not decided") {
    Follow f;
    f.lift("c0");
    f.put("c2");
    CHECK(f.press(Side::first) == PressMeans::on_illegal);
    CHECK(f.best().path() == 0);
    CHECK(f.best().illegal_pressed);
    f.lift("h9");
    f.put("g7");
    CHECK(f.press(Side::second) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 2);
    CHECK_FALSE(f.tracker.decided(1).legal);
    CHECK(f.tracker.decided(2).legal);
}

TEST_CASE("A reply that has rested answers the ply before it, not a microsecond sooner") {
    Follow f;
    f.lift("h2");
    f.put("e2");
    f.now = 5000;
    f.lift("h9");
    f.put("g7"); // lands at 5300
    REQUIRE(f.tracker.next_answer(at_ms(5300)));
    CHECK(*f.tracker.next_answer(at_ms(5300)) == at_ms(5550));
    CHECK_FALSE(f.tracker.decide_answered(at_ms(5550) - Duration{1}));
    CHECK(f.best().path() == 0);
    CHECK(f.tracker.decide_answered(at_ms(5550)));
    REQUIRE(f.best().path() == 1);
    CHECK(f.tracker.decided(1).by == ConfirmedBy::reply);
    CHECK_FALSE(f.tracker.next_answer(at_ms(5550)));
}

TEST_CASE("On a hall board a pole tells who came to stand where") {
    const Position base = after(Position::start(), {"h2e2", "h9g7"});
    Follow f(base, Sensors::hall);
    f.lift("e2");
    f.put("e6", Level::north); // straight from south to north
    CHECK(f.press(Side::first) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 1);
    CHECK(f.tracker.decided(1).move == move("e2e6"));
    CHECK(f.tracker.margin() > model::doubt);
}

TEST_CASE("A capture of which nothing was seen is the only one possible, and says so") {
    const Position base = after(Position::start(), {"h2e2", "h9g7"});
    Follow f(base);
    f.lift("e2");
    CHECK(f.press(Side::first) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 1);
    CHECK(f.tracker.decided(1).move == move("e2e6"));
    CHECK_FALSE(f.tracker.decided(1).seen);
    CHECK(f.tracker.margin_at(1) > model::doubt);
    SECTION("it may have been put down beside a sensor: the others are candidates, too") {
        CHECK(f.tracker.candidates(1).size() > 3);
        CHECK(f.tracker.candidates(1)[0] == move("e2e6"));
    }
    SECTION("what seemed taken moves: it was not") {
        f.now = 5000;
        f.lift("e6");
        f.put("e5");
        CHECK(f.tracker.decided(1).move != move("e2e6"));
        CHECK(f.tracker.decided(1).legal);
        CHECK(f.best().reading.legal_line());
    }
}

TEST_CASE("A piece put down beside its sensor is known when that shows it, or when it goes on") {
    Follow f;
    f.lift("g3");
    CHECK(f.press(Side::first) == PressMeans::holding);
    f.now = 5000;
    f.lift("h9");
    f.put("g7");
    CHECK(f.press(Side::second) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 2);
    f.now = 9000;
    SECTION("it is moved to the middle of its point") {
        f.put("g4");
        CHECK(f.best().reading.shows == Shows::nothing);
    }
    SECTION("it goes on") {
        f.put("g5");
        CHECK(f.best().reading.moves[0] == move("g4g5"));
    }
    CHECK(f.tracker.decided(1).move == move("g3g4"));
    CHECK(f.best().phantom.none());
}

TEST_CASE("Who takes a piece that stands beside its sensor closes that") {
    Follow f(position_of("3k5/9/2n6/9/4R4/9/9/9/9/4K4 w - - 0 1"));
    f.lift("e5");
    CHECK(f.press(Side::first) == PressMeans::holding);
    f.now = 5000;
    f.lift("c7");
    f.put("d5");
    CHECK(f.press(Side::second) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 2);
    CHECK(f.tracker.decided(2).move == move("c7d5"));
}

TEST_CASE("A board that comes back with an earlier position has had plies taken back") {
    Follow f;
    f.lift("h2");
    f.put("e2");
    f.press(Side::first);
    const auto start = levels_of(Position::start().board(), Sensors::reed);
    f.tracker.stand_at(0, start, at_ms(9000));
    CHECK(f.best().path() == 1);
    CHECK(f.best().taken_back());
    CHECK(f.best().reading.shows == Shows::nothing);
    CHECK(f.tracker.last_edge() == at_ms(9000));
}

TEST_CASE("Of several unseen captures each is a candidate, before what may have been put aside") {
    const Position base = position_of("3k5/9/2n1n4/9/3N5/9/9/9/9/4K4 w - - 0 1");
    Follow f(base);
    f.lift("d5");
    CHECK(f.press(Side::first) == PressMeans::ends_turn);
    REQUIRE(f.best().path() == 1);
    CHECK_FALSE(f.tracker.decided(1).seen);
    REQUIRE(f.tracker.candidates(1).size() > 2);
    CHECK(f.tracker.candidates(1)[0] == move("d5c7"));
    CHECK(f.tracker.candidates(1)[1] == move("d5e7"));
    CHECK(f.tracker.margin() < model::doubt);
}

TEST_CASE("A ply of which nobody doubts has no rivals among the candidates") {
    Follow f;
    f.lift("h2");
    f.put("e2");
    f.press(Side::first);
    CHECK(f.tracker.candidates(1).size() <= 1); // none once it belongs to the common past
    CHECK(f.tracker.candidates(2).empty());
    CHECK(f.tracker.margin() > model::doubt);
}

TEST_CASE("A ply taken back is played from there; the same ply again needs no decision") {
    Follow f;
    f.lift("h2");
    f.put("e2");
    f.press(Side::first);
    f.now = 5000;
    f.lift("e2");
    f.put("h2");
    CHECK(f.best().path() == 1);
    CHECK(f.best().taken_back());
    SECTION("again the same") {
        f.now = 8000;
        f.lift("h2");
        f.put("e2");
        CHECK_FALSE(f.best().taken_back());
        CHECK(f.best().path() == 1);
    }
    SECTION("another one replaces it") {
        f.now = 8000;
        f.lift("b2");
        f.put("e2");
        CHECK(f.press(Side::first) == PressMeans::ends_turn);
        REQUIRE(f.best().path() == 1);
        CHECK(f.tracker.decided(1).move == move("b2e2"));
        CHECK(f.tracker.decided(1).replaces);
    }
}

TEST_CASE("The arbiter's word decides an illegal ply that stands") {
    Follow f;
    f.lift("c0");
    f.put("c2");
    f.tracker.decide_shown(at_ms(9000));
    REQUIRE(f.best().path() == 1);
    CHECK(f.tracker.decided(1).move == move("c0c2"));
    CHECK_FALSE(f.tracker.decided(1).legal);
    CHECK(f.tracker.decided(1).by == ConfirmedBy::command);
}

TEST_CASE("A ply at whose press more is in the air than hands hold is hard to believe") {
    Follow f;
    f.lift("h2");
    f.put("e2");
    const bool crowded = GENERATE(false, true);
    f.lift("h9");
    f.lift("a0");
    if (crowded) f.lift("i0");
    f.press(Side::first);
    REQUIRE(f.best().path() == 1);
    CHECK(f.tracker.decided(1).move == move("h2e2"));
    CHECK(f.tracker.decided(1).hands_full == crowded);
}

TEST_CASE("With too much in the air it is lost, and found when the expected board stands again") {
    Follow f;
    const std::array<std::string_view, 9> swept{"a0", "b0", "c0", "d0", "e0",
                                                "f0", "g0", "h0", "i0"};
    for (const auto name : swept)
        f.lift(name);
    REQUIRE(f.tracker.lost());
    CHECK(f.press(Side::first) == PressMeans::on_disorder);
    CHECK_FALSE(f.tracker.next_answer(at_ms(f.now)));
    CHECK(f.tracker.disagreements(f.tracker.expected()) > 0);
    for (const auto name : swept)
        f.put(name);
    CHECK_FALSE(f.tracker.lost());
    CHECK(f.tracker.disagreements(f.tracker.expected()) == 0);
    f.lift("h2");
    f.put("e2");
    CHECK(f.press(Side::first) == PressMeans::ends_turn);
    CHECK(f.tracker.decided(1).move == move("h2e2"));
}

TEST_CASE("Two points that differ at the beginning are doubted, three are a board not understood") {
    const Board board = Position::start().board();
    std::vector<Level> levels = levels_of(board, Sensors::reed);
    Tracker tracker({Sensors::reed, from_ms(250), from_ms(400)});
    levels[point("e3")] = Level::off;
    levels[point("d5")] = Level::on;
    tracker.reset(Position::start(), levels);
    CHECK_FALSE(tracker.lost());
    CHECK(tracker.best().phantom.count() == 2);
    CHECK_FALSE(tracker.agrees(board, point("e3")));
    CHECK(tracker.disagreements(board) == 2);
    levels[point("i9")] = Level::off;
    tracker.reset(Position::start(), levels);
    CHECK(tracker.lost());
}

TEST_CASE("Beginning anew with a past keeps every ply of it") {
    std::vector<Position> history{Position::start()};
    std::vector<DecidedPly> plies;
    for (const auto text : {"h2e2", "h9g7", "h0g2"}) {
        history.push_back(after(history.back(), {text}));
        plies.push_back({});
        plies.back().move = move(text);
    }
    Tracker tracker({Sensors::reed, from_ms(250), from_ms(400)});
    tracker.reset(history, plies, levels_of(history.back().board(), Sensors::reed));
    REQUIRE(tracker.best().path() == 3);
    CHECK(tracker.position_after(3) == history[3]);
    CHECK(tracker.decided(1).move == move("h2e2"));
    CHECK(tracker.decided(2).move == move("h9g7"));
    CHECK(tracker.decided(3).move == move("h0g2"));
}

TEST_CASE("Any edges and presses leave between one and 64 explanations, the best in front") {
    const unsigned seed = GENERATE(1U, 2U, 3U, 4U);
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const Sensors sensors = seed % 2 == 0 ? Sensors::hall : Sensors::reed;
    for (int round = 0; round < 20; ++round) {
        Follow f(Position::start(), sensors);
        std::vector<Point> moved;
        for (int i = 0; i < 150; ++i) {
            f.now += static_cast<std::int64_t>(random() % 700) - 299;
            const auto what = random() % 10;
            if (what == 0) {
                f.press(random() % 2 == 0 ? Side::first : Side::second);
            } else if (what == 1) {
                f.tracker.decide_answered(at_ms(f.now));
            } else {
                // Mostly few points, back and forth, so that explanations multiply.
                Point p = static_cast<Point>(random() % 90);
                if (!moved.empty() && random() % 3 != 0) p = moved[random() % moved.size()];
                moved.push_back(p);
                if (moved.size() > 5) moved.erase(moved.begin());
                const Level on = sensors == Sensors::reed ? Level::on
                                 : random() % 2 == 0      ? Level::north
                                                          : Level::south;
                f.set(p, is_on(f.levels[p]) ? Level::off : on);
            }
            REQUIRE(f.tracker.alive() >= 1);
            REQUIRE(f.tracker.alive() <= model::most_alive);
            REQUIRE(f.tracker.margin() > -1e-9);
            REQUIRE(f.best().path() >= 0);
            const auto next = f.tracker.next_answer(at_ms(f.now));
            if (next) REQUIRE(*next > at_ms(f.now));
        }
    }
}
