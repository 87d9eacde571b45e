// SPDX-License-Identifier: Apache-2.0
// The lines between a simulated board and its driver: the words of a trace without the time
// (`board rnb...`, `off h2`, `on e2 N`). Pure; it knows no socket.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "hal/api/levels.hpp"
#include "rules/base/ids.hpp"
#include "rules/base/result.hpp"

namespace jipu::sim {

/// What the points are called and how many there are.
struct BoardShape {
    Game game = Game::xiangqi;
    Sensors sensors = Sensors::reed;
    int size = 19; ///< Go
    int width() const { return game == Game::xiangqi ? 9 : size; }
    int height() const { return game == Game::xiangqi ? 10 : size; }
    int points() const { return width() * height(); }
    /// `file` and `rank` from 0, as a scan's levels lie.
    PointIndex point(int file, int rank) const {
        return static_cast<PointIndex>(file + width() * rank);
    }
    friend bool operator==(const BoardShape&, const BoardShape&) = default;
};

using BoardMessage = std::variant<ScanFrame, PointChange>;

/// Bytes of the longest line, without its line end.
inline constexpr std::size_t max_board_line = 512;

/// `h2`, `e10` is not one; Go: `A1`..`T19` without `I`. no_point when it is no point of the board.
PointIndex parse_point(const BoardShape& shape, std::string_view name);
std::string format_point(const BoardShape& shape, PointIndex point);

/// The line with its "\n".
std::string format_board_line(const BoardShape& shape, const BoardMessage& message);

/// Reads one line without its line end. Fails with the word that is wrong.
Result<BoardMessage> parse_board_line(const BoardShape& shape, std::string_view line);

} // namespace jipu::sim
