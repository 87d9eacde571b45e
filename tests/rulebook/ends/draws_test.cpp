// SPDX-License-Identifier: Apache-2.0
// Draws by offer, by the natural limit and because nobody can win, each with its counter-example.
#include "rules/arbiter/draws.hpp"

#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using xiangqi::Position;

namespace {

const DrawLaw& law_of(std::string_view book) {
    return find_book(Game::xiangqi, book)->draws;
}

Position at(std::string_view fen) {
    const auto position = xiangqi::parse_fen(fen);
    INFO(position.error());
    REQUIRE(position);
    return *position;
}

// `moves` again and again, `plies` in all.
std::vector<Position> played(std::string_view fen, const std::vector<std::string>& moves,
                             int plies) {
    std::vector<Position> out{at(fen)};
    for (int i = 0; i < plies; ++i) {
        const auto move =
            notation::try_parse_iccs(moves[static_cast<std::size_t>(i) % moves.size()]);
        REQUIRE(move);
        REQUIRE(out.back().is_legal(*move));
        Position next = out.back();
        next.play_tolerant(*move);
        out.push_back(next);
    }
    return out;
}

// Rooks that go to and fro, the black king beside Red's check when it comes.
constexpr std::string_view quiet_start = "3k4r/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
const std::vector<std::string> quiet_moves{"a0a1", "i9i8", "a1a0", "i8i9"};
// Red's rook checks on every move, the king steps aside and back.
constexpr std::string_view check_start = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
const std::vector<std::string> check_moves{"a8a9", "d9d8", "a9a8", "d8d9"};

bool reached(const std::vector<Position>& game, std::optional<Side> claimant,
             std::string_view book) {
    return count_natural_limit(game, claimant, law_of(book)).reached();
}

} // namespace

TEST_CASE("000/1.4.2(2): the refused side may not offer again before the other has been refused") {
    DrawOffers offers;
    CHECK_FALSE(offers.repeated(Side::first));
    offers.offer(Side::first);
    CHECK(offers.open() == Side::first);
    offers.refuse();
    CHECK(offers.repeated(Side::first));
    CHECK_FALSE(offers.repeated(Side::second)); // the turn is the other side's
    offers.offer(Side::second);
    CHECK(offers.repeated(Side::first)); // offered, not yet refused
    offers.refuse();
    CHECK_FALSE(offers.repeated(Side::first)); // even: either may
    CHECK_FALSE(offers.repeated(Side::second));
}

TEST_CASE("001/9.1.3: an offer made again out of turn takes no turn from the other side") {
    DrawOffers offers;
    for (int i = 0; i < 3; ++i) {
        offers.offer(Side::second);
        offers.refuse();
    }
    CHECK(offers.repeated(Side::second));
    offers.offer(Side::first);
    offers.refuse();
    CHECK_FALSE(offers.repeated(Side::second));
}

TEST_CASE("000/1.4.2(2): a draw is offered after one's own move, not before it") {
    const DrawLaw& law = law_of("xiangqi-state");
    const auto wrong = [&](bool own_turn, bool now, bool before) {
        const OfferMoment moment{own_turn ? Side::first : Side::second, now, before};
        return offered_untimely(moment, Side::first, law);
    };
    CHECK_FALSE(wrong(true, true, false));  // moved, not pressed
    CHECK_FALSE(wrong(false, false, true)); // pressed
    CHECK(wrong(true, false, true) == "000/1.4.2(2)");
    CHECK(wrong(false, true, false) == "000/1.4.2(2)"); // has not moved in this game
}

TEST_CASE("What is known of the association's book says nothing of the moment of an offer") {
    CHECK_FALSE(
        offered_untimely({Side::first, false, false}, Side::first, law_of("xiangqi-association")));
}

TEST_CASE("000/1.4.2(4), 001/4.2.4: sixty rounds without a capture are the natural limit") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        INFO(book.name);
        CHECK(reached(played(quiet_start, quiet_moves, 120), Side::first, book.name));
        CHECK_FALSE(reached(played(quiet_start, quiet_moves, 119), Side::first, book.name));
    }
}

TEST_CASE("000/1.4.2(4): a capture begins the count anew, wherever in the game") {
    auto game = played(quiet_start, quiet_moves, 118);
    Position fewer = game.back();
    fewer.put(*notation::parse_point("i9"), {});
    fewer.put(*notation::parse_point("i8"), {});
    game.push_back(fewer);
    game.push_back(fewer);
    const NaturalLimit limit = count_natural_limit(game, std::nullopt, law_of("xiangqi-state"));
    CHECK(limit.plies == 1);
    CHECK(limit.since == 119);
    CHECK_FALSE(limit.reached());
}

TEST_CASE("000/1.4.2(4): what the start's FEN has counted belongs to the sixty rounds") {
    const auto game = played("3k4r/9/9/9/9/9/9/9/9/R3K4 w - - 118 60", quiet_moves, 2);
    CHECK(reached(game, Side::first, "xiangqi-state"));
    CHECK_FALSE(reached({game.begin(), game.end() - 1}, Side::first, "xiangqi-state"));
}

TEST_CASE("A claimant's checks beyond ten do not count where the book says so") {
    const auto checks = played(check_start, check_moves, 120);
    CHECK(reached(checks, Side::first, "xiangqi-state"));
    CHECK(reached(checks, Side::first, "xiangqi-association"));
    for (const auto* book : {"xiangqi-2020", "xiangqi-world"}) {
        const NaturalLimit limit = count_natural_limit(checks, Side::first, law_of(book));
        CHECK(limit.checks_skipped == 50);
        CHECK(limit.plies == 20);
        CHECK(reached(checks, Side::second, book)); // it gave no check
        CHECK(reached(played(check_start, check_moves, 220), Side::first, book) == false);
    }
}

TEST_CASE("Ten checks count, the eleventh does not") {
    auto game = played("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 100 1", check_moves, 20);
    CHECK(reached(game, Side::first, "xiangqi-world"));
    game = played("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 98 1", check_moves, 22);
    CHECK_FALSE(reached(game, Side::first, "xiangqi-world"));
    CHECK(reached(game, Side::first, "xiangqi-state"));
}

TEST_CASE("000/1.4.2(1), 001/4.2.1: without an attacking piece nobody can win") {
    CHECK(neither_can_win(at("3k1a3/4a4/4b4/9/9/9/9/B8/4A4/4K4 w - - 0 1")));
    for (const auto* one : {"3k5/9/9/9/9/9/9/4P4/9/4K4 w - - 0 1", // a pawn, for all that
                            "3k5/9/9/9/9/9/p8/9/9/4K4 w - - 0 1",  //
                            "3k5/9/9/9/9/9/9/9/C8/4K4 w - - 0 1",  //
                            "3k5/9/9/n8/9/9/9/9/9/4K4 w - - 0 1",  //
                            "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"})
        CHECK_FALSE(neither_can_win(at(one)));
}
