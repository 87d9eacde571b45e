// SPDX-License-Identifier: Apache-2.0
// What is written is read back as it was, over random traces of a fixed seed.
#include <random>

#include "daemon/trace/trace.hpp"
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/names.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace jipu;

constexpr unsigned seed = 20261130;

class Random {
  public:
    int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
    bool coin() { return below(2) == 0; }
    Side side() { return coin() ? Side::first : Side::second; }

  private:
    std::mt19937 engine_{seed};
};

TableSetup random_setup(Random& random) {
    TableSetup setup;
    setup.game = random.coin() ? Game::xiangqi : Game::go;
    setup.sensors = random.coin() ? Sensors::reed : Sensors::hall;
    constexpr std::array kinds{ClockKind::press, ClockKind::time, ClockKind::line, ClockKind::dgt};
    setup.clock = kinds[static_cast<std::size_t>(random.below(4))];
    setup.rules = random.coin() ? "" : "xiangqi-association";
    setup.time_control = random.coin() ? "" : "90m/40; 15m/10 \"repeat\" \\ \t\x7f 三";
    setup.acts = random.coin() ? "" : "fouls perpetual";
    if (setup.game == Game::go) {
        setup.size = 2 + random.below(18);
        setup.komi = 0.25 * random.below(40);
        setup.handicap = random.below(10);
    } else if (random.coin()) {
        setup.start = "4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
    }
    setup.clock_left = random.side();
    setup.board = "table-" + std::to_string(random.below(100));
    setup.started = random.coin() ? "2026-11-30T09:00:00+08:00" : "1999-12-31T23:59:59.999999Z";
    setup.game_name = random.coin() ? "" : "20261130-5f0c2a91";
    setup.one_game = random.coin();
    setup.late_minutes = random.coin() ? 15 : 0;
    setup.sensing.settle_ms = random.below(5000);
    setup.sensing.no_press_ms = random.below(60000);
    return setup;
}

Level random_level(Random& random, Sensors sensors) {
    if (random.coin()) return Level::off;
    if (sensors == Sensors::reed) return Level::on;
    return random.coin() ? Level::north : Level::south;
}

std::optional<std::int64_t> random_time(Random& random) {
    if (random.below(4) == 0) return std::nullopt;
    return random.below(10'000'000);
}

decltype(Event::what) random_what(Random& random, const TableSetup& setup) {
    const int points = board_shape(setup.game, setup.size).points();
    switch (random.below(7)) {
    case 0: {
        ScanFrame frame;
        for (int i = 0; i < points; ++i)
            frame.levels.push_back(random_level(random, setup.sensors));
        return frame;
    }
    case 1:
        return PressReport{random.side()};
    case 2: {
        if (setup.clock == ClockKind::press) return DeviceLost{Device::clock};
        TimesReport times;
        for (auto& ms : times.ms)
            ms = random_time(random);
        if (random.coin()) times.running = random.side();
        return times;
    }
    case 3: {
        if (setup.clock == ClockKind::press || setup.clock == ClockKind::time)
            return DeviceBack{Device::clock};
        ClockBytes bytes;
        for (int i = random.below(20); i >= 0; --i)
            bytes.bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
        return bytes;
    }
    case 4: {
        const auto command = parse_command(
            R"({ "do": "rule", "by": "裁判 # 1", "alert": "a\"7", "ruling": "stands" })",
            setup.game);
        REQUIRE(bool(command));
        return *command;
    }
    default:
        return PointChange{static_cast<PointIndex>(random.below(points)),
                           random_level(random, setup.sensors)};
    }
}

bool same(const Event& a, const Event& b) {
    if (a.at != b.at || a.what.index() != b.what.index()) return false;
    return std::visit(
        [&](const auto& left) {
            using T = std::decay_t<decltype(left)>;
            const auto& right = std::get<T>(b.what);
            if constexpr (std::is_same_v<T, Tick>)
                return true;
            else if constexpr (std::is_same_v<T, Command>)
                return left.json == right.json && left.kind == right.kind &&
                       left.alert == right.alert && left.by == right.by;
            else
                return left == right;
        },
        a.what);
}

} // namespace

TEST_CASE("a written trace is read back as it was") {
    Random random;
    for (int round = 0; round < 300; ++round) {
        INFO("seed " << seed << ", round " << round);
        Trace trace;
        trace.setup = random_setup(random);
        const int points = board_shape(trace.setup.game, trace.setup.size).points();
        std::int64_t us = 0;
        trace.events.push_back(
            Event{instant_from_us(0),
                  ScanFrame{std::vector<Level>(static_cast<std::size_t>(points), Level::off)}});
        for (int i = 0; i < 40; ++i) {
            us += random.coin() ? 0 : random.below(100'000'000);
            trace.events.push_back(Event{instant_from_us(us), random_what(random, trace.setup)});
        }
        std::string text = format_trace_header(trace.setup);
        for (const Event& event : trace.events)
            text += format_trace_line(event, trace.setup) + "\n";
        const auto read = read_trace(text, "written");
        INFO(read.error() << "\n" << text);
        REQUIRE(bool(read));
        CHECK(read->setup == trace.setup);
        REQUIRE(read->events.size() == trace.events.size());
        for (std::size_t i = 0; i < trace.events.size(); ++i)
            REQUIRE(same(read->events[i], trace.events[i]));
    }
}

TEST_CASE("the head that is written is the one of the format's page") {
    TableSetup setup;
    setup.game_name = "20261130-5f0c2a91";
    CHECK(format_trace_header(setup) == "jipu-trace 1\n"
                                        "game = \"xiangqi\"\n"
                                        "sensors = \"reed\"\n"
                                        "rules = \"\"\n"
                                        "clock = \"press\"\n"
                                        "time_control = \"\"\n"
                                        "start = \"\"\n"
                                        "clock_left = \"red\"\n"
                                        "board = \"table-1\"\n"
                                        "started = \"1970-01-01T00:00:00Z\"\n"
                                        "game_name = \"20261130-5f0c2a91\"\n"
                                        "[sensing]\n"
                                        "debounce_ms = 10\n"
                                        "settle_ms = 250\n"
                                        "placed_ms = 1000\n"
                                        "adjust_ms = 400\n"
                                        "together_ms = 100\n"
                                        "illegal_ms = 1500\n"
                                        "no_press_ms = 10000\n"
                                        "---\n");
}

TEST_CASE("the largest time that can be written is read back") {
    const TableSetup setup;
    const Event event{instant_from_us(999'999'999'999'999), PointChange{0, Level::off}};
    const std::string line = format_trace_line(event, setup);
    CHECK(line == "999999999.999999 off a0");
    CHECK(to_us(parse_trace_line(line, setup)->at) == 999'999'999'999'999);
}
