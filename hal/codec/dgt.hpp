// SPDX-License-Identifier: Apache-2.0
// The frames of a DGT board with a clock beside it (DGT.md): bytes -> frames, frames <-> messages.
// Pure; it knows the clock's left and right and not who sits there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>

#include "rules/base/result.hpp"

namespace jipu::dgt {

/// What a host sends: one byte each. Nothing that writes into the board or sets the clock.
enum class Ask : std::uint8_t {
    reset = 0x40,       ///< idle: no updates, no answer
    clock = 0x41,       ///< a clock frame now; leaves the update mode as it is
    board = 0x42,       ///< 64 pieces now
    update_nice = 0x4b, ///< from now on pieces at every change, the clock when its frame changes
    trademark = 0x47,
    version = 0x4d,
};

/// The ids of the frames that mean something here, without their high bit.
inline constexpr std::uint8_t board_id = 0x06;
inline constexpr std::uint8_t clock_id = 0x0d;
inline constexpr std::uint8_t trademark_id = 0x12;
inline constexpr std::uint8_t version_id = 0x13;

/// One frame. `length` is that of the whole frame, as its header says; of the payload only as much
/// is kept as the messages below need.
struct Frame {
    static constexpr std::size_t header = 3;
    static constexpr std::size_t most_kept = 7;
    std::uint8_t id = 0; ///< without the high bit
    std::size_t length = 0;
    std::array<std::uint8_t, most_kept> payload{};
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// Cuts bytes into frames; holds one frame's head whatever comes. A byte with its high bit set is
/// always the first of a frame, so one good frame after garbage is enough to be right again.
class FrameReader {
  public:
    /// A whole frame, or which rule was broken: once for each broken frame and each run of bytes
    /// that belong to none.
    using OnFrame = std::function<void(const Result<Frame>&)>;
    void feed(std::span<const std::uint8_t> bytes, const OnFrame& on_frame);
    /// Forgets an unfinished frame.
    void reset();

  private:
    void begin(std::uint8_t byte, const OnFrame& on_frame);
    void go_on(std::uint8_t byte, const OnFrame& on_frame);

    enum class State : std::uint8_t {
        outside,  ///< no frame has begun
        inside,   ///< `at_` bytes of `frame_` have come
        dropping, ///< what comes is known to be worth nothing, up to the next first byte
    };
    State state_ = State::outside;
    Frame frame_;
    std::size_t at_ = 0;
};

/// One side of the clock's face.
struct Face {
    int seconds = 0;         ///< 0 to 35,999 (9:59:59)
    bool blocked = false;    ///< the flag has fallen and the clock stands
    bool per_move = false;   ///< time is added at each move (Fischer, Bronstein)
    bool flag_shown = false; ///< a flag is shown, the clock may run on
    friend bool operator==(const Face&, const Face&) = default;
};

/// What the clock shows. Left and right as seen from the front, whichever way the board stands.
struct ClockTime {
    Face left;
    Face right;
    bool running = false;
    bool right_high = false; ///< the lever: left was pressed last, right's time runs
    bool low_battery = false;
    bool left_to_move = false;  ///< a hint: documents and clocks contradict each other
    bool right_to_move = false; ///< ... here as observed: with `right_high`
    bool no_clock = false;      ///< none is connected to the board; the times mean nothing
    friend bool operator==(const ClockTime&, const ClockTime&) = default;
};

/// An answer to a command, or a button; it comes as a clock frame, in the place of the times.
struct ClockAck {
    std::array<std::uint8_t, 4> bytes{};
    friend bool operator==(const ClockAck&, const ClockAck&) = default;
};

/// The board's firmware.
struct Version {
    int major = 0;
    int minor = 0;
    friend bool operator==(const Version&, const Version&) = default;
};

/// A frame that says nothing here: pieces, names, numbers, and the clock frame of zeros alone that
/// some boards send after a command.
struct Ignored {
    friend bool operator==(const Ignored&, const Ignored&) = default;
};

using Message = std::variant<ClockTime, ClockAck, Version, Ignored>;

/// Reads a frame. Fails with the rule that it breaks.
Result<Message> decode(const Frame& frame);

/// The whole frame. Times are held to 0..9:59:59.
std::string encode(const ClockTime& time);
std::string encode(const ClockAck& ack);
std::string encode(Version version);
/// Any frame: `payload` of bytes without a high bit, at most 16,380 of them.
std::string encode_frame(std::uint8_t id, const std::string& payload);
/// What the host asks.
std::string encode(Ask ask);

} // namespace jipu::dgt
