// SPDX-License-Identifier: Apache-2.0
// The last row stays driven between two scans: to let it go would be a call more in each.
#include "hal/gpiod/matrix_board.hpp"

#include <utility>

#include "hal/gpiod/chips.hpp"

namespace jipu::gpio {

MatrixBoard::MatrixBoard(std::shared_ptr<Lines> lines, MatrixWiring wiring, Pause pause)
    : lines_(std::move(lines)), wiring_(std::move(wiring)), pause_(std::move(pause)) {}

std::string MatrixBoard::open() {
    close();
    LineSetup columns;
    columns.active_low = wiring_.columns_active_low;
    columns.bias = wiring_.bias;
    std::string why = columns_.open(*lines_, wiring_.columns, columns);
    if (why.empty()) {
        LineSetup rows;
        rows.use = wiring_.rows_active_low ? LineUse::open_drain : LineUse::open_source;
        rows.active_low = wiring_.rows_active_low;
        why = rows_.open(*lines_, wiring_.rows, rows);
    }
    if (!why.empty()) close();
    driven_.assign(wiring_.rows.size(), 0);
    return why;
}

void MatrixBoard::close() {
    rows_.close();
    columns_.close();
}

std::string MatrixBoard::scan(std::span<std::uint8_t> bits) {
    const std::size_t width = wiring_.columns.size();
    for (std::size_t row = 0; row < driven_.size(); ++row) {
        driven_[row == 0 ? driven_.size() - 1 : row - 1] = 0;
        driven_[row] = 1;
        if (const int failed = rows_.set(driven_); failed != 0) {
            return because("drive the rows at " + rows_.failed_at(), failed).message;
        }
        if (wiring_.settle_us > 0) pause_(wiring_.settle_us * 1000);
        if (const int failed = columns_.get(bits.subspan(row * width, width)); failed != 0) {
            return because("read the columns at " + columns_.failed_at(), failed).message;
        }
    }
    return {};
}

} // namespace jipu::gpio
