// SPDX-License-Identifier: Apache-2.0
// Points, lines and their orders in words. Pure.
#pragma once

#include <string>

#include "daemon/calibration/board_lines.hpp"

namespace jipu::calibration {

/// `e4`.
std::string point_name(const Grid& grid, std::size_t point);
/// `a0, b0 and c0`.
std::string point_names(const Grid& grid, const std::vector<PointIndex>& points);

enum class LineKind : std::uint8_t { file, rank };
/// `file e`, `rank 4`.
std::string line_name(LineKind kind, std::size_t line);
/// The points of a line.
std::vector<PointIndex> points_of(const Grid& grid, LineKind kind, std::size_t line);

/// What is to be said of an order that is not the same: exchanged lines, or all the other way
/// round, or both.
std::vector<Finding> describe_order(const Grid& grid, LineKind kind, const Order& order);
/// Of both orders together; `turned` where both are the other way round.
std::vector<Finding> describe_lines(const Grid& grid, const LineOrder& order);

} // namespace jipu::calibration
