// SPDX-License-Identifier: Apache-2.0
// Writes and reads the frames of IZIS.md; must not know sides, games or ports.
#include "hal/codec/izis.hpp"

namespace jipu::izis {
namespace {

constexpr char first = '~';
constexpr char last = '#';
constexpr std::size_t kind_length = 3;

bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_text(char c) {
    return c >= ' ' && c <= '}';
}

} // namespace

void FrameReader::drop(const char* why, const OnFrame& on_frame) {
    state_ = State::dropping;
    on_frame(Error{why});
}

void FrameReader::go_on(char next, const OnFrame& on_frame) {
    if (frame_.kind.size() < kind_length) {
        if (!is_capital(next)) {
            drop("a frame without a name", on_frame);
        } else {
            frame_.kind += next;
        }
    } else if (next == last) {
        state_ = State::outside;
        on_frame(frame_);
    } else if (!is_text(next)) {
        drop("bytes that are not printable ASCII", on_frame);
    } else if (++payload_ > Frame::most_payload) {
        drop("a frame longer than the board has points", on_frame);
    } else if (payload_ <= Frame::most_kept) {
        frame_.payload += next;
    }
}

void FrameReader::feed(std::span<const std::uint8_t> bytes, const OnFrame& on_frame) {
    for (const std::uint8_t byte : bytes) {
        const char next = static_cast<char>(byte);
        if (next == first) {
            const bool cut = state_ == State::inside;
            state_ = State::inside;
            frame_ = {};
            payload_ = 0;
            if (cut) on_frame(Error{"a frame that ends too early"});
        } else if (state_ == State::inside) {
            go_on(next, on_frame);
        } else if (state_ == State::outside && next != '\r' && next != '\n') {
            drop("bytes outside of a frame", on_frame);
        }
    }
}

void FrameReader::reset() {
    state_ = State::outside;
}

std::optional<Button> button_of(const Frame& frame) {
    if (frame.kind == "BKY" || frame.kind == "BTK") return Button::black;
    if (frame.kind == "WKY" || frame.kind == "WTK") return Button::white;
    return std::nullopt;
}

std::string encode(std::string_view kind, std::string_view payload) {
    JIPU_ASSERT(kind.size() == kind_length, "a frame's name has three letters");
    std::string out(1, first);
    out += kind;
    out += payload;
    out += last;
    return out;
}

std::string encode(Button button) {
    return encode(button == Button::black ? "BKY" : "WKY");
}

} // namespace jipu::izis
