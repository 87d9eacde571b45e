// SPDX-License-Identifier: Apache-2.0
// Positions, points and moves by their names, for the tests of single articles.
#pragma once

#include <string_view>
#include <vector>

#include "rules/books/book.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "rules/xiangqi/position.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

inline xiangqi::Position position_of(std::string_view fen) {
    const auto position = xiangqi::parse_fen(fen);
    INFO(fen << ": " << position.error());
    REQUIRE(position);
    return *position;
}

inline xiangqi::Point at(std::string_view name) {
    return notation::parse_point(name).value();
}

inline xiangqi::Move move_of(std::string_view text) {
    return notation::try_parse_iccs(text).value();
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
