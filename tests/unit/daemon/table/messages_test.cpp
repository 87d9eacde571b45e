// SPDX-License-Identifier: Apache-2.0
// How alerts say what a book has as data.
#include "daemon/table/messages.hpp"
#include "rules/books/book.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

using messages::span_en;
using messages::span_zh;
using std::chrono::minutes;
using std::chrono::seconds;

TEST_CASE("A time that a book charges is said in minutes where it is whole minutes") {
    CHECK(span_en(minutes(5)) == "5 minutes");
    CHECK(span_zh(minutes(5)) == "5 分钟");
    CHECK(span_en(minutes(1)) == "1 minute");
    CHECK(span_en(minutes(120)) == "120 minutes");
}

TEST_CASE("A time that is no whole number of minutes is said in seconds") {
    CHECK(span_en(seconds(90)) == "90 seconds");
    CHECK(span_zh(seconds(90)) == "90 秒");
    CHECK(span_en(seconds(1)) == "1 second");
    CHECK(span_en(seconds(0)) == "0 seconds");
}

TEST_CASE("000/1.4.2(4): the state book's cost of a wrong claim is said as five minutes") {
    const RuleBook* book = find_book(Game::xiangqi, "xiangqi-state");
    REQUIRE(book != nullptr);
    CHECK(span_en(book->draws.false_claim_costs) == "5 minutes");
}

} // namespace
