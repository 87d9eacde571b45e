// SPDX-License-Identifier: Apache-2.0
// Fouls by both books: every kind with its article, and the third that loses.
#include "rules/arbiter/fouls.hpp"

#include <array>
#include <utility>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::arbiter;

namespace {

const FoulLaw& law_of(std::string_view book) {
    return find_book(Game::xiangqi, book)->fouls;
}

Foul foul(Side side, std::string_view kind, int second = 0) {
    return {side, std::string(kind), "", 0, instant_from_us(second * 1'000'000), "arbiter"};
}

using Row = std::pair<std::string_view, std::string_view>;

} // namespace

TEST_CASE("000/3.6.3 (1)-(8): each kind of the state book cites its own paragraph") {
    // 000/3.6.3
    constexpr std::array<Row, 8> kinds{{{"illegal-move", "000/3.6.3(1)"},
                                        {"question", "000/3.6.3(2)"},
                                        {"offer-repeated", "000/3.6.3(3)"},
                                        {"clock-stopped", "000/3.6.3(4)"},
                                        {"sealed-move", "000/3.6.3(5)"},
                                        {"record-gaps", "000/3.6.3(6)"},
                                        {"record-unfinished", "000/3.6.3(7)"},
                                        {"conduct", "000/3.6.3(8)"}}};
    for (const auto& [kind, article] : kinds) {
        INFO(kind);
        CHECK(foul_article(law_of("xiangqi-state"), kind) == article);
    }
}

TEST_CASE("001/9.1.1-9.1.8: each kind of the association's book cites its own paragraph") {
    // 001/9.1
    constexpr std::array<Row, 8> kinds{{{"question", "001/9.1.1"},
                                        {"clock-stopped", "001/9.1.2"},
                                        {"offer-repeated", "001/9.1.3"},
                                        {"claim-false", "001/9.1.4"},
                                        {"touch-immovable", "001/9.1.5"},
                                        {"touch-uncapturable", "001/9.1.6"},
                                        {"record-gaps", "001/9.1.7"},
                                        {"conduct", "001/9.1.8"}}};
    for (const auto* book : {"xiangqi-association", "xiangqi-2020", "xiangqi-world"})
        for (const auto& [kind, article] : kinds) {
            INFO(book << ": " << kind);
            CHECK(foul_article(law_of(book), kind) == article);
        }
}

TEST_CASE("What the other book alone makes a foul is none: 001/9.1.4-9.1.6, 000/3.6.3(7)") {
    for (const auto* kind : {"claim-false", "touch-immovable", "touch-uncapturable", "sneezing"})
        CHECK_FALSE(foul_article(law_of("xiangqi-state"), kind));
    for (const auto* kind : {"record-unfinished", "sealed-move", "sneezing", ""})
        CHECK_FALSE(foul_article(law_of("xiangqi-association"), kind));
}

TEST_CASE("000/1.4.1(8): the third foul of one side in a game loses it, the second does not") {
    FoulLedger ledger;
    const FoulLaw& law = law_of("xiangqi-state");
    CHECK_FALSE(ledger.enter(foul(Side::first, "conduct"), law));
    CHECK_FALSE(ledger.enter(foul(Side::second, "conduct"), law));
    CHECK_FALSE(ledger.enter(foul(Side::first, "question"), law));
    CHECK_FALSE(ledger.enter(foul(Side::second, "question"), law));
    const auto limit = ledger.enter(foul(Side::first, "illegal-move"), law);
    REQUIRE(limit);
    CHECK(limit->loser == Side::first);
    CHECK(limit->count == 3);
    CHECK(limit->article == "000/1.4.1(8)");
    CHECK(ledger.count(Side::second) == 2);
}

TEST_CASE("001/4.1.8: the third foul loses by the association's book too, and is said once") {
    FoulLedger ledger;
    const FoulLaw& law = law_of("xiangqi-association");
    CHECK_FALSE(ledger.enter(foul(Side::second, "conduct"), law));
    CHECK_FALSE(ledger.enter(foul(Side::second, "conduct"), law));
    const auto limit = ledger.enter(foul(Side::second, "claim-false"), law);
    REQUIRE(limit);
    CHECK(limit->article == "001/4.1.8");
    CHECK_FALSE(ledger.enter(foul(Side::second, "conduct"), law));
    CHECK(ledger.count(Side::second) == 4);
}

TEST_CASE("000/3.6.3, 001/9.2: a foul is written down with who, when, why and by whom") {
    FoulLedger ledger;
    const Foul entered{
        Side::second, "clock-stopped", "000/3.6.3(4)", 17, instant_from_us(5'000'000), "Judge Li"};
    ledger.enter(entered, law_of("xiangqi-state"));
    REQUIRE(ledger.entries().size() == 1);
    CHECK(ledger.entries()[0] == entered);
    ledger.clear();
    CHECK(ledger.count(Side::second) == 0);
}

TEST_CASE("The kinds are listed for who named an unknown one") {
    const std::string kinds = foul_kinds(law_of("xiangqi-association"));
    CHECK(kinds.starts_with("question (001/9.1.1), clock-stopped (001/9.1.2), "));
}
