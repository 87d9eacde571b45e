// SPDX-License-Identifier: Apache-2.0
// A command that it does not know is not answered.
#include "hal/sim/link/emulated_izis.hpp"

namespace jipu::sim {

namespace {
constexpr std::size_t points = 361;
} // namespace

bool EmulatedIzis::hear(EmulatedNs, std::span<const std::uint8_t> bytes, EmulatedClock&,
                        std::string& out) {
    bool asked = false;
    commands_.feed(bytes, [&](const Result<izis::Frame>& command) {
        if (!command) return;
        const std::size_t said = out.size();
        if (command->kind == "GVE") out += izis::encode("VER", "100");
        if (command->kind == "CTS") out += izis::encode("UDS", command->payload);
        if (command->kind == "STA") out += izis::encode("SDA", std::string(points, '0'));
        asked = asked || out.size() > said;
    });
    return asked;
}

void EmulatedIzis::pressed(EmulatedNs, const line_clock::Press& press, const EmulatedClock&,
                           std::string& out) {
    const bool left = press.side == line_clock::Half::left;
    out += izis::encode(left ? izis::Button::black : izis::Button::white);
}

} // namespace jipu::sim
