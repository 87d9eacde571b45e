// SPDX-License-Identifier: Apache-2.0
// What a clock can say, whatever its protocol, and the pure decoder that turns its bytes into it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// This side pressed its lever or button: it ends its own turn.
struct PressReport {
    Side side = Side::first;
    friend bool operator==(const PressReport&, const PressReport&) = default;
};

/// What the clock shows, in milliseconds by index_of(side), and whose time runs (nullopt: none).
struct TimesReport {
    std::array<std::optional<std::int64_t>, 2> ms;
    std::optional<Side> running;
    friend bool operator==(const TimesReport&, const TimesReport&) = default;
};

/// The device said something about itself, for people: who it is (`line-clock 1.0, protocol 1`), or
/// that its battery runs low.
struct HelloReport {
    std::string detail;
    friend bool operator==(const HelloReport&, const HelloReport&) = default;
};

/// Bytes that fit no frame were dropped; `detail` says which rule they broke.
struct FrameError {
    std::string detail;
    friend bool operator==(const FrameError&, const FrameError&) = default;
};

/// The bytes come from something between, which says whether a clock hangs on it: a DGT board.
struct AttachedReport {
    bool attached = true;
    friend bool operator==(const AttachedReport&, const AttachedReport&) = default;
};

using ClockReport = std::variant<PressReport, TimesReport, HelloReport, FrameError, AttachedReport>;

/// Bytes -> reports for one protocol: pure, keeps what is left of an unfinished frame. The same
/// bytes give the same reports however they are cut into chunks.
class ClockDecoder {
  public:
    ClockDecoder() = default;
    ClockDecoder(const ClockDecoder&) = delete;
    ClockDecoder& operator=(const ClockDecoder&) = delete;
    virtual ~ClockDecoder() = default;
    /// Appends the reports of all frames that end in `bytes` to `out`.
    virtual void feed(std::span<const std::uint8_t> bytes, std::vector<ClockReport>& out) = 0;
    /// Forgets an unfinished frame (the device went away).
    virtual void reset() = 0;
};

} // namespace jipu
