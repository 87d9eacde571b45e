// SPDX-License-Identifier: Apache-2.0
// What a good trace says, verb by verb.
#include "daemon/trace/trace.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

const std::string start_rows = "xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx";
const std::string hall_rows = "SSSSSSSSS/9/1S5S1/S1S1S1S1S/9/9/N1N1N1N1N/1N5N1/9/NNNNNNNNN";

Trace read(const std::string& text) {
    const auto trace = read_trace(text, "a.trace");
    INFO(trace.error());
    REQUIRE(bool(trace));
    return *trace;
}

template <typename T>
T only_event(const std::string& line, const TableSetup& setup) {
    const auto event = parse_trace_line(line, setup);
    INFO(line << ": " << event.error());
    REQUIRE(bool(event));
    REQUIRE(std::holds_alternative<T>(event->what));
    return std::get<T>(event->what);
}

} // namespace

TEST_CASE("the trace of the format's own page is read") {
    const Trace trace = read("jipu-trace 1\n"
                             "game = \"xiangqi\"            # TOML until the dashes\n"
                             "sensors = \"reed\"\n"
                             "rules = \"xiangqi-state\"\n"
                             "clock = \"press\"\n"
                             "time_control = \"\"\n"
                             "start = \"\"\n"
                             "size = 19\n"
                             "clock_left = \"red\"\n"
                             "board = \"table-1\"\n"
                             "[sensing]\n"
                             "settle_ms = 300\n"
                             "---\n"
                             "0.000000 board " +
                             start_rows +
                             "\n"
                             "1.250000 off h2\n"
                             "1.730400 on e2\n"
                             "2.100000 press red\n");
    CHECK(trace.setup.rules == "xiangqi-state");
    CHECK(trace.setup.sensing.settle_ms == 300);
    CHECK(trace.setup.sensing.debounce_ms == 10);
    REQUIRE(trace.events.size() == 4);
    CHECK(to_us(trace.events[2].at) == 1'730'400);
    const auto change = std::get<PointChange>(trace.events[2].what);
    CHECK(change == PointChange{22, Level::on}); // e2 = 4 + 9 * 2
    CHECK(std::get<PressReport>(trace.events[3].what).side == Side::first);
    const auto& levels = std::get<ScanFrame>(trace.events[0].what).levels;
    REQUIRE(levels.size() == 90);
    CHECK(levels[0] == Level::on);
    CHECK(levels[9] == Level::off);
    CHECK(levels[19] == Level::on); // b2
}

TEST_CASE("an empty head means the defaults, and the last newline may be missing") {
    const Trace trace = read("jipu-trace 1\n---\n0.000000 board " + start_rows);
    CHECK(trace.setup == TableSetup{});
    CHECK(trace.events.size() == 1);
}

TEST_CASE("carriage returns, tabs, blank lines, comments and a byte order mark are read past") {
    const Trace trace = read("\xef\xbb\xbfjipu-trace 1\r\nboard = \"hall-b\"\r\n---\r\n\r\n"
                             "# 第一局\r\n0.000000 board " +
                             start_rows +
                             "# whole\r\n"
                             "\t0.000000\tboard  " +
                             start_rows +
                             "\r\n"
                             "0.000000 off h2 # lifted\r\n   # done\r\n");
    CHECK(trace.setup.board == "hall-b");
    CHECK(trace.events.size() == 3);
}

TEST_CASE("several lines at one instant stay in their order") {
    const Trace trace = read("jipu-trace 1\n---\n0.000000 board " + start_rows +
                             "\n5.000000 off h2\n5.000000 on e2\n5.000000 press red\n");
    REQUIRE(trace.events.size() == 4);
    CHECK(trace.events[1].at == trace.events[3].at);
    CHECK(std::get<PointChange>(trace.events[1].what).level == Level::off);
}

