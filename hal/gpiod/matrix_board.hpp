// SPDX-License-Identifier: Apache-2.0
// A matrix of contacts or sensors: one row is driven at a time, and its columns are read. Rows are
// open drain (active low) or open source: an idle row lets go of its wire, so that two rows never
// fight through a column, with a diode at each point or without. Without diodes three closed
// corners of a rectangle show the fourth: ghosts.hpp finds it.
#pragma once

#include <memory>
#include <vector>

#include "hal/gpiod/line_group.hpp"
#include "hal/gpiod/scanner.hpp"

namespace jipu::gpio {

/// For each row: one call that drives it, one wait, one call that reads (for each chip involved).
class MatrixBoard final : public Scanner {
  public:
    MatrixBoard(std::shared_ptr<Lines> lines, MatrixWiring wiring, Pause pause);
    std::string open() override;
    void close() override;
    std::size_t bits() const override { return wiring_.rows.size() * wiring_.columns.size(); }
    std::string scan(std::span<std::uint8_t> bits) override;

  private:
    std::shared_ptr<Lines> lines_;
    MatrixWiring wiring_;
    Pause pause_;
    LineGroup rows_, columns_;
    std::vector<std::uint8_t> driven_; ///< by row
};

} // namespace jipu::gpio
