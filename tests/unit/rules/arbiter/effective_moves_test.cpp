// SPDX-License-Identifier: Apache-2.0
// The moves that count towards a quota: the three forms of 000/4.2.1(5) and their limits.
#include "rules/arbiter/effective_moves.hpp"

#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using jipu::test::move_of;

namespace {

/// `counts` of moves written `a5a7` (forbidden), `a5a7-` (allowed), `a5a7x` (after a capture): one
/// letter a move, + or -.
std::string counts(const std::string& text) {
    std::vector<QuotaMove> moves;
    std::istringstream words(text);
    for (std::string word; words >> word;)
        moves.push_back({move_of(word.substr(0, 4)), word.back() != '-', word.back() == 'x'});
    std::string out;
    for (const bool one : effective_moves(moves))
        out += one ? '+' : '-';
    return out;
}

} // namespace

TEST_CASE("000/4.2.1(5)1: between two points each counts at most twice") {
    CHECK(counts("a5a7 a7a8 a8a7 a7a8 a8a7 a7a8") == "++++--");
    CHECK(counts("a5a7 a7a8 a8a7 a7a8") == "++++");
}

TEST_CASE("000/4.2.1(5)2: at three points one counts twice, the others once") {
    CHECK(counts("e6a6 a6e6 e6i6 i6e6 e6a6") == "++++-");
    CHECK(counts("e6a6 a6e6 e6i6 i6e6 e6h6") == "++++-"); // another point is added by the fifth
}

TEST_CASE("000/4.2.1(5)3: at four points and more the first four count once each") {
    CHECK(counts("a6b6 b6h6 h6c6 c6i6 i6b6 b6h6") == "++++--");
    CHECK(counts("a6b6 b6h6 h6c6 c6i6 i6i5") == "+++++"); // nothing is repeated
    CHECK(counts("a6b6 b6h6 h6c6 c6i6 i6i5 i5i6") == "+++++-");
}

TEST_CASE(
    "000/4.2.1(5): an allowed move, a capture or another piece ends the run; then four again") {
    CHECK(counts("a5a7 a7a8 a8a7 a7a8 a8a6- a6a7 a7a8 a8a7 a7a8 a8a7") == "+++++++++-");
    CHECK(counts("a5a7 a7a8 a8a7 a7a8 a8a7x a7a8 a8a7 a7a8 a8a7") == "++++++++-");
    CHECK(counts("a5a7 a7a8 a8a7 a7a8 h2h4 a8a7 a7a8 a8a7 a7a8 a8a7") == "+++++++++-");
}

TEST_CASE("000/4.2.1(5): moves that are no check, threat of mate or chase always count") {
    CHECK(counts("a5a7- a7a8- a8a7- a7a8- a8a7- a7a8-") == "++++++");
    CHECK(counts("").empty());
}
