// SPDX-License-Identifier: Apache-2.0
// The xiangqi rule books. `xiangqi-2020` and `xiangqi-world` bring their own law of repetition and
// inherit the rest from the association's book of 1999.
#include <algorithm>
#include <array>

#include "rules/books/book.hpp"
#include "rules/books/xiangqi_game_laws.hpp"

namespace jipu {

namespace {

/// The association's articles of 1999.
constexpr RepetitionLaw law_of_1999{.cycles = 3,
                                    .by_object = false,
                                    .check_loses = true,
                                    .kept_chases = false,
                                    .lighter = false,
                                    .pawns_in_mutual = true,
                                    .pawn_sacrifices = false,
                                    .long_pattern_rounds = 0,
                                    .one_sided_check = "001/24.1",
                                    .one_forbidden = "001/24.3",
                                    .both_allowed = "001/24.2",
                                    .both_forbidden = "001/24.2",
                                    .weighed = "",
                                    .unchanged = "001/4.1.7",
                                    .claim = "001/4.2.3",
                                    .remark = "",
                                    .remark_zh = ""};

constexpr RepetitionLaw law_of_the_state() {
    RepetitionLaw law = law_of_1999;
    law.unchanged = "000/1.4.1(7)";
    law.claim = "000/1.4.2(3)";
    law.remark = "The book's own chapter 5 (000/5) is lost: this is the association's law of 1999";
    law.remark_zh = "本规则第五章（000/5）已佚，据中国象棋协会1999年棋例";
    return law;
}

/// Known by its official examples; of the articles only the numbers below 26 that they quote.
constexpr RepetitionLaw law_of_2020{.cycles = 3,
                                    .by_object = false,
                                    .check_loses = false,
                                    .kept_chases = true,
                                    .lighter = true,
                                    .pawns_in_mutual = false,
                                    .pawn_sacrifices = true,
                                    .long_pattern_rounds = 9,
                                    .one_sided_check = "2020/26",
                                    .one_forbidden = "2020/26",
                                    .both_allowed = "2020/26",
                                    .both_forbidden = "2020/26.9.4",
                                    .weighed = "2020/26.9",
                                    .unchanged = "001/4.1.7",
                                    .claim = "001/4.2.3",
                                    .remark = "",
                                    .remark_zh = ""};

constexpr RepetitionLaw law_of_the_world{.cycles = 3,
                                         .by_object = true,
                                         .check_loses = true,
                                         .kept_chases = false,
                                         .lighter = false,
                                         .pawns_in_mutual = false,
                                         .pawn_sacrifices = false,
                                         .long_pattern_rounds = 0,
                                         .one_sided_check = "WXF/6",
                                         .one_forbidden = "WXF/32",
                                         .both_allowed = "WXF/22",
                                         .both_forbidden = "WXF/32",
                                         .weighed = "WXF/15",
                                         .unchanged = "001/4.1.7",
                                         .claim = "001/4.2.3",
                                         .remark = "",
                                         .remark_zh = ""};

constexpr RuleBook state{.name = "xiangqi-state",
                         .touch_own = "000/4.1.1(1)",
                         .touch_other = "000/4.1.1(2)",
                         .own_then_other = "000/4.1.1(3)",
                         .other_then_own = "000/4.1.1(4)",
                         .both_at_once = "000/4.1.1(5)",
                         .retake = "000/4.1.3(3)1",
                         .touch_unmovable = "",
                         .touch_untakable = "",
                         .placed = "000/4.1.2",
                         .illegal = "000/3.6.3(1)",
                         .self_check = "000/1.2.4",
                         .facing = "000/1.2.3",
                         .illegal_loses = false,
                         .take_back = "000/4.1.3(3)",
                         .displaced = "000/4.1.3(3)",
                         .set_up = "000/4.1.3(1)",
                         .press = "000/4.2.1(2)",
                         .time = "000/4.2.1(1)",
                         .out_of_turn = "000/4.1.1",
                         .may_remind_press = true,
                         .late = "000/4.2.4(1)",
                         .both_late = "000/4.2.4(2)",
                         .replaced_clock = "000/4.2.1(3)",
                         .times_at_resumption = "000/4.2.1(4)",
                         .seal = "000/4.4.1",
                         .resumption = "000/4.4.2",
                         .sealed_wrong = "000/1.4.1(6)",
                         .sealed_unclear = "000/3.6.3(5)",
                         .uncounted = "000/4.2.1(5)",
                         .pawns_by_number = true,
                         .repetition = law_of_the_state(),
                         .fouls = xiangqi_laws::fouls_of_the_state,
                         .draws = xiangqi_laws::draws_of_the_state,
                         .corrections = xiangqi_laws::corrections_of_the_state};

constexpr RuleBook association_like(std::string_view name, const RepetitionLaw& repetition,
                                    int checks_counted) {
    return {.name = name,
            .touch_own = "001/5.1",
            .touch_other = "001/5.2",
            .own_then_other = "001/5.3",
            .other_then_own = "001/5.4",
            .both_at_once = "001/5.5",
            .retake = "001/5.1",
            .touch_unmovable = "001/9.1.5",
            .touch_untakable = "001/9.1.6",
            .placed = "001/5.7",
            .illegal = "001/4.1.6",
            .self_check = "001/4.1.6",
            .facing = "001/4.1.2",
            .illegal_loses = true,
            .take_back = "001/5.8",
            .displaced = "001/5.8",
            .set_up = "001/5.8",
            .press = "001/6",
            .time = "001/4.1.4",
            .out_of_turn = "001/5.6",
            .may_remind_press = false,
            .late = "001/4.1.5",
            .both_late = "001/4.1.5",
            .replaced_clock = "001/6",
            .times_at_resumption = "",
            .seal = "",
            .resumption = "",
            .sealed_wrong = "",
            .sealed_unclear = "",
            .uncounted = "",
            .pawns_by_number = false,
            .repetition = repetition,
            .fouls = xiangqi_laws::fouls_of_the_association,
            .draws = xiangqi_laws::draws_of_the_association(checks_counted),
            .corrections = xiangqi_laws::corrections_of_the_association};
}

constexpr std::array<RuleBook, 4> xiangqi_books{
    state, association_like("xiangqi-association", law_of_1999, 0),
    association_like("xiangqi-2020", law_of_2020, 10),
    association_like("xiangqi-world", law_of_the_world, 10)};

} // namespace

std::span<const RuleBook> books_of(Game game) {
    return game == Game::xiangqi ? std::span<const RuleBook>(xiangqi_books)
                                 : std::span<const RuleBook>();
}

const RuleBook* find_book(Game game, std::string_view name) {
    const auto books = books_of(game);
    if (books.empty()) return nullptr;
    if (name.empty()) return &books.front();
    const auto found = std::find_if(books.begin(), books.end(),
                                    [&](const RuleBook& book) { return book.name == name; });
    return found == books.end() ? nullptr : &*found;
}

} // namespace jipu
