// SPDX-License-Identifier: Apache-2.0
// Events as lines of a trace: what the recorder writes and parse_trace_line() reads back.
#include <cstdio>

#include "daemon/trace/trace.hpp"
#include "daemon/wire/names.hpp"

namespace jipu {

namespace {

std::string board_rows(const ScanFrame& frame, const TableSetup& setup) {
    const BoardShape shape = board_shape(setup.game, setup.size);
    JIPU_ASSERT(frame.levels.size() == static_cast<std::size_t>(shape.points()),
                "a scan of another board");
    std::string rows;
    for (int rank = shape.height - 1; rank >= 0; --rank) {
        int run = 0;
        const auto flush = [&] {
            if (run > 0) rows += std::to_string(run);
            run = 0;
        };
        for (int file = 0; file < shape.width; ++file) {
            const int point = rank * shape.width + file;
            const Level level = frame.levels[static_cast<std::size_t>(point)];
            if (!is_on(level)) {
                ++run;
                continue;
            }
            flush();
            rows += level_letter(level);
        }
        flush();
        if (rank > 0) rows += '/';
    }
    return rows;
}

std::string seconds_of_ms(std::int64_t ms) {
    std::string text = std::to_string(ms / 1000);
    std::string decimals = std::to_string(1000 + ms % 1000).substr(1);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    return decimals.empty() ? text : text + "." + decimals;
}

/// The verb and words of every event, for std::visit.
struct WordsOf {
    const TableSetup& setup;

    std::string operator()(const Tick&) const { JIPU_ASSERT(false, "a Tick is not recorded"); }
    std::string operator()(const ScanFrame& frame) const {
        return "board " + board_rows(frame, setup);
    }
    std::string operator()(const PointChange& change) const {
        const std::string point = point_name(setup.game, change.point, setup.size);
        switch (change.level) {
        case Level::off:
            return "off " + point;
        case Level::on:
            return "on " + point;
        case Level::north:
            return "on " + point + " N";
        case Level::south:
            return "on " + point + " S";
        }
        JIPU_ASSERT(false, "a level without a word");
    }
    std::string operator()(const PressReport& press) const { return "press " + name(press.side); }
    std::string operator()(const TimesReport& times) const {
        std::string words = "time";
        for (const Side side : {Side::first, Side::second})
            if (times.ms[index_of(side)])
                words += " " + name(side) + " " + seconds_of_ms(*times.ms[index_of(side)]);
        return words + " running " + (times.running ? name(*times.running) : "none");
    }
    std::string operator()(const ClockBytes& bytes) const {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string words = "bytes ";
        for (const std::uint8_t byte : bytes.bytes) {
            words += digits[byte >> 4U];
            words += digits[byte & 15U];
        }
        return words;
    }
    std::string operator()(const DeviceLost& lost) const { return "lost " + name(lost.device); }
    std::string operator()(const DeviceBack& back) const { return "back " + name(back.device); }
    std::string operator()(const Command& command) const { return "command " + command.json; }

    std::string name(Side side) const { return std::string(side_name(setup.game, side)); }
    static std::string name(Device device) { return device == Device::board ? "board" : "clock"; }
};

} // namespace

std::string format_trace_line(const Event& event, const TableSetup& setup) {
    return format_seconds(to_us(event.at)) + " " + std::visit(WordsOf{setup}, event.what);
}

} // namespace jipu
