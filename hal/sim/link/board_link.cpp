// SPDX-License-Identifier: Apache-2.0
// Writes and reads the lines of the simulated board, for both games and both kinds of sensors.
#include "hal/sim/link/board_link.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace jipu::sim {
namespace {

constexpr std::string_view go_files = "ABCDEFGHJKLMNOPQRST";

std::optional<Level> occupied_level(Sensors sensors, std::string_view word) {
    if (sensors == Sensors::reed) {
        if (word == "x") return Level::on;
    } else {
        if (word == "N") return Level::north;
        if (word == "S") return Level::south;
    }
    return std::nullopt;
}

std::string format_rows(const BoardShape& shape, const ScanFrame& frame) {
    std::string rows;
    for (int rank = shape.height() - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) rows += std::to_string(empty);
            empty = 0;
        };
        for (int file = 0; file < shape.width(); ++file) {
            const Level level = frame.levels[shape.point(file, rank)];
            if (is_on(level)) {
                flush();
                rows += level_letter(level);
            } else {
                ++empty;
            }
        }
        flush();
        if (rank > 0) rows += '/';
    }
    return rows;
}

/// One row's letters into `frame`, from its first point on; empty: fine, else what is wrong.
std::string read_row(const BoardShape& shape, std::string_view row, int rank, ScanFrame& frame) {
    int file = 0;
    for (std::size_t i = 0; i < row.size();) {
        if (row[i] >= '0' && row[i] <= '9') {
            int run = 0;
            const auto [end, code] = std::from_chars(row.data() + i, row.data() + row.size(), run);
            if (code != std::errc{} || run == 0 || run > shape.width()) {
                return "a run of empty points that does not fit";
            }
            i = static_cast<std::size_t>(end - row.data());
            file += run;
        } else {
            const auto level = occupied_level(shape.sensors, row.substr(i, 1));
            if (!level) return "'" + std::string(row.substr(i, 1)) + "' is no level";
            if (file < shape.width()) frame.levels[shape.point(file, rank)] = *level;
            ++file;
            ++i;
        }
    }
    if (file != shape.width()) {
        return std::to_string(file) + " points instead of " + std::to_string(shape.width());
    }
    return {};
}

Result<BoardMessage> read_board(const BoardShape& shape, std::string_view rows) {
    ScanFrame frame;
    frame.levels.assign(static_cast<std::size_t>(shape.points()), Level::off);
    const auto count = 1 + std::count(rows.begin(), rows.end(), '/');
    if (count != shape.height()) {
        return Error{"board: " + std::to_string(count) + " rows instead of " +
                     std::to_string(shape.height())};
    }
    for (int rank = shape.height() - 1; rank >= 0; --rank) {
        const auto slash = rows.find('/');
        const std::string wrong = read_row(shape, rows.substr(0, slash), rank, frame);
        if (!wrong.empty()) {
            return Error{"board: row " + std::to_string(shape.height() - rank) + ": " + wrong};
        }
        rows = slash == std::string_view::npos ? std::string_view{} : rows.substr(slash + 1);
    }
    return BoardMessage{std::move(frame)};
}

} // namespace

PointIndex parse_point(const BoardShape& shape, std::string_view name) {
    if (name.size() < 2 || name.size() > 3) return no_point;
    const bool xiangqi = shape.game == Game::xiangqi;
    const auto file =
        xiangqi ? std::string_view("abcdefghi").find(name[0]) : go_files.find(name[0]);
    int rank = -1;
    const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), rank);
    if (code != std::errc{} || end != name.data() + name.size()) return no_point;
    if (xiangqi ? name.size() != 2 : name[1] == '0') return no_point;
    if (!xiangqi) --rank;
    if (file >= static_cast<std::size_t>(shape.width()) || rank < 0 || rank >= shape.height()) {
        return no_point;
    }
    return shape.point(static_cast<int>(file), rank);
}

std::string format_point(const BoardShape& shape, PointIndex point) {
    const int file = point % shape.width();
    const int rank = point / shape.width();
    if (shape.game == Game::xiangqi) {
        return {static_cast<char>('a' + file), static_cast<char>('0' + rank)};
    }
    return go_files[static_cast<std::size_t>(file)] + std::to_string(rank + 1);
}

std::string format_board_line(const BoardShape& shape, const BoardMessage& message) {
    if (const auto* frame = std::get_if<ScanFrame>(&message)) {
        JIPU_ASSERT(frame->levels.size() == static_cast<std::size_t>(shape.points()),
                    "a scan has a level for every point");
        return "board " + format_rows(shape, *frame) + '\n';
    }
    const auto& change = std::get<PointChange>(message);
    std::string line = (is_on(change.level) ? "on " : "off ") + format_point(shape, change.point);
    if (shape.sensors == Sensors::hall && is_on(change.level)) {
        line += ' ';
        line += level_letter(change.level);
    }
    return line + '\n';
}

Result<BoardMessage> parse_board_line(const BoardShape& shape, std::string_view line) {
    const auto space = line.find(' ');
    const std::string_view verb = line.substr(0, space);
    std::string_view rest = space == std::string_view::npos ? "" : line.substr(space + 1);
    if (verb == "board") return read_board(shape, rest);
    if (verb != "on" && verb != "off") return Error{"'" + std::string(verb) + "' is no verb"};
    const auto gap = rest.find(' ');
    const std::string_view name = rest.substr(0, gap);
    rest = gap == std::string_view::npos ? "" : rest.substr(gap + 1);
    PointChange change;
    change.point = parse_point(shape, name);
    if (change.point == no_point) return Error{"'" + std::string(name) + "' is no point"};
    if (verb == "on") {
        const bool reed = shape.sensors == Sensors::reed;
        const auto level = occupied_level(shape.sensors, reed && rest.empty() ? "x" : rest);
        if (!level || (reed && !rest.empty())) {
            return Error{reed ? "words after the point" : "a hall sensor says N or S"};
        }
        change.level = *level;
    } else if (!rest.empty()) {
        return Error{"words after the point"};
    }
    return BoardMessage{change};
}

} // namespace jipu::sim
