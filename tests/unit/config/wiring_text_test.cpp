// SPDX-License-Identifier: Apache-2.0
// A wiring that is written is read as the same wiring, whatever its lines and points are.
#include "config/wiring_text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "config/read_file.hpp"
#include "hal/sim/random.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

BoardWiring example(const std::string& name, const WiringFor& board) {
    const std::string path = std::string(JIPU_SOURCE_DIR) + "/config/boards/" + name;
    LoadedWiring loaded = load_wiring(*read_file(path, 1 << 20), path, board);
    REQUIRE(loaded.errors.empty());
    return loaded.wiring;
}

BoardWiring hall_matrix() {
    const LoadedWiring loaded = load_wiring(
        "driver = \"matrix\"\n[rows]\nchip = \"a\"\nare = \"files\"\n"
        "lines = [0, 1, 2, 3, 4, 5, 6, 7, 8]\n"
        "[columns]\nchip = \"b\"\nlines = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
        "second = [10, 11, 12, 13, {chip = \"c\", line = \"X 1\"}, 15, 16, 17, 18, 19]\n",
        "f", {BoardDriver::matrix, Sensors::hall});
    REQUIRE(loaded.errors.empty());
    return loaded.wiring;
}

void check_round(const BoardWiring& wiring, const WiringFor& board) {
    const auto text = format_wiring(wiring, board, "made by a test,\nof two lines");
    REQUIRE(text.error() == "");
    const LoadedWiring again = load_wiring(*text, "f", board);
    CHECK(again.errors == std::vector<std::string>{});
    CHECK(again.wiring == wiring);
}

const WiringFor reed{BoardDriver::matrix, Sensors::reed};
const WiringFor hall_rows{BoardDriver::matrix, Sensors::hall};
const WiringFor hall_chain{BoardDriver::shift_registers, Sensors::hall};

} // namespace

TEST_CASE("the examples are written as what they say") {
    check_round(example("reed-matrix.toml", reed), reed);
    check_round(example("hall-registers.toml", hall_chain), hall_chain);
    check_round(hall_matrix(), hall_rows);
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        const WiringFor go = go_board(BoardDriver::shift_registers, sensors);
        const bool is_hall = sensors == Sensors::hall;
        check_round(
            example(is_hall ? "hall-registers-19x19.toml" : "reed-registers-19x19.toml", go), go);
    }
}

TEST_CASE("points in any order, with exchanged poles, are written as they are") {
    sim::Random random(5);
    for (int round = 0; round < 40; ++round) {
        BoardWiring matrix = example("reed-matrix.toml", reed);
        random.shuffle(matrix.points);
        check_round(matrix, reed);
        BoardWiring chain = example("hall-registers.toml", hall_chain);
        BoardWiring rows = hall_matrix();
        for (BoardWiring* wiring : {&chain, &rows}) {
            random.shuffle(wiring->points);
            for (PointBits& at : wiring->points)
                if (random.chance(sim::one_in(3))) std::swap(at.first, at.second);
        }
        check_round(chain, hall_chain);
        check_round(rows, hall_rows);
    }
}

TEST_CASE("every setting of the registers and of the matrix is written") {
    BoardWiring chain = example("hall-registers.toml", hall_chain);
    chain.scans_per_s = 77;
    chain.poles = PoleCode::magnet_north;
    chain.shift.active_low = false;
    chain.shift.spi_hz = 250000;
    chain.shift.spi_mode = 2;
    chain.shift.spi_cs_high = false;
    chain.shift.bits = 192;
    for (PointBits& at : chain.points) {
        at.first = static_cast<std::uint16_t>(at.first + 5);
        at.second = static_cast<std::uint16_t>(at.second + 5);
    }
    check_round(chain, hall_chain);
    chain.shift.spi.clear();
    chain.shift.spi_hz = 1000000;
    chain.shift.spi_mode = 0;
    chain.shift.spi_cs_high = true;
    chain.shift.latch = {"a", "5"};
    chain.shift.clock = {"b", "name with \"quotes\" and \\"};
    chain.shift.data = {{"a", "1"}, {"a", "2"}};
    chain.shift.pulse_us = 3;
    check_round(chain, hall_chain);
    BoardWiring matrix = example("reed-matrix.toml", reed);
    matrix.matrix.rows_active_low = matrix.matrix.columns_active_low = false;
    matrix.matrix.bias = GpioBias::external;
    matrix.matrix.settle_us = 7;
    check_round(matrix, reed);
}

TEST_CASE("two bits of different points of a matrix cannot be written, and the point is named") {
    BoardWiring rows = hall_matrix();
    std::swap(rows.points[3].second, rows.points[4].second);
    const auto text = format_wiring(rows, hall_rows, "");
    REQUIRE_FALSE(text);
    CHECK(text.error().starts_with("d0: "));
}

TEST_CASE("exchanged poles are refused where there are none") {
    const std::string text = *format_wiring(example("reed-matrix.toml", reed), reed, "head");
    const auto wrong = load_wiring("exchanged = [\"e4\"]\n" + text, "f", reed).errors;
    REQUIRE(wrong.size() == 1);
    CHECK(wrong[0].find("exchanged") != std::string::npos);
    const std::string hall = *format_wiring(hall_matrix(), hall_rows, "head");
    CHECK(load_wiring("exchanged = [\"k4\"]\n" + hall, "f", hall_rows).errors.size() == 1);
    CHECK(load_wiring("exchanged = [\"e4\"]\n" + hall, "f", hall_rows).errors.empty());
}
