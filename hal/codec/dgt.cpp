// SPDX-License-Identifier: Apache-2.0
// Writes and reads the frames of DGT.md; must not know sides, games or ports.
#include "hal/codec/dgt.hpp"

#include <algorithm>

namespace jipu::dgt {
namespace {

constexpr std::uint8_t first_byte = 0x80;
constexpr std::size_t clock_length = 10;
constexpr std::size_t version_length = 5;
constexpr int most_seconds = 10 * 3600 - 1;

constexpr std::uint8_t ack_nibble = 0x0a;
// The byte of the hours.
constexpr std::uint8_t hour_bits = 0x0f;
constexpr std::uint8_t blocked_bit = 0x10;
constexpr std::uint8_t per_move_bit = 0x20;
constexpr std::uint8_t flag_bit = 0x40;
// The status byte.
constexpr std::uint8_t running_bit = 0x01;
constexpr std::uint8_t right_high_bit = 0x02;
constexpr std::uint8_t low_battery_bit = 0x04;
constexpr std::uint8_t left_turn_bit = 0x08;
constexpr std::uint8_t right_turn_bit = 0x10;
constexpr std::uint8_t no_clock_bit = 0x20;
constexpr std::uint8_t unused_bit = 0x40;

unsigned bits(bool set, std::uint8_t bit) {
    return set ? bit : 0U;
}

std::uint8_t byte(unsigned value) {
    return static_cast<std::uint8_t>(value);
}

/// Two decimal digits 00..59 in one byte; -1: it is none.
int sixty(std::uint8_t bcd) {
    const int tens = bcd >> 4U;
    const int ones = bcd & 0x0fU;
    return tens > 5 || ones > 9 ? -1 : tens * 10 + ones;
}

std::uint8_t to_bcd(int value) {
    return byte(static_cast<unsigned>(value / 10) << 4U | static_cast<unsigned>(value % 10));
}

/// Hours with their flags, minutes, seconds.
Result<Face> read_face(std::span<const std::uint8_t, 3> from) {
    // The flags first: with them the hours are no decimal digits.
    const int hours = from[0] & hour_bits;
    const int minutes = sixty(from[1]);
    const int seconds = sixty(from[2]);
    if (hours > 9 || minutes < 0 || seconds < 0) return Error{"a time that is none"};
    Face face;
    face.seconds = hours * 3600 + minutes * 60 + seconds;
    face.blocked = (from[0] & blocked_bit) != 0;
    face.per_move = (from[0] & per_move_bit) != 0;
    face.flag_shown = (from[0] & flag_bit) != 0;
    return face;
}

void write_face(const Face& face, std::string& out) {
    const int seconds = std::clamp(face.seconds, 0, most_seconds);
    const auto hours = static_cast<unsigned>(seconds / 3600);
    out += static_cast<char>(hours | bits(face.blocked, blocked_bit) |
                             bits(face.per_move, per_move_bit) | bits(face.flag_shown, flag_bit));
    out += static_cast<char>(to_bcd(seconds / 60 % 60));
    out += static_cast<char>(to_bcd(seconds % 60));
}

bool is_ack(const Frame& frame) {
    return (frame.payload[0] & hour_bits) == ack_nibble ||
           (frame.payload[3] & hour_bits) == ack_nibble;
}

// The high bits of the four bytes ride in the hours, in the places of their flags.
ClockAck read_ack(const std::array<std::uint8_t, Frame::most_kept>& p) {
    ClockAck ack;
    ack.bytes[0] = byte((p[1] & 0x7fU) | (static_cast<unsigned>(p[3]) << 3U & 0x80U));
    ack.bytes[1] = byte((p[2] & 0x7fU) | (static_cast<unsigned>(p[3]) << 2U & 0x80U));
    ack.bytes[2] = byte((p[4] & 0x7fU) | (static_cast<unsigned>(p[0]) << 3U & 0x80U));
    ack.bytes[3] = byte((p[5] & 0x7fU) | (static_cast<unsigned>(p[0]) << 2U & 0x80U));
    return ack;
}

Result<Message> read_clock(const Frame& frame) {
    const auto& p = frame.payload;
    if (is_ack(frame)) return Message{read_ack(p)};
    if (std::all_of(p.begin(), p.end(), [](std::uint8_t b) { return b == 0; })) {
        return Message{Ignored{}};
    }
    const std::uint8_t status = p[6];
    if ((status & unused_bit) != 0) return Error{"a clock status that is none"};
    ClockTime time;
    time.running = (status & running_bit) != 0;
    time.right_high = (status & right_high_bit) != 0;
    time.low_battery = (status & low_battery_bit) != 0;
    time.left_to_move = (status & left_turn_bit) != 0;
    time.right_to_move = (status & right_turn_bit) != 0;
    time.no_clock = (status & no_clock_bit) != 0;
    if (time.no_clock) return Message{time};
    const std::span<const std::uint8_t, Frame::most_kept> all(p);
    const auto right = read_face(all.subspan<0, 3>());
    const auto left = read_face(all.subspan<3, 3>());
    if (!right) return Error{right.error()};
    if (!left) return Error{left.error()};
    time.right = *right;
    time.left = *left;
    return Message{time};
}

} // namespace

void FrameReader::begin(std::uint8_t first, const OnFrame& on_frame) {
    const bool cut = state_ == State::inside;
    state_ = State::inside;
    frame_ = Frame{};
    frame_.id = first & 0x7fU;
    at_ = 1;
    if (cut) on_frame(Error{"a frame that ends too early"});
}

void FrameReader::go_on(std::uint8_t next, const OnFrame& on_frame) {
    const std::size_t at = at_++;
    if (at == 1) {
        frame_.length = static_cast<std::size_t>(next) << 7U;
        return;
    }
    if (at == 2) {
        frame_.length += next;
        const bool clock = frame_.id == clock_id && frame_.length != clock_length;
        const bool version = frame_.id == version_id && frame_.length != version_length;
        if (frame_.length < Frame::header || clock || version) {
            state_ = State::dropping;
            on_frame(Error{"a frame of a wrong length"});
            return;
        }
    } else if (at - Frame::header < Frame::most_kept) {
        frame_.payload[at - Frame::header] = next;
    }
    if (at_ < frame_.length) return;
    state_ = State::outside;
    on_frame(frame_);
}

void FrameReader::feed(std::span<const std::uint8_t> bytes, const OnFrame& on_frame) {
    for (const std::uint8_t next : bytes) {
        if ((next & first_byte) != 0) {
            begin(next, on_frame);
        } else if (state_ == State::inside) {
            go_on(next, on_frame);
        } else if (state_ == State::outside) {
            state_ = State::dropping;
            on_frame(Error{"bytes outside of a frame"});
        }
    }
}

void FrameReader::reset() {
    state_ = State::outside;
}

Result<Message> decode(const Frame& frame) {
    if (frame.id == clock_id) return read_clock(frame);
    if (frame.id == version_id) return Message{Version{frame.payload[0], frame.payload[1]}};
    return Message{Ignored{}};
}

std::string encode_frame(std::uint8_t id, const std::string& payload) {
    const std::size_t length = Frame::header + payload.size();
    JIPU_ASSERT(length < 1U << 14U, "a frame's length has 14 bits");
    std::string out;
    out += static_cast<char>(first_byte | id);
    out += static_cast<char>(length >> 7U);
    out += static_cast<char>(length & 0x7fU);
    return out + payload;
}

std::string encode(const ClockTime& time) {
    std::string payload;
    write_face(time.right, payload);
    write_face(time.left, payload);
    payload += static_cast<char>(
        bits(time.running, running_bit) | bits(time.right_high, right_high_bit) |
        bits(time.low_battery, low_battery_bit) | bits(time.left_to_move, left_turn_bit) |
        bits(time.right_to_move, right_turn_bit) | bits(time.no_clock, no_clock_bit));
    return encode_frame(clock_id, payload);
}

std::string encode(const ClockAck& ack) {
    const auto& a = ack.bytes;
    std::string payload;
    payload += static_cast<char>(ack_nibble | (a[2] & 0x80U) >> 3U | (a[3] & 0x80U) >> 2U);
    payload += static_cast<char>(a[0] & 0x7fU);
    payload += static_cast<char>(a[1] & 0x7fU);
    payload += static_cast<char>(ack_nibble | (a[0] & 0x80U) >> 3U | (a[1] & 0x80U) >> 2U);
    payload += static_cast<char>(a[2] & 0x7fU);
    payload += static_cast<char>(a[3] & 0x7fU);
    payload += '\0';
    return encode_frame(clock_id, payload);
}

std::string encode(Version version) {
    std::string payload;
    payload += static_cast<char>(version.major & 0x7f);
    payload += static_cast<char>(version.minor & 0x7f);
    return encode_frame(version_id, payload);
}

std::string encode(Ask ask) {
    return std::string(1, static_cast<char>(ask));
}

} // namespace jipu::dgt
