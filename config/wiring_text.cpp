// SPDX-License-Identifier: Apache-2.0
// See wiring_text.hpp. Every key is written, also where it says the default: the file is to be read
// beside the board.
#include "config/wiring_text.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace jipu {
namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// A number where it is one: names are in quotes.
std::string line_text(const std::string& line) {
    const bool number =
        std::all_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; });
    return number ? std::to_string(std::stoul(line)) : quoted(line);
}

std::string line_of(const GpioLine& line, const std::string& chip) {
    if (line.chip == chip) return line_text(line.line);
    return "{chip = " + quoted(line.chip) + ", line = " + line_text(line.line) + "}";
}

std::string list_of(std::span<const GpioLine> lines, const std::string& chip) {
    std::string out;
    for (const GpioLine& line : lines)
        out += (out.empty() ? "[" : ", ") + line_of(line, chip);
    return out + "]";
}

const char* active(bool low) {
    return low ? "\"low\"" : "\"high\"";
}

const char* bias_word(GpioBias bias) {
    switch (bias) {
    case GpioBias::pull_up:
        return "\"up\"";
    case GpioBias::pull_down:
        return "\"down\"";
    case GpioBias::external:
        break;
    }
    return "\"external\"";
}

// The bits of the points as the lines of a matrix alone would have them.
std::vector<PointBits> plain_points(const BoardWiring& wiring, const WiringFor& board) {
    const auto width = static_cast<std::size_t>(board.width);
    const bool ranks = wiring.matrix.rows.size() == static_cast<std::size_t>(board.height);
    const bool hall = wiring.sensors == Sensors::hall;
    const std::size_t in_row = wiring.matrix.columns.size();
    std::vector<PointBits> points(wiring.points.size());
    for (std::size_t point = 0; point < points.size(); ++point) {
        const std::size_t file = point % width, rank = point / width;
        const std::size_t bit = ranks ? rank * in_row + file : file * in_row + rank;
        points[point].first = static_cast<std::uint16_t>(bit);
        if (hall) points[point].second = static_cast<std::uint16_t>(bit + in_row / 2);
    }
    return points;
}

// The pairs that make `wanted` of `points`, one after the other.
Result<std::string> swapped_pairs(std::vector<PointBits> points,
                                  const std::vector<PointBits>& wanted, const WiringFor& board) {
    std::string pairs;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i] == wanted[i]) continue;
        const auto other =
            std::find(points.begin() + static_cast<std::ptrdiff_t>(i), points.end(), wanted[i]);
        if (other == points.end()) {
            return Error{wiring_point_name(board, i) +
                         ": its sensor's wires do not lie as those of one "
                         "point of a matrix do"};
        }
        const auto at = static_cast<std::size_t>(other - points.begin());
        pairs += (pairs.empty() ? "[" : ", [") + quoted(wiring_point_name(board, i)) + ", " +
                 quoted(wiring_point_name(board, at)) + "]";
        std::swap(points[i], points[at]);
    }
    return pairs;
}

// Takes out of `points` which have their second bit before the first, and names them.
std::string exchanged_points(std::vector<PointBits>& points, const WiringFor& board) {
    std::string names;
    for (std::size_t point = 0; point < points.size(); ++point) {
        if (points[point].second >= points[point].first) continue;
        std::swap(points[point].first, points[point].second);
        names += (names.empty() ? "" : ", ") + quoted(wiring_point_name(board, point));
    }
    return names.empty() ? "" : "exchanged = [" + names + "]\n";
}

