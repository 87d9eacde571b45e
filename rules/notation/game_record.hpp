// SPDX-License-Identifier: Apache-2.0
// One recorded game, as the file formats exchange it. It knows no format.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/xiangqi/position.hpp"

namespace jipu::notation {

/// The comment that marks an illegal move that stood; readers accept such a move only with it.
inline constexpr std::string_view illegal_mark = "illegal, stood";

struct RecordedMove {
    xiangqi::Move move;
    std::string comment; ///< UTF-8; without the mark of an illegal move
    bool legal = true;   ///< false: it broke the rules and stood
};

/// Tags are named as in PGN (Event, Red, RedTeam, ...); Result, FEN, Format and Game are not kept
/// as tags: `result`, `start` and the writer say them.
struct GameRecord {
    std::vector<std::pair<std::string, std::string>> tags; ///< in the order of the file
    xiangqi::Position start = xiangqi::Position::start();
    std::string start_comment;
    std::vector<RecordedMove> moves;
    std::string result = "*"; ///< 1-0, 0-1, 1/2-1/2, 0-0 or *

    /// The value of a tag, empty when it is not there. Case is ignored.
    std::string_view tag(std::string_view name) const;
    /// Sets a tag, or adds it at the end.
    void set_tag(std::string_view name, std::string value);
};

/// One game of a file: the record, or where and why it could not be read whole.
struct ReadGame {
    GameRecord record; ///< when it failed: what came before
    std::string error; ///< empty: read whole
    int error_ply = 0; ///< 1 = the first move; 0: the head of the game
    bool ok() const { return error.empty(); }
};

} // namespace jipu::notation
