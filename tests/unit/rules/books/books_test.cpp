// SPDX-License-Identifier: Apache-2.0
// The table of rule books: names, the default, and the form of what they cite.
#include "rules/books/book.hpp"

#include <set>
#include <string>

#include "tests/support/catch.hpp"

using namespace jipu;

TEST_CASE("The books of xiangqi are known by their names, the State Commission's first") {
    const auto books = books_of(Game::xiangqi);
    REQUIRE(books.size() == 4);
    CHECK(books[0].name == "xiangqi-state");
    CHECK(books[1].name == "xiangqi-association");
    CHECK(books[2].name == "xiangqi-2020");
    CHECK(books[3].name == "xiangqi-world");
    for (const RuleBook& book : books)
        CHECK(find_book(Game::xiangqi, book.name) == &book);
}

TEST_CASE("An empty name means the game's default book") {
    REQUIRE(find_book(Game::xiangqi, "") != nullptr);
    CHECK(find_book(Game::xiangqi, "")->name == "xiangqi-state");
}

TEST_CASE("There is no book of an unknown name, of another game, or with other letters") {
    CHECK(find_book(Game::xiangqi, "xiangqi") == nullptr);
    CHECK(find_book(Game::xiangqi, "Xiangqi-State") == nullptr);
    CHECK(find_book(Game::xiangqi, "xiangqi-state ") == nullptr);
    CHECK(find_book(Game::xiangqi, "go-2002") == nullptr);
    CHECK(find_book(Game::go, "") == nullptr);
    CHECK(books_of(Game::go).empty());
}

TEST_CASE("Every book cites its own articles, book first") {
    // 000/2.2, the arbiter's duties, 2: the rules of the event are carried out
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const std::string prefix = book.name == "xiangqi-state" ? "000/" : "001/";
        for (const std::string_view article :
             {book.touch_own, book.touch_other, book.own_then_other, book.other_then_own,
              book.both_at_once, book.retake, book.placed, book.illegal, book.self_check,
              book.facing, book.take_back, book.displaced, book.set_up, book.press, book.time,
              book.out_of_turn, book.late, book.both_late, book.replaced_clock}) {
            INFO(book.name << " cites " << article);
            CHECK(article.substr(0, 4) == prefix);
            CHECK(article.size() > 4);
        }
    }
}

TEST_CASE("The five cases of touching are five articles, and the pawns' names differ by book") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const std::set<std::string_view> cases{book.touch_own, book.touch_other,
                                               book.own_then_other, book.other_then_own,
                                               book.both_at_once};
        CHECK(cases.size() == 5);
        CHECK(book.pawns_by_number == (book.name == "xiangqi-state"));
    }
    CHECK(find_book(Game::xiangqi, "")->touch_own == "000/4.1.1(1)");
    CHECK(find_book(Game::xiangqi, "xiangqi-association")->placed == "001/5.7");
}

TEST_CASE("Touching is a foul by itself only in the association's book and those that inherit") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const bool state = book.name == "xiangqi-state";
        CHECK(book.touch_unmovable == (state ? "" : "001/9.1.5"));
        CHECK(book.touch_untakable == (state ? "" : "001/9.1.6"));
        CHECK(book.illegal_loses == !state);
    }
}

TEST_CASE("The state book rules on repetition by the law of 1999 and says that its own is lost") {
    // 000/5.3
    const RepetitionLaw& state = find_book(Game::xiangqi, "xiangqi-state")->repetition;
    const RepetitionLaw& law_of_1999 = find_book(Game::xiangqi, "xiangqi-association")->repetition;
    CHECK(state.remark.find("000/5") != std::string_view::npos);
    CHECK(law_of_1999.remark.empty());
    CHECK(state.one_forbidden == law_of_1999.one_forbidden);
    CHECK(state.check_loses == law_of_1999.check_loses);
    CHECK(state.kept_chases == law_of_1999.kept_chases);
}

TEST_CASE("Every book says after how many cycles it rules, and cites an article for each ruling") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const RepetitionLaw& law = book.repetition;
        INFO(book.name);
        CHECK(law.cycles == 3);
        for (const std::string_view article :
             {law.one_sided_check, law.one_forbidden, law.both_allowed, law.both_forbidden,
              law.unchanged, law.claim})
            CHECK(article.find('/') != std::string_view::npos);
        CHECK(law.weighed.empty() == (!law.lighter && !law.by_object));
    }
}

TEST_CASE("Losing by not changing and claiming a repetition are articles of the book itself") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const bool state = book.name == "xiangqi-state";
        CHECK(book.repetition.unchanged == (state ? "000/1.4.1(7)" : "001/4.1.7"));
        CHECK(book.repetition.claim == (state ? "000/1.4.2(3)" : "001/4.2.3"));
    }
}

TEST_CASE("Only the state book has moves that fill no quota (000/4.2.1(5))") {
    for (const RuleBook& book : books_of(Game::xiangqi))
        CHECK(book.uncounted == (book.name == "xiangqi-state" ? "000/4.2.1(5)" : ""));
}

TEST_CASE("Every book cites its own articles on fouls, draws and corrections") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const std::string prefix = book.name == "xiangqi-state" ? "000/" : "001/";
        INFO(book.name);
        std::set<std::string_view> kinds;
        for (const FoulKind& foul : book.fouls.kinds) {
            INFO(foul.kind);
            CHECK(foul.article.starts_with(prefix));
            CHECK(kinds.insert(foul.kind).second);
            CHECK(foul.kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") ==
                  std::string_view::npos);
        }
        CHECK(kinds.size() >= 8);
        for (const std::string_view article :
             {book.fouls.limit_article, book.fouls.announced, book.draws.offer, book.draws.repeated,
              book.draws.natural_limit, book.draws.false_claim, book.draws.dead_position,
              book.corrections.colours, book.corrections.after_end})
            CHECK(article.starts_with(prefix));
        // What is not known is left empty, never taken from the other book.
        for (const std::string_view article :
             {book.fouls.resigned_at_once, book.draws.offer_after, book.corrections.clocks})
            CHECK((article.empty() || article.starts_with(prefix)));
    }
}

TEST_CASE("A false claim costs time or is a foul, never both") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        bool foul = false;
        for (const FoulKind& kind : book.fouls.kinds)
            foul = foul || kind.kind == "claim-false";
        CHECK(foul == (book.draws.false_claim_costs == Duration{}));
    }
}

TEST_CASE(
    "Only the State book's text on adjournment is known, and only it lets a player be reminded") {
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        INFO(book.name);
        const bool state = book.name == "xiangqi-state";
        CHECK(book.may_remind_press == state); // 000/4.2.1(2), 001/6
        for (const std::string_view article : {book.times_at_resumption, book.seal, book.resumption,
                                               book.sealed_wrong, book.sealed_unclear})
            CHECK(article.substr(0, 4) == (state ? "000/" : ""));
    }
}
