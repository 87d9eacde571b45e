// SPDX-License-Identifier: Apache-2.0
// The lines of LINE_CLOCK.md, byte by byte, both ways, and every rule that a line can break.
#include "hal/codec/line_clock.hpp"

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::line_clock;

namespace {

struct Row {
    const char* line;
    Message message;
};

// The checksums come from another program (a line of Python), not from the code under test.
const std::vector<Row>& rows() {
    static const std::vector<Row> all = {
        {"hello 1 0 0 pico-clock 1.4*08", Hello{1, {0, 0}, "pico-clock", "1.4"}},
        {"press left 1 0*5D", Press{Half::left, {1, 0}}},
        {"press right 65535 12*14", Press{Half::right, {65535, 12}}},
        {"times 5398000 5400000 right running 1 0*66",
         Times{5398000, 5400000, Half::right, false, {1, 0}}},
        {"times 0 359999999 left paused 7 7*64", Times{0, max_ms, Half::left, true, {7, 7}}},
        {"times 600000 600000 none paused 0 0*7A",
         Times{600000, 600000, std::nullopt, true, {0, 0}}},
        {"pause*72", Pause{}},
        {"resume right*59", Resume{Half::right}},
        {"battery 12*4E", Battery{12}},
        {"ask hello*3B", AskHello{}},
        {"ask status*4D", AskStatus{}},
        {"set times 5398000 5400000 right paused*54",
         SetTimes{5398000, 5400000, Half::right, true}},
        {"set times 1 2 none running*4A", SetTimes{1, 2, std::nullopt, false}},
        {"set pause*30", SetPause{}},
        {"set resume left*60", SetResume{Half::left}},
    };
    return all;
}

std::string with_sum(std::string body, const char* format = "*%02X") {
    char sum[8];
    std::snprintf(sum, sizeof sum, format, static_cast<unsigned>(checksum(body)));
    return body + sum;
}

} // namespace

TEST_CASE("every message has the line that the document shows, and is read from it") {
    for (const Row& row : rows()) {
        INFO(row.line);
        CHECK(encode(row.message) == std::string(row.line) + "\n");
        const auto decoded = decode(row.line);
        REQUIRE(decoded);
        REQUIRE(*decoded);
        CHECK(**decoded == row.message);
    }
}

TEST_CASE("the document's examples are lines that can be read") {
    std::ifstream in(std::string(JIPU_SOURCE_DIR) + "/hal/codec/LINE_CLOCK.md");
    int seen = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("    ", 0) != 0) continue;
        // `    > ` the host says, `    < ` the clock says
        if (line.size() < 7 || (line[4] != '>' && line[4] != '<')) continue;
        const std::string text = line.substr(6, line.find("   ", 6) - 6);
        INFO(text);
        const auto decoded = decode(text);
        CHECK(decoded.error().empty());
        ++seen;
    }
    CHECK(seen >= 12);
}

