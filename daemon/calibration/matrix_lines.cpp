// SPDX-License-Identifier: Apache-2.0
// See matrix_lines.hpp.
#include "daemon/calibration/matrix_lines.hpp"

namespace jipu::calibration {
namespace {

// Rows are ranks unless there are as many as files.
bool rows_are_ranks(const BoardWiring& wiring) {
    return wiring.matrix.rows.size() == grid_of(wiring).height;
}

} // namespace

BoardWiring with_lines_in_order(const BoardWiring& wiring) {
    const std::size_t rows = wiring.matrix.rows.size(), columns = wiring.matrix.columns.size();
    if (rows == 0) return wiring;
    const Grid grid = grid_of(wiring);
    const bool ranks = rows_are_ranks(wiring), hall = wiring.sensors == Sensors::hall;
    const std::size_t half = hall ? columns / 2 : columns;
    std::vector<std::vector<int>> row_votes(rows, std::vector<int>(rows));
    std::vector<std::vector<int>> column_votes(columns, std::vector<int>(columns));
    for (std::size_t point = 0; point < grid.points(); ++point) {
        const std::size_t row = ranks ? grid.rank(point) : grid.file(point);
        const std::size_t column = ranks ? grid.file(point) : grid.rank(point);
        for (const bool second : {false, true}) {
            const Bit bit = second ? wiring.points[point].second : wiring.points[point].first;
            if (bit == no_bit) continue;
            ++row_votes[row][bit / columns];
            ++column_votes[column + (second ? half : 0)][bit % columns];
        }
    }
    const Order row_order = elect(row_votes), column_order = elect(column_votes);
    BoardWiring out = wiring;
    std::vector<std::size_t> row_place(rows), column_place(columns);
    for (std::size_t i = 0; i < rows; ++i) {
        out.matrix.rows[i] = wiring.matrix.rows[row_order[i]];
        row_place[row_order[i]] = i;
    }
    for (std::size_t i = 0; i < columns; ++i) {
        out.matrix.columns[i] = wiring.matrix.columns[column_order[i]];
        column_place[column_order[i]] = i;
    }
    for (PointBits& at : out.points) {
        for (Bit* bit : {&at.first, &at.second}) {
            if (*bit == no_bit) continue;
            *bit = static_cast<Bit>(row_place[*bit / columns] * columns +
                                    column_place[*bit % columns]);
        }
    }
    return out;
}

std::string wire_of(const BoardWiring& wiring, bool rank, std::size_t line) {
    if (wiring.matrix.rows.empty()) return {};
    const bool row = rank == rows_are_ranks(wiring);
    const GpioLine& at = row ? wiring.matrix.rows[line] : wiring.matrix.columns[line];
    return "line " + at.line + " of " + at.chip;
}

} // namespace jipu::calibration
