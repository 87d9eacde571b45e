// SPDX-License-Identifier: Apache-2.0
// What a repetition demands, when a claim of it is in order, and how it is told.
#include "rules/arbiter/repetition_claim.hpp"

#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using jipu::test::move_of;
using jipu::test::position_of;

namespace {

const std::string perpetual_check = "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1";
const std::string checks = "f0e0 e9f9 e0f0 f9e9";
const std::string perpetual_chase = "4k4/9/3c5/9/R8/9/9/9/9/5K3 w - - 0 1";
const std::string chases = "a5a7 d7d6 a7a6 d6d7 a6a7 d7d6 a7a6 d6d7";
const std::string idle_rooks = "r3k4/9/9/9/9/9/9/9/9/5K2R w - - 0 1";
const std::string idle_moves = "i0i1 a9a8 i1i0 a8a9";

const RuleBook& book(std::string_view name) {
    return *find_book(Game::xiangqi, name);
}

RepetitionRuling rule(std::string_view name, const std::string& fen, const std::string& moves) {
    std::vector<xiangqi::Move> list;
    std::istringstream words(moves);
    for (std::string word; words >> word;)
        list.push_back(move_of(word));
    return rule_on_repetition(book(name), position_of(fen), list);
}

} // namespace

TEST_CASE("001/24.1: a one-sided perpetual check loses at once; in 2020 it must be changed first") {
    const auto now = rule("xiangqi-state", perpetual_check, checks);
    const auto lost = demand_of(book("xiangqi-state"), now, {});
    CHECK(lost.accused == xiangqi::red);
    CHECK(lost.due);
    CHECK(lost.article == "001/24.1");
    const auto later = rule("xiangqi-2020", perpetual_check, checks);
    CHECK_FALSE(demand_of(book("xiangqi-2020"), later, {}).due);
    const auto gone_on = demand_of(book("xiangqi-2020"), later, {true, false});
    CHECK(gone_on.due);
    CHECK(gone_on.article == "001/4.1.7");
}

TEST_CASE(
    "000/1.4.1(7): who must change and goes on loses; that the other side goes on is no breach") {
    const auto ruling = rule("xiangqi-state", perpetual_chase, chases);
    const RuleBook& state = book("xiangqi-state");
    const auto must = demand_of(state, ruling, {});
    CHECK(must.accused == xiangqi::red);
    CHECK_FALSE(must.due);
    CHECK(must.article == "001/24.3");
    CHECK_FALSE(demand_of(state, ruling, {false, true}).due);
    const auto lost = demand_of(state, ruling, {true, false});
    CHECK(lost.due);
    CHECK(lost.article == "000/1.4.1(7)");
}

TEST_CASE("000/1.4.2(3): a draw is due when both sides have gone on, not one alone") {
    const RuleBook& state = book("xiangqi-state");
    const auto ruling = rule("xiangqi-state", idle_rooks, idle_moves);
    CHECK_FALSE(demand_of(state, ruling, {}).accused);
    CHECK(demand_of(state, ruling, {}).article == "000/1.4.2(3)");
    CHECK_FALSE(demand_of(state, ruling, {true, false}).due);
    CHECK_FALSE(demand_of(state, ruling, {false, true}).due);
    CHECK(demand_of(state, ruling, {true, true}).due);
}

TEST_CASE("000/1.4.2(3): either player may claim allowed moves; too few times round is no claim") {
    const RuleBook& state = book("xiangqi-state");
    const auto ruling = rule("xiangqi-state", idle_rooks, idle_moves);
    for (const Side side : {xiangqi::red, xiangqi::black}) {
        const auto claim = judge_repetition_claim(state, &ruling, side);
        CHECK(claim.in_order());
        CHECK(claim.answer == ClaimAnswer::draw);
        CHECK(claim.article == "000/1.4.2(3)");
        const auto early = judge_repetition_claim(state, nullptr, side);
        CHECK_FALSE(early.in_order());
        CHECK(early.answer == ClaimAnswer::too_few);
    }
    CHECK(judge_repetition_claim(book("xiangqi-association"), nullptr, xiangqi::red).article ==
          "001/4.2.3");
}

TEST_CASE(
    "1999 art. 24: who must change cannot claim a draw, the other side may ask for the ruling") {
    // 001/24
    const RuleBook& association = book("xiangqi-association");
    const auto ruling = rule("xiangqi-association", perpetual_chase, chases);
    const auto own = judge_repetition_claim(association, &ruling, xiangqi::red);
    CHECK_FALSE(own.in_order());
    CHECK(own.answer == ClaimAnswer::self_accused);
    CHECK(own.article == "001/24.3");
    const auto other = judge_repetition_claim(association, &ruling, xiangqi::black);
    CHECK(other.in_order());
    CHECK(other.answer == ClaimAnswer::asked);
}

TEST_CASE("A ruling names every move of the cycle with its class, in English and Chinese") {
    const auto ruling = rule("xiangqi-state", perpetual_check, checks + " " + checks);
    CHECK(moves_with_classes(ruling.verdict) == "f0e0 check, e9f9 idle, e0f0 check, f9e9 idle");
    const std::string chinese = why_zh(book("xiangqi-state"), ruling);
    CHECK(chinese.find("f0e0将、e9f9闲、e0f0将、f9e9闲") == 0);
    CHECK(chinese.find("红方长将") != std::string::npos);
    CHECK(chinese.find("判红方负（001/24.1）") != std::string::npos);
    CHECK(chinese.find("000/5") != std::string::npos);
    const auto draw = rule("xiangqi-world", idle_rooks, idle_moves);
    const std::string world = why_zh(book("xiangqi-world"), draw);
    CHECK(world.find("双方不变，判和") != std::string::npos);
    CHECK(world.find("000/5") == std::string::npos);
}
