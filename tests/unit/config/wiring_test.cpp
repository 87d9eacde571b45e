// SPDX-License-Identifier: Apache-2.0
// Wiring files: the examples, every order of points, and what is said of each mistake. Long because
// half of it is a table of mistakes.
#include "config/wiring.hpp"

#include <set>
#include <sstream>

#include "config/read_file.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

const WiringFor reed_matrix{};
const WiringFor hall_matrix{BoardDriver::matrix, Sensors::hall};
const WiringFor reed_chain{BoardDriver::shift_registers, Sensors::reed};
const WiringFor hall_chain{BoardDriver::shift_registers, Sensors::hall};

std::string example(const std::string& name) {
    return *read_file(std::string(JIPU_SOURCE_DIR) + "/config/boards/" + name, 1 << 20);
}

// `#key = value` without its #.
std::string uncommented(const std::string& text) {
    std::istringstream in(text);
    std::string line, out;
    while (std::getline(in, line)) {
        if (line.size() > 1 && line[0] == '#' && line[1] != ' ') line.erase(0, 1);
        out += line + '\n';
    }
    return out;
}

std::string numbers(int from, int count) {
    std::string list = "[";
    for (int i = 0; i < count; ++i)
        list += (i == 0 ? "" : ", ") + std::to_string(from + i);
    return list + "]";
}

const std::string rows = "[rows]\nchip = \"a\"\nlines = " + numbers(0, 10) + "\n";
const std::string columns = "[columns]\nchip = \"a\"\nlines = " + numbers(10, 9) + "\n";
const std::string chain = "[spi]\ndevice = \"/dev/spidev0.0\"\n[registers]\n";

BoardWiring read(const std::string& text, const WiringFor& board) {
    const LoadedWiring loaded = load_wiring(text, "f", board);
    CHECK(loaded.errors == std::vector<std::string>{});
    return loaded.wiring;
}

PointBits at(const BoardWiring& wiring, const std::string& point) {
    return wiring.points[static_cast<std::size_t>(point[0] - 'a' + 9 * (point[1] - '0'))];
}

/// Every point has bits of its own, all below `bits`.
void check_complete(const BoardWiring& wiring, std::size_t bits, std::size_t points = 90) {
    std::set<std::uint16_t> used;
    std::size_t count = 0;
    for (const PointBits& point : wiring.points) {
        for (const std::uint16_t bit : {point.first, point.second}) {
            if (wiring.sensors == Sensors::reed && bit == point.second) continue;
            CHECK(bit < bits);
            used.insert(bit);
            ++count;
        }
    }
    CHECK(used.size() == count);
    CHECK(wiring.points.size() == points);
}

} // namespace

TEST_CASE("the example of a reed matrix is right, and its commented values are the defaults") {
    const BoardWiring wiring = read(example("reed-matrix.toml"), reed_matrix);
    CHECK(read(uncommented(example("reed-matrix.toml")), reed_matrix) == wiring);
    CHECK(wiring.matrix.rows.front() == GpioLine{"pinctrl-bcm2711", "2"});
    CHECK(wiring.matrix.columns.back() == GpioLine{"pinctrl-bcm2711", "7"});
    CHECK(wiring.scans_per_s == 200);
    CHECK(wiring.matrix.settle_us == 50);
    CHECK(wiring.matrix.rows_active_low);
    CHECK(wiring.matrix.bias == GpioBias::pull_up);
    check_complete(wiring, 90);
    CHECK(at(wiring, "c4").first == 4 * 9 + 2);
}

TEST_CASE("the example of hall sensors at registers is right, and its commented values are the "
          "defaults") {
    const BoardWiring wiring = read(example("hall-registers.toml"), hall_chain);
    CHECK(read(uncommented(example("hall-registers.toml")), hall_chain) == wiring);
    CHECK(wiring.shift.spi == "/dev/spidev0.0");
    CHECK(wiring.shift.bits == 184);
    CHECK(wiring.shift.active_low);
    CHECK(wiring.shift.spi_cs_high);
    check_complete(wiring, 180);
    CHECK(at(wiring, "b0") == PointBits{2, 3});
}

