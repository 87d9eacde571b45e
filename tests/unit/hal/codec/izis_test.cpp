// SPDX-License-Identifier: Apache-2.0
// The Izis board's frames, byte for byte, and what the table hears of them.
#include "hal/codec/izis_decoder.hpp"

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
Reports read(ClockDecoder& decoder, std::string_view text) {
    Reports out;
    decoder.feed(bytes_of(text), out);
    return out;
}
Reports read(std::string_view text) {
    IzisDecoder decoder(Side::first);
    return read(decoder, text);
}
const ClockReport first_pressed = PressReport{Side::first};
const ClockReport second_pressed = PressReport{Side::second};

} // namespace

TEST_CASE("the Izis board's frames are read and written byte for byte") {
    struct Row {
        std::string bytes;
        izis::Frame frame;
    };
    for (const Row& row :
         {Row{"~BKY#", {"BKY", ""}}, Row{"~WTK#", {"WTK", ""}}, Row{"~VER103#", {"VER", "103"}},
          Row{"~UDS0#", {"UDS", "0"}}, Row{"~FJX0.75#", {"FJX", "0.75"}}}) {
        std::vector<izis::Frame> frames;
        izis::FrameReader reader;
        reader.feed(bytes_of(row.bytes),
                    [&](const Result<izis::Frame>& frame) { frames.push_back(*frame); });
        CHECK(frames == std::vector<izis::Frame>{row.frame});
        CHECK(izis::encode(row.frame.kind, row.frame.payload) == row.bytes);
    }
    CHECK(izis::encode(izis::Button::black) == "~BKY#");
    CHECK(izis::encode(izis::Button::white) == "~WKY#");
}

TEST_CASE("the black button is that of the side at the left, short and long") {
    CHECK(read("~BKY#~WKY#~BTK#~WTK#") ==
          Reports{first_pressed, second_pressed, first_pressed, second_pressed});
    const auto decoder = make_clock_decoder(ClockKind::izis, Side::second);
    REQUIRE(decoder);
    CHECK(read(*decoder, "~BKY#~WKY#") == Reports{second_pressed, first_pressed});
    const ClockTalk talk = clock_talk(ClockKind::izis);
    CHECK(talk.baud == 115200);
    // One command at a time: the board wants 80 ms between two.
    CHECK(talk.greeting == "~GVE#");
    CHECK(talk.poll == "~CTS0#");
}

TEST_CASE("stones, lamps and remarks of an Izis board are passed over") {
    CHECK(read("~SDA" + std::string(361, '0') + "#~LOS#~GBS19#~AEN#~UDS0#\r\n~BKY#") ==
          Reports{first_pressed});
}

TEST_CASE("an Izis board says its version once") {
    IzisDecoder decoder(Side::first);
    CHECK(read(decoder, "~VER103#~VER103#") == Reports{HelloReport{"Izis board, version 103"}});
    decoder.reset();
    CHECK(read(decoder, "~VER103#").size() == 1);
}

TEST_CASE("a ~ begins a frame wherever it comes, and each fault is one error") {
    CHECK(read("~BK~WKY#") == Reports{FrameError{"a frame that ends too early"}, second_pressed});
    CHECK(read("KY#BKY#~WKY#") == Reports{FrameError{"bytes outside of a frame"}, second_pressed});
    CHECK(read("~bky#~WKY#") == Reports{FrameError{"a frame without a name"}, second_pressed});
    CHECK(read("~BK#~WKY#") == Reports{FrameError{"a frame without a name"}, second_pressed});
    CHECK(read("~SDA00\xff"
               "00#~WKY#") ==
          Reports{FrameError{"bytes that are not printable ASCII"}, second_pressed});
    CHECK(read("~SDA" + std::string(401, '0') + "#~WKY#") ==
          Reports{FrameError{"a frame longer than the board has points"}, second_pressed});
    CHECK(read("~SDA" + std::string(400, '0') + "#~WKY#") == Reports{second_pressed});
}

TEST_CASE("a reset forgets half a frame of an Izis board without a word") {
    IzisDecoder decoder(Side::first);
    CHECK(read(decoder, "~BK").empty());
    decoder.reset();
    CHECK(read(decoder, "~WKY#") == Reports{second_pressed});
}

TEST_CASE("the same bytes from an Izis board give the same reports however they are cut") {
    std::mt19937 random(4713);
    const std::string alphabet = "~~~##BKYWKYBTKVER0123sd\r\n\xff";
    for (int round = 0; round < 300; ++round) {
        std::string bytes;
        for (int i = 0; i < 40; ++i) {
            if (random() % 3 == 0) bytes += random() % 2 == 0 ? "~BKY#" : "~WKY#";
            for (auto j = random() % 6; j > 0; --j)
                bytes += alphabet[random() % alphabet.size()];
        }
        IzisDecoder whole(Side::first);
        IzisDecoder cut(Side::first);
        INFO("round " << round);
        REQUIRE(test::read_cut(cut, bytes_of(bytes), round, random) == read(whole, bytes));
    }
}

TEST_CASE("after a million random bytes the next good frame of an Izis board is read") {
    std::mt19937 random(97);
    IzisDecoder decoder(Side::first);
    for (int i = 0; i < 1000; ++i) {
        const std::string chunk = test::noise(1000, random);
        CHECK(read(decoder, chunk).size() <= chunk.size());
        const Reports last = read(decoder, "~WKY#");
        REQUIRE_FALSE(last.empty());
        CHECK(last.back() == second_pressed);
    }
    // Without an end nothing grows.
    const std::string zeros(1'000'000, '0');
    CHECK(read(decoder, "~SDA" + zeros) ==
          Reports{FrameError{"a frame longer than the board has points"}});
}
