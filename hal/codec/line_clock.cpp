// SPDX-License-Identifier: Apache-2.0
// Writes and reads the lines of LINE_CLOCK.md; must not know sides, games or ports.
#include "hal/codec/line_clock.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace jipu::line_clock {
namespace {

constexpr std::size_t max_word = 24;
constexpr std::string_view hex_digits = "0123456789ABCDEF";

constexpr std::string_view half_name(Half half) {
    return half == Half::left ? "left" : "right";
}

std::string word(std::string_view text) {
    std::string out(text.substr(0, max_word));
    for (char& c : out) {
        if (c <= ' ' || c > '~' || c == '*') c = '-';
    }
    return out.empty() ? "-" : out;
}

std::string number(std::int64_t value) {
    return std::to_string(std::clamp<std::int64_t>(value, 0, max_ms));
}

std::string counters(Presses presses) {
    return ' ' + std::to_string(presses.left) + ' ' + std::to_string(presses.right);
}

std::string times_words(std::int64_t left_ms, std::int64_t right_ms, std::optional<Half> turn,
                        bool paused) {
    return "times " + number(left_ms) + ' ' + number(right_ms) + ' ' +
           std::string(turn ? half_name(*turn) : "none") + (paused ? " paused" : " running");
}

struct Body {
    std::string operator()(const Hello& m) const {
        return "hello " + number(m.version) + counters(m.presses) + ' ' + word(m.device) + ' ' +
               word(m.firmware);
    }
    std::string operator()(const Press& m) const {
        return "press " + std::string(half_name(m.side)) + counters(m.presses);
    }
    std::string operator()(const Times& m) const {
        return times_words(m.left_ms, m.right_ms, m.turn, m.paused) + counters(m.presses);
    }
    std::string operator()(const Pause&) const { return "pause"; }
    std::string operator()(const Resume& m) const {
        return "resume " + std::string(half_name(m.turn));
    }
    std::string operator()(const Battery& m) const {
        return "battery " + number(std::min(m.percent, 100));
    }
    std::string operator()(const AskHello&) const { return "ask hello"; }
    std::string operator()(const AskStatus&) const { return "ask status"; }
    std::string operator()(const SetTimes& m) const {
        return "set " + times_words(m.left_ms, m.right_ms, m.turn, m.paused);
    }
    std::string operator()(const SetPause&) const { return "set pause"; }
    std::string operator()(const SetResume& m) const {
        return "set resume " + std::string(half_name(m.turn));
    }
};

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/// The words of a body, read one after the other; the first that does not fit is remembered.
class Words {
  public:
    explicit Words(std::string_view body) : rest_(body) {}

    std::string_view next() {
        if (rest_.empty()) return {};
        const auto space = rest_.find(' ');
        const std::string_view text = rest_.substr(0, space);
        rest_ = space == std::string_view::npos ? std::string_view{} : rest_.substr(space + 1);
        return text;
    }
    /// A decimal number 0..`most`.
    std::int64_t next_number(std::int64_t most, std::string_view what) {
        const std::string_view text = next();
        std::int64_t value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool digits = !text.empty() && text.front() >= '0' && text.front() <= '9';
        if (!digits || code != std::errc{} || end != text.data() + text.size() || value > most) {
            refuse(text, what);
            return 0;
        }
        return value;
    }
    Half next_half() {
        const std::string_view text = next();
        if (text != "left" && text != "right") refuse(text, "left or right");
        return text == "right" ? Half::right : Half::left;
    }
    std::optional<Half> next_turn() {
        const std::string_view text = next();
        if (text == "none") return std::nullopt;
        if (text != "left" && text != "right") refuse(text, "left, right or none");
        return text == "right" ? Half::right : Half::left;
    }
    bool next_paused() {
        const std::string_view text = next();
        if (text != "running" && text != "paused") refuse(text, "running or paused");
        return text == "paused";
    }
    Presses next_presses() {
        const auto left = next_number(65535, "a press counter");
        const auto right = next_number(65535, "a press counter");
        return {static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(right)};
    }
    std::string next_word() {
        const std::string_view text = next();
        if (text.empty() || text.size() > max_word) refuse(text, "a word of 1 to 24 characters");
        return std::string(text);
    }
    const std::string& error() const { return error_; }

