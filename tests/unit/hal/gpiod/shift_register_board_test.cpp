// SPDX-License-Identifier: Apache-2.0
// Chains of shift registers over lines and over SPI: order, sizes, calls, failures.
#include "hal/gpiod/shift_register_board.hpp"

#include <cerrno>

#include "config/read_file.hpp"
#include "config/wiring.hpp"
#include "hal/gpiod/point_levels.hpp"
#include "hal/sim/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_boards.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

using Bits = std::vector<std::uint8_t>;

/// An SPI device that sends the bits of `inputs`, the first in the highest place.
struct FakeSpi : SpiPorts {
    struct Port : SpiPort {
        explicit Port(FakeSpi& ports) : spi(ports) {}
        int read(std::span<std::uint8_t> bytes) override {
            ++spi.transfers;
            if (spi.fails != 0) return spi.fails;
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                unsigned byte = 0;
                for (std::size_t bit = 8 * i; bit < 8 * i + 8; ++bit)
                    byte = byte << 1U | (bit < spi.inputs.size() ? spi.inputs[bit] : 1U);
                bytes[i] = static_cast<std::uint8_t>(byte);
            }
            return 0;
        }
        FakeSpi& spi;
    };
    Result<std::unique_ptr<SpiPort>> open(const SpiSetup& wanted) override {
        setup = wanted;
        if (!refuses.empty()) return Error{refuses};
        return std::unique_ptr<SpiPort>(std::make_unique<Port>(*this));
    }
    Bits inputs;
    SpiSetup setup;
    std::string refuses;
    int fails = 0;
    std::uint64_t transfers = 0;
};

struct Board {
    Board(std::size_t chains, std::size_t bits)
        : registers(chains, bits), wiring(registers.wire_up(*gpio, "chip")) {}
    ShiftRegisterBoard scanner() {
        return {gpio, spi, wiring, [this](std::int64_t ns) { paused += ns; }};
    }
    FakeRegisters registers;
    std::shared_ptr<FakeGpio> gpio = std::make_shared<FakeGpio>(registers);
    std::shared_ptr<FakeSpi> spi = std::make_shared<FakeSpi>();
    ShiftWiring wiring;
    std::int64_t paused = 0;
};

Bits random_bits(sim::Random& random, std::size_t count) {
    Bits bits(count);
    for (auto& bit : bits)
        bit = random.below(2) == 0;
    return bits;
}

} // namespace

TEST_CASE("chains of 90 to 722 bits are read in the order in which they come out") {
    sim::Random random(3);
    for (const auto& [chains, bits] : {std::pair<std::size_t, std::size_t>{1, 90},
                                       {1, 96},
                                       {2, 90},
                                       {1, 361},
                                       {1, 722},
                                       {19, 38}}) {
        Board board(chains, bits);
        ShiftRegisterBoard scanner = board.scanner();
        REQUIRE(scanner.open() == "");
        REQUIRE(scanner.bits() == chains * bits);
        for (int round = 0; round < 20; ++round) {
            board.registers.inputs = random_bits(random, chains * bits);
            Bits seen(scanner.bits());
            REQUIRE(scanner.scan(seen) == "");
            REQUIRE(seen == board.registers.inputs);
        }
    }
}

TEST_CASE("every stone on the examples' boards of 19 x 19 is seen on its point, by one transfer") {
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        const bool hall = sensors == Sensors::hall;
        const std::string path = std::string(JIPU_SOURCE_DIR) + "/config/boards/" +
                                 (hall ? "hall-registers-19x19.toml" : "reed-registers-19x19.toml");
        const LoadedWiring loaded = load_wiring(*read_file(path, 1U << 20U), path,
                                                go_board(BoardDriver::shift_registers, sensors));
        REQUIRE(loaded.errors.empty());
        const BoardWiring& wiring = loaded.wiring;
        const auto spi = std::make_shared<FakeSpi>();
        ShiftRegisterBoard scanner(nullptr, spi, wiring.shift, nullptr);
        REQUIRE(scanner.open() == "");
        PointLevels reader(sensors, wiring.poles, wiring.points);
        sim::Random random(19);
        Bits seen(scanner.bits());
        std::vector<Level> levels(wiring.points.size(), Level::off), wanted(levels);
        for (int round = 0; round < 50; ++round) {
            spi->inputs.assign(scanner.bits(), 1); // nothing pulls them down
            for (std::size_t point = 0; point < wanted.size(); ++point) {
                const auto stone = random.below(3); // none, black, white
                wanted[point] = stone == 0   ? Level::off
                                : !hall      ? Level::on
                                : stone == 1 ? Level::north
                                             : Level::south;
                const PointBits& bits = wiring.points[point];
                if (stone == 1 || (stone == 2 && !hall)) spi->inputs[bits.first] = 0;
                if (stone == 2 && hall) spi->inputs[bits.second] = 0;
            }
            REQUIRE(scanner.scan(seen) == "");
            CHECK(reader.read(seen, levels) == no_point);
            REQUIRE(levels == wanted);
        }
        CHECK(spi->transfers == 50);
    }
}

