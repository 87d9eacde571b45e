// SPDX-License-Identifier: Apache-2.0
// Whose time counts: the device's when it shows one, else what is counted from the presses.
#include "daemon/table/timekeeper.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

constexpr Side red = Side::first;
constexpr Side black = Side::second;

Instant at_s(std::int64_t s) {
    return instant_from_us(s * 1'000'000);
}

/// A side whose flag has fallen.
std::optional<Side> fallen(const Timekeeper& time, Instant at) {
    for (const Side side : {red, black})
        if (time.fell_at(side, at)) return side;
    return std::nullopt;
}

} // namespace

TEST_CASE("Without a time control a ply's length is all that is known") {
    Timekeeper time;
    time.begin(red, at_s(10), "");
    CHECK(time.turn_ended(red, at_s(17), at_s(17)) == 7000);
    CHECK(time.turn_ended(black, at_s(18), at_s(18)) == 1000);
    CHECK(time.clock(at_s(20)) == ClockMs{});
    CHECK_FALSE(time.running());
    CHECK_FALSE(time.counted(red, at_s(20)));
    CHECK_FALSE(time.next_flag());
    CHECK_FALSE(fallen(time, at_s(99'999)));
}

TEST_CASE("With a time control each side's time runs in its own turn") {
    Timekeeper time;
    time.begin(red, at_s(0), "5m");
    CHECK(time.running() == red);
    CHECK(time.clock(at_s(10)) == ClockMs{290'000, 300'000});
    time.turn_ended(red, at_s(60), at_s(60));
    CHECK(time.running() == black);
    CHECK(time.clock(at_s(90)) == ClockMs{240'000, 270'000});
    CHECK(time.next_flag() == at_s(360));
    CHECK_FALSE(fallen(time, at_s(359)));
    CHECK(fallen(time, at_s(361)) == black);
}

TEST_CASE("A pause charges nobody") {
    // 000/4.2.1(3)
    Timekeeper time;
    time.begin(red, at_s(0), "5m");
    time.pause(at_s(10));
    CHECK(time.paused());
    CHECK_FALSE(time.running());
    CHECK(time.clock(at_s(1000)) == ClockMs{290'000, 300'000});
    time.resume(at_s(1000));
    CHECK_FALSE(time.paused());
    CHECK(time.turn_ended(red, at_s(1005), at_s(1005)) == 15'000);
    CHECK(time.clock(at_s(1005)) == ClockMs{285'000, 300'000});
}

TEST_CASE("Pausing twice and resuming without a pause change nothing") {
    Timekeeper time;
    time.begin(red, at_s(0), "5m");
    time.resume(at_s(5));
    time.pause(at_s(10));
    time.pause(at_s(20));
    time.resume(at_s(30));
    CHECK(time.clock(at_s(30)) == ClockMs{290'000, 300'000});
}

TEST_CASE("What a device shows is what counts, and no flag is counted beside it") {
    Timekeeper time;
    time.begin(red, at_s(0), "5m");
    CHECK_FALSE(time.from_device());
    time.device_times({{123'000, 456'000}, black});
    CHECK(time.from_device());
    CHECK(time.clock(at_s(1000)) == ClockMs{123'000, 456'000});
    CHECK(time.running() == black);
    CHECK_FALSE(time.next_flag());
    CHECK_FALSE(fallen(time, at_s(1000)));
}

TEST_CASE("A lost device leaves its last times and no running side") {
    Timekeeper time;
    time.begin(red, at_s(0), "");
    time.device_times({{123'000, 456'000}, black});
    time.forget_device();
    CHECK_FALSE(time.running());
    CHECK(time.clock(at_s(5)) == ClockMs{123'000, 456'000});
}

TEST_CASE("The arbiter sets what is left, of one side or both") {
    Timekeeper time;
    time.begin(red, at_s(0), "5m");
    time.set({std::nullopt, 60'000}, at_s(10));
    CHECK(time.clock(at_s(10)) == ClockMs{290'000, 60'000});
    time.set({100'000, std::nullopt}, at_s(10));
    CHECK(time.clock(at_s(11)) == ClockMs{99'000, 60'000});
}

TEST_CASE("A new game begins its clocks anew") {
    Timekeeper time;
    time.begin(red, at_s(0), "5m");
    time.pause(at_s(100));
    time.begin(red, at_s(500), "10m");
    CHECK_FALSE(time.paused());
    CHECK(time.clock(at_s(500)) == ClockMs{600'000, 600'000});
    CHECK(time.turn_ended(red, at_s(503), at_s(503)) == 3000);
}

TEST_CASE("A control that is not understood is not counted") {
    Timekeeper time;
    time.begin(red, at_s(0), "as the organiser says");
    CHECK_FALSE(time.counted(red, at_s(1)));
    CHECK(time.clock(at_s(1)) == ClockMs{});
}

TEST_CASE("000/4.2.1(4): a game that is led back in a pause stays in the pause") {
    Timekeeper time;
    time.begin(red, at_s(0), "10m");
    time.turn_ended(red, at_s(60), at_s(60));
    time.pause(at_s(90));
    CHECK(time.set_moves({0, 0}, at_s(100)));
    CHECK_FALSE(time.set_moves({0, 0}, at_s(100)));
    CHECK(time.turn_is(red, at_s(100)));
    CHECK_FALSE(time.running());
    CHECK(time.clock(at_s(200)) == ClockMs{540'000, 570'000});
    time.resume(at_s(200));
    CHECK(time.running() == red);
    CHECK(time.counted(red, at_s(200))->moves == 0);
    CHECK(time.clock(at_s(260)) == ClockMs{480'000, 570'000});
}

TEST_CASE("000/4.2.1(4): what was used is taken from the device, and said, not set") {
    Timekeeper time;
    time.begin(red, at_s(0), "10m");
    CHECK(time.used(at_s(60)) == std::array{from_ms(60'000), Duration{}});
    time.device_times({{500'000, 590'000}, red});
    CHECK(time.used(at_s(60)) == std::array{from_ms(100'000), from_ms(10'000)});
    const auto half = std::array{from_ms(50'000), from_ms(5'000)};
    CHECK(time.lead_back({0, 0}, black, half, at_s(60)) == ClockMs{550'000, 595'000});
    CHECK(time.clock(at_s(60)) == ClockMs{500'000, 590'000});
    CHECK(time.running() == red); // the device's own word
}

TEST_CASE("000/1.4.2(4): time is charged where it is counted, beside a device it is only known") {
    Timekeeper time;
    time.begin(red, at_s(0), "10m");
    CHECK(time.charge(black, from_ms(300'000), at_s(0)));
    CHECK(time.clock(at_s(0)) == ClockMs{600'000, 300'000});
    time.device_times({{500'000, 590'000}, red});
    CHECK_FALSE(time.charge(black, from_ms(300'000), at_s(0)));
    CHECK(time.clock(at_s(0)) == ClockMs{500'000, 590'000});
    Timekeeper none;
    none.begin(red, at_s(0), "");
    CHECK_FALSE(none.charge(red, from_ms(300'000), at_s(0)));
    CHECK_FALSE(none.used(at_s(0)));
}

TEST_CASE("The turn can be set without a press, in a pause too") {
    Timekeeper time;
    CHECK_FALSE(time.turn_is(black, at_s(0)));
    time.begin(red, at_s(0), "5m");
    CHECK_FALSE(time.turn_is(red, at_s(5)));
    CHECK(time.turn_is(black, at_s(10)));
    CHECK(time.running() == black);
    CHECK(time.clock(at_s(20)) == ClockMs{290'000, 290'000});
    time.pause(at_s(20));
    CHECK(time.turn_is(red, at_s(30)));
    CHECK(time.clock(at_s(40)) == ClockMs{290'000, 290'000});
    time.resume(at_s(40));
    CHECK(time.running() == red);
    CHECK(time.clock(at_s(50)) == ClockMs{280'000, 290'000});
}

TEST_CASE("A move that counts after its turn has ended counts once and changes no turn") {
    Timekeeper time;
    time.begin(red, at_s(0), "1m +10s");
    time.turn_is(black, at_s(20));
    time.turn_ended(red, at_s(20), at_s(50));
    CHECK(time.running() == black);
    CHECK(time.clock(at_s(50)) == ClockMs{50'000, 30'000});
    CHECK(time.counted(red, at_s(50))->moves == 1);
}

TEST_CASE("A ply that is decided in a pause took no time of the pause") {
    Timekeeper time;
    time.begin(red, at_s(0), "");
    time.pause(at_s(2));
    CHECK(time.turn_ended(red, at_s(7), at_s(7)) == 2000);
    CHECK(time.turn_ended(black, at_s(9), at_s(9)) == 0);
    time.resume(at_s(10));
    CHECK(time.turn_ended(red, at_s(13), at_s(13)) == 3000);
}
