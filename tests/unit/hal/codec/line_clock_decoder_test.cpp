// SPDX-License-Identifier: Apache-2.0
// What the table hears from a line clock: sides, lost presses, broken lines, any cut of the bytes.
#include "hal/codec/line_clock_decoder.hpp"

#include <random>
#include <string>
#include <vector>

#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/clock_cut.hpp"

using namespace jipu;
using line_clock::Half;

namespace {

using Reports = std::vector<ClockReport>;

void feed(ClockDecoder& decoder, std::string_view text, Reports& out) {
    decoder.feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, out);
}
Reports read(ClockDecoder& decoder, std::string_view text) {
    Reports out;
    feed(decoder, text, out);
    return out;
}
std::string press(Half half, int left, int right) {
    return encode(line_clock::Press{
        half, {static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(right)}});
}
std::string times(std::int64_t left, std::int64_t right, std::optional<Half> turn, bool paused,
                  int lefts, int rights) {
    return encode(
        line_clock::Times{left,
                          right,
                          turn,
                          paused,
                          {static_cast<std::uint16_t>(lefts), static_cast<std::uint16_t>(rights)}});
}
TimesReport shown(std::int64_t first, std::int64_t second, std::optional<Side> running) {
    return TimesReport{{first, second}, running};
}
const ClockReport first_pressed = PressReport{Side::first};
const ClockReport second_pressed = PressReport{Side::second};

} // namespace

TEST_CASE("a line clock has a decoder and clocks without a protocol have none") {
    for (const ClockKind kind : {ClockKind::none, ClockKind::press, ClockKind::time}) {
        CHECK_FALSE(decodes(kind));
        CHECK(make_clock_decoder(kind, Side::first) == nullptr);
    }
    REQUIRE(decodes(ClockKind::line));
    const auto decoder = make_clock_decoder(ClockKind::line, Side::second);
    REQUIRE(decoder);
    CHECK(read(*decoder, press(Half::left, 1, 0)) == Reports{second_pressed});
}

TEST_CASE("left and right become the sides that sit there") {
    LineClockDecoder red_left(Side::first);
    LineClockDecoder red_right(Side::second);
    const std::string line = times(1000, 2000, Half::right, false, 0, 0);
    CHECK(read(red_left, line) == Reports{shown(1000, 2000, Side::second)});
    CHECK(read(red_right, line) == Reports{shown(2000, 1000, Side::first)});
    CHECK(read(red_left, press(Half::right, 0, 1)) == Reports{second_pressed});
    CHECK(read(red_right, press(Half::right, 0, 1)) == Reports{first_pressed});
}

TEST_CASE("while the clock is paused nobody's time runs") {
    LineClockDecoder decoder(Side::first);
    CHECK(read(decoder, times(5, 6, Half::left, true, 0, 0)) == Reports{shown(5, 6, std::nullopt)});
    CHECK(read(decoder, encode(line_clock::Pause{})) == Reports{TimesReport{}});
    TimesReport resumed;
    resumed.running = Side::second;
    CHECK(read(decoder, encode(line_clock::Resume{Half::right})) == Reports{resumed});
}

TEST_CASE("hello and a low battery are said to people") {
    LineClockDecoder decoder(Side::first);
    CHECK(read(decoder, encode(line_clock::Hello{1, {}, "pico", "1.4"})) ==
          Reports{HelloReport{"pico 1.4, line clock protocol 1"}});
    CHECK(read(decoder, encode(line_clock::Battery{9})) ==
          Reports{HelloReport{"battery low: 9 %"}});
}

TEST_CASE("the first line heard sets the counters and invents no press") {
    LineClockDecoder decoder(Side::first);
    CHECK(read(decoder, press(Half::left, 7, 6)) == Reports{first_pressed});
    LineClockDecoder other(Side::first);
    CHECK(read(other, times(1, 2, Half::left, false, 7, 7)) == Reports{shown(1, 2, Side::first)});
    CHECK(read(other, press(Half::left, 8, 7)) == Reports{first_pressed});
}

