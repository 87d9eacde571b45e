// SPDX-License-Identifier: Apache-2.0
// The sealed move (000/4.4, 000/1.4.1(6), 000/3.6.3(5)): who may do what, step by step.
#include "rules/arbiter/sealed_move.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::arbiter;

namespace {

constexpr Side red = Side::first;
constexpr Side black = Side::second;
const RuleBook& book = *find_book(Game::xiangqi, "xiangqi-state");

Adjournment::Sealing running(Side to_move) {
    return {.to_move = to_move, .on_board = false, .stopped = false};
}

/// Red has sealed `ab`, the clocks are stopped, and the game is called again.
Adjournment called(Absent absent) {
    Adjournment game;
    REQUIRE(game.seal(red, "ab", running(red), book).empty());
    REQUIRE(game.stop());
    game.resume(absent);
    return game;
}

} // namespace

TEST_CASE("000/4.4.1: the side to move seals, the other does not") {
    Adjournment game;
    CHECK(game.seal(black, "cd", running(red), book) == "only the side to move seals (000/4.4.1)");
    CHECK(game.stage() == AdjournedStage::none);
    CHECK(game.seal(red, "ab", running(red), book).empty());
    CHECK(game.stage() == AdjournedStage::sealing);
    CHECK(game.sealed_by() == red);
    CHECK(game.fits("AB"));
    CHECK_FALSE(game.fits("abc"));
}

TEST_CASE("000/4.4.1: the sealed move may be changed until the clocks are stopped, and not after") {
    Adjournment game;
    game.seal(red, "ab", running(red), book);
    CHECK(game.seal(red, "cd", running(red), book).empty());
    CHECK(game.stop());
    CHECK(game.fits("cd"));
    CHECK_FALSE(game.fits("ab"));
    CHECK(game.seal(red, "ef", running(red), book) ==
          "the clocks have been stopped: a sealed move cannot be changed any more (000/4.4.1)");
    CHECK(game.fits("cd"));
    CHECK_FALSE(game.stop());
}

TEST_CASE("000/4.4.1: with clocks that stand already the first envelope is the last") {
    Adjournment game;
    CHECK(game.seal(red, "ab", {.to_move = red, .on_board = false, .stopped = true}, book).empty());
    CHECK(game.stage() == AdjournedStage::adjourned);
}

TEST_CASE("000/4.4.1: a move that was made on the board stands, and nobody seals") {
    Adjournment game;
    CHECK(game.seal(red, "ab", {.to_move = red, .on_board = true, .stopped = false}, book) ==
          "the move was made on the board: it stands and is not sealed (000/4.4.1)");
    CHECK(game.stage() == AdjournedStage::none);
    game.seal(red, "ab", running(red), book);
    game.played_openly();
    CHECK_FALSE(game.sealed_by());
    CHECK(game.stop());
    CHECK(game.stage() == AdjournedStage::adjourned);
    game.resume(Absent::nobody);
    CHECK(game.clock_to_run(black) == black);
}

TEST_CASE(
    "000/4.4.2: an envelope is opened at the resumption, in the presence of who did not seal") {
    Adjournment game;
    game.seal(red, "ab", running(red), book);
    CHECK(game.why_not_open(book) == "the clocks have not been stopped (000/4.4.1)");
    game.stop();
    CHECK(game.why_not_open(book).empty());
    game.resume(Absent::nobody);
    CHECK(game.why_not_open(book).empty());
    CHECK_FALSE(game.clock_to_run(red)); // nobody's time runs before it is open
    game.opened();
    CHECK(game.clock_to_run(black) == black);
    CHECK(game.why_not_open(book) == "no move is sealed");
}

TEST_CASE(
    "000/4.4.2: while who did not seal, or both, are away his clock runs and it stays closed") {
    for (const Absent absent : {Absent::second, Absent::both}) {
        Adjournment game = called(absent);
        CHECK(game.clock_to_run(red) == black);
        CHECK(game.why_not_open(book) ==
              "the envelope stays closed until the other side has come (000/4.4.2)");
        game.resume(absent == Absent::both ? Absent::first : Absent::nobody);
        CHECK(game.why_not_open(book).empty());
    }
}

TEST_CASE("000/4.4.2: the envelope of an absent sealer is opened, and the reply may be sealed") {
    Adjournment game = called(Absent::first);
    CHECK(game.why_not_open(book).empty());
    game.opened();
    CHECK(game.clock_to_run(black) == black);
    CHECK(game.seal(red, "cd", running(black), book) == "only the side to move seals (000/4.4.1)");
    CHECK(game.seal(black, "cd", running(black), book).empty());
    CHECK(game.stage() == AdjournedStage::resuming);
    CHECK(game.sealed_by() == black);
    CHECK(game.clock_to_run(black) == red); // the absent player's
    CHECK_FALSE(game.why_not_open(book).empty());
    game.resume(Absent::nobody);
    CHECK(game.why_not_open(book).empty());
    game.opened();
    CHECK(game.clock_to_run(red) == red);
}

TEST_CASE("000/4.4.2: before the first envelope is open no second one is taken") {
    Adjournment game = called(Absent::first);
    CHECK(game.seal(black, "cd", running(red), book) ==
          "the envelope before it has not been opened (000/4.4.2)");
}

TEST_CASE("000/4.4.2: a game that goes on may be adjourned again") {
    Adjournment game = called(Absent::nobody);
    game.opened();
    CHECK(game.seal(black, "cd", running(black), book).empty());
    CHECK(game.stage() == AdjournedStage::sealing);
    CHECK(game.stop());
    game.resume(Absent::nobody);
    CHECK_FALSE(game.clock_to_run(black));
}

TEST_CASE("000/1.4.1(6), 000/3.6.3(5): wrong is a loss, unclear a foul, right and clear nothing") {
    CHECK_FALSE(judge_sealed(true, true, book));
    const auto foul = judge_sealed(true, false, book);
    REQUIRE(foul);
    CHECK(foul->remedy == SealedVerdict::Remedy::foul);
    CHECK(foul->article == "000/3.6.3(5)");
    for (const bool plain : {true, false}) {
        const auto loss = judge_sealed(false, plain, book);
        REQUIRE(loss);
        CHECK(loss->remedy == SealedVerdict::Remedy::loss);
        CHECK(loss->article == "000/1.4.1(6)");
    }
}

TEST_CASE("000/4.4.2: a missing sheet loses, a lost envelope is nobody's fault") {
    CHECK(judge_empty_envelope(book).remedy == SealedVerdict::Remedy::loss);
    CHECK(judge_lost_envelope(book).remedy == SealedVerdict::Remedy::restore);
    CHECK(judge_lost_envelope(book).article == "000/4.4.2");
}

TEST_CASE("books whose text on adjournment is not known cite nothing") {
    const RuleBook& other = *find_book(Game::xiangqi, "xiangqi-association");
    Adjournment game;
    CHECK(game.seal(black, "cd", running(red), other) == "only the side to move seals");
}
