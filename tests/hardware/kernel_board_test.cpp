// SPDX-License-Identifier: Apache-2.0
// The GPIO drivers against a real kernel, whose chip is tests/hardware/boardsim: real requests,
// real calls, real edges and real errors. Only where that module is loaded (scripts/hardware.sh).
#include <array>
#include <cerrno>

#include "hal/gpiod/ghosts.hpp"
#include "hal/gpiod/lever_clock.hpp"
#include "hal/gpiod/matrix_board.hpp"
#include "hal/gpiod/scanned_board.hpp"
#include "hal/sim/random.hpp"
#include "tests/hardware/boardsim.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

/// The board as it is after the module was loaded, and after the test again.
struct Fresh {
    Fresh() { reset(); }
    ~Fresh() { reset(); }
    static void reset() {
        close_contacts(Bits(rows * columns));
        write("plugged", "1");
        write("levers", "00");
        write("diodes", "1");
        for (const char* name : {"settle_ns", "contention", "unsettled", "floating"})
            write(name, "0");
    }
    std::shared_ptr<Lines> lines = real_lines();
    MatrixBoard board{lines, matrix_wiring(), pause_really};
    Bits scan() {
        Bits bits(rows * columns);
        CHECK(board.scan(bits) == "");
        return bits;
    }
};

struct Said : BoardSink, ClockSink {
    void board_scan(MonotonicNs, const ScanFrame& frame) override {
        log += "scan ";
        levels = frame.levels;
    }
    void board_change(MonotonicNs, PointChange change) override {
        ++changes;
        levels[change.point] = change.level;
    }
    void board_lost(MonotonicNs, const std::string& why) override {
        log += "lost ";
        detail = why;
    }
    void board_back(MonotonicNs, const std::string&) override { log += "back "; }
    void clock_bytes(MonotonicNs, std::span<const std::uint8_t>) override {}
    void clock_press(MonotonicNs at, Side side) override {
        log += side == Side::first ? "first " : "second ";
        stamp = at;
    }
    void clock_lost(MonotonicNs, const std::string& why) override {
        log += "lost ";
        detail = why;
    }
    void clock_back(MonotonicNs, const std::string&) override { log += "back "; }
    std::string log, detail;
    std::vector<Level> levels;
    int changes = 0;
    MonotonicNs stamp = 0;
};

std::vector<Level> levels_of(const Bits& bits) {
    std::vector<Level> levels;
    for (const std::uint8_t bit : bits)
        levels.push_back(bit != 0 ? Level::on : Level::off);
    return levels;
}

} // namespace

TEST_CASE("every pattern of contacts reads as it stands through the kernel, and no rows fight") {
    Fresh fresh;
    REQUIRE(fresh.board.open() == "");
    sim::Random random(11);
    for (int round = 0; round < 100; ++round) {
        Bits bits(rows * columns);
        for (auto& bit : bits)
            bit = random.below(3) == 0;
        close_contacts(bits);
        REQUIRE(fresh.scan() == bits);
    }
    CHECK(read("contention") == 0);
    CHECK(read("floating") == 0);
}

TEST_CASE("without diodes the kernel's open drain lets no rows fight, and ghosts are found") {
    Fresh fresh;
    write("diodes", "0");
    Bits standing(rows * columns);
    standing[0] = standing[4] = standing[27] = 1;
    REQUIRE(fresh.board.open() == "");
    close_contacts(standing);
    CHECK(find_ghosts(fresh.scan(), standing, columns) == std::vector<Ghost>{{31, 0}});
    CHECK(read("contention") == 0);
    fresh.board.close();
    LineGroup fighting;
    const LineSetup push_pull{LineUse::push_pull, true, GpioBias::external};
    REQUIRE(fighting.open(*fresh.lines, matrix_wiring().rows, push_pull) == "");
    Bits one(rows);
    one[0] = 1;
    REQUIRE(fighting.set(one) == 0);
    CHECK(read("contention") > 0); // the model sees it when it happens
}