TEST_CASE("a press whose line was lost is found by the next line, whatever its kind") {
    LineClockDecoder decoder(Side::first);
    read(decoder, press(Half::left, 1, 0));
    SECTION("by the next press") {
        CHECK(read(decoder, press(Half::left, 2, 1)) == Reports{second_pressed, first_pressed});
    }
    SECTION("by the times") {
        CHECK(read(decoder, times(1, 2, Half::left, false, 1, 1)) ==
              Reports{second_pressed, shown(1, 2, Side::first)});
    }
    SECTION("by hello, after the cable was out") {
        decoder.reset();
        CHECK(read(decoder, encode(line_clock::Hello{1, {1, 1}, "a", "b"})) ==
              Reports{second_pressed, HelloReport{"a b, line clock protocol 1"}});
    }
    SECTION("several, in the order of a lever, the last as the line says") {
        CHECK(read(decoder, press(Half::right, 2, 2)) ==
              Reports{second_pressed, first_pressed, second_pressed});
        CHECK(read(decoder, times(1, 2, Half::right, false, 4, 3)) ==
              Reports{first_pressed, second_pressed, first_pressed, shown(1, 2, Side::second)});
    }
    SECTION("the same side twice") {
        CHECK(read(decoder, press(Half::left, 3, 0)) == Reports{first_pressed, first_pressed});
    }
    SECTION("in garbage: an error, then the press") {
        CHECK(read(decoder, "press ri\xff\xff 1*00\n" + times(1, 2, Half::left, false, 1, 1)) ==
              Reports{FrameError{"bytes that are not printable ASCII"}, second_pressed,
                      shown(1, 2, Side::first)});
    }
}

TEST_CASE("a press line that comes twice is one press") {
    LineClockDecoder decoder(Side::first);
    CHECK(read(decoder, press(Half::left, 1, 0) + press(Half::left, 1, 0)) ==
          Reports{first_pressed});
}

TEST_CASE("the counters go round after 65,535") {
    LineClockDecoder decoder(Side::first);
    read(decoder, press(Half::left, 65535, 65535));
    CHECK(read(decoder, press(Half::right, 65535, 0)) == Reports{second_pressed});
    CHECK(read(decoder, press(Half::left, 0, 0)) == Reports{first_pressed});
}

TEST_CASE("a clock that was switched off and on begins anew without invented presses") {
    LineClockDecoder decoder(Side::first);
    read(decoder, press(Half::left, 20, 19));
    CHECK(read(decoder, encode(line_clock::Hello{1, {0, 0}, "a", "b"})) ==
          Reports{HelloReport{"a b, line clock protocol 1"}});
    CHECK(read(decoder, press(Half::left, 1, 0)) == Reports{first_pressed});
    SECTION("also when its hello was lost") {
        read(decoder, press(Half::right, 1, 1));
        read(decoder, press(Half::left, 2, 1));
        CHECK(read(decoder, press(Half::right, 0, 1)) == Reports{second_pressed});
    }
    SECTION("and a leap of more than eight is no lost press") {
        CHECK(read(decoder, press(Half::right, 10, 10)) == Reports{second_pressed});
        CHECK(read(decoder, press(Half::right, 10, 18)).size() == 8);
    }
}

TEST_CASE("both line ends are read and empty lines mean nothing") {
    LineClockDecoder decoder(Side::first);
    std::string line = press(Half::left, 1, 0);
    line.insert(line.size() - 1, "\r");
    CHECK(read(decoder, "\n\r\n" + line + "\r\n\n") == Reports{first_pressed});
}

TEST_CASE("each broken line is one error, and the line after it is read") {
    LineClockDecoder decoder(Side::first);
    const std::string good = times(1, 2, std::nullopt, true, 0, 0);
    const ClockReport known = shown(1, 2, std::nullopt);
    CHECK(read(decoder, "s 1 2 none paused 0 0*55\n" + good) ==
          Reports{FrameError{"wrong checksum"}, known});
    CHECK(read(decoder, std::string(300, 'x') + "\n" + good) ==
          Reports{FrameError{"line longer than 96 bytes"}, known});
    CHECK(read(decoder, std::string("\0\0\0\n", 4) + good) ==
          Reports{FrameError{"bytes that are not printable ASCII"}, known});
    CHECK(read(decoder, "half a line" + good) == Reports{FrameError{"wrong checksum"}});
    CHECK(read(decoder, good) == Reports{known});
}

