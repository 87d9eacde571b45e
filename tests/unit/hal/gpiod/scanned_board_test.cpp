// SPDX-License-Identifier: Apache-2.0
// The board driver with its real thread: report order, loss and return, a loop that stands still,
// start and stop. The scanner is the test's; nothing here sleeps.
#include "hal/gpiod/scanned_board.hpp"

#include <dirent.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/said_by_board.hpp"

using namespace jipu;
using namespace jipu::gpio;
using jipu::test::run_until;
using Said = jipu::test::SaidByBoard;

namespace {

/// What the board shows, from any thread; counts its scans.
struct Shown {
    std::mutex mutex;
    std::vector<std::uint8_t> bits = std::vector<std::uint8_t>(4);
    std::string fails;
    std::uint64_t scans = 0;
    bool is_open = false;
    void set(std::size_t bit, std::uint8_t value) {
        const std::lock_guard lock(mutex);
        bits[bit] = value;
    }
    void fail(const std::string& why) {
        const std::lock_guard lock(mutex);
        fails = why;
    }
    std::uint64_t count() {
        const std::lock_guard lock(mutex);
        return scans;
    }
    bool opened() {
        const std::lock_guard lock(mutex);
        return is_open;
    }
};

struct ShownScanner : Scanner {
    explicit ShownScanner(Shown& s) : shown(s) {}
    std::string open() override {
        const std::lock_guard lock(shown.mutex);
        shown.is_open = shown.fails.empty();
        return shown.fails;
    }
    void close() override {
        const std::lock_guard lock(shown.mutex);
        shown.is_open = false;
    }
    std::size_t bits() const override { return 4; }
    std::string scan(std::span<std::uint8_t> bits) override {
        const std::lock_guard lock(shown.mutex);
        ++shown.scans;
        if (flicker) shown.bits[3] = shown.bits[3] == 0;
        std::copy(shown.bits.begin(), shown.bits.end(), bits.begin());
        return shown.fails;
    }
    Shown& shown;
    bool flicker = false;
};

struct Table {
    explicit Table(std::size_t queue = 64, bool flicker = false, int priority = 0) {
        auto scanner = std::make_unique<ShownScanner>(shown);
        scanner->flicker = flicker;
        BoardWiring wiring;
        wiring.points = {{0, no_bit}, {1, no_bit}, {2, no_bit}, {3, no_bit}};
        ScannedBoardOptions options{
            "four points", {1000, 1000, 4000, 1'000'000'000'000}, queue, priority};
        board = std::make_unique<ScannedBoard>(loop, std::move(scanner), wiring, options,
                                               [this] { return time += 500; });
    }
    Shown shown;
    boost::asio::io_context loop;
    std::atomic<MonotonicNs> time{0};
    Said said;
    std::unique_ptr<ScannedBoard> board;
};

std::size_t open_descriptors() {
    std::size_t count = 0;
    ::DIR* folder = ::opendir("/proc/self/fd");
    while (::readdir(folder) != nullptr)
        ++count;
    ::closedir(folder);
    return count;
}

using Log = std::vector<std::string>;

} // namespace

TEST_CASE("a scanned board is reported whole, then by its changes, on the daemon's loop") {
    Table table;
    table.shown.set(2, 1);
    table.board->start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 1; }));
    CHECK(table.said.scan.levels ==
          std::vector<Level>{Level::off, Level::off, Level::on, Level::off});
    table.shown.set(0, 1);
    table.shown.set(2, 0);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("change") == 2; }));
    CHECK(table.said.scan.levels ==
          std::vector<Level>{Level::on, Level::off, Level::off, Level::off});
    CHECK(table.said.ordered);
    CHECK(table.said.count("lost") == 0);
}

TEST_CASE("a scanned board that goes and comes is lost and back in turn, with a whole scan") {
    Table table;
    table.shown.fail("line 4 of chip is in use by w1");
    table.board->start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("lost") == 1; }));
    table.shown.fail("");
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 1; }));
    table.shown.fail("cannot read the columns at chip: No such device");
    REQUIRE(run_until(table.loop, [&] { return table.said.count("lost") == 2; }));
    table.shown.fail("");
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 2; }));
    CHECK(table.said.log == Log{"lost", "back", "scan", "lost", "back", "scan"});
    CHECK(table.said.details == Log{"line 4 of chip is in use by w1", "four points",
                                    "cannot read the columns at chip: No such device",
                                    "four points"});
    CHECK(table.said.ordered);
}

TEST_CASE("the loop that stands still holds up no scan, and hears how many changes it missed") {
    Table table(4, true);
    table.board->start(table.said);
    // Nobody runs the loop; each scan differs, and four reports fit.
    while (table.shown.count() < 50)
        std::this_thread::yield();
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") >= 2; }));
    const Log& log = table.said.log;
    CHECK(Log(log.begin(), log.begin() + 7) ==
          Log{"scan", "change", "change", "change", "lost", "back", "scan"});
    CHECK(table.said.details[0].find(" scans with changes were missed: the daemon stood still") !=
          std::string::npos);
    CHECK(std::stoi(table.said.details[0]) >= 40);
    CHECK(table.said.ordered);
}

TEST_CASE("after the stop the board is closed, nothing is reported, and no descriptor is left") {
    Table table;
    std::size_t before = 0;
    for (int i = 1; i <= 3; ++i) {
        table.board->start(table.said);
        REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == i; }));
        table.shown.set(0, i % 2 == 1);
        table.board->stop();
        CHECK_FALSE(table.shown.opened());
        const auto said = table.said.log.size();
        table.loop.restart();
        table.loop.poll();
        CHECK(table.said.log.size() == said);
        if (i == 1) before = open_descriptors(); // the loop has its own by now
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE("a stop from within a report is the last one") {
    Table table(64, true);
    struct Stopper : Said {
        void board_change(MonotonicNs at, PointChange change) override {
            Said::board_change(at, change);
            board->stop();
        }
        ScannedBoard* board = nullptr;
    } said;
    said.board = table.board.get();
    table.board->start(said);
    REQUIRE(run_until(table.loop, [&] { return said.count("change") == 1; }));
    table.loop.restart();
    table.loop.poll();
    CHECK(said.log == Log{"scan", "change"});
}

TEST_CASE("a priority that the system does not grant is a note and no failure") {
    Table table(64, false, 1000); // there is no such priority
    table.board->start(table.said);
    REQUIRE(run_until(table.loop, [&] { return !table.said.notes.empty(); }));
    CHECK(table.said.notes[0] == "it is scanned without real-time priority: Invalid argument");
    CHECK(table.said.count("scan") == 1);
}

TEST_CASE("the board that a wiring makes says what is wrong with its lines, and goes on trying") {
    boost::asio::io_context loop;
    BoardWiring wiring;
    wiring.points = {{0, no_bit}};
    wiring.matrix.rows = {{"/nonexistent/gpiochip0", "1"}};
    wiring.matrix.columns = {{"/nonexistent/gpiochip0", "2"}};
    wiring.shift.spi = "/nonexistent/spidev0.0";
    for (const bool matrix : {true, false}) {
        Said said;
        std::atomic<MonotonicNs> time{0};
        const auto board =
            make_gpio_board(loop, matrix, wiring, "wired", [&] { return time += 1000; });
        board->start(said);
        REQUIRE(run_until(loop, [&] { return said.count("lost") == 1; }));
        CHECK(said.details[0] ==
              (matrix ? "cannot open /nonexistent/gpiochip0: No such file or directory"
                      : "cannot open /nonexistent/spidev0.0: No such file or directory"));
        board->stop();
    }
}
