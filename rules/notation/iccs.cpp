// SPDX-License-Identifier: Apache-2.0
// ICCS points and moves, and UCI's 1-based ranks.
#include "rules/notation/iccs.hpp"

#include "rules/notation/utf8.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Move;
using xiangqi::Point;
using xiangqi::Position;

/// Takes one point off the front of `text`. A rank of two digits is taken whole: `b10` is one.
std::optional<Point> take_point(std::string_view& text, Ranks ranks) {
    if (text.size() < 2) return std::nullopt;
    const char letter = text[0];
    int file = -1;
    if (letter >= 'a' && letter <= 'i') file = letter - 'a';
    if (letter >= 'A' && letter <= 'I') file = letter - 'A';
    if (file < 0 || text[1] < '0' || text[1] > '9') return std::nullopt;
    int rank = text[1] - '0';
    text.remove_prefix(2);
    if (ranks == Ranks::from_one) {
        if (rank == 1 && !text.empty() && text[0] == '0') {
            rank = 10;
            text.remove_prefix(1);
        }
        rank -= 1;
        if (rank < 0) return std::nullopt;
    }
    return xiangqi::make_point(file, rank);
}

} // namespace

std::string format_iccs(Move m) {
    return iccs_text(m).str();
}

std::optional<Point> parse_point(std::string_view text) {
    const auto point = take_point(text, Ranks::from_zero);
    if (!text.empty()) return std::nullopt;
    return point;
}

std::optional<Move> try_parse_iccs(std::string_view text, Ranks ranks) {
    const auto from = take_point(text, ranks);
    if (!from) return std::nullopt;
    if (!text.empty() && text[0] == '-') text.remove_prefix(1);
    const auto to = take_point(text, ranks);
    if (!to || !text.empty() || *from == *to) return std::nullopt;
    return Move{*from, *to};
}

Result<Move> parse_iccs(const Position& position, std::string_view text, Ranks ranks) {
    const auto move = try_parse_iccs(trimmed(text), ranks);
    const std::string name = ranks == Ranks::from_zero ? "ICCS" : "UCI";
    if (!move) return Error{"'" + std::string(text) + "' is no move in " + name};
    if (const auto reason = position.why_illegal(*move))
        return Error{"'" + std::string(text) +
                     "' is illegal: " + std::string(xiangqi::reason_name(*reason))};
    return *move;
}

} // namespace jipu::notation
