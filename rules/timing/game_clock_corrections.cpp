// SPDX-License-Identifier: Apache-2.0
// What the arbiter does to a clock by an article: time charged for a false claim (000/1.4.2(4)),
// and clocks set back with the moves (000/4.2.1(4)). How much is rules/arbiter's question.
#include <algorithm>

#include "rules/timing/game_clock.hpp"

namespace jipu {

bool GameClock::of_quotas() const {
    return !control_.none() &&
           std::all_of(control_.periods.begin(), control_.periods.end(),
                       [](const TimePeriod& p) { return p.kind == PeriodKind::quota; });
}

void GameClock::charge(Instant at, Side side, Duration span) {
    settle(at);
    SideClock& clock = of(side);
    const bool had_fallen = clock.fell.has_value();
    consume(clock, span, at);
    if (clock.fell && !had_fallen) clock.fell = at; // by the charge, not by the time to come
}

std::optional<Duration> GameClock::shown_used(Side side, Instant at) const {
    if (!of_quotas()) return std::nullopt;
    SideClock clock = sides_[index_of(side)];
    if (running() == side && at > last_) consume(clock, at - last_, last_);
    Duration given{};
    int moves = clock.moves;
    for (int number = 1; number < clock.number; ++number) {
        const std::size_t index =
            std::min(static_cast<std::size_t>(number) - 1, control_.periods.size() - 1);
        const TimePeriod& period = control_.periods[index];
        given += period.time + period.increment * std::min(moves, period.moves);
        moves -= std::min(moves, period.moves);
    }
    const TimePeriod& period = control_.periods[clock.period];
    return given + period.time + period.increment * moves - clock.left;
}

bool GameClock::set_back(Instant at, Side side, Duration used, int moves) {
    if (!of_quotas()) {
        set_moves(at, side, moves);
        return false;
    }
    settle(at);
    SideClock& clock = of(side);
    clock = SideClock{};
    enter(clock, 0, 0);
    clock.moves = moves;
    clock.used = used;
    int made = moves;
    for (;;) {
        const TimePeriod& period = control_.periods[clock.period];
        const int before = clock.moves_in_period;
        clock.moves_in_period = before + made;
        clock.left += period.increment * made;
        if (used < clock.left) {
            clock.left -= used;
            return true;
        }
        // Time beyond the present period: what was made beyond its quota belongs to the next.
        const int beyond = std::max(0, clock.moves_in_period - period.moves);
        clock.left -= period.increment * std::min(made, beyond);
        clock.moves_in_period -= std::min(made, beyond);
        used -= std::min(used, clock.left);
        clock.left = Duration{};
        if (!go_on(clock)) {
            clock.fell = at;
            return true;
        }
        made = std::min(made, beyond);
        clock.made_by_end.back() = moves - made;
    }
}

} // namespace jipu