TEST_CASE("a line that breaks a rule is refused with that rule") {
    struct Wrong {
        std::string line;
        std::string error;
    };
    const std::vector<Wrong> table = {
        {"", "no checksum (*hh) at the end of the line"},
        {"pause", "no checksum (*hh) at the end of the line"},
        {"*00", "no checksum (*hh) at the end of the line"},
        {"pause*6", "no checksum (*hh) at the end of the line"},
        {"pause*GG", "the checksum is not two hex digits"},
        {"pause*00", "wrong checksum"},
        {"press left 1 0*00", "wrong checksum"},
        {"press\x01left*00", "bytes that are not printable ASCII"},
        {"press l\xc3\xa9"
         "ft*00",
         "bytes that are not printable ASCII"},
        {std::string(97, 'a'), "line longer than 96 bytes"},
        {with_sum("press"), "press: '' where left or right belongs"},
        {with_sum("press middle 1 0"), "press: 'middle' where left or right belongs"},
        {with_sum("press left"), "press: '' where a press counter belongs"},
        {with_sum("press left 1"), "press: '' where a press counter belongs"},
        {with_sum("press left -1 0"), "press: '-1' where a press counter belongs"},
        {with_sum("press left +1 0"), "press: '+1' where a press counter belongs"},
        {with_sum("press left 65536 0"), "press: '65536' where a press counter belongs"},
        {with_sum("press left 1x 0"), "press: '1x' where a press counter belongs"},
        {with_sum("press left  1 0"), "press: '' where a press counter belongs"},
        {with_sum("times 1 2 both running 0 0"), "times: 'both' where left, right or none belongs"},
        {with_sum("times 1 2 left going 0 0"), "times: 'going' where running or paused belongs"},
        {with_sum("times 1 360000000 left running 0 0"),
         "times: '360000000' where a time in milliseconds belongs"},
        {with_sum("times 99999999999999999999 1 left running 0 0"),
         "times: '99999999999999999999' where a time in milliseconds belongs"},
        {with_sum("times 1.5 1 left running 0 0"),
         "times: '1.5' where a time in milliseconds belongs"},
        {with_sum("times 1 1 left running 0"), "times: '' where a press counter belongs"},
        {with_sum("hello x 0 0 a b"), "hello: 'x' where a protocol version belongs"},
        {with_sum("hello 1 0 0 clock"), "hello: '' where a word of 1 to 24 characters belongs"},
        {with_sum("hello 1 0 0 a-very-long-name-of-a-clock 1"),
         "hello: 'a-very-long-name-of-a-clock' where a word of 1 to 24 characters belongs"},
        {with_sum("resume"), "resume: '' where left or right belongs"},
        {with_sum("battery 101"), "battery: '101' where a percentage belongs"},
        {with_sum("set resume none"), "set: 'none' where left or right belongs"},
        {with_sum("set times 1 2"), "set: '' where left, right or none belongs"},
    };
    for (const Wrong& row : table) {
        INFO(row.line);
        const auto decoded = decode(row.line);
        CHECK_FALSE(decoded);
        CHECK(decoded.error() == row.error);
    }
}

TEST_CASE("a kind of a later version is passed over, and so are words after the known ones") {
    for (const char* body : {"temperature 21", "ask moon", "set lamp on", "PRESS left 1 0", "x"}) {
        const auto decoded = decode(with_sum(body));
        REQUIRE(decoded);
        CHECK_FALSE(*decoded);
    }
    const auto longer = decode(with_sum("press left 1 0 firmly"));
    REQUIRE(longer);
    REQUIRE(*longer);
    CHECK(**longer == Message{Press{Half::left, {1, 0}}});
}

TEST_CASE("the checksum is read in small and in capital letters") {
    const auto decoded = decode(with_sum("resume right", "*%02x"));
    REQUIRE(decoded);
    CHECK(**decoded == Message{Resume{Half::right}});
}

TEST_CASE("what an owner writes into a clock's name cannot break the line") {
    const std::string line =
        encode(Hello{1, {}, "my clock*\n", "a firmware version far too long for a line"});
    REQUIRE(line.back() == '\n');
    const auto decoded = decode(line.substr(0, line.size() - 1));
    REQUIRE(decoded);
    const auto& hello = std::get<Hello>(**decoded);
    CHECK(hello.device == "my-clock--");
    CHECK(hello.firmware == "a-firmware-version-far-t");
    CHECK(encode(Times{-5, max_ms + 1, std::nullopt, false, {}})
              .rfind("times 0 359999999 none running 0 0*", 0) == 0);
}

TEST_CASE("every message that can be written is read back the same") {
    std::mt19937 random(20261130);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random()) % n; };
    for (int i = 0; i < 20000; ++i) {
        const Half half = below(2) == 0 ? Half::left : Half::right;
        const Presses presses{static_cast<std::uint16_t>(below(65536)),
                              static_cast<std::uint16_t>(below(65536))};
        std::optional<Half> turn;
        if (below(3) != 0) turn = half;
        const std::vector<Message> all = {
            Press{half, presses},
            Times{below(max_ms + 1), below(max_ms + 1), turn, below(2) == 0, presses},
            SetTimes{below(max_ms + 1), below(max_ms + 1), turn, below(2) == 0},
            Battery{static_cast<int>(below(101))},
            Hello{static_cast<int>(below(1000)), presses, "d" + std::to_string(i), "1.0"}};
        for (const Message& message : all) {
            const std::string line = encode(message);
            REQUIRE(line.size() <= max_line + 1);
            const auto decoded = decode(line.substr(0, line.size() - 1));
            REQUIRE(decoded);
            REQUIRE(**decoded == message);
        }
    }
}
