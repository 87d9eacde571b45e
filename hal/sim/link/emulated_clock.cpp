// SPDX-License-Identifier: Apache-2.0
// Times are kept in nanoseconds and shown in whole milliseconds, rounded down.
#include "hal/sim/link/emulated_clock.hpp"

#include <algorithm>

namespace jipu::sim {

using line_clock::Half;

namespace {
constexpr std::int64_t ns_per_ms = 1'000'000;
constexpr std::int64_t ns_per_s = 1'000'000'000;
} // namespace

EmulatedClock::EmulatedClock(EmulatedClockOptions options)
    : options_(std::move(options)), left_ns_(options_.left_ms * ns_per_ms),
      right_ns_(options_.right_ms * ns_per_ms) {}

std::int64_t& EmulatedClock::time_of(Half side) {
    return side == Half::left ? left_ns_ : right_ns_;
}

std::int64_t EmulatedClock::shown_ns(Half side, EmulatedNs now) const {
    const std::int64_t stored = side == Half::left ? left_ns_ : right_ns_;
    if (!is_running() || *turn_ != side) return stored;
    const std::int64_t spent = std::max<std::int64_t>(0, now - since_);
    if (options_.count_up) return std::min(stored + spent, line_clock::max_ms * ns_per_ms);
    return std::max<std::int64_t>(0, stored - spent);
}

void EmulatedClock::settle(EmulatedNs now) {
    left_ns_ = shown_ns(Half::left, now);
    right_ns_ = shown_ns(Half::right, now);
    since_ = now;
}

line_clock::Press EmulatedClock::press(EmulatedNs now, Half side) {
    settle(now);
    // Only the side whose time ran gets an increment: a second press of the lever is worth nothing.
    if (is_running() && *turn_ == side) time_of(side) += options_.increment_ms * ns_per_ms;
    turn_ = line_clock::other(side);
    paused_ = false;
    ++(side == Half::left ? presses_.left : presses_.right);
    return {side, presses_};
}

void EmulatedClock::pause(EmulatedNs now) {
    settle(now);
    paused_ = true;
}

void EmulatedClock::resume(EmulatedNs now, Half turn) {
    settle(now);
    turn_ = turn;
    paused_ = false;
}

void EmulatedClock::set(EmulatedNs now, const line_clock::SetTimes& times) {
    left_ns_ = times.left_ms * ns_per_ms;
    right_ns_ = times.right_ms * ns_per_ms;
    turn_ = times.turn;
    paused_ = times.paused || !times.turn;
    since_ = now;
}

line_clock::Times EmulatedClock::times(EmulatedNs now) const {
    line_clock::Times message;
    message.left_ms = shown_ns(Half::left, now) / ns_per_ms;
    message.right_ms = shown_ns(Half::right, now) / ns_per_ms;
    message.turn = turn_;
    message.paused = paused_;
    message.presses = presses_;
    return message;
}

line_clock::Hello EmulatedClock::hello() const {
    return {line_clock::protocol_version, presses_, options_.device, options_.firmware};
}

std::optional<EmulatedNs> EmulatedClock::next_report(EmulatedNs after) const {
    if (!is_running()) return std::nullopt;
    const std::int64_t shown = shown_ns(*turn_, after);
    if (options_.count_up) return after + ns_per_s - shown % ns_per_s;
    if (shown == 0) return std::nullopt;
    const std::int64_t rest = shown % ns_per_s;
    return after + (rest == 0 ? std::min(shown, ns_per_s) : rest);
}

} // namespace jipu::sim
