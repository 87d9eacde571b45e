// SPDX-License-Identifier: Apache-2.0
// Uses up time, ends periods and lets flags fall: reaching the end of a time is using it up (003/3:
// who is read "10" has used his minute). It must not know positions, alerts or penalties.
#include "rules/timing/game_clock.hpp"

#include <algorithm>
#include <utility>

namespace jipu {

GameClock::GameClock(TimeControl control) : control_(std::move(control)) {
    if (control_.none()) return;
    for (SideClock& clock : sides_)
        enter(clock, 0, 0);
}

void GameClock::enter(SideClock& clock, std::size_t index, int carried_moves) const {
    const TimePeriod& period = control_.periods[index];
    clock.period = index;
    clock.left = period.time;
    // What the readings after it keep is taken from the end of this period.
    if (index + 1 < control_.periods.size()) clock.left -= control_.periods[index + 1].keep;
    clock.given += clock.left;
    clock.reserve = period.reserve;
    clock.in_reserve = false;
    clock.moves_in_period = carried_moves;
    clock.readings_left = period.kind == PeriodKind::byo_yomi ? period.all_readings() : 0;
}

/// What comes when the time is used up; false: nothing does, the flag falls.
bool GameClock::go_on(SideClock& clock) const {
    const TimePeriod& period = control_.periods[clock.period];
    switch (period.kind) {
    case PeriodKind::quota: {
        const int beyond = clock.moves_in_period - period.moves - clock.owed;
        if (beyond < 0) return false;
        const std::size_t next = period.repeat ? clock.period : clock.period + 1;
        if (next == control_.periods.size()) return false;
        const bool carried = control_.periods[next].carry;
        enter(clock, next, carried ? beyond : 0);
        clock.owed = 0;
        clock.made_by_end.push_back(clock.moves);
        ++clock.number;
        return true;
    }
    case PeriodKind::per_move:
        if (clock.in_reserve || clock.reserve.count() == 0) return false;
        clock.left = std::exchange(clock.reserve, Duration{});
        clock.in_reserve = true;
        return true;
    case PeriodKind::byo_yomi:
        if (--clock.readings_left <= 0) return false;
        clock.left = period.time;
        return true;
    case PeriodKind::block:
    case PeriodKind::canadian:
        break;
    }
    return false;
}

void GameClock::consume(SideClock& clock, Duration span, Instant from) const {
    clock.used += span;
    if (control_.none() || clock.fell) return;
    if (clock.shown) {
        clock.left = std::max(Duration{}, clock.left - span);
        return;
    }
    while (span.count() > 0) {
        if (span < clock.left) {
            clock.left -= span;
            return;
        }
        span -= clock.left;
        from += clock.left;
        clock.left = Duration{};
        if (!go_on(clock)) {
            clock.fell = from;
            return;
        }
    }
}

void GameClock::count_move(SideClock& clock) const {
    ++clock.moves;
    if (control_.none() || clock.fell) return;
    const TimePeriod& period = control_.periods[clock.period];
    ++clock.moves_in_period;
    const bool complete = period.moves > 0 && clock.moves_in_period == period.moves;
    switch (period.kind) {
    case PeriodKind::quota:
        clock.left += period.increment;
        clock.given += period.increment;
        break;
    case PeriodKind::per_move:
        if (clock.in_reserve) clock.reserve = clock.left;
        clock.in_reserve = false;
        clock.left = period.time;
        break;
    case PeriodKind::byo_yomi:
        clock.left = period.time;
        break;
    case PeriodKind::block:
    case PeriodKind::canadian:
        if (!complete) break;
        clock.left = period.kind == PeriodKind::block ? clock.left + period.time : period.time;
        clock.moves_in_period = 0;
        ++clock.number;
        break;
    }
}

/// Charges the time since the last event to whose clock ran.
void GameClock::settle(Instant at) {
    if (const auto side = running(); side && at > last_) consume(of(*side), at - last_, last_);
    last_ = std::max(last_, at);
}

void GameClock::start(Instant at, Side side) {
    settle(at);
    turn_ = side;
    paused_ = false;
}

bool GameClock::press(Instant at, Side side) {
    if (turn_ != side) return false;
    settle(at);
    count_move(of(side));
    turn_ = opponent(side);
    return true;
}

bool GameClock::press_in_vain(Instant at, Side side) {
    if (turn_ != side) return false;
    settle(at);
    turn_ = opponent(side);
    return true;
}

void GameClock::count_after_all(Instant at, Side side) {
    settle(at);
    count_move(of(side));
}

void GameClock::set_moves(Instant at, Side side, int moves) {
    settle(at);
    SideClock& clock = of(side);
    clock.moves_in_period = std::max(0, clock.moves_in_period + moves - clock.moves);
    clock.moves = moves;
    if (!control_.none() && control_.periods[clock.period].kind == PeriodKind::quota)
        recount(clock);
}

/// What the present period has of the moves, from the first period on: only those before a quota
/// can have ended, so all of them demand moves.
void GameClock::recount(SideClock& clock) const {
    const std::size_t last = control_.periods.size() - 1;
    int carried = 0, begun = 0;
    for (std::size_t i = 0; i < clock.made_by_end.size(); ++i) {
        int& ended = clock.made_by_end[i];
        ended = std::min(ended, clock.moves);
        const int beyond = carried + ended - begun - control_.periods[std::min(i, last)].moves;
        carried = beyond < 0 || control_.periods[std::min(i + 1, last)].carry ? beyond : 0;
        begun = ended;
    }
    clock.owed = std::max(0, -carried);
    clock.moves_in_period = std::max(0, carried) + clock.moves - begun;
}

void GameClock::discount(Side side, int moves) {
    SideClock& clock = of(side);
    if (control_.none() || control_.periods[clock.period].kind != PeriodKind::quota) return;
    clock.moves -= moves;
    clock.moves_in_period -= moves;
}

void GameClock::pause(Instant at) {
    settle(at);
    paused_ = true;
}

void GameClock::resume(Instant at) {
    settle(at);
    paused_ = false;
}

ClockReading GameClock::reading(Side side, Instant at) const {
    SideClock clock = sides_[index_of(side)];
    if (running() == side && at > last_) consume(clock, at - last_, last_);
    ClockReading out;
    out.used = clock.used;
    out.moves = clock.moves;
    out.period = clock.number;
    if (control_.none()) return out;
    const TimePeriod& period = control_.periods[clock.period];
    if (period.kind == PeriodKind::quota) out.given = clock.given;
    out.reserve = clock.in_reserve ? clock.left : clock.reserve;
    out.remaining = clock.in_reserve ? clock.left : clock.left + clock.reserve;
    out.quota = period.moves + clock.owed;
    out.moves_in_period = clock.moves_in_period;
    if (out.quota > 0) out.moves_to_go = std::max(0, out.quota - clock.moves_in_period);
    if (period.kind == PeriodKind::byo_yomi) out.periods_left = std::max(0, clock.readings_left);
    out.flag_fallen = clock.fell.has_value();
    if (clock.fell) out.fell_at = *clock.fell;
    return out;
}

std::optional<Instant> GameClock::next_flag() const {
    const auto side = running();
    if (!side || control_.none()) return std::nullopt;
    SideClock clock = sides_[index_of(*side)];
    if (clock.fell || clock.shown) return std::nullopt;
    Instant at = last_;
    // Ends: a period is only followed by itself when its quota was carried over complete, and each
    // time there are fewer moves to carry.
    do {
        at += std::exchange(clock.left, Duration{});
    } while (go_on(clock));
    return at;
}

void GameClock::set_remaining(Instant at, Side side, Duration remaining) {
    settle(at);
    if (control_.none()) return;
    SideClock& clock = of(side);
    clock.fell.reset();
    if (clock.readings_left <= 0 && control_.periods[clock.period].kind == PeriodKind::byo_yomi) {
        clock.readings_left = 1;
    }
    if (control_.periods[clock.period].kind != PeriodKind::per_move) {
        const Duration left = std::max(Duration{}, remaining);
        clock.given += left - clock.left;
        clock.left = left;
        return;
    }
    // The move's own time first, what is more is the reserve.
    const Duration move_time = control_.periods[clock.period].time;
    clock.in_reserve = false;
    clock.left = std::clamp(remaining, Duration{}, move_time);
    clock.reserve = std::max(Duration{}, remaining - move_time);
}

void GameClock::show(Instant at, Side side, Duration left) {
    settle(at);
    of(side).shown = true;
    if (control_.none() || of(side).fell) return;
    const Duration given = of(side).given; // who shows a time does not give it
    set_remaining(at, side, left);
    of(side).given = given;
}

void GameClock::count_alone(Instant at, Side side) {
    settle(at);
    of(side).shown = false;
}

void GameClock::run_out(Instant at, Side side) {
    SideClock& clock = of(side);
    if (control_.none() || clock.fell) return;
    clock.left = Duration{};
    if (!go_on(clock)) clock.fell = at;
}

} // namespace jipu
