// SPDX-License-Identifier: Apache-2.0
#include "daemon/table/timekeeper.hpp"

#include <algorithm>

#include "rules/timing/time_control.hpp"

namespace jipu {

namespace {

constexpr Duration unknown_gain = std::chrono::minutes(1); ///< an increment that nobody told
constexpr Duration rounded = std::chrono::seconds(1);
constexpr Duration reload = std::chrono::seconds(2);

std::array<std::optional<Duration>, 2> in_durations(const ClockMs& clock) {
    std::array<std::optional<Duration>, 2> out;
    for (std::size_t i = 0; i < clock.size(); ++i)
        if (clock[i]) out[i] = from_ms(*clock[i]);
    return out;
}

} // namespace

void Timekeeper::begin(Side to_move, Instant at, const std::string& time_control) {
    turn_began_ = at;
    paused_ = false;
    counted_.reset();
    awaits_period_ = {};
    fell_ = {};
    shown_.adopt();
    if (time_control.empty()) return;
    const auto control = parse_time_control(time_control);
    if (!control) return; // an event may name what this version does not count
    counted_.emplace(*control);
    counted_->start(at, to_move);
    for (const Side side : {Side::first, Side::second})
        if (const auto left = shown_.good().left[index_of(side)]) counted_->show(at, side, *left);
}

std::vector<Duration> Timekeeper::period_times() const {
    std::vector<Duration> out;
    if (counted_)
        for (const TimePeriod& period : counted_->control().periods)
            out.push_back(period.time);
    return out;
}

Duration Timekeeper::press_gain() const {
    if (!counted_) return unknown_gain;
    Duration most{};
    for (const TimePeriod& period : counted_->control().periods)
        most = std::max(most, period.kind == PeriodKind::quota ? period.increment : period.time);
    return most;
}

Duration Timekeeper::zero_grace() const {
    if (!counted_) return reload;
    return shown_.exact() ? Duration{} : rounded;
}

void Timekeeper::show(Side side, Duration left, Instant at) {
    if (!counted_) return;
    bool& awaits = awaits_period_[index_of(side)];
    if (awaits) {
        const std::vector<Duration> times = period_times();
        const bool begins =
            std::any_of(times.begin(), times.end(), [&](Duration time) { return left * 2 > time; });
        if (!begins) return; // it stands at 0, or counts up what is used beyond
        awaits = false;
    }
    counted_->show(at, side, left);
}

ReadingVerdict Timekeeper::device_times(const TimesReport& report, Instant at, bool free,
                                        std::optional<Side> on_move) {
    const ShownTimes times{in_durations(report.ms), report.running};
    const std::vector<Duration> periods = period_times();
    const ReadingVerdict verdict = shown_.take(times, at, {free, on_move, press_gain(), periods});
    running_ = report.running;
    if (running_) ran_ = running_;
    if (verdict.oddity == ClockOddity::jump) return verdict;
    if (const auto side = verdict.new_period; side && counted_ && !awaits_period_[index_of(*side)])
        counted_->run_out(at, *side);
    for (const Side side : {Side::first, Side::second})
        if (const auto left = shown_.good().left[index_of(side)]) show(side, *left, at);
    return verdict;
}

void Timekeeper::forget_device() {
    running_ = ran_ = std::nullopt;
    shown_.away();
}

std::int64_t Timekeeper::turn_ended(Side mover, Instant at, Instant now) {
    const Instant end = paused_ ? std::min(at, pause_began_) : at;
    const Duration took = end > turn_began_ ? end - turn_began_ : Duration{0};
    turn_began_ = std::max(at, turn_began_);
    if (counted_ && !counted_->press(now, mover)) counted_->count_after_all(now, mover);
    return to_ms(took);
}

void Timekeeper::turn_given_away(Side side, Instant at) {
    if (counted_) counted_->press_in_vain(at, side);
}

bool Timekeeper::turn_is(Side to_move, Instant at) {
    if (!counted_ || counted_->turn() == to_move) return false;
    counted_->start(at, to_move);
    if (paused_) counted_->pause(at);
    return !from_device();
}

bool Timekeeper::set_moves(const std::array<int, 2>& moves, Instant at) {
    bool changed = false;
    for (const Side side : {Side::first, Side::second}) {
        const int made = moves[index_of(side)];
        if (!counted_ || counted_->reading(side, at).moves == made) continue;
        counted_->set_moves(at, side, made);
        changed = true;
    }
    return changed;
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
    turn_began_ += at - std::max(pause_began_, turn_began_); // a turn may begin in the pause
    if (counted_) counted_->resume(at);
}

void Timekeeper::resume_with(Side side, Instant at) {
    if (!paused_ && counted_ && counted_->turn() == side) return;
    paused_ = false;
    turn_began_ = at;
    if (counted_) counted_->start(at, side);
}

void Timekeeper::set(const ClockMs& clock, Instant at) {
    if (from_device()) {
        ShownTimes times = shown_.good();
        for (std::size_t i = 0; i < clock.size(); ++i)
            if (clock[i]) times.left[i] = from_ms(*clock[i]);
        shown_.adopt();
        shown_.take(times, at, {.free = true, .on_move = {}, .gain = {}, .periods = {}});
        shown_.adopt(); // the device itself is set by hand, a moment before or after
    }
    for (const Side side : {Side::first, Side::second}) {
        const auto ms = clock[index_of(side)];
        if (!ms) continue;
        fell_[index_of(side)].reset();
        awaits_period_[index_of(side)] = false;
        if (counted_) counted_->set_remaining(at, side, from_ms(*ms));
    }
}

void Timekeeper::expect(const ClockMs& clock) {
    shown_.expect(in_durations(clock));
}

bool Timekeeper::charge(Side side, Duration span, Instant at) {
    if (!counted_ || counted_->control().none() || from_device()) return false;
    counted_->charge(at, side, span);
    return true;
}

std::optional<std::array<Duration, 2>> Timekeeper::used(Instant at) const {
    std::array<Duration, 2> out{};
    for (const Side side : {Side::first, Side::second}) {
        const auto shown = counted_ ? counted_->shown_used(side, at) : std::nullopt;
        if (!shown) return std::nullopt;
        out[index_of(side)] = *shown;
        if (!from_device()) continue;
        const auto left = shown_.good().left[index_of(side)];
        if (!left) return std::nullopt;
        out[index_of(side)] += counted_->reading(side, at).remaining - *left;
    }
    return out;
}

bool Timekeeper::leaves_times() const {
    return counted_ && !counted_->control().none() && !counted_->of_quotas();
}

ClockMs Timekeeper::lead_back(const std::array<int, 2>& moves, Side to_move,
                              const std::array<Duration, 2>& used, Instant at) {
    turn_began_ = at;
    pause_began_ = at;
    if (!counted_) return {};
    ClockMs out;
    for (const Side side : {Side::first, Side::second}) {
        const std::size_t i = index_of(side);
        counted_->set_back(at, side, std::max(Duration{}, used[i]), moves[i]);
        out[i] = to_ms(counted_->reading(side, at).remaining);
    }
    counted_->start(at, to_move);
    if (paused_) counted_->pause(at);
    return out;
}

ClockMs Timekeeper::clock(Instant at) const {
    ClockMs out;
    for (const Side side : {Side::first, Side::second}) {
        const std::size_t i = index_of(side);
        if (from_device() && !(counted_ && awaits_period_[i])) {
            if (shown_.good().left[i]) out[i] = to_ms(*shown_.good().left[i]);
        } else if (counted_) {
            out[i] = to_ms(counted_->reading(side, at).remaining);
        }
    }
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
    std::optional<Instant> next;
    if (counted_) next = counted_->next_flag();
    for (const Side side : {Side::first, Side::second}) {
        const auto zero = shown_.zero_since(side);
        if (zero && (!next || *zero + zero_grace() < *next)) next = *zero + zero_grace();
    }
    return next;
}

bool Timekeeper::follow_device(Instant at) {
    bool began = false;
    for (const Side side : {Side::first, Side::second}) {
        const std::size_t i = index_of(side);
        const auto zero = shown_.zero_since(side);
        if (!zero || at < *zero + zero_grace()) continue;
        shown_.forget_zero(side);
        if (!counted_) {
            if (!fell_[i]) fell_[i] = zero;
            continue;
        }
        if (awaits_period_[i]) continue;
        counted_->run_out(*zero, side);
        if (counted_->reading(side, at).flag_fallen) continue;
        // From here it is counted, until the device shows the new period's time.
        awaits_period_[i] = began = true;
        counted_->count_alone(at, side);
    }
    return began;
}

std::optional<Instant> Timekeeper::fell_at(Side side, Instant at) const {
    if (fell_[index_of(side)]) return fell_[index_of(side)];
    if (!counted_) return std::nullopt;
    const ClockReading reading = counted_->reading(side, at);
    return reading.flag_fallen ? std::optional(reading.fell_at) : std::nullopt;
}

} // namespace jipu
