// SPDX-License-Identifier: Apache-2.0
// The law of repetition from its prose: small positions for each definition, the article beside it.
#include "rules/xiangqi/repetition.hpp"

#include <sstream>

#include "rules/xiangqi/mate_search.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;
using jipu::test::move_of;
using jipu::test::position_of;

namespace {

constexpr RepetitionRules rules_1999{.check_loses = true, .pawns_in_mutual = true};
constexpr RepetitionRules rules_2020{
    .kept_chases = true, .lighter = true, .pawn_sacrifices = true, .long_pattern_rounds = 9};
constexpr RepetitionRules rules_world{.by_object = true, .check_loses = true};

RepetitionVerdict judge(std::string_view fen, const std::string& moves,
                        const RepetitionRules& rules) {
    std::vector<Move> list;
    Position position = position_of(fen);
    std::istringstream words(moves);
    for (std::string word; words >> word;) {
        const Move move = move_of(word);
        INFO(word);
        REQUIRE(position.is_legal(move));
        list.push_back(move);
        position.play_tolerant(move);
    }
    return judge_repetition(position_of(fen), list, rules);
}

std::string labels_of(const RepetitionVerdict& verdict) {
    std::string out;
    for (const LabelledPly& ply : verdict.plies)
        out += (out.empty() ? "" : " ") + std::string(label_name(ply.label));
    return out;
}

struct Expected {
    Ruling of_1999;
    Ruling of_2020;
    Ruling of_the_world;
    std::string labels;
};

void check_all(std::string_view fen, const std::string& moves, const Expected& expected) {
    const auto in_1999 = judge(fen, moves, rules_1999);
    const auto in_2020 = judge(fen, moves, rules_2020);
    const auto in_the_world = judge(fen, moves, rules_world);
    CHECK(ruling_name(in_1999.ruling) == ruling_name(expected.of_1999));
    CHECK(ruling_name(in_2020.ruling) == ruling_name(expected.of_2020));
    CHECK(ruling_name(in_the_world.ruling) == ruling_name(expected.of_the_world));
    CHECK(labels_of(in_2020) == expected.labels);
}

} // namespace

TEST_CASE("One side alone checks for ever: it loses, or must change (1999 24.1; world 6)") {
    check_all(
        "4k4/9/9/9/9/9/9/9/9/3K1R3 w", "f0e0 e9f9 e0f0 f9e9",
        {Ruling::red_loses, Ruling::red_must_change, Ruling::red_loses, "check idle check idle"});
}

TEST_CASE("Idle moves on both sides are a draw (1999 24.2)") {
    // 001/24.2, 000/1.4.2(5)
    check_all("r3k4/9/9/9/9/9/9/9/9/5K2R w", "i0i1 a9a8 i1i0 a8a9",
              {Ruling::draw, Ruling::draw, Ruling::draw, "idle idle idle idle"});
}

TEST_CASE("A rook that chases a rootless cannon for ever must change (1999 24.3; world 32)") {
    // 001/24.3, WXF/32
    check_all("4k4/9/3c5/9/R8/9/9/9/9/5K3 w", "a5a7 d7d6 a7a6 d6d7 a6a7 d7d6 a7a6 d6d7",
              {Ruling::red_must_change, Ruling::red_must_change, Ruling::red_loses,
               "chase idle chase idle chase idle chase idle"});
}

TEST_CASE("A piece with a root is followed, not chased (1999 25.1, 28)") {
    check_all("3rk4/9/3c5/9/R8/9/9/9/9/5K3 w", "a5a7 d7d6 a7a6 d6d7 a6a7 d7d6 a7a6 d6d7",
              {Ruling::draw, Ruling::draw, Ruling::draw,
               "idle idle idle idle follow idle follow idle"}); // the cycle begins at the fifth
}

TEST_CASE("A protector that may not leave its line is a false root: the piece is chased (25.2)") {
    // 001/25
    check_all("4k4/9/4n4/9/5c3/9/9/9/3R5/4K4 w", "d1f1 f5d5 f1d1 d5f5",
              {Ruling::red_must_change, Ruling::red_must_change, Ruling::red_loses,
               "chase idle chase idle"});
}

TEST_CASE("A king by itself may attack for ever (27.1; 2020 26.1; world 28)") {
    // 001/27
    check_all("5k3/9/9/9/9/9/9/9/3K5/4p4 w", "d1e1 e0d0 e1d1 d0e0",
              {Ruling::draw, Ruling::draw, Ruling::draw, "idle idle idle idle"});
}

TEST_CASE("Rooks that attack each other are an offer of exchange, not a chase (28: 兑)") {
    // 001/28
    check_all("4k4/7r1/9/9/9/9/9/9/8R/5K3 w", "i1h1 h8i8 h1i1 i8h8",
              {Ruling::draw, Ruling::draw, Ruling::draw, "exchange idle exchange idle"});
}

TEST_CASE("A threat of mate by every move is forbidden in China and allowed in the world") {
    check_all(
        "4k4/R8/9/9/7c1/9/9/9/7R1/5K3 w", "h1g1 h5g5 g1h1 g5h5",
        {Ruling::red_must_change, Ruling::red_must_change, Ruling::draw, "kill block kill block"});
}

