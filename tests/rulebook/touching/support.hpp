// SPDX-License-Identifier: Apache-2.0
// Positions, points and moves by their names, for the tests of single articles.
#pragma once

#include <string_view>
#include <vector>

#include "rules/books/book.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/position.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

namespace jipu::test {

inline xiangqi::Point at(std::string_view name) {
    return notation::parse_point(name).value();
}

inline const RuleBook& book_of(std::string_view name) {
    const RuleBook* book = find_book(Game::xiangqi, name);
    REQUIRE(book != nullptr);
    return *book;
}

inline std::vector<xiangqi::Point> all_of(std::initializer_list<std::string_view> names) {
    std::vector<xiangqi::Point> out;
    for (const auto name : names)
        out.push_back(at(name));
    return out;
}

} // namespace jipu::test
