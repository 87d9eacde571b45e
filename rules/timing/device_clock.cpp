// SPDX-License-Identifier: Apache-2.0
// See device_clock.hpp.
#include "rules/timing/device_clock.hpp"

#include <algorithm>

namespace jipu {

bool DeviceClock::may_have_run(Side side, const ShownTimes& shown,
                               const ReadingContext& context) const {
    if (away_ || pressed_[index_of(side)] || good_.running == side || shown.running == side)
        return true;
    return !good_.running && !shown.running && context.on_move == side;
}

Duration DeviceClock::excess(Side side, const ShownTimes& shown, Instant at,
                             const ReadingContext& context, ReadingVerdict& verdict) const {
    const std::size_t i = index_of(side);
    if (!good_.left[i] || !shown.left[i]) return {};
    const Duration was = *good_.left[i];
    const Duration now = *shown.left[i];
    const bool ran = may_have_run(side, shown, context);
    const Duration least = was - (ran ? at - good_at_ : Duration{}) - tolerance_.step;
    if (now < std::max(Duration{}, least)) return now - was;
    const auto near = [&](Duration wanted) {
        return now <= wanted + tolerance_.rise && now >= wanted - tolerance_.step;
    };
    const bool pressed = pressed_[i] || (good_.running == side && shown.running == opponent(side));
    Duration most = was + tolerance_.rise;
    if (pressed || away_) most += context.gain;
    if (now <= most) return {};
    // What a clock with a counter of moves adds when the quota is made.
    if (pressed && std::any_of(context.periods.begin(), context.periods.end(),
                               [&](Duration time) { return near(was + time); }))
        return {};
    const bool used_up = ran && was - (at - good_at_) <= tolerance_.rise;
    const bool begins = context.periods.empty() ||
                        std::any_of(context.periods.begin(), context.periods.end(), near);
    if (used_up && begins) {
        verdict.new_period = side;
        return {};
    }
    // A clock that counts up what is used beyond its time.
    if (zero_since_[i] && now <= at - *zero_since_[i] + tolerance_.rise) return {};
    return now - was;
}

// Summed up over the stretches in which one side's time ran from one reading to the next: what the
// readings leave out by rounding does not add up.
void DeviceClock::follow_rate(const ShownTimes& shown, Instant at, ReadingVerdict& verdict) {
    if (!shown.running || good_.running != shown.running || verdict.new_period || away_) return;
    const Side side = *shown.running;
    const std::size_t i = index_of(side);
    if (pressed_[i] || pressed_[1 - i] || !good_.left[i] || !shown.left[i]) return;
    if (zero_since_[i] || shown.left[i] == Duration{}) return;
    charged_[i] += *good_.left[i] - *shown.left[i];
    ran_[i] += at - good_at_;
    const Duration off = ran_[i] - charged_[i];
    if (std::chrono::abs(off) <= tolerance_.rate + ran_[i] * tolerance_.rate_percent / 100) return;
    verdict.oddity = ClockOddity::rate;
    verdict.side = side;
    verdict.by = off;
}

// From one reading to the next its time ran down to 0, and up again as what is used beyond.
bool DeviceClock::turned_up(Side side, const ShownTimes& shown, Instant at,
                            const ReadingContext& context) const {
    const std::size_t i = index_of(side);
    if (!good_.left[i] || zero_since_[i] || pressed_[i]) return false;
    // What is added when the turn begins is no counting up.
    if (shown.running != side || (good_.running != side && context.gain > Duration{})) return false;
    const Duration was = *good_.left[i];
    const Duration now = *shown.left[i];
    const Duration span = at - good_at_;
    return was <= span && now > was && now <= was + span + tolerance_.rise;
}

void DeviceClock::expect(const std::array<std::optional<Duration>, 2>& left) {
    expected_ = left;
    ran_since_ = {};
}

// Has somebody set what he was asked to? A clock that was let run meanwhile shows less.
bool DeviceClock::as_expected(const ShownTimes& shown) const {
    bool any = false;
    for (std::size_t i = 0; i < shown.left.size(); ++i) {
        if (!expected_[i]) continue;
        any = true;
        const Duration wanted = *expected_[i];
        if (!shown.left[i] || *shown.left[i] > wanted + tolerance_.rise ||
            *shown.left[i] < wanted - ran_since_[i] - tolerance_.step)
            return false;
    }
    return any;
}

void DeviceClock::believe(const ShownTimes& shown, Instant at, const ReadingContext& context) {
    const bool free = context.free || adopt_next_;
    for (const Side side : {Side::first, Side::second}) {
        const std::size_t i = index_of(side);
        if (!shown.left[i]) continue;
        const bool down_to_it = !free && good_.left[i] && *good_.left[i] > Duration{} &&
                                *good_.left[i] - (at - good_at_) <= tolerance_.step &&
                                (!shown.running || shown.running == side || good_.running == side);
        if (!free && turned_up(side, shown, at, context)) {
            zero_since_[i] = at - *shown.left[i];
        } else if (*shown.left[i] > Duration{}) {
            // Counting up beyond the time is no new time.
            const bool counts_up =
                zero_since_[i] && *shown.left[i] <= at - *zero_since_[i] + tolerance_.rise;
            if (!counts_up) zero_since_[i].reset();
        } else if (down_to_it && !zero_since_[i]) {
            zero_since_[i] = at;
        }
        if (good_.left[i]) ran_since_[i] += std::max(Duration{}, *good_.left[i] - *shown.left[i]);
        good_.left[i] = shown.left[i];
        exact_ = exact_ || *shown.left[i] % std::chrono::seconds(1) != Duration{};
    }
    good_.running = shown.running;
    good_at_ = at;
    pressed_ = {};
    away_ = adopt_next_ = false;
}

ReadingVerdict DeviceClock::take(const ShownTimes& shown, Instant at,
                                 const ReadingContext& context) {
    ReadingVerdict verdict;
    last_ = shown;
    if (context.free || adopt_next_ || !known()) {
        charged_ = ran_ = {};
        believe(shown, at, context);
        return verdict;
    }
    ShownTimes believed = shown;
    for (const Side side : {Side::first, Side::second}) {
        const Duration by = excess(side, shown, at, context, verdict);
        if (by != Duration{} && as_expected(shown)) {
            take_as_set(shown, at);
            return {};
        }
        if (by == Duration{}) continue;
        const bool small = by > Duration{} && by <= tolerance_.small_rise;
        if (small && verdict.oddity == ClockOddity::jump) continue;
        verdict.oddity = small ? ClockOddity::rise : ClockOddity::jump;
        verdict.side = side;
        verdict.by = by;
        if (small) believed.left[index_of(side)] = good_.left[index_of(side)];
    }
    if (verdict.oddity == ClockOddity::jump) {
        verdict.new_period.reset();
        return verdict;
    }
    if (!verdict.oddity) follow_rate(shown, at, verdict);
    believe(believed, at, context);
    return verdict;
}

// The times are what somebody was asked to set; where he was to set a 0, the time is used up.
void DeviceClock::take_as_set(const ShownTimes& shown, Instant at) {
    const auto set = expected_;
    adopt();
    believe(shown, at, {});
    for (std::size_t i = 0; i < shown.left.size(); ++i)
        if (set[i] && shown.left[i] == Duration{}) zero_since_[i] = at;
}

void DeviceClock::away() {
    away_ = true;
    good_.running.reset();
}

void DeviceClock::adopt() {
    adopt_next_ = true;
    expected_ = {};
    charged_ = ran_ = {};
    zero_since_ = {};
    if (last_.left[0] || last_.left[1]) good_ = last_;
}

} // namespace jipu
