// SPDX-License-Identifier: Apache-2.0
// Of the host's words it knows STATUS, STOP and PAUSE; any other starts it, as on the real one.
#include "hal/sim/link/emulated_niclink.hpp"

#include <optional>
#include <string_view>

namespace jipu::sim {

using line_clock::Half;
using niclink::encode;

namespace {

niclink::Status status_of(EmulatedNs now, const EmulatedClock& clock) {
    const line_clock::Times times = clock.times(now);
    niclink::Status status;
    status.white_ms = times.left_ms;
    status.black_ms = times.right_ms;
    status.running = clock.is_running();
    if (times.turn == Half::right) status.turn = niclink::Colour::black;
    return status;
}

} // namespace

bool EmulatedNiclink::hear(EmulatedNs now, std::span<const std::uint8_t> bytes,
                           EmulatedClock& clock, std::string& out) {
    bool asked = false;
    commands_.feed(bytes, [&](std::optional<std::string_view> word) {
        if (word == "STATUS") {
            out += encode(status_of(now, clock));
            asked = true;
            return;
        }
        if (word == "STOP" || word == "PAUSE") {
            clock.pause(now);
        } else if (!clock.is_running()) {
            clock.resume(now, clock.times(now).turn.value_or(Half::left));
        }
        ticked(now, clock, out);
    });
    return asked;
}

void EmulatedNiclink::pressed(EmulatedNs now, const line_clock::Press&, const EmulatedClock& clock,
                              std::string& out) {
    out += encode(niclink::Button{});
    ticked(now, clock, out);
}

void EmulatedNiclink::paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) {
    ticked(now, clock, out);
}

void EmulatedNiclink::resumed(EmulatedNs now, Half, const EmulatedClock& clock, std::string& out) {
    ticked(now, clock, out);
}

void EmulatedNiclink::ticked(EmulatedNs, const EmulatedClock& clock, std::string& out) {
    if (ran_ == clock.is_running()) return;
    ran_ = clock.is_running();
    out += ran_ ? encode(niclink::Started{}) : encode(niclink::Stopped{});
}

} // namespace jipu::sim
