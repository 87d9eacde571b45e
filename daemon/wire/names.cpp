// SPDX-License-Identifier: Apache-2.0
// Points, sides and seconds as words; see names.hpp.
#include "daemon/wire/names.hpp"

#include <array>
#include <cstdio>

#include "rules/base/contract.hpp"

namespace jipu {

namespace {

constexpr std::string_view go_letters = "ABCDEFGHJKLMNOPQRST";
constexpr std::int64_t us_per_second = 1'000'000;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<PointIndex> parse_go_point(std::string_view text, int size) {
    if (text.size() < 2 || text.size() > 3) return std::nullopt;
    const auto file = go_letters.find(text[0]);
    if (file == std::string_view::npos || static_cast<int>(file) >= size) return std::nullopt;
    int rank = 0;
    for (const char c : text.substr(1)) {
        if (!is_digit(c) || (rank == 0 && c == '0')) return std::nullopt;
        rank = rank * 10 + (c - '0');
    }
    if (rank > size) return std::nullopt;
    return static_cast<PointIndex>(static_cast<int>(file) + size * (rank - 1));
}

} // namespace

BoardShape board_shape(Game game, int size) {
    return game == Game::xiangqi ? BoardShape{} : BoardShape{size, size};
}

std::string point_name(Game game, PointIndex point, int size) {
    const BoardShape shape = board_shape(game, size);
    JIPU_ASSERT(point < shape.points(), "a point that the board does not have");
    const auto file = static_cast<std::size_t>(point % shape.width);
    const int rank = point / shape.width;
    std::string name;
    if (game == Game::xiangqi) {
        name += static_cast<char>('a' + file);
        name += static_cast<char>('0' + rank);
    } else {
        name += go_letters[file];
        name += std::to_string(rank + 1);
    }
    return name;
}

std::optional<PointIndex> try_parse_point(Game game, std::string_view text, int size) {
    if (game == Game::go) return parse_go_point(text, size);
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'i' || !is_digit(text[1]))
        return std::nullopt;
    return static_cast<PointIndex>((text[0] - 'a') + 9 * (text[1] - '0'));
}

std::optional<Side> try_parse_side(Game game, std::string_view text) {
    for (const Side side : {Side::first, Side::second})
        if (text == side_name(game, side)) return side;
    return std::nullopt;
}

std::string format_seconds(std::int64_t us) {
    JIPU_ASSERT(us >= 0, "an instant before the start");
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%lld.%06lld",
                                     static_cast<long long>(us / us_per_second),
                                     static_cast<long long>(us % us_per_second));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<std::int64_t> try_parse_seconds(std::string_view text) {
    const auto point = text.find('.');
    if (point == std::string_view::npos || point == 0 || point > 9 || text.size() != point + 7)
        return std::nullopt;
    std::int64_t us = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == point) continue;
        if (!is_digit(text[i])) return std::nullopt;
        us = us * 10 + (text[i] - '0');
    }
    return us;
}

} // namespace jipu
