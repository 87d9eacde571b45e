// SPDX-License-Identifier: Apache-2.0
// PGN of xiangqi games: tags, moves in Chinese, WXF or ICCS, comments; many games a file.
// Characters are UTF-8 here; older encodings are the caller's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/game_record.hpp"
#include "rules/notation/move_text.hpp"

namespace jipu::notation {

/// All games of a text, each with its own error if it could not be read whole. Variations are read
/// past. Tolerated: no tags, no result, numbers glued to moves, `1. ...`, tag names in any case,
/// anything after the result. An illegal move is read only with the comment {illegal, stood}.
std::vector<ReadGame> read_pgn(std::string_view utf8, MoveNotation notation = MoveNotation::any);

struct PgnStyle {
    MoveNotation notation = MoveNotation::chinese; ///< chinese, wxf or iccs: the Format tag
    ChineseStyle chinese;
};

/// One game, with an empty line behind it. An illegal move gets the comment {illegal, stood}.
std::string write_pgn(const GameRecord& game, PgnStyle style = {});

} // namespace jipu::notation
