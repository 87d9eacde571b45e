// SPDX-License-Identifier: Apache-2.0
// What the tests against a real kernel share: the board behind tests/hardware/boardsim, set and
// asked through its files, and the lines that its wires are at.
#pragma once

#include <time.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "hal/api/board_wiring.hpp"
#include "hal/api/drivers.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

using Bits = std::vector<std::uint8_t>;
inline constexpr std::size_t rows = 10, columns = 9;

/// Into a file of boardsim's.
inline void write(const std::string& name, const std::string& text) {
    std::ofstream out("/sys/kernel/debug/boardsim/" + name);
    out << text << std::flush;
    REQUIRE(out);
}

inline std::uint64_t read(const std::string& name) {
    std::ifstream in("/sys/kernel/debug/boardsim/" + name);
    std::uint64_t value = 0;
    REQUIRE(in >> value);
    return value;
}

/// Row by row.
inline void close_contacts(const Bits& bits) {
    std::string text;
    for (const std::uint8_t bit : bits)
        text += bit != 0 ? '1' : '0';
    write("contacts", text);
}

inline MonotonicNs monotonic() {
    ::timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * MonotonicNs{1'000'000'000} + now.tv_nsec;
}

/// The kernel's levels settle in real time.
inline void pause_really(std::int64_t ns) {
    const MonotonicNs end = monotonic() + ns;
    while (monotonic() < end) {
    }
}

inline MatrixWiring matrix_wiring() {
    MatrixWiring wiring;
    for (std::size_t i = 0; i < rows; ++i)
        wiring.rows.push_back({"boardsim", std::to_string(i)});
    for (std::size_t i = 0; i < columns; ++i)
        wiring.columns.push_back({"boardsim", std::to_string(rows + i)});
    return wiring;
}

} // namespace jipu::test
