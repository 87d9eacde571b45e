// SPDX-License-Identifier: Apache-2.0
// The five cases of 000/4.1.1, each with what pays the debt, what breaks it, and what frees from
// it.
#include "rules/arbiter/touch_move.hpp"

#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using xiangqi::Point;
using xiangqi::Position;

namespace {

// Red to move. The horse c5 can take the pawn e6, the rook a3 the rook a9; nothing can take the
// horse i6. The pawn g4 can move and take nothing; the advisor d0 cannot move.
constexpr std::string_view board = "r2k5/9/9/4p3n/2N6/6P2/R8/9/4A4/3AK4 w - - 0 1";

constexpr Duration together = from_ms(100);

const RuleBook& state_book() {
    return *find_book(Game::xiangqi, "xiangqi-state");
}

Position position_of(std::string_view fen) {
    const auto position = xiangqi::parse_fen(fen);
    INFO(position.error());
    REQUIRE(position);
    return *position;
}

Point point(std::string_view name) {
    return notation::parse_point(name).value();
}

TouchedPiece lifted(std::string_view name, std::int64_t ms, Hand hand = Hand::mover) {
    return {point(name), instant_from_us(ms * 1000), hand, false};
}

std::optional<TouchVerdict> judge(std::string_view move, const std::vector<TouchedPiece>& touched,
                                  std::string_view fen = board,
                                  const RuleBook& book = state_book()) {
    return judge_touch(position_of(fen), notation::try_parse_iccs(move).value(), touched, together,
                       book);
}

std::vector<Point> points(std::initializer_list<std::string_view> names) {
    std::vector<Point> out;
    for (const auto name : names)
        out.push_back(point(name));
    return out;
}

} // namespace

TEST_CASE("Nothing touched owes nothing") {
    CHECK_FALSE(judge("g4g5", {}));
    CHECK_FALSE(judge("g4g5", {lifted("g4", 0)}));
}