TEST_CASE("A pawn's attack counts in 1999 where the other side attacks all the time (detail 11)") {
    // 000/5.4, 001/29
    const std::string_view fen = "4k4/9/3ab4/4P4/4r4/9/9/9/9/5K3 w";
    const std::string moves = "e6d6 e5d5 d6e6 d5e5";
    CHECK(judge(fen, moves, rules_1999).ruling == Ruling::draw);
    CHECK(judge(fen, moves, rules_1999).ground == Ground::both_forbidden);
    const auto later = judge(fen, moves, rules_2020);
    CHECK(later.ruling == Ruling::black_must_change);
    CHECK(labels_of(later) == "idle chase idle chase");
    CHECK(later.plies[0].by_pawn);
}

TEST_CASE("Moves that repeat no position decide nothing, and neither do none at all") {
    for (const RepetitionRules& rules : {rules_1999, rules_2020, rules_world}) {
        const auto none = judge("4k4/9/9/9/9/9/9/9/9/3K1R3 w", "", rules);
        CHECK(none.ruling == Ruling::undecided);
        CHECK(none.plies.empty());
        const auto some = judge("4k4/9/9/9/9/9/9/9/9/3K1R3 w", "f0e0 e9f9 e0e1", rules);
        CHECK(some.ruling == Ruling::undecided);
        CHECK(some.ground == Ground::nothing);
        CHECK_FALSE(some.closes);
    }
}

TEST_CASE("What was played before the cycle is labelled, and does not count") {
    const std::string_view fen = "4k4/9/9/9/9/9/9/9/5R3/3K5 w";
    const auto verdict = judge(fen, "f1f5 e9e8 f5f0 e8e9 f0e0 e9f9 e0f0 f9e9", rules_2020);
    CHECK(verdict.cycle_start == 4);
    CHECK(verdict.plies.size() == 8);
    CHECK(verdict.ruling == Ruling::red_must_change);
}

TEST_CASE("Three rounds of forbidden moves to three points are ruled on as a pattern in 2020") {
    // 2020/9 figure 8
    // A rook follows a cannon down the files, always attacking it; nothing stands twice.
    const std::string_view fen = "4k4/9/3c5/R8/9/9/9/9/9/5K3 w";
    const std::string moves = "a6a7 d7d6 a7a6 d6d5 a6a5 d5d4";
    const auto pattern = judge(fen, moves, rules_2020);
    CHECK_FALSE(pattern.closes);
    CHECK(pattern.ruling == Ruling::red_must_change);
    CHECK(judge(fen, moves, rules_1999).ruling == Ruling::undecided);
    CHECK(judge(fen, "a6a7 d7d6 a7a6 d6d5", rules_2020).ruling == Ruling::undecided);
}

TEST_CASE("A ruling does not change when the board is turned and the colours are swapped") {
    const Position start = position_of("4k4/9/3c5/R8/9/9/9/9/9/5K3 w");
    std::vector<Move> moves;
    for (const char* word : {"a6a7", "d7d6", "a7a6", "d6d7"})
        moves.push_back(test::turned(move_of(word)));
    const auto verdict = judge_repetition(test::turned(start), moves, rules_1999);
    CHECK(verdict.ruling == Ruling::black_must_change);
    CHECK(labels_of(verdict) == "chase idle chase idle");
}

TEST_CASE("An exchange is worth what its classes say (25.3)") {
    // 000/5.2, 001/25
    const auto worth = [](int strong, int pawns, int weak, int pawn_given = 1000) {
        return Tally{strong, pawns, weak, pawn_given}.worth();
    };
    CHECK(worth(0, 0, 0) == 0);
    CHECK(worth(2 - 1 - 1, 0, 0) == 0); // a rook for horse and cannon
    CHECK(worth(0, 0, 1) > 0);          // an advisor
    CHECK(worth(-1, 0, 2) < 0);         // two advisors for a horse
    CHECK(worth(0, 1, -1) == 0);        // a crossed pawn has no fixed worth
    CHECK(worth(0, -1, 1) == 0);
    CHECK(worth(-1, 1, 0) == 0);
    CHECK(worth(1, -1, 0) == 0);      // 1999, detail 10: a piece for a pawn is no gain
    CHECK(worth(1, -1, 0, 500) > 0);  // 2020: it is
    CHECK(worth(1, -2, 0, 500) == 0); // but not for several
    CHECK(worth(-2, 1, 0) < 0);
    CHECK(worth(0, 1, 0) > 0);
}

TEST_CASE("Mate by checks is found at its first move, and only when every answer is met") {
    // 001/29
    Move first;
    CHECK(mates_by_checks(position_of("4k4/R8/9/9/9/9/9/9/7R1/5K3 w"), {}, &first));
    CHECK(first == move_of("h1h9"));
    CHECK_FALSE(mates_by_checks(position_of("4k4/9/9/9/9/9/9/9/7R1/5K3 w"), {}));
    const std::vector<Move> barred{move_of("h1h9")};
    CHECK_FALSE(
        mates_by_checks(position_of("4k4/R8/9/9/9/9/9/9/7R1/5K3 w"), {1, 1000}, nullptr, &barred));
    CHECK_FALSE(mates_by_checks(position_of("4k4/R8/9/9/9/9/9/9/7R1/5K3 w"), {5, 1}));
}
