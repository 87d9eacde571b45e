// SPDX-License-Identifier: Apache-2.0
// The player in real time, read by the daemon's own drivers, which come and go in between.
#include "daemon/app/jipu/simulate/player.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "hal/codec/line_clock_decoder.hpp"
#include "hal/serial/serial_clock.hpp"
#include "hal/sim/link/sim_board_source.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"

using namespace jipu;
using namespace jipu::tool;
using jipu::test::run_until;
using namespace std::chrono_literals;

namespace {

struct Folder {
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "jipu-play-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string operator/(const char* name) const { return (path / name).string(); }
    std::filesystem::path path;
};

/// A daemon in small: what both drivers report.
struct Daemon : BoardSink, ClockSink {
    Daemon(boost::asio::io_context& loop, const Folder& folder)
        : board(loop, {folder / "board", {}, 1ms, 5ms}, [] { return MonotonicNs{0}; }),
          clock(loop, {folder / "clock", 0, 1ms, 5ms}, clock_talk(ClockKind::line),
                [] { return MonotonicNs{0}; }) {
        board.start(*this);
        clock.start(*this);
    }
    void board_scan(MonotonicNs, const ScanFrame& frame) override {
        levels = frame.levels;
        ++scans;
    }
    void board_change(MonotonicNs, PointChange change) override {
        levels[change.point] = change.level;
    }
    void board_lost(MonotonicNs, const std::string&) override {}
    void board_back(MonotonicNs, const std::string&) override {}
    void clock_bytes(MonotonicNs, std::span<const std::uint8_t> bytes) override {
        std::vector<ClockReport> reports;
        decoder.feed(bytes, reports);
        for (const ClockReport& report : reports) {
            if (const auto* press = std::get_if<PressReport>(&report)) presses.push_back(*press);
            if (const auto* shown = std::get_if<TimesReport>(&report)) times = *shown;
            errors += std::holds_alternative<FrameError>(report) ? 1 : 0;
        }
    }
    void clock_press(MonotonicNs, Side) override {}
    void clock_lost(MonotonicNs, const std::string&) override { decoder.reset(); }
    void clock_back(MonotonicNs, const std::string&) override {}

    std::vector<Level> levels;
    std::vector<PressReport> presses;
    std::optional<TimesReport> times;
    LineClockDecoder decoder{Side::second};
    int scans = 0;
    int errors = 0;
    sim::SimBoardSource board;
    SerialClock clock;
};

ScanFrame empty_board() {
    ScanFrame frame;
    frame.levels.assign(90, Level::off);
    return frame;
}

PlayerOptions options_for(const Folder& folder) {
    PlayerOptions options;
    options.board_socket = folder / "board";
    options.clock_link = folder / "clock";
    options.clock_left = Side::second;
    options.clock.left_ms = options.clock.right_ms = 60'000;
    options.linger_s = 0.2;
    return options;
}

/// Plays in a process of its own, as the tool does; its exit status comes from wait_for().
pid_t play_in_child(const PlayerOptions& options, const std::vector<Act>& acts,
                    const std::string& log) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    std::ofstream out(log);
    const int status = play_timeline(options, empty_board(), acts, [&](const Act& act) {
        out << act.what.index() << std::flush;
    });
    ::_exit(status);
}

int wait_for(pid_t child) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status);
}

std::string read_file(const std::string& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

/// A piece set down, Red's press, another piece, Black's press; then `last` ms later one more.
std::vector<Act> short_game(std::int64_t last) {
    return {{from_ms(0), GameBegins{0}},
            {from_ms(20), PointChange{10, Level::on}},
            {from_ms(40), PressReport{Side::first}},
            {from_ms(60), PointChange{11, Level::on}},
            {from_ms(80), PressReport{Side::second}},
            {from_ms(80 + last), PointChange{12, Level::on}},
            {from_ms(100 + last), PressReport{Side::first}},
            {from_ms(100 + last), PlyPlayed{0, 0}},
            {from_ms(100 + last), GameEnds{0}}};
}

} // namespace

TEST_CASE("the player waits for both readers, plays all acts and ends with status 0") {
    Folder folder;
    PlayerOptions options = options_for(folder);
    options.wait_reader_s = 20;
    const pid_t child = play_in_child(options, short_game(50), folder / "log");
    boost::asio::io_context loop;
    Daemon daemon(loop, folder);
    REQUIRE(run_until(loop, [&] { return daemon.presses.size() == 3; }));
    CHECK(daemon.presses == std::vector<PressReport>{{Side::first}, {Side::second}, {Side::first}});
    REQUIRE(run_until(loop, [&] {
        return daemon.levels[10] == Level::on && daemon.levels[12] == Level::on && daemon.times &&
               !daemon.times->running;
    }));
    CHECK(daemon.errors == 0);
    CHECK(wait_for(child) == 0);
    CHECK(read_file(folder / "log") == "201010134");
    CHECK_FALSE(std::filesystem::exists(std::filesystem::symlink_status(folder / "clock")));
    CHECK_FALSE(std::filesystem::exists(folder / "board"));
}

TEST_CASE("a reader that is killed in mid-game and comes back knows all that happened meanwhile") {
    Folder folder;
    PlayerOptions options = options_for(folder);
    options.wait_reader_s = 20;
    options.linger_s = 60;
    const pid_t child = play_in_child(options, short_game(300), folder / "log");
    boost::asio::io_context loop;
    // The clock's own counters tell a new daemon nothing of the past; the same decoder goes on, as
    // the journal makes it do.
    Daemon daemon(loop, folder);
    REQUIRE(run_until(loop, [&] { return daemon.presses.size() == 2; }));
    daemon.board.stop();
    daemon.clock.stop();
    daemon.decoder.reset();
    REQUIRE(run_until(loop, [&] { return read_file(folder / "log").size() == 9; }));
    CHECK(daemon.levels[12] == Level::off);
    daemon.board.start(daemon);
    daemon.clock.start(daemon);
    REQUIRE(run_until(loop, [&] { return daemon.presses.size() == 3 && daemon.scans == 2; }));
    CHECK(daemon.levels[12] == Level::on);
    CHECK(daemon.presses.back() == PressReport{Side::first});
    REQUIRE(::kill(child, SIGTERM) == 0);
    CHECK(wait_for(child) == 0);
}

TEST_CASE("without a reader in time the player says so and ends with status 1") {
    Folder folder;
    PlayerOptions options = options_for(folder);
    options.wait_reader_s = 0.05;
    CHECK(play_timeline(options, empty_board(), short_game(0), [](const Act&) {}) == 1);
}

TEST_CASE("a socket that cannot be made ends the player with status 1") {
    Folder folder;
    PlayerOptions options = options_for(folder);
    options.board_socket = "/nowhere/board";
    CHECK(play_timeline(options, empty_board(), short_game(0), [](const Act&) {}) == 1);
}
