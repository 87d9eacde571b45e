// SPDX-License-Identifier: Apache-2.0
// What is told of the devices, and that its JSON reads as what was told.
#include "daemon/app/common/device_watch.hpp"

#include <nlohmann/json.hpp>

#include "hal/codec/line_clock.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::app;

namespace {

constexpr MonotonicNs ms = 1'000'000;

Config with_clock(ClockDriver driver) {
    Config config;
    config.board.name = "table-7";
    config.clock.driver = driver;
    return config;
}

ScanFrame empty_board() {
    return {std::vector<Level>(90, Level::off)};
}

void say(DeviceWatch& watch, MonotonicNs at, const std::string& text) {
    watch.clock_bytes(at, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void check_round(const DeviceView& view) {
    const auto again = parse_device_view(Json::parse(dump_line(device_view_json(view))));
    REQUIRE(again.error() == "");
    CHECK(*again == view);
}

struct Counted final : BoardSink, ClockSink {
    void board_scan(MonotonicNs, const ScanFrame&) override { said += "scan "; }
    void board_change(MonotonicNs, PointChange) override { said += "change "; }
    void board_lost(MonotonicNs, const std::string&) override { said += "lost "; }
    void board_back(MonotonicNs, const std::string&) override { said += "back "; }
    void board_note(MonotonicNs, const std::string&) override { said += "note "; }
    void clock_bytes(MonotonicNs, std::span<const std::uint8_t>) override { said += "bytes "; }
    void clock_press(MonotonicNs, Side) override { said += "press "; }
    void clock_lost(MonotonicNs, const std::string&) override { said += "clock-lost "; }
    void clock_note(MonotonicNs, const std::string&) override { said += "clock-note "; }
    void clock_back(MonotonicNs, const std::string&) override { said += "clock-back "; }
    std::string said;
};

struct PacedBoard final : BoardSource {
    void start(BoardSink&) override {}
    void stop() override {}
    std::optional<ScanPace> pace() const override {
        return ScanPace{1000, 2, 199.5, 5000, 5100, 9000};
    }
};

} // namespace

TEST_CASE("before anything is heard both devices are waited for") {
    const DeviceWatch watch(with_clock(ClockDriver::line), "jipu", nullptr, nullptr);
    const DeviceView view = watch.view(5, nullptr);
    CHECK(view.board.presence == Presence::waiting);
    CHECK(view.board.points.empty());
    CHECK(view.clock->presence == Presence::waiting);
    check_round(view);
}

TEST_CASE("a board without a clock has none in its view") {
    const DeviceWatch watch(with_clock(ClockDriver::none), "jipu", nullptr, nullptr);
    CHECK_FALSE(watch.view(5, nullptr).clock);
    check_round(watch.view(5, nullptr));
}

TEST_CASE("points, their changes and the pace are told as they are") {
    DeviceWatch watch(with_clock(ClockDriver::none), "jipu", nullptr, nullptr);
    ScanFrame frame = empty_board();
    frame.levels[3] = Level::on;
    watch.board_scan(10 * ms, frame);
    watch.board_change(20 * ms, {4, Level::on});
    for (int i = 0; i < 20; ++i)
        watch.board_change((30 + i) * ms, {89, i % 2 == 0 ? Level::on : Level::off});
    const PacedBoard paced;
    DeviceView view = watch.view(120 * ms, &paced);
    CHECK(view.board.presence == Presence::ok);
    CHECK(view.board.points[4] == PointView{Level::on, PointState::well, 1, 100});
    CHECK(view.board.points[3] == PointView{Level::on, PointState::held, 0, std::nullopt});
    CHECK(view.board.points[89].state == PointState::chatters);
    CHECK(view.board.pace->max_us == 9000);
    view.board.suspected = {3, 89};
    check_round(view);
}

TEST_CASE("what the clock shows, says and what was pressed is told, and noise is counted") {
    DeviceWatch watch(with_clock(ClockDriver::line), "jipud", nullptr, nullptr);
    using namespace line_clock;
    say(watch, 100 * ms, "what is this\n");
    CHECK(watch.view(100 * ms, nullptr).clock->presence == Presence::waiting);
    CHECK(watch.view(100 * ms, nullptr).clock->wrong_frames == 1);
    watch.clock_press(200 * ms, Side::second);
    watch.clock_press(300 * ms, Side::first);
    const DeviceView view = watch.view(450 * ms, nullptr);
    CHECK(view.clock->presence == Presence::ok);
    CHECK(view.clock->presses == std::array<std::uint64_t, 2>{1, 1});
    CHECK(view.clock->pressed == Side::first);
    CHECK(view.clock->pressed_ago_ms == 150);
    CHECK(view.clock->heard_ago_ms == 150);
    check_round(view);
}

TEST_CASE("lost and back are told with their reason") {
    DeviceWatch watch(with_clock(ClockDriver::line), "jipu", nullptr, nullptr);
    watch.board_lost(0, "no chip");
    watch.clock_lost(0, "no port");
    CHECK(watch.view(1, nullptr).board.presence == Presence::lost);
    CHECK(watch.view(1, nullptr).clock->detail == "no port");
    watch.clock_note(1, "not permitted");
    CHECK(watch.view(1, nullptr).clock->presence == Presence::lost);
    CHECK(watch.view(1, nullptr).clock->detail == "not permitted");
    check_round(watch.view(1, nullptr));
    watch.board_back(2, "there");
    watch.clock_back(2, "/dev/ttyUSB0");
    CHECK(watch.view(3, nullptr).board.detail == "there");
    CHECK(watch.view(3, nullptr).clock->presence == Presence::ok);
    watch.board_note(4, "late");
    CHECK(watch.view(5, nullptr).board.detail == "late");
}

TEST_CASE("everything is passed on as it came") {
    Counted next;
    DeviceWatch watch(with_clock(ClockDriver::line), "jipud", &next, &next);
    watch.board_scan(0, empty_board());
    watch.board_change(0, {0, Level::on});
    watch.board_note(0, "");
    watch.board_lost(0, "");
    watch.board_back(0, "");
    say(watch, 0, "x");
    watch.clock_press(0, Side::first);
    watch.clock_lost(0, "");
    watch.clock_note(0, "");
    watch.clock_back(0, "");
    CHECK(next.said == "scan change note lost back bytes press clock-lost clock-note clock-back ");
}

TEST_CASE("a view that is not whole is refused with what is missing") {
    const DeviceWatch watch(with_clock(ClockDriver::line), "jipu", nullptr, nullptr);
    Json json = device_view_json(watch.view(0, nullptr));
    json["board"].erase("state");
    const auto view = parse_device_view(json);
    REQUIRE_FALSE(view);
    CHECK(view.error().find("state") != std::string::npos);
    CHECK_FALSE(parse_device_view(Json::parse("[]")));
}
