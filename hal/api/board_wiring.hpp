// SPDX-License-Identifier: Apache-2.0
// How the sensors of a board hang on the machine's lines, as plain data: which wire is which point.
// The reader of wiring files (config/wiring.hpp) fills it, the drivers of hal/gpiod follow it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hal/api/levels.hpp"

namespace jipu {

/// One line of a gpiochip. The numbers of chips change from start to start and from model to
/// model: a label or a path made by udev does not.
struct GpioLine {
    std::string chip; ///< `/dev/gpiochip0`, `gpiochip0`, or a label such as `pinctrl-bcm2711`
    std::string line; ///< its offset in decimal, or its name (`GPIO17`)
    friend bool operator==(const GpioLine&, const GpioLine&) = default;
};

/// What holds an input while nothing drives it. external: a resistor on the board.
enum class GpioBias : std::uint8_t { external, pull_up, pull_down };

/// A bit that no wire brings.
inline constexpr std::uint16_t no_bit = 0xffff;

/// Where a point's level stands among the bits of one scan.
struct PointBits {
    std::uint16_t first = no_bit;  ///< reed: the contact. hall: see PoleCode
    std::uint16_t second = no_bit; ///< hall alone
    friend bool operator==(const PointBits&, const PointBits&) = default;
};

/// What the two bits of a hall point say. north_south: a bit for each pole. magnet_north: the first
/// says that there is a magnet, the second that its pole is north.
enum class PoleCode : std::uint8_t { north_south, magnet_north };

/// Rows are driven one at a time, columns are read. Bit `row * columns.size() + column`.
struct MatrixWiring {
    std::vector<GpioLine> rows;
    std::vector<GpioLine> columns;
    bool rows_active_low = true;    ///< an active row is pulled down (open drain), else up
    bool columns_active_low = true; ///< a column reads low where there is a piece
    GpioBias bias = GpioBias::pull_up;
    std::int64_t settle_us = 50; ///< from the driving of a row to the reading of its columns
    friend bool operator==(const MatrixWiring&, const MatrixWiring&) = default;
};

/// Registers that load all their inputs at once and are shifted out (74HC165 and alike). Chains
/// that share latch and clock lie one behind the other: bit `chain * bits + place`, where place 0
/// comes out first.
struct ShiftWiring {
    std::uint16_t bits = 96; ///< of one chain
    bool active_low = false; ///< an input is low where there is a piece
    GpioLine latch;          ///< low: the registers load; high: they shift
    GpioLine clock;          ///< shifts when it rises
    std::vector<GpioLine> data;
    std::int64_t pulse_us = 0;      ///< how long latch and clock stay; 0: as long as a call takes
    std::string spi;                ///< instead of lines: `/dev/spidev0.0`
    std::uint32_t spi_hz = 1000000; ///< ... its clock
    std::uint8_t spi_mode = 0;      ///< ... 0 to 3
    bool spi_cs_high = true;        ///< ... chip select is high while the registers shift
    friend bool operator==(const ShiftWiring&, const ShiftWiring&) = default;
};

/// A whole board; which of the two parts counts is said by the driver.
struct BoardWiring {
    Sensors sensors = Sensors::reed;
    std::uint8_t width = 9; ///< points in a rank: a point's name is made of it
    PoleCode poles = PoleCode::north_south;
    std::vector<PointBits> points;  ///< by PointIndex
    std::int64_t scans_per_s = 200; ///< a contact's bounce must span some scans
    MatrixWiring matrix;
    ShiftWiring shift;
    friend bool operator==(const BoardWiring&, const BoardWiring&) = default;
};

/// `[clock]`, driver `lever`: a switch under each lever or button.
struct LeverWiring {
    GpioLine left, right;
    bool active_low = true; ///< a pressed switch pulls its line down
    GpioBias bias = GpioBias::pull_up;
    std::int64_t debounce_ms = 5; ///< a level shorter than this is bounce
    friend bool operator==(const LeverWiring&, const LeverWiring&) = default;
};

} // namespace jipu
