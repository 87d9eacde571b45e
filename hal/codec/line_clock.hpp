// SPDX-License-Identifier: Apache-2.0
// The line clock protocol, version 1 (LINE_CLOCK.md): messages <-> lines, and bytes -> lines.
// Pure; it knows the clock's left and right and not who sits there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "rules/base/result.hpp"

namespace jipu::line_clock {

inline constexpr int protocol_version = 1;
/// Bytes of the longest line, without its line end.
inline constexpr std::size_t max_line = 96;
/// The largest time, in milliseconds: 99:59:59.999.
inline constexpr std::int64_t max_ms = 359'999'999;

/// As seen by the arbiter who stands before the clock's face.
enum class Half : std::uint8_t { left, right };

constexpr Half other(Half half) {
    return half == Half::left ? Half::right : Half::left;
}

/// How often each side was pressed since the clock was switched on, modulo 65,536.
struct Presses {
    std::uint16_t left = 0;
    std::uint16_t right = 0;
    friend bool operator==(const Presses&, const Presses&) = default;
};

// Clock to host.

/// `hello 1 0 0 pico-clock 1.4`: sent when switched on and when asked.
struct Hello {
    int version = protocol_version;
    Presses presses;
    std::string device;   ///< a word
    std::string firmware; ///< a word
    friend bool operator==(const Hello&, const Hello&) = default;
};
/// `press left 1 0`: the left side was pressed; the counters include this press.
struct Press {
    Half side = Half::left;
    Presses presses;
    friend bool operator==(const Press&, const Press&) = default;
};
/// `times 5398000 5400000 right running 1 0`: milliseconds left and right, whose turn it is on the
/// clock (or `none`: nobody has pressed yet), whether that time runs or is `paused`.
struct Times {
    std::int64_t left_ms = 0;
    std::int64_t right_ms = 0;
    std::optional<Half> turn;
    bool paused = false;
    Presses presses;
    friend bool operator==(const Times&, const Times&) = default;
};
/// `pause`: the clock was stopped at the clock.
struct Pause {
    friend bool operator==(const Pause&, const Pause&) = default;
};
/// `resume right`: and this side's time runs again.
struct Resume {
    Half turn = Half::left;
    friend bool operator==(const Resume&, const Resume&) = default;
};
/// `battery 12`: percent, sent when it is low.
struct Battery {
    int percent = 0;
    friend bool operator==(const Battery&, const Battery&) = default;
};

// Host to clock.

/// `ask hello`
struct AskHello {
    friend bool operator==(const AskHello&, const AskHello&) = default;
};
/// `ask status`: the clock answers with `times`.
struct AskStatus {
    friend bool operator==(const AskStatus&, const AskStatus&) = default;
};
/// `set times 5398000 5400000 right paused`: the arbiter corrects the clock.
struct SetTimes {
    std::int64_t left_ms = 0;
    std::int64_t right_ms = 0;
    std::optional<Half> turn;
    bool paused = false;
    friend bool operator==(const SetTimes&, const SetTimes&) = default;
};
/// `set pause`
struct SetPause {
    friend bool operator==(const SetPause&, const SetPause&) = default;
};
/// `set resume right`
struct SetResume {
    Half turn = Half::left;
    friend bool operator==(const SetResume&, const SetResume&) = default;
};

using Message = std::variant<Hello, Press, Times, Pause, Resume, Battery, AskHello, AskStatus,
                             SetTimes, SetPause, SetResume>;

/// The line with its checksum and "\n". Times are held to 0..max_ms; characters that a word cannot
/// hold become `-`, a word longer than 24 is cut.
std::string encode(const Message& message);

/// Reads one line without its line end. nullopt: the checksum is right and the kind is not known
/// (a later version's, to be ignored). Fails with the rule that the line breaks.
Result<std::optional<Message>> decode(std::string_view line);

/// XOR of the bytes.
std::uint8_t checksum(std::string_view body);

/// Cuts bytes into lines; holds at most max_line bytes whatever comes.
class LineReader {
  public:
    /// One line without its line end ("\n" or "\r\n"); nullopt: a line was too long and is dropped
    /// up to its line end. Called as soon as that is known; empty lines are passed over.
    using OnLine = std::function<void(std::optional<std::string_view>)>;
    void feed(std::span<const std::uint8_t> bytes, const OnLine& on_line);
    /// Forgets an unfinished line.
    void reset();

  private:
    std::string line_;
    bool dropping_ = false;
};

} // namespace jipu::line_clock
