// SPDX-License-Identifier: Apache-2.0
// What the table hears from a DGT clock: sides, levers, gaps, any cut of the bytes.
#include "hal/codec/dgt_decoder.hpp"

#include <random>
#include <string>
#include <vector>

#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/clock_cut.hpp"

using namespace jipu;

namespace {

using Reports = std::vector<ClockReport>;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
void feed(ClockDecoder& decoder, std::string_view text, Reports& out) {
    decoder.feed(bytes_of(text), out);
}
Reports read(ClockDecoder& decoder, std::string_view text) {
    Reports out;
    feed(decoder, text, out);
    return out;
}

enum class Lever : std::uint8_t { left_turn, right_turn };

dgt::ClockTime time_of(int left_s, int right_s, Lever lever, bool running = true) {
    dgt::ClockTime time;
    time.left.seconds = left_s;
    time.right.seconds = right_s;
    time.running = running;
    time.right_high = lever == Lever::right_turn;
    time.left_to_move = !time.right_high;
    time.right_to_move = time.right_high;
    return time;
}
std::string frame(int left_s, int right_s, Lever lever, bool running = true) {
    return encode(time_of(left_s, right_s, lever, running));
}
TimesReport shown(std::int64_t first_s, std::int64_t second_s, std::optional<Side> running) {
    return TimesReport{{first_s * 1000, second_s * 1000}, running};
}
const ClockReport first_pressed = PressReport{Side::first};
const ClockReport second_pressed = PressReport{Side::second};

} // namespace

TEST_CASE("a DGT clock has a decoder and a greeting that fits into the board's ten bytes") {
    REQUIRE(decodes(ClockKind::dgt));
    const auto decoder = make_clock_decoder(ClockKind::dgt, Side::second);
    REQUIRE(decoder);
    CHECK(read(*decoder, frame(10, 20, Lever::left_turn)) == Reports{shown(20, 10, Side::second)});
    const ClockTalk talk = clock_talk(ClockKind::dgt);
    CHECK(talk.baud == 9600);
    CHECK(talk.greeting == "\x4d\x4b\x41");
    CHECK(talk.poll == "\x4b\x41");
}

TEST_CASE("the DGT's left and right become the sides that sit there") {
    DgtDecoder red_left(Side::first);
    DgtDecoder red_right(Side::second);
    CHECK(read(red_left, frame(10, 20, Lever::right_turn)) == Reports{shown(10, 20, Side::second)});
    CHECK(read(red_right, frame(10, 20, Lever::right_turn)) == Reports{shown(20, 10, Side::first)});
    // The left one's turn begins: the right one has pressed.
    CHECK(read(red_left, frame(10, 19, Lever::left_turn)) ==
          Reports{shown(10, 19, Side::first), second_pressed});
    CHECK(read(red_right, frame(10, 19, Lever::left_turn)) ==
          Reports{shown(19, 10, Side::second), first_pressed});
}

TEST_CASE("times are whole seconds and a press and a second may share a frame") {
    DgtDecoder decoder(Side::first);
    // As captured: the left one's 2:59, then with 2 s added and one gone by, the right one's turn.
    CHECK(read(decoder, std::string("\x8d\x00\x0a\x20\x03\x02\x20\x02\x59\x09", 10)) ==
          Reports{shown(179, 182, Side::first)});
    CHECK(read(decoder, std::string("\x8d\x00\x0a\x20\x03\x02\x20\x03\x01\x13", 10)) ==
          Reports{shown(181, 182, Side::second), first_pressed});
}

TEST_CASE("XON, XOFF and line ends are data like any other") {
    DgtDecoder decoder(Side::first);
    // Right 0:13:11, left 1:11:13, status 0x13; and 0x0a, 0x03, 0x0d in other places.
    CHECK(read(decoder, std::string("\x8d\x00\x0a\x00\x13\x11\x01\x11\x13\x13", 10)) ==
          Reports{shown(4273, 791, Side::second)});
    CHECK(read(decoder, std::string("\x8d\x00\x0a\x03\x03\x03\x00\x13\x13\x0d", 10)) ==
          Reports{HelloReport{"battery low"}, shown(793, 10983, Side::first), second_pressed});
}

