// SPDX-License-Identifier: Apache-2.0
// From the words of one game to its record: the start position, each move played. Shared by all
// readers of games; it knows none of their formats.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rules/notation/game_record.hpp"
#include "rules/notation/move_text.hpp"

namespace jipu::notation {

struct MoveWord {
    std::string text;
    std::string comment; ///< what is said behind the move
};

/// A game as a reader found it, nothing understood yet.
struct WrittenGame {
    std::vector<std::pair<std::string, std::string>> tags;
    std::string start_comment;
    std::vector<MoveWord> moves;
    std::string result;       ///< the token behind the moves, empty: none
    bool black_first = false; ///< the first move is numbered as Black's
    std::string error;        ///< trouble of the format itself, in words; empty: none
};

/// Plays the moves. Ranks counted from 1 are recognised: when the game cannot be read with ranks
/// from 0 but can with ranks from 1, or a rank 10 is written.
ReadGame build_record(const WrittenGame& written, MoveNotation notation = MoveNotation::any);

/// `1-0`, `0-1`, `1/2-1/2`, `0-0`, `*` from any usual spelling (红胜, 1/2, draw ...); empty when it
/// is none.
std::string read_result(std::string_view text);

/// Adds the mark of an illegal move in front of a comment.
std::string with_illegal_mark(std::string_view comment);
/// Takes it off; true when it was there.
bool take_illegal_mark(std::string& comment);

} // namespace jipu::notation