TEST_CASE("the examples of boards for Go are right, and their commented values are the defaults") {
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        const bool hall = sensors == Sensors::hall;
        const WiringFor go = go_board(BoardDriver::shift_registers, sensors);
        const std::string text =
            example(hall ? "hall-registers-19x19.toml" : "reed-registers-19x19.toml");
        const BoardWiring wiring = read(text, go);
        CHECK(read(uncommented(text), go) == wiring);
        CHECK(wiring.shift.bits == (hall ? 728 : 368));
        CHECK(wiring.shift.active_low);
        CHECK(wiring.shift.spi_cs_high);
        check_complete(wiring, hall ? 722 : 361, 361);
        const auto bits = [&](std::string_view name) {
            return wiring.points[wiring_point(go, name)];
        };
        CHECK(bits("A1").first == 0);
        CHECK(bits("J1").first == (hall ? 16 : 8));
        CHECK(bits("A2").first == (hall ? 38 : 19));
        CHECK(bits("T19") == (hall ? PointBits{720, 721} : PointBits{360, no_bit}));
    }
}

TEST_CASE("the points of a board for Go are called A1 to T19 without I, and nothing else") {
    const WiringFor go = go_board(BoardDriver::shift_registers, Sensors::reed);
    std::set<std::string> names;
    for (std::size_t point = 0; point < 361; ++point) {
        const std::string name = wiring_point_name(go, point);
        CHECK(wiring_point(go, name) == point);
        names.insert(name);
    }
    CHECK(names.size() == 361);
    CHECK(wiring_point_name(go, 360) == "T19");
    CHECK(wiring_point_name(go, 8) == "J1");
    for (const char* wrong : {"", "A", "A0", "A20", "I1", "U1", "a1", "A01", "A1 ", "A-1", "A+1"}) {
        INFO(wrong);
        CHECK(wiring_point(go, wrong) == no_point);
    }
    for (const char* wrong : {"a10", "j0", "a00", "A1", "e"}) {
        INFO(wrong);
        CHECK(wiring_point(reed_matrix, wrong) == no_point);
    }
    CHECK(wiring_point(reed_matrix, "i9") == 89);
}

TEST_CASE("a board for Go with two points exchanged, from its far corner, and a mistake named") {
    const WiringFor go = go_board(BoardDriver::shift_registers, Sensors::reed);
    const std::string order = "[order]\nfirst = \"T19\"\nturns = true\n";
    const BoardWiring wiring = read("swapped = [[\"T19\", \"K10\"]]\n" + chain + order, go);
    CHECK(wiring.points[wiring_point(go, "K10")].first == 0);
    CHECK(wiring.points[wiring_point(go, "S19")].first == 1);
    CHECK(wiring.points[wiring_point(go, "A18")].first == 19);
    const LoadedWiring wrong = load_wiring("swapped = [[\"T19\", \"I1\"]]\n" + chain, "f", go);
    REQUIRE(wrong.errors.size() == 1);
    CHECK(wrong.errors[0].find("swapped") != std::string::npos);
    const LoadedWiring few = load_wiring(chain + "bits = 360\n", "f", go);
    REQUIRE(few.errors.size() == 1);
    CHECK(few.errors[0].find("expected 361 or more") != std::string::npos);
}

TEST_CASE("lines may be named, may be of other chips, and rows may be files") {
    const BoardWiring wiring = read("[rows]\nare = \"files\"\nchip = \"a\"\nlines = [\"GPIO4\", "
                                    "{chip = \"b\", line = 0}, 1, 2, 3, 4, 5, 6, 7]\n"
                                    "active = \"high\"\n[columns]\nchip = \"c\"\nlines = " +
                                        numbers(0, 10) + "\nsettle_us = 0\n",
                                    reed_matrix);
    CHECK(wiring.matrix.rows[0] == GpioLine{"a", "GPIO4"});
    CHECK(wiring.matrix.rows[1] == GpioLine{"b", "0"});
    CHECK(wiring.matrix.columns.size() == 10);
    CHECK_FALSE(wiring.matrix.rows_active_low);
    CHECK_FALSE(wiring.matrix.columns_active_low);
    CHECK(wiring.matrix.bias == GpioBias::pull_down);
    check_complete(wiring, 90);
    CHECK(at(wiring, "c4").first == 2 * 10 + 4);
}