TEST_CASE("a lever that is turned while the clock stands is no press") {
    DgtDecoder decoder(Side::first);
    // Set up, the lever tried and set, and started.
    CHECK(read(decoder, frame(600, 600, Lever::right_turn, false)) ==
          Reports{shown(600, 600, std::nullopt)});
    CHECK(read(decoder, frame(600, 600, Lever::left_turn, false)) ==
          Reports{shown(600, 600, std::nullopt)});
    CHECK(read(decoder, frame(600, 600, Lever::right_turn, false)) ==
          Reports{shown(600, 600, std::nullopt)});
    CHECK(read(decoder, frame(600, 600, Lever::left_turn, true)) ==
          Reports{shown(600, 600, Side::first)});
    // In play it is one, also when the clock is stopped within the same second.
    CHECK(read(decoder, frame(599, 600, Lever::right_turn)) ==
          Reports{shown(599, 600, Side::second), first_pressed});
    CHECK(read(decoder, frame(599, 598, Lever::left_turn, false)) ==
          Reports{shown(599, 598, std::nullopt), second_pressed});
}

TEST_CASE("a press after the fall of the flag is one, though the clock stands") {
    DgtDecoder decoder(Side::first);
    read(decoder, frame(1, 50, Lever::left_turn));
    dgt::ClockTime fallen = time_of(0, 50, Lever::left_turn, false);
    fallen.left.blocked = true;
    CHECK(read(decoder, encode(fallen)) == Reports{shown(0, 50, std::nullopt)});
    fallen.right_high = true;
    CHECK(read(decoder, encode(fallen)) == Reports{shown(0, 50, std::nullopt), first_pressed});
    // Set up for the next game, with the lever back.
    CHECK(read(decoder, frame(600, 600, Lever::left_turn, false)) ==
          Reports{shown(600, 600, std::nullopt)});
}

TEST_CASE("the same frame twice is one press") {
    DgtDecoder decoder(Side::first);
    read(decoder, frame(60, 60, Lever::left_turn));
    const std::string pressed = frame(59, 60, Lever::right_turn);
    CHECK(read(decoder, pressed + pressed) ==
          Reports{shown(59, 60, Side::second), first_pressed, shown(59, 60, Side::second)});
}

TEST_CASE("presses while the cable was out are found by the lever and by the times") {
    DgtDecoder decoder(Side::first);
    read(decoder, frame(600, 600, Lever::left_turn));
    decoder.reset();
    SECTION("one") {
        CHECK(read(decoder, frame(590, 595, Lever::right_turn)) ==
              Reports{shown(590, 595, Side::second), first_pressed});
    }
    SECTION("none") {
        CHECK(read(decoder, frame(590, 600, Lever::left_turn)) ==
              Reports{shown(590, 600, Side::first)});
    }
    SECTION("two: the other side's time has passed") {
        CHECK(read(decoder, frame(590, 595, Lever::left_turn)) ==
              Reports{shown(590, 595, Side::first), first_pressed, second_pressed});
    }
    SECTION("two on a line full of noise") {
        read(decoder, std::string("\x13\x13", 2));
        CHECK(read(decoder, frame(590, 595, Lever::left_turn)) ==
              Reports{shown(590, 595, Side::first), first_pressed, second_pressed});
    }
}

TEST_CASE("without a gap a time that is set by hand is no press") {
    DgtDecoder decoder(Side::first);
    read(decoder, frame(600, 600, Lever::left_turn));
    CHECK(read(decoder, frame(600, 720, Lever::left_turn)) ==
          Reports{shown(600, 720, Side::first)});
}

