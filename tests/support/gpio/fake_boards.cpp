// SPDX-License-Identifier: Apache-2.0
// See fake_boards.hpp.
#include "tests/support/gpio/fake_boards.hpp"

#include <algorithm>

namespace jipu::test {

FakeMatrix::FakeMatrix(std::size_t rows, std::size_t columns, bool active_low)
    : closed(rows * columns), diode(rows * columns, 1), rows_(rows), columns_(columns),
      active_low_(active_low), reached_rows_(rows), reached_columns_(columns),
      old_levels_(columns) {
    to_visit_.reserve(columns);
}

MatrixWiring FakeMatrix::wire_up(FakeGpio& gpio, const std::string& row_chip,
                                 const std::string& column_chip) {
    MatrixWiring wiring;
    for (std::size_t i = 0; i < rows_; ++i) {
        wiring.rows.push_back({row_chip, "r" + std::to_string(i)});
        row_wires_.push_back(gpio.wire(row_chip, wiring.rows.back().line));
    }
    for (std::size_t i = 0; i < columns_; ++i) {
        wiring.columns.push_back({column_chip, "c" + std::to_string(i)});
        column_wires_.push_back(gpio.wire(column_chip, wiring.columns.back().line));
    }
    wiring.rows_active_low = wiring.columns_active_low = active_low_;
    wiring.bias = active_low_ ? GpioBias::pull_up : GpioBias::pull_down;
    return wiring;
}

void FakeMatrix::reach(std::size_t column, bool joined) {
    std::fill(reached_rows_.begin(), reached_rows_.end(), std::uint8_t{0});
    std::fill(reached_columns_.begin(), reached_columns_.end(), std::uint8_t{0});
    reached_columns_[column] = 1;
    to_visit_.assign(1, column);
    while (!to_visit_.empty()) {
        const std::size_t at = to_visit_.back();
        to_visit_.pop_back();
        for (std::size_t row = 0; row < rows_; ++row) {
            const std::size_t contact = row * columns_ + at;
            if (closed[contact] == 0 || reached_rows_[row] != 0) continue;
            if (joined && diode[contact] != 0) continue;
            reached_rows_[row] = 1;
            // Against a diode nothing flows on into another column.
            for (std::size_t other = 0; other < columns_; ++other) {
                const std::size_t back = row * columns_ + other;
                if (closed[back] == 0 || diode[back] != 0 || reached_columns_[other] != 0) continue;
                reached_columns_[other] = 1;
                to_visit_.push_back(other);
            }
        }
    }
}

bool FakeMatrix::pulled(const Wire& wire) {
    if (wire.bias == GpioBias::pull_up) return true;
    if (wire.bias == GpioBias::pull_down) return false;
    ++floating;
    noise_ = noise_ * 6364136223846793005U + 1442695040888963407U;
    return (noise_ >> 40U & 1U) != 0;
}

bool FakeMatrix::settled_level(const std::vector<Wire>& wires, std::size_t column) {
    reach(column, false);
    const Drive active = active_low_ ? Drive::low : Drive::high;
    for (std::size_t row = 0; row < rows_; ++row) {
        if (reached_rows_[row] != 0 && wires[row_wires_[row]].drive == active) return !active_low_;
    }
    return pulled(wires[column_wires_[column]]);
}

void FakeMatrix::driven(const std::vector<Wire>& before, const std::vector<Wire>& wires) {
    for (std::size_t column = 0; column < column_wires_.size(); ++column) {
        old_levels_[column] = settled_level(before, column);
        reach(column, true);
        bool low = false, high = false;
        for (std::size_t row = 0; row < rows_; ++row) {
            if (reached_rows_[row] == 0) continue;
            low = low || wires[row_wires_[row]].drive == Drive::low;
            high = high || wires[row_wires_[row]].drive == Drive::high;
        }
        if (low && high) ++contention;
    }
    driven_at_ = now;
}

bool FakeMatrix::level(const std::vector<Wire>& wires, std::size_t wire) {
    const auto column = static_cast<std::size_t>(
        std::find(column_wires_.begin(), column_wires_.end(), wire) - column_wires_.begin());
    if (column == column_wires_.size()) return false;
    if (now - driven_at_ < settles) {
        ++unsettled;
        return old_levels_[column] != 0;
    }
    return settled_level(wires, column);
}

FakeRegisters::FakeRegisters(std::size_t chains, std::size_t bits)
    : inputs(chains * bits), bits_(bits), held_(chains * bits) {
    data_.resize(chains);
}

ShiftWiring FakeRegisters::wire_up(FakeGpio& gpio, const std::string& chip) {
    ShiftWiring wiring;
    wiring.bits = static_cast<std::uint16_t>(bits_);
    wiring.latch = {chip, "latch"};
    wiring.clock = {chip, "clock"};
    latch_ = gpio.wire(chip, "latch");
    clock_ = gpio.wire(chip, "clock");
    for (std::size_t i = 0; i < data_.size(); ++i) {
        wiring.data.push_back({chip, "d" + std::to_string(i)});
        data_[i] = gpio.wire(chip, wiring.data.back().line);
    }
    return wiring;
}

void FakeRegisters::driven(const std::vector<Wire>& before, const std::vector<Wire>& now) {
    const bool was_loading = loading_;
    loading_ = now[latch_].drive != Drive::high;
    if (was_loading && !loading_) {
        std::copy(inputs.begin(), inputs.end(), held_.begin());
        shifted_ = 0;
    } else if (!loading_ && before[clock_].drive == Drive::low &&
               now[clock_].drive == Drive::high) {
        ++shifted_;
    }
}

bool FakeRegisters::level(const std::vector<Wire>&, std::size_t wire) {
    const auto chain =
        static_cast<std::size_t>(std::find(data_.begin(), data_.end(), wire) - data_.begin());
    if (chain == data_.size()) return false;
    if (loading_) return inputs[chain * bits_] != 0;
    // The serial input of the last register hangs on the ground.
    return shifted_ < bits_ && held_[chain * bits_ + shifted_] != 0;
}

} // namespace jipu::test
