// SPDX-License-Identifier: Apache-2.0
// How errors are put right, and the clocks with them, by 000/4.1.3, 000/4.2.1(4) and 001/5.8.
#include "rules/arbiter/correction.hpp"

#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::arbiter;

namespace {

const RuleBook& state_book() {
    return *find_book(Game::xiangqi, "xiangqi-state");
}

constexpr Duration minutes(std::int64_t n) {
    return from_ms(n * 60'000);
}

constexpr bool certain = true;
constexpr bool over = true;

CorrectionVerdict judge(BoardError error, bool is_certain = certain, bool is_over = false) {
    return judge_error(error, is_certain, is_over, state_book());
}

LedBack game_led_back(int made, int kept, Side first, bool wrong) {
    std::vector<Side> movers;
    for (int i = 0; i < made; ++i)
        movers.push_back(i % 2 == 0 ? first : opponent(first));
    return led_back(movers, kept, wrong);
}

using Used = std::array<Duration, 2>;

} // namespace

TEST_CASE("000/4.2.1(4): 30 moves in 90 and 60 minutes, error at the 20th: 60 and 40 minutes") {
    // 000/4.1.3(5): whoever erred
    const Used used{minutes(90), minutes(60)};
    const CorrectionLaw& law = state_book().corrections;
    // Black's 20th was illegal, or Red's, or pieces were displaced after the 20th of both.
    for (const auto& [kept, wrong] : {std::pair(39, true), {38, true}, {40, false}, {39, false}}) {
        INFO("kept " << kept << " plies");
        const auto set = clocks_set_back(game_led_back(60, kept, Side::first, wrong), used, law);
        REQUIRE(set);
        CHECK((*set)[0] == minutes(60));
        CHECK((*set)[1] == minutes(40));
    }
    const auto later = clocks_set_back(game_led_back(60, 40, Side::first, true), used, law);
    REQUIRE(later);
    CHECK((*later)[0] == minutes(63)); // the 21st was wrong
}

TEST_CASE("000/4.2.1(4): an error within the last two rounds leaves the clocks as they are") {
    const Used used{minutes(90), minutes(60)};
    const CorrectionLaw& law = state_book().corrections;
    for (int kept = 56; kept <= 60; ++kept)
        CHECK_FALSE(clocks_set_back(game_led_back(60, kept, Side::first, false), used, law));
    CHECK(clocks_set_back(game_led_back(60, 55, Side::first, false), used, law));
}

TEST_CASE("000/4.2.1(4): each side's own moves are its proportion, whoever began") {
    const CorrectionLaw& law = state_book().corrections;
    const LedBack game = game_led_back(61, 40, Side::second, false);
    CHECK(game.made[0] == 30);
    CHECK(game.made[1] == 31);
    const auto set = clocks_set_back(game, {minutes(90), minutes(62)}, law);
    REQUIRE(set);
    CHECK((*set)[0] == minutes(60));
    CHECK((*set)[1] == minutes(40));
}

TEST_CASE("000/4.1.3(3): a game that is replayed from the start gives all its time back") {
    // 000/4.1.3(3)2: no position is certain
    const auto set = clocks_set_back(game_led_back(20, 0, Side::first, false),
                                     {minutes(9), minutes(8)}, state_book().corrections);
    REQUIRE(set);
    CHECK((*set)[0] == Duration{});
    CHECK((*set)[1] == Duration{});
}

TEST_CASE("001/5.8 says nothing of the clocks: they stay as they are") {
    const CorrectionLaw& law = find_book(Game::xiangqi, "xiangqi-association")->corrections;
    CHECK_FALSE(
        clocks_set_back(game_led_back(60, 20, Side::first, true), {minutes(90), minutes(60)}, law));
}

TEST_CASE("000/4.1.3(1): a wrong set-up begins the game anew, one at resumption only its sequel") {
    CHECK(judge(BoardError::set_up).remedy == Remedy::begin_anew);
    CHECK(judge(BoardError::set_up).article == "000/4.1.3(1)");
    CHECK(judge(BoardError::resumed_set_up).remedy == Remedy::back_to_resumption);
    CHECK(judge(BoardError::resumed_set_up).article == "000/4.1.3(1)");
}

TEST_CASE("000/4.1.3(2): colours alone are exchanged and play goes on; with the order, anew") {
    CHECK(judge(BoardError::colours).remedy == Remedy::exchange_and_go_on);
    CHECK(judge(BoardError::colours_and_order).remedy == Remedy::exchange_and_begin_anew);
    CHECK(judge(BoardError::colours).article == "000/4.1.3(2)");
}

TEST_CASE("000/4.1.3(3): the piece of an illegal move is touched, after a displacement none is") {
    CHECK(judge(BoardError::illegal_move).remedy == Remedy::replay_touched);
    CHECK(judge(BoardError::displaced).remedy == Remedy::replay_free);
    CHECK(judge(BoardError::displaced, !certain).remedy == Remedy::begin_anew);
    CHECK(judge(BoardError::displaced).article == "000/4.1.3(3)");
}

TEST_CASE("000/4.1.3(3), 001/5.8: what is found when the game is over changes nothing") {
    // 000/4.1.3(2): colours too
    for (const BoardError error :
         {BoardError::set_up, BoardError::resumed_set_up, BoardError::colours_and_order,
          BoardError::colours, BoardError::illegal_move, BoardError::displaced}) {
        CHECK(judge(error, certain, over).remedy == Remedy::result_stands);
        CHECK(judge(error, certain, !over).remedy != Remedy::result_stands);
        CHECK_FALSE(remedy_words(judge(error).remedy).zh.empty());
    }
    CHECK(judge_error(BoardError::displaced, certain, over,
                      *find_book(Game::xiangqi, "xiangqi-association"))
              .article == "001/5.8");
}