  private:
    void refuse(std::string_view text, std::string_view wanted) {
        if (error_.empty()) {
            error_ = "'" + std::string(text) + "' where " + std::string(wanted) + " belongs";
        }
    }
    std::string_view rest_;
    std::string error_;
};

std::optional<Message> read_set(Words& words) {
    const std::string_view what = words.next();
    if (what == "pause") return SetPause{};
    if (what == "resume") return SetResume{words.next_half()};
    if (what != "times") return std::nullopt;
    SetTimes m;
    m.left_ms = words.next_number(max_ms, "a time in milliseconds");
    m.right_ms = words.next_number(max_ms, "a time in milliseconds");
    m.turn = words.next_turn();
    m.paused = words.next_paused();
    return m;
}

std::optional<Message> read_body(Words& words) {
    const std::string_view kind = words.next();
    if (kind == "press") {
        const Half side = words.next_half();
        return Press{side, words.next_presses()};
    }
    if (kind == "times") {
        Times m;
        m.left_ms = words.next_number(max_ms, "a time in milliseconds");
        m.right_ms = words.next_number(max_ms, "a time in milliseconds");
        m.turn = words.next_turn();
        m.paused = words.next_paused();
        m.presses = words.next_presses();
        return m;
    }
    if (kind == "hello") {
        Hello m;
        m.version = static_cast<int>(words.next_number(999, "a protocol version"));
        m.presses = words.next_presses();
        m.device = words.next_word();
        m.firmware = words.next_word();
        return m;
    }
    if (kind == "pause") return Pause{};
    if (kind == "resume") return Resume{words.next_half()};
    if (kind == "battery") {
        return Battery{static_cast<int>(words.next_number(100, "a percentage"))};
    }
    if (kind == "set") return read_set(words);
    if (kind == "ask") {
        const std::string_view what = words.next();
        if (what == "hello") return AskHello{};
        if (what == "status") return AskStatus{};
    }
    return std::nullopt;
}

} // namespace

std::uint8_t checksum(std::string_view body) {
    unsigned sum = 0;
    for (const char c : body)
        sum ^= static_cast<unsigned char>(c);
    return static_cast<std::uint8_t>(sum);
}

std::string encode(const Message& message) {
    std::string line = std::visit(Body{}, message);
    const std::uint8_t sum = checksum(line);
    line += '*';
    line += hex_digits[sum >> 4U];
    line += hex_digits[sum & 15U];
    line += '\n';
    JIPU_ASSERT(line.size() <= max_line + 1, "a line clock line fits its own limit");
    return line;
}

Result<std::optional<Message>> decode(std::string_view line) {
    if (line.size() > max_line) return Error{"line longer than 96 bytes"};
    if (!std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; })) {
        return Error{"bytes that are not printable ASCII"};
    }
    if (line.size() < 4 || line[line.size() - 3] != '*') {
        return Error{"no checksum (*hh) at the end of the line"};
    }
    const std::string_view body = line.substr(0, line.size() - 3);
    if (body.find('*') != std::string_view::npos) return Error{"a * before the checksum"};
    const int high = hex_value(line[line.size() - 2]);
    const int low = hex_value(line[line.size() - 1]);
    if (high < 0 || low < 0) return Error{"the checksum is not two hex digits"};
    if (high * 16 + low != checksum(body)) return Error{"wrong checksum"};
    Words words(body);
    auto message = read_body(words);
    if (!words.error().empty()) {
        return Error{std::string(body.substr(0, body.find(' '))) + ": " + words.error()};
    }
    return message;
}

void LineReader::feed(std::span<const std::uint8_t> bytes, const OnLine& on_line) {
    for (const std::uint8_t byte : bytes) {
        if (byte == '\n') {
            if (!line_.empty() && line_.back() == '\r') line_.pop_back();
            if (!dropping_ && !line_.empty()) on_line(std::string_view(line_));
            line_.clear();
            dropping_ = false;
        } else if (!dropping_) {
            // A CR may follow the longest line: it belongs to the line end.
            if (line_.size() > max_line || (line_.size() == max_line && byte != '\r')) {
                dropping_ = true;
                line_.clear();
                on_line(std::nullopt);
            } else {
                line_ += static_cast<char>(byte);
            }
        }
    }
}

void LineReader::reset() {
    line_.clear();
    dropping_ = false;
}

} // namespace jipu::line_clock
