// SPDX-License-Identifier: Apache-2.0
// The emulated NicLink clock with time as an argument, read by the daemon's decoder.
#include "hal/sim/link/emulated_niclink.hpp"

#include "hal/codec/niclink_decoder.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::sim;
using line_clock::Half;

namespace {

constexpr EmulatedNs ms = 1'000'000;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

struct Desk {
    std::string ask(EmulatedNs now, std::string_view words) {
        std::string out;
        asked = speaker.hear(now, bytes_of(words), clock, out);
        return out;
    }
    std::string press(EmulatedNs now, Half half) {
        std::string out;
        speaker.pressed(now, clock.press(now, half), clock, out);
        return out;
    }
    EmulatedClock clock{{60'000, 60'000, 0, false, "", ""}};
    EmulatedNiclink speaker;
    bool asked = false;
};

} // namespace

TEST_CASE("an emulated NicLink clock tells its times when it is asked") {
    Desk desk;
    CHECK(desk.ask(0, "STATUS\n") == "STATUS:60000+0:60000+0:STOPPED:WHITE\r\n");
    CHECK(desk.asked);
    CHECK(desk.press(0, Half::left) == "Green Button pressed\r\nCLOCK_STARTED\r\n");
    CHECK(desk.ask(1500 * ms, "STATUS\n") == "STATUS:60000+0:58500+0:RUNNING:BLACK\r\n");
    CHECK(desk.ask(2000 * ms, "STOP\n") == "CLOCK_STOPPED\r\n");
    CHECK_FALSE(desk.asked);
    CHECK(desk.ask(2000 * ms, "STOP\nPAUSE\n").empty());
}

TEST_CASE("any word that an emulated NicLink clock does not know starts it") {
    Desk desk;
    CHECK(desk.ask(0, "hello\n") == "CLOCK_STARTED\r\n");
    CHECK(desk.ask(500 * ms, "STATUS\n") == "STATUS:59500+0:60000+0:RUNNING:WHITE\r\n");
    CHECK(desk.ask(600 * ms, "hello\n").empty());
    // What the driver says never does.
    Desk other;
    CHECK(other.ask(0, niclink::ask_status) == "STATUS:60000+0:60000+0:STOPPED:WHITE\r\n");
    CHECK_FALSE(other.clock.is_running());
}

TEST_CASE("a game on an emulated NicLink clock is read with every press") {
    Desk desk;
    NiclinkDecoder decoder(Side::first);
    std::vector<ClockReport> reports;
    const auto read = [&](const std::string& bytes) { decoder.feed(bytes_of(bytes), reports); };
    std::string out;
    read(desk.ask(0, "STATUS\n"));
    desk.clock.set(0, {60'000, 60'000, Half::left, false});
    desk.speaker.ticked(0, desk.clock, out);
    read(out);
    for (int i = 0; i < 10; ++i) {
        const EmulatedNs now = (i + 1) * 700 * ms;
        read(desk.press(now, i % 2 == 0 ? Half::left : Half::right));
        if (i % 3 == 0) read(desk.ask(now, "STATUS\n"));
    }
    std::vector<Side> presses;
    for (const ClockReport& report : reports) {
        if (const auto* press = std::get_if<PressReport>(&report)) presses.push_back(press->side);
        CHECK_FALSE(std::holds_alternative<FrameError>(report));
    }
    REQUIRE(presses.size() == 10);
    for (std::size_t i = 0; i < presses.size(); ++i)
        CHECK(presses[i] == (i % 2 == 0 ? Side::first : Side::second));
}