TEST_CASE("a hall board tells poles, and a change of pole is one line") {
    const Trace trace = read("jipu-trace 1\nsensors = \"hall\"\n---\n0.000000 board " + hall_rows +
                             "\n1.000000 off h2\n2.000000 on e2 N\n3.000000 on e2 S\n");
    const auto& levels = std::get<ScanFrame>(trace.events[0].what).levels;
    CHECK(levels[0] == Level::north);
    CHECK(levels[89] == Level::south);
    CHECK(std::get<PointChange>(trace.events[2].what).level == Level::north);
    CHECK(std::get<PointChange>(trace.events[3].what).level == Level::south);
}

TEST_CASE("runs of empty points may have several digits and be cut anywhere") {
    TableSetup go;
    go.game = Game::go;
    const auto rows = [](const std::string& row) {
        std::string all = row;
        for (int i = 1; i < 19; ++i)
            all += "/" + row;
        return all;
    };
    const auto frame = only_event<ScanFrame>("0.000000 board " + rows("x17x"), go);
    CHECK(frame.levels.size() == 361);
    CHECK(frame.levels[18] == Level::on);
    CHECK(only_event<ScanFrame>("0.000000 board " + rows("019"), go).levels[0] == Level::off);
    CHECK(only_event<PointChange>("0.000000 on T19", go).point == 360);
    CHECK(only_event<PointChange>("0.000000 on J1", go).point == 8);
}

TEST_CASE("what a clock shows is read to the millisecond") {
    TableSetup setup;
    setup.clock = ClockKind::time;
    const auto times =
        only_event<TimesReport>("9.000000 time red 5398 black 5400.5 running black", setup);
    CHECK(times.ms[0] == 5'398'000);
    CHECK(times.ms[1] == 5'400'500);
    CHECK(times.running == Side::second);
    const auto none = only_event<TimesReport>("9.000000 time running none red 0.001", setup);
    CHECK(none.ms[0] == 1);
    CHECK_FALSE(none.ms[1].has_value());
    CHECK_FALSE(none.running.has_value());
}

TEST_CASE("bytes are pairs of hexadecimal digits, in one word or several") {
    TableSetup setup;
    setup.clock = ClockKind::dgt;
    const std::vector<std::uint8_t> expected{0x5b, 0x04, 0xff};
    CHECK(only_event<ClockBytes>("1.000000 bytes 5b04ff", setup).bytes == expected);
    CHECK(only_event<ClockBytes>("1.000000 bytes 5B 04 ff # seen", setup).bytes == expected);
}

TEST_CASE("devices go and come") {
    const TableSetup setup;
    CHECK(only_event<DeviceLost>("1.000000 lost clock", setup).device == Device::clock);
    CHECK(only_event<DeviceBack>("1.000000 back board", setup).device == Device::board);
}

TEST_CASE("a number sign within a command's text does not begin a comment") {
    const TableSetup setup;
    const auto command = only_event<Command>(
        R"(1.000000 command {"do":"update","by":"王","table":"#3 {\"a\"}"} # said)", setup);
    CHECK(command.kind == CommandKind::update);
    CHECK(command.info.table == "#3 {\"a\"}");
    CHECK(command.json == R"({"do":"update","by":"王","table":"#3 {\"a\"}"})");
}

TEST_CASE("after the board is back a scan comes first, but the clock may speak before it") {
    const Trace trace = read("jipu-trace 1\n---\n0.000000 board " + start_rows +
                             "\n1.000000 lost board\n2.000000 back board\n2.100000 press red\n"
                             "2.200000 board " +
                             start_rows + "\n2.300000 off h2\n");
    CHECK(trace.events.size() == 6);
}

TEST_CASE("`started` may be a text or TOML's own date and time") {
    const std::string body = "---\n0.000000 board " + start_rows + "\n";
    CHECK(read("jipu-trace 1\nstarted = \"2026-11-30T09:00:00+08:00\"\n" + body).setup.started ==
          "2026-11-30T09:00:00+08:00");
    CHECK(read("jipu-trace 1\nstarted = 2026-11-30T09:00:00+08:00\n" + body).setup.started ==
          "2026-11-30T09:00:00+08:00");
}
