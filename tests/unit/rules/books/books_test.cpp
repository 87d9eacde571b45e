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
    for (const RuleBook& book : books_of(Game::xiangqi)) {
        const std::string prefix = book.name == "xiangqi-state" ? "000/" : "001/";
        for (const std::string_view article :
             {book.touch_own, book.touch_other, book.own_then_other, book.other_then_own,
              book.both_at_once, book.retake, book.placed, book.illegal, book.self_check,
              book.facing, book.take_back, book.displaced, book.set_up, book.press, book.time,
              book.out_of_turn}) {
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
             {law.one_sided_check, law.one_forbidden, law.both_allowed, law.both_forbidden})
            CHECK(article.find('/') != std::string_view::npos);
        CHECK(law.weighed.empty() == (!law.lighter && !law.by_object));
    }
}