TEST_CASE("a line of exactly the longest length is read, with either line end") {
    std::string body = "times 1 2 none paused 0 0 ";
    body += std::string(line_clock::max_line - 3 - body.size(), 'x');
    char sum[8];
    std::snprintf(sum, sizeof sum, "*%02X", static_cast<unsigned>(line_clock::checksum(body)));
    LineClockDecoder decoder(Side::first);
    CHECK(read(decoder, body + sum + "\n") == Reports{shown(1, 2, std::nullopt)});
    CHECK(read(decoder, body + sum + "\r\n") == Reports{shown(1, 2, std::nullopt)});
    CHECK(read(decoder, "x" + body + sum + "\n") ==
          Reports{FrameError{"line longer than 96 bytes"}});
}

TEST_CASE("a reset forgets half a line and nothing else") {
    LineClockDecoder decoder(Side::first);
    const std::string line = press(Half::left, 1, 0);
    CHECK(read(decoder, line.substr(0, 5)).empty());
    decoder.reset();
    CHECK(read(decoder, line) == Reports{first_pressed});
}

TEST_CASE("what a host says, heard as an echo, is nothing") {
    LineClockDecoder decoder(Side::first);
    CHECK(read(decoder, encode(line_clock::AskHello{}) + encode(line_clock::SetPause{}) +
                            encode(set_times_for(Side::first, {1, 2}, Side::first)))
              .empty());
}

TEST_CASE("setting the clock puts each side's time where the side sits") {
    using line_clock::SetTimes;
    CHECK(set_times_for(Side::first, {1, 2}, Side::first) == SetTimes{1, 2, Half::left, false});
    CHECK(set_times_for(Side::second, {1, 2}, Side::first) == SetTimes{2, 1, Half::right, false});
    CHECK(set_times_for(Side::first, {1, 2}, std::nullopt) == SetTimes{1, 2, std::nullopt, true});
}

TEST_CASE("the same bytes give the same reports however they are cut") {
    std::mt19937 random(4711);
    for (int round = 0; round < 300; ++round) {
        std::string bytes;
        int left = 0;
        int right = 0;
        for (int i = 0; i < 40; ++i) {
            const auto kind = random() % 10;
            if (kind < 4) {
                const bool is_left = random() % 2 == 0;
                ++(is_left ? left : right);
                const std::string line = press(is_left ? Half::left : Half::right, left, right);
                if (random() % 4 != 0) bytes += line; // else: lost
            } else if (kind < 7) {
                bytes += times(1000 - i, 2000 - i, Half::left, false, left, right);
            } else {
                const auto length = random() % 150;
                for (unsigned j = 0; j < length; ++j)
                    bytes += static_cast<char>(random() % 256);
            }
        }
        LineClockDecoder whole(Side::first);
        const Reports expected = read(whole, bytes);
        LineClockDecoder cut(Side::first);
        Reports reports;
        for (std::size_t at = 0; at < bytes.size();) {
            const std::size_t size =
                round == 0 ? 1 : std::min<std::size_t>(1 + random() % 40, bytes.size() - at);
            feed(cut, std::string_view(bytes).substr(at, size), reports);
            at += size;
        }
        INFO("round " << round);
        REQUIRE(reports == expected);
    }
}

TEST_CASE("a million random bytes are survived, and the next good line is read") {
    std::mt19937 random(99);
    LineClockDecoder decoder(Side::first);
    Reports out;
    std::size_t errors = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::string chunk = test::noise(1000, random);
        feed(decoder, chunk, out);
        for (const ClockReport& report : out)
            errors += std::holds_alternative<FrameError>(report);
        CHECK(out.size() <= chunk.size());
        out.clear();
    }
    // A newline comes once in 256 bytes; a long line is one error however long.
    CHECK(errors > 3000);
    CHECK(errors < 6000);
    const Reports last = read(decoder, "\n" + times(1, 2, std::nullopt, true, 0, 0));
    REQUIRE_FALSE(last.empty());
    CHECK(last.back() == ClockReport{shown(1, 2, std::nullopt)});
}

TEST_CASE("without a line end nothing grows: one error for a stream of any length") {
    LineClockDecoder decoder(Side::first);
    Reports out;
    const std::string chunk(1000, 'x');
    for (int i = 0; i < 1000; ++i)
        feed(decoder, chunk, out);
    CHECK(out == Reports{FrameError{"line longer than 96 bytes"}});
}