Result<std::string> matrix_text(const BoardWiring& wiring, const WiringFor& board) {
    const MatrixWiring& matrix = wiring.matrix;
    std::vector<PointBits> points = wiring.points;
    std::string out = exchanged_points(points, board);
    const auto pairs = swapped_pairs(plain_points(wiring, board), points, board);
    if (!pairs) return Error{pairs.error()};
    if (!pairs->empty()) out += "swapped = [" + *pairs + "]\n";
    const bool ranks = matrix.rows.size() == static_cast<std::size_t>(board.height);
    const std::string& row_chip = matrix.rows.front().chip;
    const std::string& column_chip = matrix.columns.front().chip;
    std::span<const GpioLine> columns(matrix.columns);
    out += "\n[rows]\nchip = " + quoted(row_chip) + "\nare = ";
    out += ranks ? "\"ranks\"\n" : "\"files\"\n";
    out += "lines = " + list_of(matrix.rows, row_chip) + "\n";
    out += std::string("active = ") + active(matrix.rows_active_low) + "\n";
    out += "\n[columns]\nchip = " + quoted(column_chip) + "\n";
    if (wiring.sensors == Sensors::hall) {
        const std::size_t half = columns.size() / 2;
        out += "lines = " + list_of(columns.first(half), column_chip) + "\n";
        out += "second = " + list_of(columns.subspan(half), column_chip) + "\n";
    } else {
        out += "lines = " + list_of(columns, column_chip) + "\n";
    }
    out += std::string("active = ") + active(matrix.columns_active_low) + "\n";
    out += std::string("bias = ") + bias_word(matrix.bias) + "\n";
    return out + "settle_us = " + std::to_string(matrix.settle_us) + "\n";
}

// Every bit by its point's name.
std::string order_text(const std::vector<PointBits>& points, const WiringFor& board,
                       std::size_t bits) {
    std::vector<std::string> names(bits);
    std::size_t used = 0;
    for (std::size_t point = 0; point < points.size(); ++point) {
        for (const std::uint16_t bit : {points[point].first, points[point].second}) {
            if (bit == no_bit) continue;
            names[bit] = wiring_point_name(board, point);
            used = std::max<std::size_t>(used, bit + 1U);
        }
    }
    std::string out = "\n[order]\npoints = [";
    for (std::size_t bit = 0; bit < used; ++bit) {
        out += bit % 10 == 0 ? "\n    " : " ";
        out += quoted(names[bit].empty() ? "-" : names[bit]) + ",";
    }
    return out + "\n]\n";
}

std::string registers_text(const BoardWiring& wiring, const WiringFor& board) {
    const ShiftWiring& shift = wiring.shift;
    std::vector<PointBits> points = wiring.points;
    std::string out = exchanged_points(points, board);
    out += "\n[registers]\nbits = " + std::to_string(shift.bits) + "\n";
    out += std::string("active = ") + active(shift.active_low) + "\n";
    if (shift.spi.empty()) {
        const std::string& chip = shift.latch.chip;
        out += "\n[lines]\nchip = " + quoted(chip) + "\n";
        out += "latch = " + line_of(shift.latch, chip) + "\n";
        out += "clock = " + line_of(shift.clock, chip) + "\n";
        out += "data = " + list_of(shift.data, chip) + "\n";
        out += "pulse_us = " + std::to_string(shift.pulse_us) + "\n";
    } else {
        out += "\n[spi]\ndevice = " + quoted(shift.spi) + "\n";
        out += "hz = " + std::to_string(shift.spi_hz) + "\n";
        out += "mode = " + std::to_string(shift.spi_mode) + "\n";
        out += std::string("cs = ") + active(!shift.spi_cs_high) + "\n";
    }
    const std::size_t chains = shift.spi.empty() ? shift.data.size() : 1;
    return out + order_text(points, board, chains * shift.bits);
}

} // namespace

Result<std::string> format_wiring(const BoardWiring& wiring, const WiringFor& board,
                                  const std::string& head) {
    std::string out = "# ";
    for (const char c : head)
        out += c == '\n' ? std::string("\n# ") : std::string(1, c);
    const bool matrix = board.driver == BoardDriver::matrix;
    out += std::string("\n\ndriver = ") + (matrix ? "\"matrix\"" : "\"shift-registers\"") + "\n";
    out += "scans_per_s = " + std::to_string(wiring.scans_per_s) + "\n";
    if (wiring.sensors == Sensors::hall) {
        out += std::string("poles = ") +
               (wiring.poles == PoleCode::north_south ? "\"north-south\"" : "\"magnet-north\"") +
               "\n";
    }
    auto body =
        matrix ? matrix_text(wiring, board) : Result<std::string>(registers_text(wiring, board));
    if (!body) return body;
    return out + *body;
}

} // namespace jipu
