// SPDX-License-Identifier: Apache-2.0
// The rows of game_law.hpp for the two xiangqi books: 000/1.4, 000/3.6.3, 000/4.1.3, 000/4.2.1(4)
// and 001/4, 001/5.8, 001/9. Known to xiangqi_books.cpp alone.
#pragma once

#include <array>

#include "rules/books/game_law.hpp"

namespace jipu::xiangqi_laws {

inline constexpr std::array<FoulKind, 15> state_fouls{{
    {"illegal-move", "000/3.6.3(1)"},
    {"question", "000/3.6.3(2)"},
    {"offer-repeated", "000/3.6.3(3)"},
    {"clock-stopped", "000/3.6.3(4)"},
    {"sealed-move", "000/3.6.3(5)"},
    {"record-gaps", "000/3.6.3(6)"},
    {"record-unfinished", "000/3.6.3(7)"},
    {"conduct", "000/3.6.3(8)"},
    {"touch-move", "000/4.1.1(1)"},
    {"touch-capture", "000/4.1.1(2)"},
    {"placed-piece", "000/4.1.2"},
    {"out-of-turn", "000/4.1.1"},
    {"early-press", "000/4.2.1(2)"},
    {"no-press", "000/4.2.1(2)"},
    {"technical", "000/3.6.3"},
}};

inline constexpr std::array<FoulKind, 17> association_fouls{{
    {"question", "001/9.1.1"},
    {"clock-stopped", "001/9.1.2"},
    {"offer-repeated", "001/9.1.3"},
    {"claim-false", "001/9.1.4"},
    {"touch-immovable", "001/9.1.5"},
    {"touch-uncapturable", "001/9.1.6"},
    {"record-gaps", "001/9.1.7"},
    {"conduct", "001/9.1.8"},
    {"illegal-move", "001/4.1.6"},
    {"touch-move", "001/5.1"},
    {"touch-capture", "001/5.2"},
    {"touch-foul", "001/9.1"},
    {"placed-piece", "001/5.7"},
    {"out-of-turn", "001/5.6"},
    {"early-press", "001/6"},
    {"no-press", "001/6"},
    {"technical", "001/9.1"},
}};

inline constexpr FoulLaw fouls_of_the_state{.kinds = state_fouls,
                                            .limit = 3,
                                            .limit_article = "000/1.4.1(8)",
                                            .announced = "000/3.6.3",
                                            .resigned_at_once = "000/3.6.3(1)"};

inline constexpr FoulLaw fouls_of_the_association{.kinds = association_fouls,
                                                  .limit = 3,
                                                  .limit_article = "001/4.1.8",
                                                  .announced = "001/9.2",
                                                  .resigned_at_once = ""};

inline constexpr DrawLaw draws_of_the_state{.offer = "000/1.4.2(2)",
                                            .offer_after = "000/1.4.2(2)",
                                            .repeated = "000/3.6.3(3)",
                                            .natural_limit = "000/1.4.2(4)",
                                            .quiet_plies = 120,
                                            .checks_counted = 0,
                                            .false_claim = "000/1.4.2(4)",
                                            .false_claim_costs = from_ms(5 * 60 * 1000),
                                            .dead_position = "000/1.4.2(1)"};

/// `checks`: so many of the claimant's checks count towards the natural limit.
constexpr DrawLaw draws_of_the_association(int checks) {
    return {.offer = "001/4.2.2",
            .offer_after = "",
            .repeated = "001/9.1.3",
            .natural_limit = "001/4.2.4",
            .quiet_plies = 120,
            .checks_counted = checks,
            .false_claim = "001/9.1.4",
            .false_claim_costs = {},
            .dead_position = "001/4.2.1"};
}

inline constexpr CorrectionLaw corrections_of_the_state{.colours = "000/4.1.3(2)",
                                                        .after_end = "000/4.1.3(3)",
                                                        .clocks = "000/4.2.1(4)",
                                                        .rounds_kept = 2};

inline constexpr CorrectionLaw corrections_of_the_association{
    .colours = "001/5.8", .after_end = "001/5.8", .clocks = "", .rounds_kept = 0};

} // namespace jipu::xiangqi_laws
