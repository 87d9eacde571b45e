// SPDX-License-Identifier: Apache-2.0
// Ranks and files of a board, and which line of a wiring stands for which: found by a vote of the
// points. Pure.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "daemon/calibration/walk.hpp"

namespace jipu::calibration {

struct Grid {
    std::size_t width = 9, height = 10;
    std::size_t points() const { return width * height; }
    std::size_t file(std::size_t point) const { return point % width; }
    std::size_t rank(std::size_t point) const { return point / width; }
    PointIndex at(std::size_t file, std::size_t rank) const {
        return static_cast<PointIndex>(file + width * rank);
    }
};

Grid grid_of(const BoardWiring& wiring);

/// A permutation: what stands at place i.
using Order = std::vector<std::size_t>;
Order same_order(std::size_t size);
Order reversed(std::size_t size);
bool is_same(const Order& order);

/// Which files and ranks of the old wiring answer for those of the board.
struct LineOrder {
    Order files, ranks;
    PointIndex site(const Grid& grid, std::size_t point) const {
        return grid.at(files[grid.file(point)], ranks[grid.rank(point)]);
    }
};

/// One-to-one by the most votes, `votes[i][j]` for j at place i. What has none keeps its own place
/// where that is free, else takes what is left.
Order elect(const std::vector<std::vector<int>>& votes);

/// `sites`: for each point of the board where it answers in the old wiring, or no_point.
LineOrder elect_lines(const Grid& grid, const std::vector<PointIndex>& sites);

} // namespace jipu::calibration
