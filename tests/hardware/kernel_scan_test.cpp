// SPDX-License-Identifier: Apache-2.0
// What a scan costs at a real kernel, and that chains of registers are read right by it. Its chip
// is tests/hardware/boardsim.
#include <fcntl.h>
#include <linux/gpio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <limits>

#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/shift_register_board.hpp"
#include "hal/sim/random.hpp"
#include "tests/hardware/boardsim.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

ShiftWiring chain_at_lines() {
    ShiftWiring wiring;
    wiring.bits = rows * columns;
    wiring.active_low = true;
    wiring.latch = {"boardsim", "21"};
    wiring.clock = {"boardsim", "22"};
    wiring.data = {{"boardsim", "23"}};
    return wiring;
}

ShiftWiring chain_at_spi() {
    ShiftWiring wiring;
    wiring.bits = rows * columns;
    wiring.active_low = true;
    for (const auto& entry : std::filesystem::directory_iterator("/dev")) {
        if (entry.path().filename().string().rfind("spidev", 0) == 0) wiring.spi = entry.path();
    }
    return wiring;
}

/// The same matrix without a library, with the same calls and pauses: one request of all rows, one
/// of all columns.
class BareMatrix {
  public:
    BareMatrix() : chip_(::open("/dev/gpiochip0", O_RDWR | O_CLOEXEC)) {
        REQUIRE(chip_ >= 0);
        columns_ = request(rows, columns,
                           GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_UP |
                               GPIO_V2_LINE_FLAG_ACTIVE_LOW);
        rows_ = request(0, rows,
                        GPIO_V2_LINE_FLAG_OUTPUT | GPIO_V2_LINE_FLAG_OPEN_DRAIN |
                            GPIO_V2_LINE_FLAG_ACTIVE_LOW);
    }
    ~BareMatrix() {
        ::close(rows_);
        ::close(columns_);
        ::close(chip_);
    }
    BareMatrix(const BareMatrix&) = delete;
    BareMatrix& operator=(const BareMatrix&) = delete;

    void scan(std::span<std::uint8_t> bits, std::int64_t settle_us) {
        for (std::size_t row = 0; row < rows; ++row) {
            ::gpio_v2_line_values drive{std::uint64_t{1} << row, (std::uint64_t{1} << rows) - 1};
            ::gpio_v2_line_values seen{0, (std::uint64_t{1} << columns) - 1};
            bool failed = ::ioctl(rows_, GPIO_V2_LINE_SET_VALUES_IOCTL, &drive) != 0;
            if (settle_us > 0) pause_really(settle_us * 1000);
            failed = failed || ::ioctl(columns_, GPIO_V2_LINE_GET_VALUES_IOCTL, &seen) != 0;
            if (failed) FAIL("ioctl: " << std::strerror(errno));
            for (std::size_t column = 0; column < columns; ++column)
                bits[row * columns + column] = seen.bits >> column & 1U;
        }
    }

  private:
    int request(std::size_t first, std::size_t count, std::uint64_t flags) const {
        ::gpio_v2_line_request request{};
        for (std::size_t i = 0; i < count; ++i)
            request.offsets[i] = static_cast<std::uint32_t>(first + i);
        request.num_lines = static_cast<std::uint32_t>(count);
        request.config.flags = flags;
        std::strcpy(request.consumer, "bare");
        REQUIRE(::ioctl(chip_, GPIO_V2_GET_LINE_IOCTL, &request) == 0);
        return request.fd;
    }
    int chip_, rows_ = -1, columns_ = -1;
};

/// Nanoseconds of the fastest of some rounds, for one call.
template <class Call>
double fastest(int rounds, int calls, Call call) {
    double best = std::numeric_limits<double>::max();
    for (int round = 0; round < rounds; ++round) {
        const MonotonicNs begin = monotonic();
        for (int i = 0; i < calls; ++i)
            call();
        best = std::min(best, static_cast<double>(monotonic() - begin) / calls);
    }
    return best;
}

/// Scans a second of a bare loop and of ours, with such a pause in each row.
std::array<double, 2> compare(std::int64_t settle_us) {
    Bits standing(rows * columns), seen(rows * columns);
    for (std::size_t i = 0; i < standing.size(); i += 3)
        standing[i] = 1;
    close_contacts(standing);
    double bare_ns = std::numeric_limits<double>::max(), ours_ns = bare_ns;
    MatrixWiring wiring = matrix_wiring();
    wiring.settle_us = settle_us;
    // In turn: what slows the machine down slows both.
    for (int turn = 0; turn < 3; ++turn) {
        {
            BareMatrix bare;
            bare_ns = std::min(bare_ns, fastest(3, 200, [&] { bare.scan(seen, settle_us); }));
            CHECK(seen == standing);
        }
        MatrixBoard board(real_lines(), wiring, pause_really);
        REQUIRE(board.open() == "");
        ours_ns = std::min(ours_ns, fastest(3, 200, [&] {
                               if (const auto why = board.scan(seen); !why.empty()) FAIL(why);
                           }));
        CHECK(seen == standing);
    }
    close_contacts(Bits(rows * columns));
    std::cout << "with pauses of " << settle_us << " us: " << 1e9 / ours_ns
              << " scans a second, bare " << 1e9 / bare_ns << ", ratio " << ours_ns / bare_ns
              << '\n';
    return {1e9 / bare_ns, 1e9 / ours_ns};
}

} // namespace

TEST_CASE("chains of registers, at three lines and over SPI, read every pattern by the kernel") {
    const std::shared_ptr<Lines> lines = real_lines();
    ShiftRegisterBoard at_lines(lines, real_spi_ports(), chain_at_lines(), pause_really);
    ShiftRegisterBoard at_spi(lines, real_spi_ports(), chain_at_spi(), pause_really);
    REQUIRE(at_lines.open() == "");
    REQUIRE(at_spi.open() == "");
    sim::Random random(5);
    for (int round = 0; round < 20; ++round) {
        Bits bits(rows * columns);
        for (auto& bit : bits)
            bit = random.below(3) == 0;
        close_contacts(bits);
        Bits seen(bits.size());
        REQUIRE(at_lines.scan(seen) == "");
        REQUIRE(seen == bits);
        std::fill(seen.begin(), seen.end(), std::uint8_t{0});
        REQUIRE(at_spi.scan(seen) == "");
        REQUIRE(seen == bits);
    }
    close_contacts(Bits(rows * columns));
}

TEST_CASE("a scan takes at most a fifth longer than a bare loop of the same calls and pauses") {
    const auto [bare, ours] = compare(MatrixWiring{}.settle_us);
    CHECK(bare / ours <= 1.2);
    // Without pauses nothing hides what libgpiod adds, which an emulated processor is slow at.
    const auto [hurried_bare, hurried_ours] = compare(0);
    CHECK(hurried_bare / hurried_ours <= 1.6);
}
