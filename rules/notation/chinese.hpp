// SPDX-License-Identifier: Apache-2.0
// Chinese notation, full (炮二平五) and short (炮25), as 000/4.3 and 001/1.1 have it.
// README.md of this folder lists the choices where the sources differ.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"
#include "rules/notation/spelling.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::notation {

/// Which of the allowed spellings is written.
struct ChineseStyle {
    PawnNumbers pawns = PawnNumbers::always;
};

/// The style of a rule book: `xiangqi-state` (and an empty name) numbers three pawns on a file
/// (1兵 2兵 3兵), every other book says 前 中 后.
ChineseStyle chinese_style(std::string_view book);

/// The character of a piece: 帅 仕 相 马 车 炮 兵, 将 士 象 马 车 炮 卒.
std::string_view piece_name(xiangqi::Piece piece);

/// Full form, strict: Red in Chinese numerals, Black in ASCII digits; 前 and 后 whenever two equal
/// rooks, horses, cannons or pawns share a file. A move that has no such form (see
/// strict_spelling), and an illegal one whose form would be read as another move, is written in
/// ICCS.
std::string format_chinese(const xiangqi::Position& position, xiangqi::Move move,
                           ChineseStyle style = {});

/// Short form: ASCII digits for both sides, the last one with U+0332 below (advance), U+0305 above
/// (retreat) or nothing (sideways). Otherwise as format_chinese.
std::string format_short(const xiangqi::Position& position, xiangqi::Move move,
                         ChineseStyle style = {});

/// Reads both forms in every usual spelling. Errors: not Chinese notation, none fits, or which
/// legal moves fit.
Result<xiangqi::Move> parse_chinese(const xiangqi::Position& position, std::string_view text,
                                    IllegalMoves illegal = IllegalMoves::refuse);

/// Does the text hold a character that only Chinese notation has?
bool looks_chinese(std::string_view text);

} // namespace jipu::notation
