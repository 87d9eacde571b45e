// SPDX-License-Identifier: Apache-2.0
// Every change is followed by the times, as the protocol has it.
#include "hal/sim/link/emulated_line.hpp"

#include <optional>
#include <string_view>

namespace jipu::sim {

using line_clock::encode;

bool EmulatedLine::hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
                        std::string& out) {
    bool asked = false;
    lines_.feed(bytes, [&](std::optional<std::string_view> line) {
        if (!line) return;
        const auto message = line_clock::decode(*line);
        if (message && *message && take(now, **message, clock, out)) asked = true;
    });
    return asked;
}

bool EmulatedLine::take(EmulatedNs now, const line_clock::Message& message, EmulatedClock& clock,
                        std::string& out) {
    if (std::holds_alternative<line_clock::AskHello>(message)) {
        out += encode(clock.hello());
        return true;
    }
    if (const auto* set = std::get_if<line_clock::SetTimes>(&message)) {
        clock.set(now, *set);
    } else if (std::holds_alternative<line_clock::SetPause>(message)) {
        clock.pause(now);
    } else if (const auto* resume = std::get_if<line_clock::SetResume>(&message)) {
        clock.resume(now, resume->turn);
    } else if (!std::holds_alternative<line_clock::AskStatus>(message)) {
        return false;
    }
    out += encode(clock.times(now));
    return true;
}

void EmulatedLine::pressed(EmulatedNs now, const line_clock::Press& press,
                           const EmulatedClock& clock, std::string& out) {
    out += encode(press) + encode(clock.times(now));
}

void EmulatedLine::paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) {
    out += encode(line_clock::Pause{}) + encode(clock.times(now));
}

void EmulatedLine::resumed(EmulatedNs now, line_clock::Half turn, const EmulatedClock& clock,
                           std::string& out) {
    out += encode(line_clock::Resume{turn}) + encode(clock.times(now));
}

void EmulatedLine::ticked(EmulatedNs now, const EmulatedClock& clock, std::string& out) {
    out += encode(clock.times(now));
}

} // namespace jipu::sim
