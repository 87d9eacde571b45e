// SPDX-License-Identifier: Apache-2.0
// A steady scan asks for no memory, whatever it reads.
#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/scan_loop.hpp"
#include "hal/gpiod/shift_register_board.hpp"
#include "tests/bench/campaign/allocations.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_boards.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;
using jipu::campaign::allocations;

namespace {

std::vector<PointBits> some_points(std::uint16_t count) {
    std::vector<PointBits> points;
    for (std::uint16_t i = 0; i < count; ++i)
        points.push_back({i, no_bit});
    return points;
}

/// Allocations of a thousand rounds, in which a contact changes at every second one.
std::uint64_t allocations_of(Scanner& scanner, std::vector<std::uint8_t>& contacts) {
    MonotonicNs now = 0;
    ScanQueue queue(8, contacts.size());
    ScanLoop loop(scanner,
                  {Sensors::reed, PoleCode::north_south,
                   some_points(static_cast<std::uint16_t>(contacts.size()))},
                  9, {}, queue, [&] { return now += 1000; });
    loop.round(); // opens the lines
    const std::uint64_t before = allocations();
    std::uint64_t reports = 0;
    for (std::size_t i = 0; i < 1000; ++i) {
        if (i % 2 == 0) contacts[i % contacts.size()] = contacts[i % contacts.size()] == 0;
        loop.round();
        while (queue.front() != nullptr) {
            queue.pop();
            ++reports;
        }
    }
    const std::uint64_t count = allocations() - before;
    CHECK(reports == 501); // the first scan, and each change
    return count;
}

} // namespace

TEST_CASE("a steady scan of a matrix allocates nothing, with changes or without") {
    FakeMatrix matrix(10, 9);
    const auto gpio = std::make_shared<FakeGpio>(matrix);
    MatrixBoard board(gpio, matrix.wire_up(*gpio, "a", "b"),
                      [&](std::int64_t ns) { matrix.now += ns; });
    CHECK(allocations_of(board, matrix.closed) == 0);
}

TEST_CASE("a steady scan of shift registers allocates nothing") {
    FakeRegisters registers(2, 48);
    const auto gpio = std::make_shared<FakeGpio>(registers);
    ShiftRegisterBoard board(gpio, nullptr, registers.wire_up(*gpio, "a"), nullptr);
    CHECK(allocations_of(board, registers.inputs) == 0);
}
