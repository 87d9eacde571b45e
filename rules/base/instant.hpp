// SPDX-License-Identifier: Apache-2.0
// Time inside the core: whole microseconds since the start of the recording.
// This file must not know any real clock: time is always an argument.
#pragma once

#include <chrono>
#include <cstdint>

namespace jipu {

/// A clock that cannot be read. Instants come in with events; a hidden read does not compile.
struct RecordingClock {
    using rep = std::int64_t;
    using period = std::micro;
    using duration = std::chrono::duration<rep, period>;
    using time_point = std::chrono::time_point<RecordingClock, duration>;
    static constexpr bool is_steady = true;
    static time_point now() = delete;
};

/// Microseconds since the start of the recording.
using Instant = RecordingClock::time_point;
/// A span of time in microseconds.
using Duration = RecordingClock::duration;

/// The instant `us` microseconds after the start of the recording.
constexpr Instant instant_from_us(std::int64_t us) {
    return Instant{Duration{us}};
}

/// Microseconds since the start of the recording.
constexpr std::int64_t to_us(Instant at) {
    return at.time_since_epoch().count();
}

/// A span given in milliseconds.
constexpr Duration from_ms(std::int64_t ms) {
    return Duration{ms * 1000};
}

/// Whole milliseconds of a span, rounded down.
constexpr std::int64_t to_ms(Duration span) {
    return span.count() / 1000;
}

} // namespace jipu
