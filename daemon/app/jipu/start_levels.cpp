// SPDX-License-Identifier: Apache-2.0
// See start_levels.hpp.
#include "daemon/app/jipu/start_levels.hpp"

#include "rules/xiangqi/fen.hpp"

namespace jipu::tool {

std::vector<Level> start_levels(const Config& config) {
    const auto position =
        xiangqi::parse_fen(config.start.empty() ? xiangqi::start_fen : config.start);
    JIPU_ASSERT(position, "a start position that was checked");
    std::vector<Level> levels(xiangqi::points, Level::off);
    for (int point = 0; point < xiangqi::points; ++point) {
        const xiangqi::Piece piece = position->at(static_cast<xiangqi::Point>(point));
        if (piece.empty()) continue;
        levels[static_cast<std::size_t>(point)] = config.board.sensors == Sensors::reed ? Level::on
                                                  : piece.is(xiangqi::red) ? Level::north
                                                                           : Level::south;
    }
    return levels;
}

} // namespace jipu::tool
