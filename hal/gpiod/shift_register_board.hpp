// SPDX-License-Identifier: Apache-2.0
// Chains of shift registers with parallel inputs (74HC165 and alike), over GPIO lines or an SPI
// device. All inputs are loaded at one moment, so that a scan is not torn.
#pragma once

#include <memory>
#include <vector>

#include "hal/gpiod/line_group.hpp"
#include "hal/gpiod/scanner.hpp"
#include "hal/gpiod/spi.hpp"

namespace jipu::gpio {

/// Over lines: two calls to load, then for each place one that reads all chains and two that shift
/// (none after the last), since the interface has no call that does both; latch and clock lie at
/// one chip. Over SPI: one transfer; the falling chip select loads, as the registers' latch.
class ShiftRegisterBoard final : public Scanner {
  public:
    ShiftRegisterBoard(std::shared_ptr<Lines> lines, std::shared_ptr<SpiPorts> ports,
                       ShiftWiring wiring, Pause pause);
    std::string open() override;
    void close() override;
    std::size_t bits() const override;
    std::string scan(std::span<std::uint8_t> bits) override;

  private:
    std::string scan_lines(std::span<std::uint8_t> bits);
    std::string scan_spi(std::span<std::uint8_t> bits);
    /// Sets latch and clock, and waits. Returns an errno value.
    int pulse(std::uint8_t latch, std::uint8_t clock);

    std::shared_ptr<Lines> lines_;
    std::shared_ptr<SpiPorts> ports_;
    ShiftWiring wiring_;
    Pause pause_;
    LineGroup control_, data_;
    std::unique_ptr<SpiPort> spi_;
    std::vector<std::uint8_t> buffer_; ///< one place of each chain, or the bytes of a transfer
};

} // namespace jipu::gpio