TEST_CASE("a hall matrix reads two columns for each file, in any sense of the levels") {
    const BoardWiring wiring =
        read("poles = \"magnet-north\"\n" + rows +
                 "active = \"high\"\n[columns]\nchip = \"b\"\nlines = " + numbers(0, 9) +
                 "\nsecond = " + numbers(9, 9) + "\nactive = \"low\"\nbias = \"external\"\n",
             hall_matrix);
    CHECK(wiring.matrix.columns.size() == 18);
    CHECK(wiring.poles == PoleCode::magnet_north);
    CHECK_FALSE(wiring.matrix.rows_active_low);
    CHECK(wiring.matrix.columns_active_low);
    check_complete(wiring, 180);
    CHECK(at(wiring, "b1") == PointBits{19, 28});
}

TEST_CASE("a chain begins at any corner, along ranks or files, back and forth, with bits to skip") {
    const auto with = [](const std::string& order) {
        const BoardWiring wiring = read(chain + "bits = 104\n[order]\n" + order, reed_chain);
        check_complete(wiring, 104);
        return wiring;
    };
    CHECK(at(with(""), "b0").first == 1);
    CHECK(at(with("first = \"i0\""), "h0").first == 1);
    CHECK(at(with("first = \"a9\""), "a8").first == 9);
    const BoardWiring from_top = with("first = \"i9\"\nalong = \"files\"\nturns = true");
    CHECK(at(from_top, "i9").first == 0);
    CHECK(at(from_top, "i8").first == 1);
    CHECK(at(from_top, "h0").first == 10);
    CHECK(at(from_top, "h9").first == 19);
    CHECK(at(from_top, "g9").first == 20);
    const BoardWiring turning = with("turns = true\nskip = 6");
    CHECK(at(turning, "a0").first == 6);
    CHECK(at(turning, "i1").first == 15);
    CHECK(at(turning, "a2").first == 24);
}

TEST_CASE("the second bits of hall points follow the first ones, or all come behind them") {
    CHECK(at(read(chain, hall_chain), "a1") == PointBits{18, 19});
    const BoardWiring banks = read(chain + "[order]\nsecond = \"bank\"\nskip = 4\n", hall_chain);
    CHECK(at(banks, "a1") == PointBits{13, 103});
    check_complete(banks, 184);
}

TEST_CASE(
    "every bit may be named by its point, and points whose wires were exchanged be exchanged") {
    std::string list = "\"-\", ";
    for (int rank = 9; rank >= 0; --rank)
        for (char file = 'a'; file <= 'i'; ++file)
            list += std::string("\"") + file + std::to_string(rank) + "\", ";
    const std::string order = "[order]\npoints = [" + list + "]\n";
    const BoardWiring wiring =
        read("swapped = [[\"a9\", \"b9\"], [\"e4\", \"a0\"]]\n" + chain + order, reed_chain);
    check_complete(wiring, 96);
    CHECK(at(wiring, "b9").first == 1);
    CHECK(at(wiring, "a9").first == 2);
    CHECK(at(wiring, "c9").first == 3);
    CHECK(at(wiring, "a0").first == 1 + 5 * 9 + 4);
}

TEST_CASE("several chains over lines are one row of bits") {
    const BoardWiring wiring =
        read("[lines]\nchip = \"a\"\nlatch = 5\nclock = 6\ndata = [7, 8]\npulse_us = 1\n"
             "[registers]\nbits = 48\n",
             reed_chain);
    CHECK(wiring.shift.data.size() == 2);
    CHECK(wiring.shift.bits == 48);
    CHECK(wiring.shift.pulse_us == 1);
    check_complete(wiring, 96);
}

