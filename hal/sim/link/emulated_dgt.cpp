// SPDX-License-Identifier: Apache-2.0
// Shows seconds as a clock's face does: a time that runs down shows the second that has begun.
#include "hal/sim/link/emulated_dgt.hpp"

namespace jipu::sim {

using line_clock::Half;

namespace {

constexpr std::size_t squares = 64;

int face_seconds(std::int64_t ms) {
    return static_cast<int>((ms + 999) / 1000);
}

} // namespace

dgt::ClockTime EmulatedDgt::shown(EmulatedNs now, const EmulatedClock& clock) {
    const line_clock::Times times = clock.times(now);
    if (times.turn) right_high_ = *times.turn == Half::right;
    dgt::ClockTime time;
    time.left.seconds = face_seconds(times.left_ms);
    time.right.seconds = face_seconds(times.right_ms);
    time.right_high = right_high_;
    time.left_to_move = !right_high_;
    time.right_to_move = right_high_;
    dgt::Face& on_move = right_high_ ? time.right : time.left;
    on_move.blocked = clock.is_running() && on_move.seconds == 0;
    time.running = clock.is_running() && !on_move.blocked;
    return time;
}

void EmulatedDgt::update(EmulatedNs now, const EmulatedClock& clock, std::string& out) {
    const dgt::ClockTime time = shown(now, clock);
    if (!updates_ || sent_ == time) return;
    sent_ = time;
    out += encode(time);
}

bool EmulatedDgt::hear(EmulatedNs now, std::span<const std::uint8_t> bytes, EmulatedClock& clock,
                       std::string& out) {
    bool asked = false;
    for (const std::uint8_t byte : bytes) {
        switch (static_cast<dgt::Ask>(byte)) {
        case dgt::Ask::reset:
            updates_ = false;
            continue;
        case dgt::Ask::clock:
            out += encode(shown(now, clock));
            break;
        case dgt::Ask::board:
            out += dgt::encode_frame(dgt::board_id, std::string(squares, '\0'));
            break;
        case dgt::Ask::update_nice:
            updates_ = true;
            sent_.reset();
            break;
        case dgt::Ask::trademark:
            out += dgt::encode_frame(dgt::trademark_id, "emulated board");
            break;
        case dgt::Ask::version:
            out += encode(dgt::Version{1, 0});
            break;
        default:
            continue;
        }
        asked = true;
    }
    return asked;
}

void EmulatedDgt::pressed(EmulatedNs now, const line_clock::Press&, const EmulatedClock& clock,
                          std::string& out) {
    update(now, clock, out);
}

void EmulatedDgt::paused(EmulatedNs now, const EmulatedClock& clock, std::string& out) {
    update(now, clock, out);
}

void EmulatedDgt::resumed(EmulatedNs now, Half, const EmulatedClock& clock, std::string& out) {
    update(now, clock, out);
}

void EmulatedDgt::ticked(EmulatedNs now, const EmulatedClock& clock, std::string& out) {
    update(now, clock, out);
}

void EmulatedDgt::reader_gone(bool cable_out) {
    if (cable_out) updates_ = false;
}

} // namespace jipu::sim
