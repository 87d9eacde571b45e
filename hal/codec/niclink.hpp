// SPDX-License-Identifier: Apache-2.0
// The lines of a NicLink clock (NICLINK.md): what the clock says <-> messages. Pure; bytes are cut
// into lines by line_clock::LineReader. It knows white and black and not who that is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "rules/base/result.hpp"

namespace jipu::niclink {

/// The largest time that is believed, in milliseconds: 99:59:59.999.
inline constexpr std::int64_t max_ms = 359'999'999;

enum class Colour : std::uint8_t { white, black };

constexpr Colour other(Colour colour) {
    return colour == Colour::white ? Colour::black : Colour::white;
}

/// `STATUS:300000+5000:298000+5000:RUNNING:BLACK`: times and increments in milliseconds, white
/// first; whether the clock runs, and whose turn it is on it.
struct Status {
    std::int64_t white_ms = 0;
    std::int64_t white_increment_ms = 0;
    std::int64_t black_ms = 0;
    std::int64_t black_increment_ms = 0;
    bool running = false;
    Colour turn = Colour::white;
    friend bool operator==(const Status&, const Status&) = default;
};
/// `Green Button pressed`: the one button with which both sides end their turns.
struct Button {
    friend bool operator==(const Button&, const Button&) = default;
};
/// `CLOCK_READY`: it was switched on.
struct Ready {
    friend bool operator==(const Ready&, const Ready&) = default;
};
/// `CLOCK_STARTED`: the time of the side to move runs.
struct Started {
    friend bool operator==(const Started&, const Started&) = default;
};
/// `CLOCK_STOPPED`
struct Stopped {
    friend bool operator==(const Stopped&, const Stopped&) = default;
};
/// `CLOCK_RESET`: the first times again, white to move, nobody's runs.
struct Reset {
    friend bool operator==(const Reset&, const Reset&) = default;
};
/// `Game Over: Black wins on time` or `GAME_OVER:DRAW`: its button no longer changes the turn.
struct Over {
    friend bool operator==(const Over&, const Over&) = default;
};
/// Any other line: a remark.
struct Remark {
    friend bool operator==(const Remark&, const Remark&) = default;
};

using Message = std::variant<Status, Button, Ready, Started, Stopped, Reset, Over, Remark>;

/// Reads one line without its line end. Fails with the rule that it breaks.
Result<Message> decode(std::string_view line);

/// The line with its line end, CR LF. A remark is written as an empty one.
std::string encode(const Message& message);

/// What the host asks: the clock answers with a Status. Any word that the clock does not know
/// starts it, so nothing else is ever said, not even an empty line.
inline constexpr std::string_view ask_status = "STATUS\n";

} // namespace jipu::niclink