namespace {

struct Wrong {
    WiringFor board;
    std::string text;
    std::vector<std::string> errors;
};

std::string list_of_points(const std::string& without, const std::string& instead) {
    std::string list = "[order]\npoints = [";
    for (char file = 'a'; file <= 'i'; ++file)
        for (int rank = 0; rank <= 9; ++rank) {
            const std::string name = file + std::to_string(rank);
            list += "\"" + (name == without ? instead : name) + "\",";
        }
    return list + "]\n";
}

const std::string one_line =
    R"(a line: its number at the chip, its name in quotes, or {chip = "...", line = ...})";
const std::string a_pair = R"(a list of pairs of points, such as [["a0", "b0"]])";
const std::string a_list =
    R"(a list of points in the order of their bits, "-" for a bit without a point)";

// clang-format off
const std::vector<Wrong> wrong = {
    {reed_matrix, "rows", {"f:1:5: TOML: Error while parsing key-value pair: encountered end-of-file"}},
    {reed_matrix, "",
     {"f:1:1: rows: is missing, expected a table [rows] with the lines that are driven",
      "f:1:1: columns: is missing, expected a table [columns] with the lines that are read"}},
    {reed_matrix, "driver = \"shift-registers\"\n" + rows + columns,
     {R"(f:1:10: driver: "shift-registers" is another driver than the configuration's, expected "matrix")"}},
    {reed_matrix, "driver = \"sim\"\n" + rows + columns,
     {R"(f:1:10: driver: "sim" was given, expected "matrix" or "shift-registers")"}},
    {reed_matrix, "scans_per_s = 19\n" + rows + columns,
     {"f:1:15: scans_per_s: 19 was given, expected a whole number of scans a second from 20 to 2000"}},
    {reed_matrix, "poles = \"north-south\"\n" + rows + columns,
     {R"(f:1:9: poles: given for a board of reed switches, expected sensors = "hall" in the configuration or no poles)"}},
    {hall_matrix, "poles = \"south\"\n" + rows + columns + "second = " + numbers(20, 9),
     {R"(f:1:9: poles: "south" was given, expected "north-south" or "magnet-north")"}},
    {reed_matrix, "[rows]\nchip = \"a\"\nlines = " + numbers(0, 9) + "\n" + columns,
     {"f:3:9: rows.lines: 9 lines were given, expected 10 lines, one for each rank, from 0"}},
    {reed_matrix, rows + "[columns]\nchip = \"a\"\nlines = " + numbers(10, 10),
     {"f:6:9: columns.lines: 10 lines were given, expected 9 lines, one for each file, from a"}},
    {reed_matrix, rows + "are = \"files\"\n" + columns,
     {"f:3:9: rows.lines: 10 lines were given, expected 9 lines, one for each file, from a",
      "f:7:9: columns.lines: 9 lines were given, expected 10 lines, one for each rank, from 0"}},
    {reed_matrix, rows + "are = \"lines\"\n" + columns,
     {R"(f:4:7: rows.are: "lines" was given, expected "ranks" or "files"; did you mean "files"?)"}},
    {reed_matrix, "[rows]\nchip = \"a\"\n" + columns,
     {"f:1:1: rows.lines: is missing, expected a list of 10 lines, one for each rank, from 0"}},
    {reed_matrix, "[rows]\nchip = \"a\"\nlines = 4\n" + columns,
     {"f:3:9: rows.lines: 4 was given, expected a list of 10 lines, one for each rank, from 0"}},
    {reed_matrix, "[rows]\nchip = \"a\"\nlines = [0,1,2,3,4,5,6,7,-8,true]\n" + columns,
     {"f:3:26: rows.lines: -8 was given, expected " + one_line,
      "f:3:29: rows.lines: true was given, expected " + one_line}},
    {reed_matrix, "[rows]\nchip = \"a\"\nlines = [0,1,2,3,4,5,6,7,8,{chip = \"b\"}]\n" + columns,
     {"f:3:28: rows.lines: a table was given, expected " + one_line}},
    {reed_matrix, "[rows]\nchip = \"\"\nlines = " + numbers(0, 1) + "\n" + columns,
     {R"(f:2:8: rows.chip: "" was given, expected a chip: its label, its name or its path)",
      "f:3:9: rows.lines: 1 lines were given, expected 10 lines, one for each rank, from 0",
      R"(f:3:10: rows.lines: line 0 is of no chip, expected chip = "..." in the section)"}},
    {reed_matrix, rows + "[columns]\nchip = \"a\"\nlines = " + numbers(9, 9),
     {"f:6:10: columns.lines: line 9 of a was given in rows.lines already, expected another line"}},
    {reed_matrix, rows + "active = \"on\"\n" + columns,
     {R"(f:4:10: rows.active: "on" was given, expected "low" or "high"; did you mean "low"?)"}},
    {reed_matrix, rows + columns + "active = \"high\"",
     {"f:7:10: columns.active: differs from rows.active, expected the same: a contact joins a column to its row"}},
    {reed_matrix, rows + columns + "bias = \"down\"",
     {R"(f:7:8: columns.bias: "down" holds the line at its active level, expected "up" or "external")"}},
    {reed_matrix, rows + columns + "bias = \"strong\"",
     {R"(f:7:8: columns.bias: "strong" was given, expected "up", "down" or "external")"}},
    {reed_matrix, rows + columns + "settle_us = 500",
     {"f:7:13: columns.settle_us: 200 scans of 10 rows that settle in 500 us take longer than a second, expected fewer or shorter ones"}},
    {reed_matrix, "scans_per_s = 2000\n" + rows + columns,
     {"f:1:15: scans_per_s: 2000 scans of 10 rows that settle in 50 us take longer than a second, expected fewer or shorter ones"}},
    {reed_matrix, rows + columns + "settle_us = 10001",
     {"f:7:13: columns.settle_us: 10001 was given, expected a whole number of microseconds from 0 to 10000"}},
    {reed_matrix, rows + columns + "second = " + numbers(20, 9),
     {"f:7:1: columns.second: there is no such key in [columns]; expected one of active, bias, chip, lines, settle_us"}},
    {hall_matrix, rows + columns,
     {"f:4:1: columns.second: is missing, expected a list of 9 lines, one for each file, from a"}},
    {reed_matrix, "[row]\n" + rows + columns, {R"(f:1:2: row: there is no such key; did you mean "rows"?)"}},
    {reed_matrix, rows + columns + "[spi]\ndevice = \"/dev/spidev0.0\"",
     {"f:7:2: spi: there is no such key; expected one of columns, driver, exchanged, poles, rows, scans_per_s, swapped"}},
    {reed_matrix, "swapped = \"a0 b0\"\n" + rows + columns, {"f:1:11: swapped: \"a0 b0\" was given, expected " + a_pair}},
    {reed_matrix, "swapped = [[\"a0\", \"a0\"], [\"j0\", \"a1\"], [\"a0\"], \"a0\"]\n" + rows + columns,
     {"f:1:12: swapped: a list was given, expected " + a_pair, "f:1:26: swapped: a list was given, expected " + a_pair,
      "f:1:40: swapped: a list was given, expected " + a_pair, "f:1:48: swapped: \"a0\" was given, expected " + a_pair}},
    {reed_chain, "",
     {"f:1:1: registers: is missing, expected a table [registers] with the number of bits",
      "f:1:1: spi: [lines] and [spi]: neither was given, expected one of them"}},
    {reed_chain, chain + "[lines]\nchip = \"a\"\nlatch = 1\nclock = 2\ndata = [3]",
     {"f:1:1: spi: [lines] and [spi]: both were given, expected one of them"}},
    {reed_chain, chain + "bits = 89", {"f:4:8: registers.bits: 89 bits in all were given, expected 90 or more"}},
    {hall_chain, chain + "bits = 184\n[order]\nskip = 5",
     {"f:4:8: registers.bits: 184 bits in all were given, expected 185 or more"}},
    {reed_chain, "[lines]\nchip = \"a\"\nlatch = 1\nclock = 2\ndata = [3, 4]\n[registers]\nbits = 2049",
     {"f:7:8: registers.bits: 4098 bits in all were given, expected at most 4096"}},
    {reed_chain, chain + "bits = 0", {"f:4:8: registers.bits: 0 was given, expected a whole number of bits of one chain from 1 to 4096"}},
    {reed_chain, "[registers]\n[spi]\nhz = 10\nmode = 4\ncs = \"up\"",
     {"f:2:1: spi.device: is missing, expected a path such as /dev/spidev0.0",
      "f:3:6: spi.hz: 10 was given, expected a whole number of hertz from 1000 to 50000000",
      "f:4:8: spi.mode: 4 was given, expected a whole number of SPI's modes from 0 to 3",
      R"(f:5:6: spi.cs: "up" was given, expected "low" or "high")"}},
    {reed_chain, "[registers]\n[spi]\ndevice = \"spidev0.0\"",
     {R"(f:3:10: spi.device: "spidev0.0" was given, expected a path that begins with /)"}},
    {reed_chain, "[registers]\n[lines]\nchip = \"a\"\nlatch = 1\ndata = []\npulse_us = 1001",
     {"f:2:1: lines.clock: is missing, expected " + one_line,
      "f:5:8: lines.data: 0 lines were given, expected 1 to 64 lines, one for each chain",
      "f:6:12: lines.pulse_us: 1001 was given, expected a whole number of microseconds from 0 to 1000"}},
    {reed_chain, "[registers]\n[lines]\nchip = \"a\"\nlatch = 1\nclock = 2\ndata = [2]",
     {"f:6:9: lines.data: line 2 of a was given in lines.clock already, expected another line"}},
    {reed_chain, chain + "[order]\nfirst = \"e4\"\nalong = \"rows\"\nturns = 1\nsecond = \"last\"\nskip = -1",
     {R"(f:5:9: order.first: "e4" was given, expected "a0", "i0", "a9" or "i9")",
      R"(f:6:9: order.along: "rows" was given, expected "ranks" or "files")",
      "f:7:9: order.turns: 1 was given, expected true or false",
      R"(f:8:10: order.second: "last" was given, expected "next" or "bank")",
      "f:9:8: order.skip: -1 was given, expected a whole number of bits from 0 to 4096"}},
    {reed_chain, chain + "[order]\npoints = \"a0\"", {"f:5:10: order.points: \"a0\" was given, expected " + a_list + ", at most 96 of them"}},
    {reed_chain, chain + "bits = 8\n" + list_of_points("", ""), {"f:6:10: order.points: a list was given, expected " + a_list + ", at most 8 of them"}},
    {reed_chain, chain + list_of_points("a0", "a1"),
     {"f:5:10: order.points: a0 is missing, expected every point", "f:5:16: order.points: a1 was given too often, expected it once"}},
    {reed_chain, chain + list_of_points("a0", "j0"),
     {"f:5:10: order.points: a0 is missing, expected every point", "f:5:11: order.points: \"j0\" was given, expected " + a_list}},
    {reed_chain, chain + list_of_points("", "") + "skip = 2",
     {"f:6:8: order.skip: given with order.points, expected one of them"}},
};
// clang-format on

} // namespace

TEST_CASE("every mistake of a wiring file is named with its place and what was expected") {
    for (const Wrong& one : wrong) {
        INFO(one.text);
        CHECK(load_wiring(one.text, "f", one.board).errors == one.errors);
    }
}

TEST_CASE("a list that names a hall point once or three times is refused") {
    const std::string once = chain + list_of_points("", "");
    const auto errors = load_wiring(once, "f", hall_chain).errors;
    CHECK(errors.size() == 90);
    CHECK(errors[0] == "f:5:10: order.points: a0 is missing, expected every point twice");
}
