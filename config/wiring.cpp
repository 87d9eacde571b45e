// SPDX-License-Identifier: Apache-2.0
// Which keys a wiring file has, and which of them contradict each other.
#include "config/wiring.hpp"

#include <algorithm>
#include <utility>

#include "config/checks.hpp"
#include "config/gpio_lines.hpp"
#include "config/toml_section.hpp"

namespace jipu {
namespace {

using namespace config_detail;

constexpr std::size_t most_bits = 4096; // of all chains together

// no_point when it is none of the board.
PointIndex point_of(const WiringFor& board, const toml::node& node) {
    const auto* name = node.as_string();
    return name == nullptr ? no_point : wiring_point(board, name->get());
}

/// One file being read.
class Reader {
  public:
    Reader(ErrorList& errors, const WiringFor& board) : errors_(errors), board_(board) {
        out_.sensors = board.sensors;
        out_.width = static_cast<std::uint8_t>(board.width);
        out_.points.resize(static_cast<std::size_t>(board.width) *
                           static_cast<std::size_t>(board.height));
    }
    BoardWiring read(const toml::table& root);

  private:
    std::size_t count() const { return out_.points.size(); }
    // `0` or `a`, as the first point is called.
    std::string first_name(bool rank) const {
        return wiring_point_name(board_, 0).substr(rank ? 1 : 0, 1);
    }
    bool hall() const { return board_.sensors == Sensors::hall; }
    std::size_t wanted_bits() const { return hall() ? 2 * count() : count(); }
    void refuse(const std::string& key, const std::string& message) {
        errors_.add(errors_.place_of(key), key, message);
    }
    /// A section that must be there.
    const toml::table* section(Section& top, std::string_view name, const std::string& expected);

    void read_head(Section& top);
    void read_matrix(Section& top);
    void read_rows(const toml::table* table, bool ranks, std::size_t rows);
    void read_columns(const toml::table* table, bool ranks, std::size_t columns);
    void check_matrix_time();
    void read_registers(Section& top);
    void read_spi(const toml::table& table);
    void read_lines(const toml::table& table);
    void read_order(Section& top, std::size_t bits);
    void order_by_rule(PointIndex corner, bool ranks, bool turns, bool banks, std::size_t skip);
    void order_by_list(Section& order, const toml::node& node, std::size_t bits);
    void read_swapped(Section& top);
    void read_exchanged(Section& top);

