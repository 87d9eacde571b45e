// SPDX-License-Identifier: Apache-2.0
// The frames of a DGT board, byte for byte: those seen on real lines, and each way to be wrong.
#include "hal/codec/dgt.hpp"

#include <vector>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::dgt;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(const std::string& text) {
    return {text.begin(), text.end()};
}

/// Each frame or error, in words for the comparison: the message's index, or the error.
struct Heard {
    std::vector<Frame> frames;
    std::vector<std::string> errors;
};

Heard hear(FrameReader& reader, const Bytes& bytes) {
    Heard out;
    reader.feed(bytes, [&](const Result<Frame>& frame) {
        if (frame) {
            out.frames.push_back(*frame);
        } else {
            out.errors.push_back(frame.error());
        }
    });
    return out;
}

Heard hear(const Bytes& bytes) {
    FrameReader reader;
    return hear(reader, bytes);
}

Message message_of(const Bytes& bytes) {
    const Heard heard = hear(bytes);
    REQUIRE(heard.errors.empty());
    REQUIRE(heard.frames.size() == 1);
    const auto message = decode(heard.frames[0]);
    REQUIRE(message);
    return *message;
}

Face face(int h, int m, int s, bool per_move = true, bool blocked = false) {
    Face out;
    out.seconds = h * 3600 + m * 60 + s;
    out.per_move = per_move;
    out.blocked = blocked;
    return out;
}

ClockTime shown(Face left, Face right, bool running, bool right_high) {
    ClockTime out;
    out.left = left;
    out.right = right;
    out.running = running;
    out.right_high = right_high;
    out.left_to_move = !right_high;
    out.right_to_move = right_high;
    return out;
}

const Bytes left_runs = {0x8d, 0, 10, 0x20, 3, 2, 0x20, 2, 0x59, 0x09};
const Bytes right_runs = {0x8d, 0, 10, 0x20, 3, 2, 0x20, 3, 1, 0x13};

} // namespace

TEST_CASE("clock frames as clocks send them are read and written byte for byte") {
    struct Row {
        Bytes bytes;
        ClockTime time;
    };
    const std::vector<Row> rows = {
        // A running clock: the left one's time, then, the left having pressed, the right one's.
        {left_runs, shown(face(0, 2, 59), face(0, 3, 2), true, false)},
        {right_runs, shown(face(0, 3, 1), face(0, 3, 2), true, true)},
        // Set up and not started: the lever is known already.
        {{0x8d, 0, 10, 0x20, 3, 2, 0x20, 3, 2, 0x08},
         shown(face(0, 3, 2), face(0, 3, 2), false, false)},
        {{0x8d, 0, 10, 0x20, 3, 2, 0x20, 3, 2, 0x12},
         shown(face(0, 3, 2), face(0, 3, 2), false, true)},
        // The right flag falls: the clock stands.
        {{0x8d, 0, 10, 0x20, 0, 1, 0x20, 0, 0x16, 0x13},
         shown(face(0, 0, 16), face(0, 0, 1), true, true)},
        {{0x8d, 0, 10, 0x30, 0, 0, 0x20, 0, 0x16, 0x12},
         shown(face(0, 0, 16), face(0, 0, 0, true, true), false, true)},
        // Without time for each move; the largest time.
        {{0x8d, 0, 10, 0x09, 0x59, 0x59, 0x01, 0x30, 0x00, 0x09},
         shown(face(1, 30, 0, false), face(9, 59, 59, false), true, false)},
    };
    for (const Row& row : rows) {
        CHECK(message_of(row.bytes) == Message{row.time});
        CHECK(bytes_of(encode(row.time)) == row.bytes);
    }
}

TEST_CASE("the flags in the byte of the hours are no part of the time") {
    // All three flags at 9 hours, which with them would be 0x79.
    const Message message = message_of({0x8d, 0, 10, 0x79, 0x59, 0x58, 0x40, 0, 7, 0x0d});
    ClockTime time = shown(face(0, 0, 7, false), face(9, 59, 58, true, true), true, false);
    time.right.flag_shown = time.left.flag_shown = true;
    time.low_battery = true;
    CHECK(message == Message{time});
}

TEST_CASE("a board without a clock says so and its times are not read") {
    ClockTime none;
    none.no_clock = true;
    CHECK(message_of({0x8d, 0, 10, 0x0f, 0x7f, 0x7f, 0, 0, 0, 0x20}) == Message{none});
    CHECK(bytes_of(encode(none)) == Bytes{0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0x20});
}

TEST_CASE("a clock frame of zeros alone means nothing") {
    CHECK(message_of({0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0}) == Message{Ignored{}});
}

