// SPDX-License-Identifier: Apache-2.0
// The emulated Izis board, read by the daemon's decoder.
#include "hal/sim/link/emulated_izis.hpp"

#include "hal/codec/izis_decoder.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::sim;
using line_clock::Half;

namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

} // namespace

TEST_CASE("an emulated Izis board answers what it is told and nothing else") {
    EmulatedIzis board;
    EmulatedClock clock({});
    std::string out;
    CHECK(board.hear(0, bytes_of("~GVE#"), clock, out));
    CHECK(board.hear(0, bytes_of("~CTS0#"), clock, out));
    CHECK(out == "~VER100#~UDS0#");
    out.clear();
    CHECK(board.hear(0, bytes_of("~STA#"), clock, out));
    CHECK(out == "~SDA" + std::string(361, '0') + "#");
    out.clear();
    CHECK_FALSE(board.hear(0, bytes_of("~LED11#noise"), clock, out));
    CHECK_FALSE(board.hear(0, bytes_of("~GV"), clock, out));
    board.reader_gone(false);
    CHECK_FALSE(board.hear(0, bytes_of("E#"), clock, out));
    CHECK(out.empty());
}

TEST_CASE("the buttons of an emulated Izis board are read as presses and its times are not told") {
    EmulatedIzis board;
    EmulatedClock clock({});
    std::string out;
    board.pressed(0, clock.press(0, Half::left), clock, out);
    board.ticked(1'000'000'000, clock, out);
    board.pressed(2'000'000'000, clock.press(2'000'000'000, Half::right), clock, out);
    board.paused(3'000'000'000, clock, out);
    IzisDecoder decoder(Side::first);
    std::vector<ClockReport> reports;
    decoder.feed(bytes_of(out), reports);
    CHECK(reports == std::vector<ClockReport>{PressReport{Side::first}, PressReport{Side::second}});
}