    ErrorList& errors_;
    const WiringFor& board_;
    GpioLines lines_;
    BoardWiring out_;
};

const toml::table* Reader::section(Section& top, std::string_view name,
                                   const std::string& expected) {
    const bool there = top.take(name) != nullptr;
    if (!there) top.missing(name, expected);
    return there ? top.table(name) : nullptr;
}

void Reader::read_head(Section& top) {
    BoardDriver driver = board_.driver;
    top.choice("driver", driver,
               Choice<BoardDriver>{
                   {{driver_name(BoardDriver::matrix), BoardDriver::matrix},
                    {driver_name(BoardDriver::shift_registers), BoardDriver::shift_registers}},
                   {}});
    if (driver != board_.driver) {
        refuse("driver", '"' + std::string(driver_name(driver)) +
                             "\" is another driver than the configuration's, expected \"" +
                             driver_name(board_.driver) + '"');
    }
    top.integer("scans_per_s", out_.scans_per_s, 20, 2000, "scans a second");
    top.choice("poles", out_.poles,
               Choice<PoleCode>{{{"north-south", PoleCode::north_south},
                                 {"magnet-north", PoleCode::magnet_north}},
                                {}});
    if (errors_.has("poles") && !hall()) {
        refuse("poles", "given for a board of reed switches, expected sensors = \"hall\" in the "
                        "configuration or no poles");
    }
}

void Reader::read_rows(const toml::table* table, bool ranks, std::size_t rows) {
    Section section(errors_, table, "rows");
    lines_.chip(section);
    lines_.lines(section, "lines", out_.matrix.rows, rows,
                 std::to_string(rows) + " lines, one for each " +
                     (ranks ? "rank, from " : "file, from ") + first_name(ranks));
    section.take("are"); // read before, because it says how many there are
    read_active(section, "active", out_.matrix.rows_active_low);
    section.finish();
}

void Reader::read_columns(const toml::table* table, bool ranks, std::size_t columns) {
    MatrixWiring& matrix = out_.matrix;
    Section section(errors_, table, "columns");
    const std::string order = std::to_string(columns) + " lines, one for each " +
                              (ranks ? "file, from " : "rank, from ") + first_name(!ranks);
    lines_.chip(section);
    lines_.lines(section, "lines", matrix.columns, columns, order);
    if (hall()) {
        std::vector<GpioLine> second;
        lines_.lines(section, "second", second, columns, order);
        matrix.columns.insert(matrix.columns.end(), second.begin(), second.end());
    }
    matrix.columns_active_low = matrix.rows_active_low;
    read_active(section, "active", matrix.columns_active_low);
    read_bias(section, "bias", matrix.columns_active_low, matrix.bias);
    section.integer("settle_us", matrix.settle_us, 0, 10000, "microseconds");
    section.finish();
    if (!hall() && matrix.columns_active_low != matrix.rows_active_low) {
        refuse("columns.active", "differs from rows.active, expected the same: a contact joins a "
                                 "column to its row");
    }
}

void Reader::check_matrix_time() {
    const auto rows = static_cast<std::int64_t>(out_.matrix.rows.size());
    const std::int64_t waits = rows * out_.matrix.settle_us * out_.scans_per_s;
    if (waits <= 900'000) return; // the calls need some of the second too
    const char* key = errors_.has("columns.settle_us") ? "columns.settle_us" : "scans_per_s";
    refuse(key, std::to_string(out_.scans_per_s) + " scans of " + std::to_string(rows) +
                    " rows that settle in " + std::to_string(out_.matrix.settle_us) +
                    " us take longer than a second, expected fewer or shorter ones");
}

void Reader::read_matrix(Section& top) {
    const toml::table* rows = section(top, "rows", "a table [rows] with the lines that are driven");
    const toml::table* columns =
        section(top, "columns", "a table [columns] with the lines that are read");
    bool ranks = true;
    Section are(errors_, rows, "rows");
    are.choice("are", ranks, Choice<bool>{{{"ranks", true}, {"files", false}}, {}});
    const auto width = static_cast<std::size_t>(board_.width);
    const auto height = static_cast<std::size_t>(board_.height);
    const std::size_t row_count = ranks ? height : width;
    const std::size_t column_count = ranks ? width : height;
    if (rows != nullptr) read_rows(rows, ranks, row_count);
    if (columns != nullptr) read_columns(columns, ranks, column_count);
    check_matrix_time();
    const std::size_t in_row = hall() ? 2 * column_count : column_count;
    for (std::size_t point = 0; point < count(); ++point) {
        const std::size_t file = point % width, rank = point / width;
        const std::size_t bit = ranks ? rank * in_row + file : file * in_row + rank;
        out_.points[point].first = static_cast<std::uint16_t>(bit);
        if (hall()) out_.points[point].second = static_cast<std::uint16_t>(bit + column_count);
    }
}

void Reader::read_spi(const toml::table& table) {
    Section section(errors_, &table, "spi");
    section.text("device", out_.shift.spi, check_path);
    if (!errors_.has("spi.device")) section.missing("device", "a path such as /dev/spidev0.0");
    std::int64_t hz = out_.shift.spi_hz, mode = 0;
    section.integer("hz", hz, 1000, 50'000'000, "hertz");
    section.integer("mode", mode, 0, 3, "SPI's modes");
    bool low = false;
    read_active(section, "cs", low);
    section.finish();
    out_.shift.spi_hz = static_cast<std::uint32_t>(hz);
    out_.shift.spi_mode = static_cast<std::uint8_t>(mode);
    out_.shift.spi_cs_high = !low;
}

void Reader::read_lines(const toml::table& table) {
    Section section(errors_, &table, "lines");
    lines_.chip(section);
    lines_.line(section, "latch", out_.shift.latch);
    lines_.line(section, "clock", out_.shift.clock);
    lines_.lines(section, "data", out_.shift.data, 0, "1 to 64 lines, one for each chain");
    section.integer("pulse_us", out_.shift.pulse_us, 0, 1000, "microseconds");
    section.finish();
}

void Reader::read_registers(Section& top) {
    const toml::table* registers =
        section(top, "registers", "a table [registers] with the number of bits");
    std::int64_t bits = static_cast<std::int64_t>((wanted_bits() + 7) / 8 * 8);
    Section section(errors_, registers, "registers");
    section.integer("bits", bits, 1, 4096, "bits of one chain");
    read_active(section, "active", out_.shift.active_low);
    section.finish();
    out_.shift.bits = static_cast<std::uint16_t>(bits);
    const toml::table* lines = top.table("lines");
    const toml::table* spi = top.table("spi");
    top.take("order"); // known, even where it is not read
    if ((lines != nullptr) == (spi != nullptr)) {
        const char* given = lines != nullptr ? "both were given" : "neither was given";
        errors_.add(errors_.place_of("spi"), "spi",
                    std::string("[lines] and [spi]: ") + given + ", expected one of them");
        return;
    }
    if (lines != nullptr) read_lines(*lines);
    if (spi != nullptr) read_spi(*spi);
    const std::size_t chains = lines != nullptr ? out_.shift.data.size() : 1;
    if (chains * out_.shift.bits > most_bits) {
        refuse("registers.bits", std::to_string(chains * out_.shift.bits) +
                                     " bits in all were given, expected at most " +
                                     std::to_string(most_bits));
    }
    if (chains > 0) read_order(top, chains * out_.shift.bits);
}

void Reader::order_by_rule(PointIndex corner, bool ranks, bool turns, bool banks,
                           std::size_t skip) {
    const int width = board_.width, height = board_.height;
    const int lines = ranks ? height : width, length = ranks ? width : height;
    const bool from_right = corner % width != 0, from_top = corner / width != 0;
    std::size_t place = 0;
    for (int line = 0; line < lines; ++line) {
        for (int step = 0; step < length; ++step, ++place) {
            const int along = turns && line % 2 == 1 ? length - 1 - step : step;
            int file = ranks ? along : line, rank = ranks ? line : along;
            if (from_right) file = width - 1 - file;
            if (from_top) rank = height - 1 - rank;
            const int point = file + width * rank;
            PointBits& bits = out_.points[static_cast<std::size_t>(point)];
            const std::size_t first = skip + (hall() && !banks ? 2 * place : place);
            bits.first = static_cast<std::uint16_t>(first);
            if (hall()) bits.second = static_cast<std::uint16_t>(first + (banks ? count() : 1));
        }
    }
}

void Reader::order_by_list(Section& order, const toml::node& node, std::size_t bits) {
    const std::string expected = "a list of points in the order of their bits, \"-\" for a bit "
                                 "without a point";
    const auto* list = node.as_array();
    if (list == nullptr || list->size() > bits) {
        order.wrong_type("points", node,
                         expected + ", at most " + std::to_string(bits) + " of them");
        return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        const toml::node& entry = *list->get(i);
        if (entry.is_string() && entry.as_string()->get() == "-") continue;
        const PointIndex point = point_of(board_, entry);
        if (point == no_point) {
            order.wrong_type("points", entry, expected);
            continue;
        }
        PointBits& place = out_.points[point];
        std::uint16_t& free = place.first == no_bit ? place.first : place.second;
        if (free != no_bit || (&free == &place.second && !hall())) {
            errors_.add(place_of(entry.source()), "order.points",
                        wiring_point_name(board_, point) + " was given too often, expected " +
                            (hall() ? "it twice: its first bit, its second" : "it once"));
            continue;
        }
        free = static_cast<std::uint16_t>(i);
    }
    for (std::size_t point = 0; point < count(); ++point) {
        const PointBits& place = out_.points[point];
        if (place.first != no_bit && (!hall() || place.second != no_bit)) continue;
        errors_.add(place_of(node.source()), "order.points",
                    wiring_point_name(board_, point) + " is missing, expected every point" +
                        (hall() ? " twice" : ""));
    }
}

void Reader::read_order(Section& top, std::size_t bits) {
    Section section(errors_, top.table("order"), "order");
    PointIndex corner = 0;
    std::vector<std::string> names;
    names.reserve(4);
    Choice<PointIndex> corners;
    for (const int rank : {0, board_.height - 1}) {
        for (const int file : {0, board_.width - 1}) {
            const auto at = static_cast<PointIndex>(file + board_.width * rank);
            names.push_back(wiring_point_name(board_, at));
            corners.words.emplace_back(names.back(), at);
        }
    }
    section.choice("first", corner, corners);
    bool ranks = true, turns = false, banks = false;
    section.choice("along", ranks, Choice<bool>{{{"ranks", true}, {"files", false}}, {}});
    section.boolean("turns", turns);
    section.choice("second", banks, Choice<bool>{{{"next", false}, {"bank", true}}, {}});
    std::int64_t skip = 0;
    section.integer("skip", skip, 0, 4096, "bits");
    const toml::node* list = section.take("points");
    section.finish();
    if (list != nullptr) {
        for (const char* key :
             {"order.first", "order.along", "order.turns", "order.second", "order.skip"}) {
            if (errors_.has(key)) refuse(key, "given with order.points, expected one of them");
        }
        order_by_list(section, *list, bits);
        return;
    }
    const std::size_t needed = wanted_bits() + static_cast<std::size_t>(skip);
    if (needed > bits) {
        refuse("registers.bits", std::to_string(bits) + " bits in all were given, expected " +
                                     std::to_string(needed) + " or more");
        return;
    }
    order_by_rule(corner, ranks, turns, banks, static_cast<std::size_t>(skip));
}

void Reader::read_swapped(Section& top) {
    const toml::node* node = top.take("swapped");
    if (node == nullptr) return;
    const std::string expected = "a list of pairs of points, such as [[\"a0\", \"b0\"]]";
    const auto* list = node->as_array();
    if (list == nullptr) {
        top.wrong_type("swapped", *node, expected);
        return;
    }
    for (const toml::node& entry : *list) {
        const auto* pair = entry.as_array();
        const bool two = pair != nullptr && pair->size() == 2;
        const PointIndex a = two ? point_of(board_, *pair->get(0)) : no_point;
        const PointIndex b = two ? point_of(board_, *pair->get(1)) : no_point;
        if (a == no_point || b == no_point || a == b) {
            top.wrong_type("swapped", entry, expected);
            continue;
        }
        std::swap(out_.points[a], out_.points[b]);
    }
}

void Reader::read_exchanged(Section& top) {
    const toml::node* node = top.take("exchanged");
    if (node == nullptr) return;
    const std::string expected = "a list of points of a hall board, such as [\"e4\"]";
    const auto* list = node->as_array();
    if (list == nullptr || !hall()) {
        top.wrong_type("exchanged", *node, expected);
        return;
    }
    for (const toml::node& entry : *list) {
        const PointIndex point = point_of(board_, entry);
        if (point == no_point) {
            top.wrong_type("exchanged", entry, expected);
        } else {
            std::swap(out_.points[point].first, out_.points[point].second);
        }
    }
}

BoardWiring Reader::read(const toml::table& root) {
    Section top(errors_, &root, "");
    read_head(top);
    if (board_.driver == BoardDriver::matrix) {
        read_matrix(top);
    } else {
        read_registers(top);
    }
    read_swapped(top);
    read_exchanged(top);
    top.finish();
    return out_;
}

} // namespace

LoadedWiring load_wiring(std::string_view text, const std::string& file, const WiringFor& board) {
    LoadedConfig messages;
    messages.file = file;
    ErrorList errors(messages);
    LoadedWiring loaded;
    try {
        const toml::table root = toml::parse(text, file);
        loaded.wiring = Reader(errors, board).read(root);
    } catch (const toml::parse_error& error) {
        errors.add(place_of(error.source()), "TOML", shown(error.description(), 300));
    }
    errors.finish();
    loaded.errors = std::move(messages.errors);
    return loaded;
}

} // namespace jipu
