// SPDX-License-Identifier: Apache-2.0
#include "daemon/table/timekeeper.hpp"

#include <algorithm>

#include "rules/timing/time_control.hpp"

namespace jipu {

void Timekeeper::begin(Side to_move, Instant at, const std::string& time_control) {
    turn_began_ = at;
    paused_ = false;
    counted_.reset();
    if (time_control.empty()) return;
    const auto control = parse_time_control(time_control);
    if (!control) return; // an event may name what this version does not count
    counted_.emplace(*control);
    counted_->start(at, to_move);
}

void Timekeeper::device_times(const TimesReport& report) {
    device_ = report.ms;
    running_ = report.running;
}

std::int64_t Timekeeper::turn_ended(Side mover, Instant at, Instant now) {
    const Duration took = at > turn_began_ ? at - turn_began_ : Duration{0};
    turn_began_ = std::max(at, turn_began_);
    if (counted_) counted_->press(now, mover);
    return to_ms(took);
}

bool Timekeeper::has_quota() const {
    if (!counted_) return false;
    const auto& periods = counted_->control().periods;
    return std::any_of(periods.begin(), periods.end(), [](const TimePeriod& period) {
        return period.kind == PeriodKind::quota && period.moves > 0;
    });
}

void Timekeeper::discount(Side side, int moves) {
    if (counted_) counted_->discount(side, moves);
}

void Timekeeper::pause(Instant at) {
    if (paused_) return;
    paused_ = true;
    pause_began_ = at;
    if (counted_) counted_->pause(at);
}

void Timekeeper::resume(Instant at) {
    if (!paused_) return;
    paused_ = false;
    turn_began_ += at - pause_began_;
    if (counted_) counted_->resume(at);
}

void Timekeeper::set(const ClockMs& clock, Instant at) {
    for (const Side side : {Side::first, Side::second}) {
        const auto ms = clock[index_of(side)];
        if (!ms) continue;
        if (from_device()) device_[index_of(side)] = ms;
        if (counted_) counted_->set_remaining(at, side, from_ms(*ms));
    }
}

bool Timekeeper::charge(Side side, Duration span, Instant at) {
    if (!counted_ || counted_->control().none()) return false;
    counted_->charge(at, side, span);
    return !from_device();
}

std::optional<std::array<Duration, 2>> Timekeeper::used(Instant at) const {
    std::array<Duration, 2> out{};
    for (const Side side : {Side::first, Side::second}) {
        const auto shown = counted_ ? counted_->shown_used(side, at) : std::nullopt;
        if (!shown) return std::nullopt;
        out[index_of(side)] = *shown;
        if (!from_device()) continue;
        const auto left = device_[index_of(side)];
        if (!left) return std::nullopt;
        out[index_of(side)] += counted_->reading(side, at).remaining - from_ms(*left);
    }
    return out;
}

ClockMs Timekeeper::lead_back(const std::array<int, 2>& moves, Side to_move,
                              const std::optional<std::array<Duration, 2>>& used, Instant at) {
    if (used) {
        turn_began_ = at;
        pause_began_ = at;
    }
    if (!counted_) return {};
    ClockMs out;
    for (const Side side : {Side::first, Side::second}) {
        const std::size_t i = index_of(side);
        if (used)
            counted_->set_back(at, side, std::max(Duration{}, (*used)[i]),
                               std::max(0, counted_->reading(side, at).moves - moves[i]));
        else
            counted_->take_back(at, side, moves[i]);
        out[i] = to_ms(counted_->reading(side, at).remaining);
    }
    counted_->start(at, to_move);
    if (paused_) counted_->pause(at);
    return out;
}

ClockMs Timekeeper::clock(Instant at) const {
    if (from_device() || !counted_) return device_;
    ClockMs out;
    for (const Side side : {Side::first, Side::second})
        out[index_of(side)] = to_ms(counted_->reading(side, at).remaining);
    return out;
}

std::optional<Side> Timekeeper::running() const {
    if (from_device() || !counted_) return running_;
    return counted_->running();
}

std::optional<ClockReading> Timekeeper::counted(Side side, Instant at) const {
    if (!counted_) return std::nullopt;
    return counted_->reading(side, at);
}

std::optional<Instant> Timekeeper::next_flag() const {
    if (!counted_ || from_device()) return std::nullopt;
    return counted_->next_flag();
}

std::optional<Side> Timekeeper::fallen(Instant at) const {
    if (!counted_ || from_device()) return std::nullopt;
    for (const Side side : {Side::first, Side::second})
        if (counted_->reading(side, at).flag_fallen) return side;
    return std::nullopt;
}

} // namespace jipu
