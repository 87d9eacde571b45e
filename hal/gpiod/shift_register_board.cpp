// SPDX-License-Identifier: Apache-2.0
// Idle: latch and clock low, so the registers follow their inputs, and an SPI transfer's first bit
// stands already when it begins.
#include "hal/gpiod/shift_register_board.hpp"

#include <array>
#include <utility>

#include "hal/gpiod/chips.hpp"

namespace jipu::gpio {

ShiftRegisterBoard::ShiftRegisterBoard(std::shared_ptr<Lines> lines,
                                       std::shared_ptr<SpiPorts> ports, ShiftWiring wiring,
                                       Pause pause)
    : lines_(std::move(lines)), ports_(std::move(ports)), wiring_(std::move(wiring)),
      pause_(std::move(pause)) {}

std::size_t ShiftRegisterBoard::bits() const {
    return wiring_.spi.empty() ? wiring_.bits * wiring_.data.size() : wiring_.bits;
}

std::string ShiftRegisterBoard::open() {
    close();
    if (!wiring_.spi.empty()) {
        auto port =
            ports_->open({wiring_.spi, wiring_.spi_hz, wiring_.spi_mode, wiring_.spi_cs_high});
        if (!port) return port.error();
        spi_ = std::move(*port);
        buffer_.assign((wiring_.bits + 7U) / 8U, 0);
        return {};
    }
    LineSetup data;
    data.active_low = wiring_.active_low;
    std::string why = data_.open(*lines_, wiring_.data, data);
    if (why.empty()) {
        LineSetup control;
        control.use = LineUse::push_pull;
        why = control_.open(*lines_, std::array{wiring_.latch, wiring_.clock}, control);
    }
    if (!why.empty()) close();
    buffer_.assign(wiring_.data.size(), 0);
    return why;
}

void ShiftRegisterBoard::close() {
    spi_.reset();
    control_.close();
    data_.close();
}

std::string ShiftRegisterBoard::scan(std::span<std::uint8_t> bits) {
    return spi_ ? scan_spi(bits) : scan_lines(bits);
}

int ShiftRegisterBoard::pulse(std::uint8_t latch, std::uint8_t clock) {
    const int failed = control_.set(std::array{latch, clock});
    if (failed == 0 && wiring_.pulse_us > 0) pause_(wiring_.pulse_us * 1000);
    return failed;
}

std::string ShiftRegisterBoard::scan_lines(std::span<std::uint8_t> bits) {
    const auto at_control = [this](int failed) {
        return because("shift the registers at " + control_.failed_at(), failed).message;
    };
    // What was loaded while the latch was low stands when it rises.
    if (const int failed = pulse(1, 0); failed != 0) return at_control(failed);
    for (std::size_t place = 0; place < wiring_.bits; ++place) {
        if (const int failed = data_.get(buffer_); failed != 0) {
            return because("read the registers at " + data_.failed_at(), failed).message;
        }
        for (std::size_t chain = 0; chain < buffer_.size(); ++chain) {
            bits[chain * wiring_.bits + place] = buffer_[chain];
        }
        if (place + 1U == wiring_.bits) break;
        for (const std::uint8_t clock : {std::uint8_t{1}, std::uint8_t{0}}) {
            if (const int failed = pulse(1, clock); failed != 0) return at_control(failed);
        }
    }
    const int failed = pulse(0, 0);
    return failed != 0 ? at_control(failed) : std::string();
}

std::string ShiftRegisterBoard::scan_spi(std::span<std::uint8_t> bits) {
    if (const int failed = spi_->read(buffer_); failed != 0) {
        return because("read " + wiring_.spi, failed).message;
    }
    for (std::size_t place = 0; place < bits.size(); ++place) {
        const unsigned byte = buffer_[place / 8];
        const bool high = (byte >> (7U - place % 8) & 1U) != 0;
        bits[place] = high != wiring_.active_low;
    }
    return {};
}

} // namespace jipu::gpio
