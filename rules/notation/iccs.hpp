// SPDX-License-Identifier: Apache-2.0
// ICCS: points `a0`..`i9` from Red's left corner, moves `h2e2`; what every wire and trace uses.
// Also the 1-based ranks of UCI programs. Nothing here allocates but the std::string forms.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::notation {

/// How ranks are counted in a text: ICCS and UCCI from 0, UCI from 1 (so `h3e3`, `b3b10`).
enum class Ranks : std::uint8_t { from_zero, from_one };

/// A few characters without allocation; usable as a std::string_view while it lives.
template <std::size_t N>
struct ShortText {
    std::array<char, N> chars{};
    constexpr std::string_view view() const { return {chars.data(), N}; }
    constexpr operator std::string_view() const { return view(); } // NOLINT: implicit on purpose
    std::string str() const { return std::string(view()); }
};

/// `h2`. The point must be on the board.
constexpr ShortText<2> point_name(xiangqi::Point p) {
    return {{static_cast<char>('a' + xiangqi::file_of(p)),
             static_cast<char>('0' + xiangqi::rank_of(p))}};
}

/// `h2e2`. Both points must be on the board.
constexpr ShortText<4> iccs_text(xiangqi::Move m) {
    return {{static_cast<char>('a' + xiangqi::file_of(m.from)),
             static_cast<char>('0' + xiangqi::rank_of(m.from)),
             static_cast<char>('a' + xiangqi::file_of(m.to)),
             static_cast<char>('0' + xiangqi::rank_of(m.to))}};
}

/// `h2e2`, as a string.
std::string format_iccs(xiangqi::Move m);

/// `h2` or `H2`; nullopt for anything else.
std::optional<xiangqi::Point> parse_point(std::string_view text);

/// `h2e2`, `H2E2`, `H2-E2`, `h2-e2`; with Ranks::from_one `h3e3`, `b3b10`. No position is asked:
/// nullopt only for what names no two different points of the board.
std::optional<xiangqi::Move> try_parse_iccs(std::string_view text, Ranks ranks = Ranks::from_zero);

/// The same, and the move must be legal. The error says why it is not.
Result<xiangqi::Move> parse_iccs(const xiangqi::Position& position, std::string_view text,
                                 Ranks ranks = Ranks::from_zero);

} // namespace jipu::notation
