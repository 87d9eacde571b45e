// SPDX-License-Identifier: Apache-2.0
// The frames of an Izis Go board with two clock buttons (IZIS.md): bytes -> frames, and what a host
// says. Pure; it knows the buttons' colours and not who sits there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/base/result.hpp"

namespace jipu::izis {

/// A button is named by its colour; the board stands between the players, one button before each.
enum class Button : std::uint8_t { black, white };

/// `~VER103#`: three capitals and what follows them.
struct Frame {
    /// The longest payload: a state for each of 19 x 19 points, with room to spare.
    static constexpr std::size_t most_payload = 400;
    /// ... of which so much is kept: no frame that means something here has more.
    static constexpr std::size_t most_kept = 16;
    std::string kind;
    std::string payload;
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// Cuts bytes into frames; holds at most Frame::most_kept bytes of a payload whatever comes. `~`
/// always begins a frame, so one good frame after garbage is enough to be right again.
class FrameReader {
  public:
    /// A whole frame, or which rule was broken: once for each broken frame and each run of bytes
    /// that belong to none. Line ends between frames are passed over.
    using OnFrame = std::function<void(const Result<Frame>&)>;
    void feed(std::span<const std::uint8_t> bytes, const OnFrame& on_frame);
    /// Forgets an unfinished frame.
    void reset();

  private:
    void go_on(char next, const OnFrame& on_frame);
    void drop(const char* why, const OnFrame& on_frame);

    enum class State : std::uint8_t {
        outside,  ///< no frame has begun
        inside,   ///< a frame has
        dropping, ///< what comes is known to be worth nothing, up to the next `~`
    };
    State state_ = State::outside;
    Frame frame_;
    std::size_t payload_ = 0; ///< its length so far, kept or not
};

/// Which button a frame tells of: a short press, or one of more than a second.
std::optional<Button> button_of(const Frame& frame);

/// `~kindpayload#`. `kind`: three capitals.
std::string encode(std::string_view kind, std::string_view payload = "");
/// A short press of the button.
std::string encode(Button button);

} // namespace jipu::izis
