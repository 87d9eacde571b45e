// SPDX-License-Identifier: Apache-2.0
#include "daemon/table/timekeeper.hpp"

namespace jipu {

void Timekeeper::begin(Side to_move, Instant at) {
    turn_began_ = at;
    paused_ = false;
    if (!running_) running_ = to_move;
}

void Timekeeper::device_times(const TimesReport& report) {
    clock_ = report.ms;
    running_ = report.running;
}

void Timekeeper::forget_device() {
    running_.reset();
}

std::int64_t Timekeeper::turn_ended(Side mover, Instant at) {
    const Duration took = at > turn_began_ ? at - turn_began_ : Duration{0};
    turn_began_ = at;
    running_ = opponent(mover);
    return to_ms(took);
}

void Timekeeper::pause(Instant at) {
    if (paused_) return;
    paused_ = true;
    pause_began_ = at;
}

void Timekeeper::resume(Instant at) {
    if (!paused_) return;
    paused_ = false;
    turn_began_ += at - pause_began_;
}

} // namespace jipu
