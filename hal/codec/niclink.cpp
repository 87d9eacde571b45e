// SPDX-License-Identifier: Apache-2.0
// Writes and reads the lines of NICLINK.md; must not know sides, games or ports.
#include "hal/codec/niclink.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace jipu::niclink {
namespace {

constexpr std::string_view status_word = "STATUS:";
constexpr std::string_view line_end = "\r\n";

/// The words of a status, read one after the other; the first that does not fit is remembered.
class Words {
  public:
    explicit Words(std::string_view text) : rest_(text) {}

    /// Up to `mark`, which is passed over.
    std::string_view next(char mark) {
        const auto at = rest_.find(mark);
        if (at == std::string_view::npos) wrong_ = true;
        const std::string_view word = rest_.substr(0, at);
        rest_ = at == std::string_view::npos ? std::string_view{} : rest_.substr(at + 1);
        return word;
    }
    std::string_view rest() const { return rest_; }
    std::int64_t next_ms(char mark) {
        const std::string_view word = next(mark);
        std::int64_t value = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
        const bool whole = code == std::errc{} && end == word.data() + word.size();
        if (!whole || word.front() == '-' || value > max_ms) wrong_ = true;
        return wrong_ ? 0 : value;
    }
    void refuse() { wrong_ = true; }
    bool wrong() const { return wrong_; }

  private:
    std::string_view rest_;
    bool wrong_ = false;
};

Result<Message> read_status(std::string_view text) {
    Words words(text);
    Status status;
    status.white_ms = words.next_ms('+');
    status.white_increment_ms = words.next_ms(':');
    status.black_ms = words.next_ms('+');
    status.black_increment_ms = words.next_ms(':');
    const std::string_view running = words.next(':');
    status.running = running == "RUNNING";
    if (!status.running && running != "STOPPED") words.refuse();
    const std::string_view turn = words.rest();
    status.turn = turn == "BLACK" ? Colour::black : Colour::white;
    if (turn != "BLACK" && turn != "WHITE") words.refuse();
    if (words.wrong()) return Error{"a status that is none"};
    return Message{status};
}

/// What each line that means something stands for.
const std::array<std::pair<std::string_view, Message>, 5> known{{
    {"Green Button pressed", Button{}},
    {"CLOCK_READY", Ready{}},
    {"CLOCK_STARTED", Started{}},
    {"CLOCK_STOPPED", Stopped{}},
    {"CLOCK_RESET", Reset{}},
}};

std::string side(std::int64_t ms, std::int64_t increment_ms) {
    return std::to_string(std::clamp<std::int64_t>(ms, 0, max_ms)) + '+' +
           std::to_string(std::clamp<std::int64_t>(increment_ms, 0, max_ms)) + ':';
}

} // namespace

Result<Message> decode(std::string_view line) {
    const bool text =
        std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!text) return Error{"bytes that are not printable ASCII"};
    if (line.starts_with(status_word)) return read_status(line.substr(status_word.size()));
    if (line.starts_with("Game Over: ") || line.starts_with("GAME_OVER:")) return Message{Over{}};
    for (const auto& [words, message] : known)
        if (line == words) return message;
    return Message{Remark{}};
}

std::string encode(const Message& message) {
    std::string out;
    if (const auto* status = std::get_if<Status>(&message)) {
        out = std::string(status_word) + side(status->white_ms, status->white_increment_ms) +
              side(status->black_ms, status->black_increment_ms) +
              (status->running ? "RUNNING:" : "STOPPED:") +
              (status->turn == Colour::black ? "BLACK" : "WHITE");
    } else if (std::holds_alternative<Over>(message)) {
        out = "GAME_OVER:UNKNOWN";
    } else {
        for (const auto& [words, meant] : known)
            if (meant == message) out = words;
    }
    out += line_end;
    return out;
}

} // namespace jipu::niclink