TEST_CASE("a board without a clock says so once, and when it is there again") {
    DgtDecoder decoder(Side::first);
    read(decoder, frame(60, 60, Lever::left_turn));
    dgt::ClockTime none;
    none.no_clock = true;
    CHECK(read(decoder, encode(none) + encode(none)) == Reports{AttachedReport{false}});
    CHECK(read(decoder, frame(55, 60, Lever::right_turn)) ==
          Reports{AttachedReport{true}, shown(55, 60, Side::second), first_pressed});
    // After the board itself was away it is said again.
    read(decoder, encode(none));
    decoder.reset();
    CHECK(read(decoder, encode(none)) == Reports{AttachedReport{false}});
}

TEST_CASE("answers, zeros, pieces and names change nothing; the version is said to people") {
    DgtDecoder decoder(Side::first);
    read(decoder, frame(60, 60, Lever::left_turn));
    CHECK(read(decoder, encode(dgt::ClockAck{{0x10, 0x01, 0, 0}}) +
                            dgt::encode_frame(dgt::clock_id, std::string(7, '\0')) +
                            dgt::encode_frame(dgt::board_id, std::string(64, '\0')) +
                            dgt::encode_frame(dgt::trademark_id, "a board"))
              .empty());
    CHECK(read(decoder, encode(dgt::Version{1, 8})) ==
          Reports{HelloReport{"DGT board, version 1.8"}});
    CHECK(read(decoder, frame(59, 60, Lever::left_turn)) == Reports{shown(59, 60, Side::first)});
}

TEST_CASE("a low battery is said once while it lasts") {
    DgtDecoder decoder(Side::first);
    dgt::ClockTime time = time_of(60, 60, Lever::left_turn);
    time.low_battery = true;
    CHECK(read(decoder, encode(time)) ==
          Reports{HelloReport{"battery low"}, shown(60, 60, Side::first)});
    CHECK(read(decoder, encode(time)) == Reports{shown(60, 60, Side::first)});
}

TEST_CASE("the same bytes from a DGT give the same reports however they are cut") {
    std::mt19937 random(4712);
    for (int round = 0; round < 300; ++round) {
        std::string bytes;
        int left = 600;
        int right = 600;
        Lever lever = Lever::left_turn;
        for (int i = 0; i < 40; ++i) {
            const auto kind = random() % 10;
            if (kind < 4) lever = lever == Lever::left_turn ? Lever::right_turn : Lever::left_turn;
            --(lever == Lever::left_turn ? left : right);
            if (kind < 7) {
                bytes += frame(left, right, lever, kind != 6);
            } else {
                const auto length = random() % 20;
                for (unsigned j = 0; j < length; ++j)
                    bytes += static_cast<char>(random() % 256);
            }
        }
        DgtDecoder whole(Side::first);
        DgtDecoder cut(Side::first);
        INFO("round " << round);
        REQUIRE(test::read_cut(cut, bytes_of(bytes), round, random) == read(whole, bytes));
    }
}

TEST_CASE("after a million random bytes the next good frame of a DGT is read") {
    std::mt19937 random(98);
    DgtDecoder decoder(Side::first);
    Reports out;
    std::size_t errors = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::string chunk = test::noise(1000, random);
        feed(decoder, chunk, out);
        for (const ClockReport& report : out)
            errors += std::holds_alternative<FrameError>(report);
        CHECK(out.size() <= chunk.size());
        out.clear();
        // In the middle of whatever has begun.
        feed(decoder, frame(60, 60, Lever::left_turn, false), out);
        REQUIRE_FALSE(out.empty());
        CHECK(out.back() == ClockReport{shown(60, 60, std::nullopt)});
        out.clear();
    }
    CHECK(errors > 100'000);
}

TEST_CASE("a stream without a first byte is one error of any length") {
    DgtDecoder decoder(Side::first);
    Reports out;
    const std::string chunk(1000, '\x13');
    for (int i = 0; i < 1000; ++i)
        feed(decoder, chunk, out);
    CHECK(out == Reports{FrameError{"bytes outside of a frame"}});
}