TEST_CASE("000/4.1.1(1): the own piece touched must move") {
    const auto verdict = judge("g4g5", {lifted("c5", 0), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(1)");
    CHECK_FALSE(verdict->capture_owed);
    CHECK(verdict->hand == Hand::mover);
    CHECK(verdict->must.kind == Obligation::Kind::move);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK(verdict->must.to.empty());
    CHECK_FALSE(judge("c5e6", {lifted("c5", 0), lifted("c5", 5000)}));
    CHECK_FALSE(judge("c5d7", {lifted("c5", 0)}));
}

TEST_CASE("000/4.1.1(1): a touched piece that cannot move at all leaves every move free") {
    CHECK_FALSE(judge("g4g5", {lifted("d0", 0), lifted("g4", 5000)}));
    CHECK_FALSE(judge("c5e6", {lifted("d0", 0), lifted("c5", 5000)}));
}

TEST_CASE("000/4.1.1(1): of several own pieces the first touched must move") {
    const auto verdict = judge("g4g5", {lifted("c5", 0), lifted("g4", 300)});
    REQUIRE(verdict);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK_FALSE(judge("c5d7", {lifted("c5", 0), lifted("g4", 300)}));
}

TEST_CASE("000/4.1.1(1): where the order cannot be told one of those touched must move") {
    CHECK_FALSE(judge("g4g5", {lifted("c5", 0), lifted("g4", 50)}));
    CHECK_FALSE(judge("c5d7", {lifted("c5", 0), lifted("g4", 50)}));
    const auto verdict = judge("a3a4", {lifted("c5", 0), lifted("g4", 50), lifted("a3", 900)});
    REQUIRE(verdict);
    CHECK(verdict->must.from == points({"c5", "g4"}));
}

TEST_CASE("Lifts exactly the tolerance apart have an order, a microsecond less has none") {
    std::vector<TouchedPiece> touched{lifted("c5", 0), lifted("g4", 100)};
    CHECK(judge("g4g5", touched));
    touched[1].lifted = instant_from_us(99'999);
    CHECK_FALSE(judge("g4g5", touched));
}

TEST_CASE("000/4.1.1(2): the opponent's piece touched must be taken, with whatever can take it") {
    const auto verdict = judge("g4g5", {lifted("e6", 0)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(2)");
    CHECK(verdict->capture_owed);
    CHECK(verdict->must.kind == Obligation::Kind::capture);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK(verdict->must.to == points({"e6"}));
    CHECK_FALSE(judge("c5e6", {lifted("e6", 0)}));
}

TEST_CASE("000/4.1.1(2): what nothing can take leaves every move free") {
    CHECK_FALSE(judge("g4g5", {lifted("i6", 0)}));
}

TEST_CASE("000/4.1.1(2): what only a pinned piece could take leaves every move free") {
    // The horse e4 shields its king from the rook e9.
    const std::string_view pinned = "3kr4/9/9/3p5/9/4N4/9/9/9/4K4 w - - 0 1";
    CHECK_FALSE(judge("e0f0", {lifted("d6", 0)}, pinned));
}

TEST_CASE("000/4.1.1(2): of several the first touched must be taken") {
    CHECK_FALSE(judge("a3a9", {lifted("a9", 0), lifted("e6", 300)}));
    const auto verdict = judge("c5e6", {lifted("a9", 0), lifted("e6", 300)});
    REQUIRE(verdict);
    CHECK(verdict->must.from == points({"a3"}));
    CHECK(verdict->must.to == points({"a9"}));
}

TEST_CASE("000/4.1.1(2): where the order cannot be told one of them must be taken, not none") {
    CHECK_FALSE(judge("a3a9", {lifted("a9", 0), lifted("e6", 50)}));
    CHECK_FALSE(judge("c5e6", {lifted("a9", 0), lifted("e6", 50)}));
    const auto verdict = judge("g4g5", {lifted("a9", 0), lifted("e6", 50)});
    REQUIRE(verdict);
    CHECK(verdict->must.to == points({"a9", "e6"}));
}

TEST_CASE("000/4.1.1(2): what nothing can take falls away, and the next that was touched is owed") {
    const auto verdict = judge("g4g5", {lifted("i6", 0), lifted("e6", 900)});
    REQUIRE(verdict);
    CHECK(verdict->must.to == points({"e6"}));
    CHECK_FALSE(judge("c5e6", {lifted("i6", 0), lifted("e6", 900)}));
}

TEST_CASE("000/4.1.1(1): the first own piece touched binds; it cannot move: he is free") {
    CHECK_FALSE(judge("g4g5", {lifted("d0", 0), lifted("a3", 900), lifted("g4", 5000)}));
}

TEST_CASE("000/4.1.1(3)3: where the own piece cannot move another takes, whatever is moved then") {
    const auto verdict =
        judge("g4g5", {lifted("d0", 0), lifted("i6", 500), lifted("e6", 1900), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(3)");
    CHECK(verdict->capture_owed);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK(verdict->must.to == points({"e6"}));
}

TEST_CASE("000/4.1.1(3): own piece first, then the opponent's: it must take that one") {
    const auto verdict = judge("g4g5", {lifted("c5", 0), lifted("e6", 500), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(3)");
    CHECK(verdict->capture_owed);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK(verdict->must.to == points({"e6"}));
    CHECK_FALSE(judge("c5e6", {lifted("c5", 0), lifted("e6", 500)}));
    CHECK(judge("c5d7", {lifted("c5", 0), lifted("e6", 500)}));
}

TEST_CASE("000/4.1.1(3): the own piece cannot take it: it must move, another may not take") {
    CHECK_FALSE(judge("g4g5", {lifted("g4", 0), lifted("e6", 500)}));
    const auto verdict = judge("c5e6", {lifted("g4", 0), lifted("e6", 500), lifted("c5", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(3)");
    CHECK_FALSE(verdict->capture_owed);
    CHECK(verdict->must.kind == Obligation::Kind::move);
    CHECK(verdict->must.from == points({"g4"}));
}

TEST_CASE("000/4.1.1(3): the own piece cannot move at all: another must take") {
    CHECK_FALSE(judge("c5e6", {lifted("d0", 0), lifted("e6", 500), lifted("c5", 5000)}));
    const auto verdict = judge("g4g5", {lifted("d0", 0), lifted("e6", 500), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->capture_owed);
    CHECK(verdict->must.from == points({"c5"}));
}

TEST_CASE("000/4.1.1(3): nothing can take and the own piece cannot move: every move is free") {
    CHECK_FALSE(judge("g4g5", {lifted("d0", 0), lifted("i6", 500), lifted("g4", 5000)}));
}

TEST_CASE("000/4.1.1(4): the opponent's first, then an own piece: that one must take") {
    const auto verdict = judge("c5d7", {lifted("e6", 0), lifted("c5", 500)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(4)");
    CHECK(verdict->must.from == points({"c5"}));
    CHECK(verdict->must.to == points({"e6"}));
    CHECK_FALSE(judge("c5e6", {lifted("e6", 0), lifted("c5", 500)}));
}

TEST_CASE("000/4.1.1(4): the own piece cannot take it: another must, before it may move") {
    CHECK_FALSE(judge("c5e6", {lifted("e6", 0), lifted("g4", 500), lifted("c5", 5000)}));
    const auto verdict = judge("g4g5", {lifted("e6", 0), lifted("g4", 500)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(4)");
    CHECK(verdict->capture_owed);
    CHECK(verdict->must.from == points({"c5"}));
}

TEST_CASE("000/4.1.1(4): nothing can take it: the own piece must move; if it cannot, all is free") {
    CHECK_FALSE(judge("c5d7", {lifted("i6", 0), lifted("c5", 500)}));
    const auto verdict = judge("g4g5", {lifted("i6", 0), lifted("c5", 500), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(4)");
    CHECK_FALSE(verdict->capture_owed);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK_FALSE(judge("g4g5", {lifted("i6", 0), lifted("d0", 500), lifted("g4", 5000)}));
}

TEST_CASE("000/4.1.1(5): both at once are judged as the opponent's first") {
    CHECK_FALSE(judge("c5e6", {lifted("g4", 0), lifted("e6", 50), lifted("c5", 5000)}));
    const auto verdict = judge("g4g5", {lifted("g4", 0), lifted("e6", 50)});
    REQUIRE(verdict);
    CHECK(verdict->article == "000/4.1.1(5)");
    CHECK(verdict->capture_owed);
    CHECK(verdict->must.from == points({"c5"}));
}

TEST_CASE("Both at once ends, and an order begins, at the tolerance itself, whoever is first") {
    std::vector<TouchedPiece> own_first{lifted("g4", 0), lifted("e6", 100)};
    CHECK_FALSE(judge("g4g5", own_first)); // case 3: it cannot take, so it moves
    own_first[1].lifted = instant_from_us(99'999);
    CHECK(judge("g4g5", own_first)); // case 5: another must take
    std::vector<TouchedPiece> other_first{lifted("e6", 0), lifted("g4", 100)};
    CHECK(judge("g4g5", other_first)->article == "000/4.1.1(4)");
    other_first[1].lifted = instant_from_us(99'999);
    CHECK(judge("g4g5", other_first)->article == "000/4.1.1(5)");
}

TEST_CASE("Without tolerance only lifts at the same instant have no order") {
    const auto verdict =
        judge_touch(position_of(board), notation::try_parse_iccs("g4g5").value(),
                    std::vector<TouchedPiece>{
                        lifted("c5", 0), {point("g4"), instant_from_us(1), Hand::mover, false}},
                    Duration{0}, state_book());
    REQUIRE(verdict);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK_FALSE(judge_touch(position_of(board), notation::try_parse_iccs("g4g5").value(),
                            std::vector<TouchedPiece>{lifted("c5", 0), lifted("g4", 0)},
                            Duration{1}, state_book()));
}

TEST_CASE("Nobody is accused of what another hand may have done") {
    const auto verdict = judge("g4g5", {lifted("e6", 0, Hand::unknown), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->hand == Hand::unknown);
    CHECK(verdict->must.kind == Obligation::Kind::capture);
    // Whoever touched e6, he paid what he may have owed: another piece took it.
    CHECK_FALSE(judge("c5e6", {lifted("e6", 0, Hand::unknown), lifted("g4", 500)}));
}

TEST_CASE("A breach whoever touched the doubtful piece is a breach, and either duty pays it") {
    const auto verdict =
        judge("g4g5", {lifted("c5", 0), lifted("e6", 500, Hand::unknown), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->hand == Hand::mover);
    CHECK_FALSE(verdict->capture_owed);
    CHECK(verdict->must.kind == Obligation::Kind::capture_or_move);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK(verdict->must.to == points({"e6"}));
    // The touched piece moved; whether it had to take nobody can say.
    const auto moved = judge("c5d7", {lifted("c5", 0), lifted("e6", 500, Hand::unknown)});
    REQUIRE(moved);
    CHECK(moved->hand == Hand::unknown);
    CHECK(moved->capture_owed);
}

TEST_CASE("000/4.1.1: what was touched by accident is worth a notice and claims nothing") {
    const auto verdict = judge("g4g5", {lifted("c5", 0, Hand::accident), lifted("g4", 5000)});
    REQUIRE(verdict);
    CHECK(verdict->hand == Hand::accident);
    CHECK(verdict->must.from == points({"c5"}));
    CHECK_FALSE(judge("c5d7", {lifted("c5", 0, Hand::accident)}));
    // A certain touch is judged as if the accident had not been.
    const auto certain =
        judge("g4g5", {lifted("a3", 0, Hand::accident), lifted("c5", 2000), lifted("g4", 5000)});
    REQUIRE(certain);
    CHECK(certain->hand == Hand::mover);
    CHECK(certain->must.from == points({"c5"}));
}

TEST_CASE("A point touched again counts by its first touch") {
    const auto verdict = judge(
        "g4g5", {lifted("c5", 0), lifted("g4", 2000), lifted("c5", 3000), lifted("g4", 4000)});
    REQUIRE(verdict);
    CHECK(verdict->must.from == points({"c5"}));
}

TEST_CASE("The association's book cites its own articles for the same five cases") {
    const RuleBook& book = *find_book(Game::xiangqi, "xiangqi-association");
    const auto article = [&](std::string_view move, const std::vector<TouchedPiece>& touched) {
        return judge(move, touched, board, book)->article;
    };
    CHECK(article("g4g5", {lifted("c5", 0)}) == "001/5.1");
    CHECK(article("g4g5", {lifted("e6", 0)}) == "001/5.2");
    CHECK(article("g4g5", {lifted("c5", 0), lifted("e6", 500)}) == "001/5.3");
    CHECK(article("g4g5", {lifted("e6", 0), lifted("c5", 500)}) == "001/5.4");
    CHECK(article("g4g5", {lifted("e6", 0), lifted("c5", 50)}) == "001/5.5");
}

TEST_CASE("Black owes as Red does") {
    const std::string_view black_moves = "r2k5/9/9/4p3n/2N6/4P1P2/R8/9/4A4/3AK4 b - - 0 1";
    const auto verdict = judge("i6g5", {lifted("a9", 0), lifted("i6", 5000)}, black_moves);
    REQUIRE(verdict);
    CHECK(verdict->must.from == points({"a9"}));
    CHECK_FALSE(judge("a9a3", {lifted("a3", 0), lifted("a9", 5000)}, black_moves));
}