TEST_CASE("columns that settle in the wiring's time are read right through the kernel") {
    Fresh fresh;
    Bits bits(rows * columns);
    for (std::size_t i = 0; i < bits.size(); i += 2)
        bits[i] = 1;
    close_contacts(bits);
    write("settle_ns", "40000");
    REQUIRE(fresh.board.open() == "");
    CHECK(fresh.scan() == bits);
    CHECK(read("unsettled") == 0);
    write("settle_ns", "100000000");
    CHECK(fresh.scan() != bits);
    CHECK(read("unsettled") > 0);
}

TEST_CASE(
    "a line in use is named with its holder by the kernel's word, and free lines are let go") {
    Fresh fresh;
    const std::array<std::string, 1> one{"3"};
    auto held = fresh.lines->request("boardsim", one, {});
    REQUIRE(held);
    CHECK(fresh.board.open() == "line 3 of /dev/gpiochip0 is in use by jipud");
    held->reset();
    REQUIRE(fresh.board.open() == "");
    fresh.scan();
    CHECK(read("outputs") == 1); // the row that is driven; open drain makes the others inputs
    fresh.board.close();
    CHECK(read("outputs") == 0);
    const std::array<std::string, 1> beyond{"24"};
    CHECK(fresh.lines->request("boardsim", beyond, {}).error() ==
          "there is no line 24 at /dev/gpiochip0");
    const std::array<std::string, 1> nameless{"GPIO17"};
    CHECK(fresh.lines->request("gpiochip0", nameless, {}).error() ==
          "there is no line GPIO17 at /dev/gpiochip0");
    CHECK(fresh.lines->request("pinctrl-bcm2711", one, {}).error() ==
          "there is no gpiochip pinctrl-bcm2711; there are boardsim");
}

TEST_CASE("a board whose chip is taken away is lost, and back with a whole scan by itself") {
    Fresh fresh;
    boost::asio::io_context loop;
    BoardWiring whole;
    for (std::uint16_t i = 0; i < rows * columns; ++i)
        whole.points.push_back({i, no_bit});
    whole.matrix = matrix_wiring();
    Bits bits(rows * columns);
    bits[12] = bits[70] = 1;
    close_contacts(bits);
    Said said;
    const auto board = make_gpio_board(loop, true, whole, "boardsim", monotonic);
    board->start(said);
    REQUIRE(run_until(loop, [&] { return said.log == "scan "; }));
    CHECK(said.levels == levels_of(bits));
    bits[12] = 0;
    bits[13] = 1;
    close_contacts(bits);
    REQUIRE(run_until(loop, [&] { return said.changes == 2; }));
    CHECK(said.levels == levels_of(bits));
    write("plugged", "0");
    REQUIRE(run_until(loop, [&] { return said.log == "scan lost "; }));
    CHECK(said.detail.find("No such device") != std::string::npos);
    bits[1] = 1;
    close_contacts(bits);
    write("plugged", "1");
    REQUIRE(run_until(loop, [&] { return said.log == "scan lost back scan "; }));
    CHECK(said.levels == levels_of(bits));
    board->stop();
}

TEST_CASE("levers press by the kernel's edges and stamps, and come back after the chip went") {
    Fresh fresh;
    boost::asio::io_context loop;
    Said said;
    LeverClockOptions options;
    options.wiring.left = {"boardsim", "19"};
    options.wiring.right = {"boardsim", "20"};
    options.wiring.debounce_ms = 50; // the emulator may stand still between two writes
    LeverClock clock(loop, fresh.lines, options, monotonic);
    clock.start(said);
    REQUIRE(run_until(loop, [&] { return said.log == "back "; }));
    const MonotonicNs before = monotonic();
    write("levers", "10");
    const MonotonicNs after = monotonic();
    REQUIRE(run_until(loop, [&] { return said.log == "back first "; }));
    CHECK(said.stamp >= before);
    CHECK(said.stamp <= after);
    write("levers", "01");
    REQUIRE(run_until(loop, [&] { return said.log == "back first second "; }));
    write("levers", "10"); // bounce: the left is down again at once, and stays
    write("levers", "00");
    write("levers", "10");
    REQUIRE(run_until(loop, [&] { return said.log == "back first second first "; }));
    write("plugged", "0");
    REQUIRE(run_until(loop, [&] { return said.log == "back first second first lost "; }));
    write("plugged", "1");
    REQUIRE(run_until(loop, [&] { return said.log == "back first second first lost back "; }));
    clock.stop();
}
