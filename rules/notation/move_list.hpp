// SPDX-License-Identifier: Apache-2.0
// Plain lists of moves, a game a line, in any notation; and the WXF game file (FORMAT WXF,
// START{ ... }END).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/game_record.hpp"
#include "rules/notation/move_text.hpp"

namespace jipu::notation {

/// A game a line; empty lines and lines that begin with # are passed over. A line may begin with
/// `position`, `startpos` or `fen <FEN>`, and `moves`; numbers and a result are read past.
std::vector<ReadGame> read_move_list(std::string_view utf8,
                                     MoveNotation notation = MoveNotation::any);

/// The moves of a game on one line without its end, separated by spaces. The start position and the
/// illegality of a move are not said: a list has no place for them.
std::string write_move_list(const GameRecord& game, MoveNotation notation, ChineseStyle style = {});

/// The games of a WXF file.
std::vector<ReadGame> read_wxf_file(std::string_view utf8);

/// What a text holds. Lists are of any notation.
enum class TextKind : std::uint8_t { pgn, dhtmlxq, wxf_file, move_list };
TextKind recognise(std::string_view utf8);

} // namespace jipu::notation
