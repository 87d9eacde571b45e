// SPDX-License-Identifier: Apache-2.0
// A board that is asked for all its bits: opened, scanned and closed by one thread, which it does
// not know. What a bit means: point_levels.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace jipu::gpio {

/// Waits so many nanoseconds; injected, so that tests pass the time themselves.
using Pause = std::function<void(std::int64_t ns)>;

class Scanner {
  public:
    Scanner() = default;
    Scanner(const Scanner&) = delete;
    Scanner& operator=(const Scanner&) = delete;
    virtual ~Scanner() = default;
    /// Takes the lines. Says why it cannot, or returns an empty string. Closed again on failure.
    virtual std::string open() = 0;
    /// Lets the lines go, outputs inactive. Also when nothing is open.
    virtual void close() = 0;
    /// How many bits a scan has.
    virtual std::size_t bits() const = 0;
    /// One scan, 0 or 1 for each bit; 1: a piece. Allocates nothing. Says what failed, or returns
    /// an empty string; the bits are not to be used then.
    virtual std::string scan(std::span<std::uint8_t> bits) = 0;
};

} // namespace jipu::gpio