TEST_CASE("an answer to a command is no time, whatever digits it holds") {
    // A DGT 3000 says its version, 2.0: 10 09 20 00.
    const ClockAck version{{0x10, 0x09, 0x20, 0x00}};
    const Bytes frame = {0x8d, 0, 10, 0x0a, 0x10, 0x09, 0x0a, 0x20, 0x00, 0x00};
    CHECK(message_of(frame) == Message{version});
    CHECK(bytes_of(encode(version)) == frame);
    // The high bits ride in the hours.
    const ClockAck button{{0x10, 0x88, 0x21, 0xb3}};
    CHECK(bytes_of(encode(button)) == Bytes{0x8d, 0, 10, 0x2a, 0x10, 0x08, 0x2a, 0x21, 0x33, 0x00});
    CHECK(message_of(bytes_of(encode(button))) == Message{button});
    // One of the two marks is enough.
    CHECK(std::holds_alternative<ClockAck>(message_of({0x8d, 0, 10, 0x0a, 1, 2, 3, 4, 5, 9})));
    CHECK(std::holds_alternative<ClockAck>(message_of({0x8d, 0, 10, 0x21, 1, 2, 0x3a, 4, 5, 9})));
    for (int value = 0; value < 256; ++value) {
        const auto v = static_cast<std::uint8_t>(value);
        const ClockAck ack{{v, static_cast<std::uint8_t>(255 - v), 0x80, v}};
        CHECK(message_of(bytes_of(encode(ack))) == Message{ack});
    }
}

TEST_CASE("a time that is none is refused") {
    for (const Bytes& bytes :
         {Bytes{0x8d, 0, 10, 0x0b, 0, 0, 0, 0, 0, 9}, // eleven hours
          Bytes{0x8d, 0, 10, 0, 0x60, 0, 0, 0, 0, 9}, Bytes{0x8d, 0, 10, 0, 0, 0x0a, 0, 0, 0, 9},
          Bytes{0x8d, 0, 10, 0, 0, 0, 0, 0x7f, 0, 9}}) {
        const Heard heard = hear(bytes);
        REQUIRE(heard.frames.size() == 1);
        CHECK(decode(heard.frames[0]).error() == "a time that is none");
    }
    const Heard status = hear({0x8d, 0, 10, 0, 0, 1, 0, 0, 1, 0x49});
    CHECK(decode(status.frames.at(0)).error() == "a clock status that is none");
}

TEST_CASE("other frames are passed over whole, however long they are") {
    const Bytes piece = {0x8e, 0, 5, 12, 1};
    CHECK(message_of(piece) == Message{Ignored{}});
    CHECK(message_of(bytes_of(encode_frame(board_id, std::string(64, '\1')))) ==
          Message{Ignored{}});
    // The board's memory, 7,939 bytes, in which every byte looks like a time.
    const Bytes memory = bytes_of(encode_frame(0x0f, std::string(0x1f00, '\x13')));
    CHECK(memory[1] == 0x3e);
    CHECK(memory[2] == 0x03);
    CHECK(message_of(memory) == Message{Ignored{}});
    CHECK(message_of({0x93, 0, 5, 1, 8}) == Message{Version{1, 8}});
    CHECK(bytes_of(encode(Version{1, 8})) == Bytes{0x93, 0, 5, 1, 8});
    // A frame without a payload.
    CHECK(message_of({0x80, 0, 3}) == Message{Ignored{}});
}

TEST_CASE("a byte with its high bit set begins a frame wherever it comes") {
    Bytes bytes(left_runs.begin(), left_runs.begin() + 6);
    bytes.insert(bytes.end(), right_runs.begin(), right_runs.end());
    const Heard heard = hear(bytes);
    CHECK(heard.errors == std::vector<std::string>{"a frame that ends too early"});
    REQUIRE(heard.frames.size() == 1);
    CHECK(heard.frames[0] == hear(right_runs).frames.at(0));
}

TEST_CASE("each run of bytes outside of a frame is one error, and the frame after it is read") {
    Bytes bytes = {0x13, 0x11, 0x0a, 0x0d};
    bytes.insert(bytes.end(), left_runs.begin(), left_runs.end());
    bytes.insert(bytes.end(), {0x00, 0x00});
    bytes.insert(bytes.end(), right_runs.begin(), right_runs.end());
    const Heard heard = hear(bytes);
    CHECK(heard.errors == std::vector<std::string>(2, "bytes outside of a frame"));
    CHECK(heard.frames.size() == 2);
}

TEST_CASE("a frame of a wrong length is one error, and the frame after it is read") {
    for (const Bytes& wrong :
         {Bytes{0x8d, 0, 9, 0x20, 3, 2, 0x20, 2, 0x59},
          Bytes{0x8d, 1, 10, 0x20, 3, 2, 0x20, 2, 0x59, 9}, Bytes{0x93, 0, 6, 1, 2, 3},
          Bytes{0x8e, 0, 2, 12, 1}, Bytes{0x80, 0, 0}}) {
        Bytes bytes = wrong;
        bytes.insert(bytes.end(), right_runs.begin(), right_runs.end());
        const Heard heard = hear(bytes);
        CHECK(heard.errors == std::vector<std::string>{"a frame of a wrong length"});
        CHECK(heard.frames.size() == 1);
    }
}

TEST_CASE("a reset forgets half a frame without a word") {
    FrameReader reader;
    CHECK(hear(reader, {0x8d, 0, 10, 0x20}).frames.empty());
    reader.reset();
    const Heard heard = hear(reader, left_runs);
    CHECK(heard.errors.empty());
    CHECK(heard.frames.size() == 1);
}

TEST_CASE("the host asks with single bytes") {
    CHECK(encode(Ask::clock) == "\x41");
    CHECK(encode(Ask::update_nice) == "\x4b");
    CHECK(encode(Ask::version) == "\x4d");
}
