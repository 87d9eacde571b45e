// SPDX-License-Identifier: Apache-2.0
// A move in any notation: chooses the reader by the characters.
#include "rules/notation/move_text.hpp"

#include "rules/notation/utf8.hpp"
#include "rules/notation/wxf.hpp"

namespace jipu::notation {

namespace {

using xiangqi::Move;
using xiangqi::Position;

Result<Move> read_points(const Position& position, std::string_view text, IllegalMoves illegal,
                         Ranks ranks) {
    if (illegal == IllegalMoves::refuse) return parse_iccs(position, text, ranks);
    const auto move = try_parse_iccs(trimmed(text), ranks);
    if (!move) return parse_iccs(position, text, ranks);
    if (position.at(move->from).empty())
        return Error{"'" + std::string(text) + "': nothing stands on " +
                     point_name(move->from).str()};
    return *move;
}

} // namespace

Result<Move> parse_move(const Position& position, std::string_view text, MoveNotation notation,
                        IllegalMoves illegal, Ranks ranks) {
    const std::string ascii = half_width(trimmed(text));
    switch (notation) {
    case MoveNotation::iccs:
        return read_points(position, ascii, illegal, Ranks::from_zero);
    case MoveNotation::uci:
        return read_points(position, ascii, illegal, Ranks::from_one);
    case MoveNotation::wxf:
    case MoveNotation::chinese:
    case MoveNotation::short_form:
        // A move that has no such form is written in ICCS, so that is always read.
        if (try_parse_iccs(ascii)) return read_points(position, ascii, illegal, Ranks::from_zero);
        return notation == MoveNotation::wxf ? parse_wxf(position, text, illegal)
                                             : parse_chinese(position, text, illegal);
    case MoveNotation::any:
        break;
    }
    if (try_parse_iccs(ascii, ranks)) return read_points(position, ascii, illegal, ranks);
    if (looks_chinese(text)) return parse_chinese(position, text, illegal);
    auto read = parse_wxf(position, text, illegal);
    if (!read && read.error().ends_with("is no move in WXF"))
        return Error{"'" + std::string(text) + "' is no move in ICCS, WXF or Chinese notation"};
    return read;
}

std::string format_move(const Position& position, Move move, MoveNotation notation,
                        ChineseStyle style) {
    switch (notation) {
    case MoveNotation::wxf:
        return format_wxf(position, move);
    case MoveNotation::chinese:
        return format_chinese(position, move, style);
    case MoveNotation::short_form:
        return format_short(position, move, style);
    case MoveNotation::uci: {
        std::string out;
        for (const xiangqi::Point p : {move.from, move.to}) {
            out += static_cast<char>('a' + xiangqi::file_of(p));
            out += std::to_string(xiangqi::rank_of(p) + 1);
        }
        return out;
    }
    default:
        return format_iccs(move);
    }
}

} // namespace jipu::notation
