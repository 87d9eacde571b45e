// SPDX-License-Identifier: Apache-2.0
// What hangs on the wires of FakeGpio: a matrix of contacts with or without diodes, and chains of
// shift registers. Time is the test's.
#pragma once

#include "tests/support/gpio/fake_gpio.hpp"

namespace jipu::test {

/// A matrix of contacts between rows and columns. A diode lets current through in the sense of the
/// wiring alone: from column to row where an active row is low, from row to column where it is
/// high. Without it a closed contact joins both wires.
class FakeMatrix final : public Electrics {
  public:
    FakeMatrix(std::size_t rows, std::size_t columns, bool active_low = true);
    /// Its wires at the chips, named r0.. and c0..; returns the wiring.
    MatrixWiring wire_up(FakeGpio& gpio, const std::string& row_chip,
                         const std::string& column_chip);

    void driven(const std::vector<Wire>& before, const std::vector<Wire>& now) override;
    bool level(const std::vector<Wire>& wires, std::size_t wire) override;

    std::vector<std::uint8_t> closed, diode; ///< by `row * columns + column`
    MonotonicNs now = 0;
    MonotonicNs settles = 0; ///< a column shows the level before for so long
    std::uint64_t contention = 0, unsettled = 0, floating = 0;

  private:
    bool settled_level(const std::vector<Wire>& wires, std::size_t column);
    /// Marks the rows whose drive reaches the column; joined: through contacts without diode alone.
    void reach(std::size_t column, bool joined);
    bool pulled(const Wire& wire);

    std::size_t rows_, columns_;
    bool active_low_;
    std::vector<std::size_t> row_wires_, column_wires_;
    std::vector<std::uint8_t> reached_rows_, reached_columns_, old_levels_;
    std::vector<std::size_t> to_visit_;
    MonotonicNs driven_at_ = 0;
    std::uint64_t noise_ = 1;
};

/// Chains of 74HC165: inputs are followed while the latch is low, and shifted when the clock rises
/// while it is high.
class FakeRegisters final : public Electrics {
  public:
    FakeRegisters(std::size_t chains, std::size_t bits);
    /// Its wires at one chip, named latch, clock, d0..; returns the wiring.
    ShiftWiring wire_up(FakeGpio& gpio, const std::string& chip);

    void driven(const std::vector<Wire>& before, const std::vector<Wire>& now) override;
    bool level(const std::vector<Wire>& wires, std::size_t wire) override;

    std::vector<std::uint8_t> inputs; ///< by `chain * bits + place`

  private:
    std::size_t bits_;
    std::size_t latch_ = 0, clock_ = 0;
    std::vector<std::size_t> data_;
    std::vector<std::uint8_t> held_;
    std::size_t shifted_ = 0;
    bool loading_ = true;
};

} // namespace jipu::test
