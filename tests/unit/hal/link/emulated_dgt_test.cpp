// SPDX-License-Identifier: Apache-2.0
// The emulated DGT board with time as an argument, read by the daemon's decoder.
#include "hal/sim/link/emulated_dgt.hpp"

#include <vector>

#include "hal/codec/dgt_decoder.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::sim;
using line_clock::Half;

namespace {

constexpr EmulatedNs ms = 1'000'000;

struct Desk {
    Desk() : clock(options()) {}
    static EmulatedClockOptions options() {
        EmulatedClockOptions out;
        out.left_ms = out.right_ms = 60'000;
        out.increment_ms = 2000;
        return out;
    }
    /// What a host that asks these bytes at this moment gets.
    std::string ask(EmulatedNs now, const std::string& bytes) {
        std::string out;
        board.hear(now, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, clock,
                   out);
        return out;
    }
    std::string press(EmulatedNs now, Half half) {
        std::string out;
        board.pressed(now, clock.press(now, half), clock, out);
        return out;
    }
    std::string tick(EmulatedNs now) {
        std::string out;
        board.ticked(now, clock, out);
        return out;
    }
    std::vector<ClockReport> read(const std::string& bytes) {
        std::vector<ClockReport> out;
        decoder.feed({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, out);
        return out;
    }
    EmulatedClock clock;
    EmulatedDgt board;
    DgtDecoder decoder{Side::first};
};

std::string raw(std::initializer_list<int> bytes) {
    std::string out;
    for (const int byte : bytes)
        out += static_cast<char>(byte);
    return out;
}

using Reports = std::vector<ClockReport>;

} // namespace

TEST_CASE("an emulated DGT board says nothing until it is asked") {
    Desk desk;
    CHECK(desk.tick(0).empty());
    CHECK(desk.press(0, Half::left).empty());
    CHECK(desk.ask(1000 * ms, "\x41") == raw({0x8d, 0, 10, 0, 0, 0x59, 0, 1, 0, 0x13}));
    CHECK(desk.tick(2000 * ms).empty());
    CHECK(desk.ask(2000 * ms, "\x4b").empty());
    CHECK(desk.tick(3000 * ms) == raw({0x8d, 0, 10, 0, 0, 0x57, 0, 1, 0, 0x13}));
    CHECK(desk.ask(3000 * ms, "\x40").empty());
    CHECK(desk.tick(4000 * ms).empty());
}

TEST_CASE("updates come when the clock's frame changes and never twice the same") {
    Desk desk;
    desk.ask(0, "\x4b");
    desk.press(0, Half::left);
    CHECK_FALSE(desk.tick(1000 * ms).empty());
    CHECK(desk.tick(1000 * ms).empty());
    // The increment is in the first frame after the press, and the second may have passed too.
    CHECK(desk.press(2000 * ms, Half::right) == raw({0x8d, 0, 10, 0, 1, 0, 0, 1, 0, 0x09}));
    CHECK(desk.press(2000 * ms, Half::right).empty());
}

TEST_CASE("the flag falls, the clock stands, and the decoder shows the time as used up") {
    Desk desk;
    desk.ask(0, "\x4b");
    desk.read(desk.press(0, Half::left));
    CHECK(desk.tick(60'000 * ms) == raw({0x8d, 0, 10, 0x10, 0, 0, 0, 1, 0, 0x12}));
    CHECK(desk.read(desk.ask(60'000 * ms, "\x41")) ==
          Reports{TimesReport{{60'000, 0}, std::nullopt}});
}

TEST_CASE("the board answers what a host may ask with names of its own") {
    Desk desk;
    CHECK(desk.ask(0, "\x4d") == raw({0x93, 0, 5, 1, 0}));
    CHECK(desk.ask(0, "\x47") == raw({0x92, 0, 17}) + "emulated board");
    CHECK(desk.ask(0, "\x42") == raw({0x86, 0, 0x43}) + std::string(64, '\0'));
    CHECK(desk.ask(0, "\x4e\x60").empty());
}

TEST_CASE("a board that gets its power back is in idle, and its clock has gone on") {
    Desk desk;
    desk.ask(0, "\x4b");
    desk.read(desk.press(0, Half::left));
    desk.board.reader_gone(false);
    CHECK_FALSE(desk.tick(1000 * ms).empty());
    desk.board.reader_gone(true);
    CHECK(desk.tick(2000 * ms).empty());
    desk.decoder.reset();
    CHECK(desk.press(3000 * ms, Half::right).empty());
    CHECK(desk.read(desk.ask(3500 * ms, "\x4b\x41")) ==
          Reports{TimesReport{{60'000, 59'000}, Side::first}, PressReport{Side::second}});
}

TEST_CASE("every second of a game on an emulated DGT is read, and every press") {
    Desk desk;
    desk.read(desk.ask(0, "\x4b\x41"));
    desk.clock.set(0, {60'000, 60'000, Half::left, false});
    desk.read(desk.tick(0));
    EmulatedNs now = 0;
    std::size_t presses = 0;
    std::size_t times = 0;
    const auto count = [&](const std::string& bytes) {
        for (const ClockReport& report : desk.read(bytes)) {
            presses += std::holds_alternative<PressReport>(report);
            times += std::holds_alternative<TimesReport>(report);
            CHECK_FALSE(std::holds_alternative<FrameError>(report));
        }
    };
    for (int i = 0; i < 100; ++i) {
        const EmulatedNs press = now + (500 + 37 * i) * ms;
        while (const auto due = desk.clock.next_report(now)) {
            if (*due >= press) break;
            now = *due;
            count(desk.tick(now));
        }
        now = press;
        count(desk.press(now, i % 2 == 0 ? Half::left : Half::right));
    }
    CHECK(presses == 100);
    CHECK(times > 200);
}