TEST_CASE(
    "a scan over lines costs a reading call a place, two shifting ones between, two to load") {
    Board board(2, 90);
    ShiftRegisterBoard scanner = board.scanner();
    REQUIRE(scanner.open() == "");
    board.gpio->sets = board.gpio->gets = 0;
    Bits seen(180);
    REQUIRE(scanner.scan(seen) == "");
    CHECK(board.gpio->gets == 90);
    CHECK(board.gpio->sets == 2 * 89 + 2);
    CHECK(board.paused == 0);
}

TEST_CASE("all inputs of a scan are of one moment, whatever changes while they are shifted") {
    Board board(1, 90);
    ShiftRegisterBoard scanner = board.scanner();
    REQUIRE(scanner.open() == "");
    board.registers.inputs.assign(90, 1);
    board.gpio->after_call = [&] {
        if (board.gpio->gets == 45) board.registers.inputs.assign(90, 0);
    };
    Bits seen(90);
    REQUIRE(scanner.scan(seen) == "");
    CHECK(seen == Bits(90, 1));
    REQUIRE(scanner.scan(seen) == "");
    CHECK(seen == Bits(90, 0));
}

TEST_CASE(
    "inputs that are low where a piece stands are turned, and slow registers are waited for") {
    Board board(1, 8);
    board.wiring.active_low = true;
    board.wiring.pulse_us = 2;
    ShiftRegisterBoard scanner = board.scanner();
    REQUIRE(scanner.open() == "");
    board.registers.inputs = {0, 1, 1, 1, 1, 1, 1, 0};
    Bits seen(8);
    REQUIRE(scanner.scan(seen) == "");
    CHECK(seen == Bits{1, 0, 0, 0, 0, 0, 0, 1});
    CHECK(board.paused == 2000 * (2 * 7 + 2));
}

TEST_CASE("over SPI a scan is one transfer, of any number of bits") {
    sim::Random random(5);
    for (const std::size_t bits : {90U, 96U, 180U, 361U, 722U}) {
        Board board(1, 8);
        board.wiring.spi = "/dev/spidev0.1";
        board.wiring.bits = static_cast<std::uint16_t>(bits);
        board.wiring.spi_hz = 500000;
        board.wiring.spi_mode = 2;
        ShiftRegisterBoard scanner = board.scanner();
        REQUIRE(scanner.open() == "");
        CHECK(board.spi->setup == SpiSetup{"/dev/spidev0.1", 500000, 2, true});
        CHECK(board.gpio->held == 0);
        board.spi->inputs = random_bits(random, bits);
        Bits seen(bits);
        REQUIRE(scanner.scan(seen) == "");
        CHECK(seen == board.spi->inputs);
        CHECK(board.spi->transfers == 1);
    }
}

TEST_CASE("over SPI too an input may be low where a piece stands") {
    Board board(1, 8);
    board.wiring.spi = "/dev/spidev0.1";
    board.wiring.active_low = true;
    ShiftRegisterBoard scanner = board.scanner();
    REQUIRE(scanner.open() == "");
    board.spi->inputs = {0, 1, 0, 1, 1, 1, 1, 1};
    Bits seen(8);
    REQUIRE(scanner.scan(seen) == "");
    CHECK(seen == Bits{1, 0, 1, 0, 0, 0, 0, 0});
}

TEST_CASE("a chain that cannot be opened or read says which part of it and why") {
    Board board(1, 8);
    ShiftRegisterBoard scanner = board.scanner();
    board.gpio->busy["chip clock"] = "w1";
    CHECK(scanner.open() == "line clock of chip is in use by w1");
    CHECK(board.gpio->held == 0);
    board.gpio->busy.clear();
    REQUIRE(scanner.open() == "");
    Bits seen(8);
    board.gpio->fail_get = EIO;
    CHECK(scanner.scan(seen) == "cannot read the registers at chip: Input/output error");
    board.gpio->fail_get = 0;
    board.gpio->fail_set = ENODEV;
    CHECK(scanner.scan(seen) == "cannot shift the registers at chip: No such device");
    board.gpio->fail_set = 0;

    board.wiring.spi = "/dev/spidev0.1";
    ShiftRegisterBoard over_spi = board.scanner();
    board.spi->refuses = "cannot open /dev/spidev0.1: Permission denied";
    CHECK(over_spi.open() == board.spi->refuses);
    board.spi->refuses.clear();
    REQUIRE(over_spi.open() == "");
    board.spi->fails = ESHUTDOWN;
    CHECK(over_spi.scan(seen) ==
          "cannot read /dev/spidev0.1: Cannot send after transport endpoint shutdown");
}

TEST_CASE("after a scan that broke off the next one begins anew") {
    Board board(1, 16);
    ShiftRegisterBoard scanner = board.scanner();
    REQUIRE(scanner.open() == "");
    board.registers.inputs[3] = 1;
    Bits seen(16);
    board.gpio->after_call = [&] { board.gpio->fail_get = board.gpio->gets == 7 ? EIO : 0; };
    REQUIRE(scanner.scan(seen) != "");
    board.gpio->fail_get = 0;
    REQUIRE(scanner.open() == ""); // as scan_loop.cpp does
    REQUIRE(scanner.scan(seen) == "");
    CHECK(seen == board.registers.inputs);
}
