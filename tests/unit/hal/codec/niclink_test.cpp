// SPDX-License-Identifier: Apache-2.0
// The NicLink clock's lines, byte for byte, and what the table hears of them.
#include "hal/codec/niclink_decoder.hpp"

#include <random>
#include <string>
#include <vector>

#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/clock_cut.hpp"

using namespace jipu;
using niclink::Colour;
using niclink::Status;

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
std::string status(std::int64_t white, std::int64_t black, Colour turn, bool running = true) {
    return encode(Status{white, 0, black, 0, running, turn});
}
TimesReport shown(std::int64_t first, std::int64_t second, std::optional<Side> running) {
    return TimesReport{{first, second}, running};
}
const std::string button = "Green Button pressed\r\n";
const ClockReport first_pressed = PressReport{Side::first};
const ClockReport second_pressed = PressReport{Side::second};

} // namespace

TEST_CASE("the NicLink clock's lines are read and written byte for byte") {
    struct Row {
        std::string line;
        niclink::Message message;
    };
    for (const Row& row :
         {Row{"STATUS:300000+5000:298050+6000:RUNNING:BLACK",
              Status{300'000, 5000, 298'050, 6000, true, Colour::black}},
          Row{"STATUS:0+0:60000+0:STOPPED:WHITE", Status{0, 0, 60'000, 0, false, Colour::white}},
          Row{"Green Button pressed", niclink::Button{}}, Row{"CLOCK_READY", niclink::Ready{}},
          Row{"CLOCK_STARTED", niclink::Started{}}, Row{"CLOCK_STOPPED", niclink::Stopped{}},
          Row{"CLOCK_RESET", niclink::Reset{}}, Row{"GAME_OVER:UNKNOWN", niclink::Over{}}}) {
        const auto message = niclink::decode(row.line);
        REQUIRE(message);
        CHECK(*message == row.message);
        CHECK(encode(row.message) == row.line + "\r\n");
    }
    CHECK(*niclink::decode("Game Over: Black wins on time") == niclink::Message{niclink::Over{}});
    for (const char* remark : {"TIME_SET:300+5", "Red Button pressed", "ERROR: Invalid time"})
        CHECK(*niclink::decode(remark) == niclink::Message{niclink::Remark{}});
}

TEST_CASE("a status that is none is refused whole") {
    for (const char* line :
         {"STATUS:", "STATUS:300000:298000:5000:RUNNING", "STATUS:1+2:3+4:RUNNING:GREEN",
          "STATUS:1+2:3+4:GOING:WHITE", "STATUS:-1+2:3+4:RUNNING:WHITE",
          "STATUS:1+:3+4:RUNNING:WHITE", "STATUS:1x+2:3+4:RUNNING:WHITE",
          "STATUS:360000000+2:3+4:RUNNING:WHITE",
          "STATUS:1+2:3+4:RUNNING:WHITE:", "STATUS:300+5:300+5;W"}) {
        INFO(line);
        CHECK(niclink::decode(line).error() == "a status that is none");
    }
    CHECK(niclink::decode("CLOCK\x7f").error() == "bytes that are not printable ASCII");
}

TEST_CASE("a NicLink clock is asked for its status and nothing else is said to it") {
    REQUIRE(decodes(ClockKind::niclink));
    const ClockTalk talk = clock_talk(ClockKind::niclink);
    CHECK(talk.baud == 9600);
    CHECK(talk.greeting == "STATUS\n");
    CHECK(talk.poll == "STATUS\n");
    const auto decoder = make_clock_decoder(ClockKind::niclink, Side::second);
    CHECK(read(*decoder, status(1000, 2000, Colour::white)) ==
          Reports{shown(2000, 1000, Side::second)});
}

TEST_CASE("the one button is a press of the side whose turn it is") {
    NiclinkDecoder decoder(Side::first);
    CHECK(read(decoder, button).empty()); // nobody knows whose turn it is
    CHECK(read(decoder, status(60'000, 60'000, Colour::white)) ==
          Reports{shown(60'000, 60'000, Side::first)});
    CHECK(read(decoder, button) == Reports{first_pressed});
    CHECK(read(decoder, button) == Reports{second_pressed});
    CHECK(read(decoder, button + status(59'000, 60'000, Colour::black)) ==
          Reports{first_pressed, shown(59'000, 60'000, Side::second)});
}

TEST_CASE("a press whose line was lost is found by the next status") {
    NiclinkDecoder decoder(Side::first);
    read(decoder, status(60'000, 60'000, Colour::white));
    SECTION("on the line") {
        CHECK(
            read(decoder, "Green B\x80tton pressed\r\n" + status(59'000, 60'000, Colour::black)) ==
            Reports{FrameError{"bytes that are not printable ASCII"},
                    shown(59'000, 60'000, Side::second), first_pressed});
    }
    SECTION("while the cable was out") {
        decoder.reset();
        CHECK(read(decoder, status(59'000, 60'000, Colour::black)) ==
              Reports{shown(59'000, 60'000, Side::second), first_pressed});
    }
    SECTION("a press that was heard is not found again") {
        read(decoder, button);
        CHECK(read(decoder, status(59'000, 60'000, Colour::black)) ==
              Reports{shown(59'000, 60'000, Side::second)});
    }
}

TEST_CASE("the button that starts a NicLink clock ends no turn") {
    NiclinkDecoder decoder(Side::first);
    read(decoder, status(60'000, 60'000, Colour::white, false));
    CHECK(read(decoder, button + "CLOCK_STARTED\r\n").empty());
    CHECK(read(decoder, button) == Reports{first_pressed});
    CHECK(read(decoder, "CLOCK_STOPPED\r\n") == Reports{TimesReport{}});
    CHECK(read(decoder, button + "CLOCK_STARTED\r\n").empty());
    CHECK(read(decoder, status(59'000, 60'000, Colour::black)) ==
          Reports{shown(59'000, 60'000, Side::second)});
}

TEST_CASE("after the time is up the button is pressed and the turn stays") {
    NiclinkDecoder decoder(Side::first);
    read(decoder, status(50, 60'000, Colour::white));
    CHECK(read(decoder, "Game Over: Black wins on time\r\n").empty());
    CHECK(read(decoder, button) == Reports{first_pressed});
    CHECK(read(decoder, status(0, 60'000, Colour::white)) ==
          Reports{shown(0, 60'000, Side::first)});
}

TEST_CASE("a NicLink clock that is reset or switched on begins with white") {
    NiclinkDecoder decoder(Side::first);
    read(decoder, status(1000, 1000, Colour::black));
    CHECK(read(decoder, "CLOCK_RESET\r\n").empty());
    CHECK(read(decoder, status(60'000, 60'000, Colour::white, false)) ==
          Reports{shown(60'000, 60'000, std::nullopt)});
    CHECK(read(decoder, "CLOCK_RESET\r\nCLOCK_READY\r\n") ==
          Reports{HelloReport{"NicLink clock, switched on"}});
    CHECK(read(decoder, "CLOCK_STARTED\r\n" + button) == Reports{first_pressed});
}

TEST_CASE("the same bytes from a NicLink clock give the same reports however they are cut") {
    std::mt19937 random(4714);
    for (int round = 0; round < 300; ++round) {
        std::string bytes;
        for (int i = 0; i < 40; ++i) {
            const auto kind = random() % 6;
            if (kind == 0) bytes += button;
            if (kind == 1) bytes += "CLOCK_STARTED\r\n";
            if (kind == 2) {
                bytes += status(static_cast<std::int64_t>(random() % 100'000), 5000,
                                random() % 2 == 0 ? Colour::white : Colour::black);
            }
            if (kind > 3) {
                for (auto j = random() % 120; j > 0; --j)
                    bytes += static_cast<char>(random() % 256);
            }
        }
        NiclinkDecoder whole(Side::first);
        NiclinkDecoder cut(Side::first);
        INFO("round " << round);
        REQUIRE(test::read_cut(cut, bytes_of(bytes), round, random) == read(whole, bytes));
    }
}

TEST_CASE("after a million random bytes the next good line of a NicLink clock is read") {
    std::mt19937 random(96);
    NiclinkDecoder decoder(Side::first);
    for (int i = 0; i < 1000; ++i) {
        const std::string chunk = test::noise(1000, random);
        CHECK(read(decoder, chunk).size() <= chunk.size());
        const Reports last = read(decoder, "\n" + status(1, 2, Colour::white, false));
        REQUIRE_FALSE(last.empty());
        CHECK(last.back() == ClockReport{shown(1, 2, std::nullopt)});
    }
}
