// SPDX-License-Identifier: Apache-2.0
// Debouncing, point by point; the edges of the board come out in the order of their beginnings.
#include "daemon/sensing/debounce.hpp"

#include <algorithm>

#include "rules/base/contract.hpp"

namespace jipu {

namespace {

// A point that bounces for longer than this many debounce times no longer holds others back.
constexpr int patience = 5;
// A point that chatters is quiet only after so many debounce times.
constexpr int chatter = 12;

} // namespace

Debouncer::Debouncer(int points, Duration debounce)
    : points_(static_cast<std::size_t>(points)), chatters_(points_.size(), false),
      debounce_(debounce) {
    live_.reserve(points_.size());
}

void Debouncer::adopt(const ScanFrame& frame) {
    JIPU_ASSERT(frame.levels.size() == points_.size(), "a scan of another board's size");
    live_.clear();
    for (std::size_t p = 0; p < points_.size(); ++p) {
        points_[p] = PointState{};
        points_[p].stable = points_[p].raw = frame.levels[p];
    }
}

void Debouncer::see(bool turned, bool other_poles) {
    if (turned) {
        std::reverse(points_.begin(), points_.end());
        std::reverse(chatters_.begin(), chatters_.end());
        for (PointIndex& p : live_)
            p = static_cast<PointIndex>(points_.size() - 1 - p);
    }
    if (!other_poles) return;
    for (PointState& state : points_)
        for (Level* level : {&state.stable, &state.raw, &state.seen})
            *level = other_pole(*level);
}

void Debouncer::scan(const ScanFrame& frame, Instant at) {
    JIPU_ASSERT(frame.levels.size() == points_.size(), "a scan of another board's size");
    for (std::size_t p = 0; p < points_.size(); ++p)
        change({static_cast<PointIndex>(p), frame.levels[p]}, at);
}

void Debouncer::change(PointChange change, Instant at) {
    JIPU_ASSERT(change.point < points_.size(), "a point off the board");
    PointState& state = points_[change.point];
    if (state.raw == change.level) return;
    state.raw = change.level;
    state.last = at;
    if (state.raw != state.stable) state.seen = state.raw;
    if (!state.live) {
        state.live = true;
        state.first = at;
        live_.push_back(change.point);
    }
}

void Debouncer::finish(PointIndex point, std::vector<StableEdge>& out) {
    PointState& state = points_[point];
    state.live = false;
    if (state.raw == state.stable) return; // it was bounce
    out.push_back({state.first, point, state.stable, state.raw});
    state.stable = state.raw;
}

bool Debouncer::waits_for_earlier(const PointState& state, Instant now) const {
    return std::any_of(live_.begin(), live_.end(), [&](PointIndex other) {
        const PointState& o = points_[other];
        return o.first < state.first && !chatters_[other] && now - o.last < debounce_ &&
               now - o.first < patience * debounce_;
    });
}

Duration Debouncer::debounce_of(PointIndex point) const {
    return chatters_[point] ? chatter * debounce_ : debounce_;
}

void Debouncer::settle(Instant now, std::vector<StableEdge>& out) {
    decided_ = now;
    if (live_.empty()) return;
    std::sort(live_.begin(), live_.end(), [this](PointIndex a, PointIndex b) {
        const PointState& x = points_[a];
        const PointState& y = points_[b];
        if (x.first != y.first) return x.first < y.first;
        if (is_on(x.seen) != is_on(y.seen)) return !is_on(x.seen);
        return a < b;
    });
    for (const PointIndex point : live_) {
        const PointState& state = points_[point];
        if (now - state.last >= debounce_of(point) && !waits_for_earlier(state, now))
            finish(point, out);
    }
    std::erase_if(live_, [this](PointIndex p) { return !points_[p].live; });
}

void Debouncer::commit_all(Instant at, std::vector<StableEdge>& out) {
    settle(at, out);
    for (const PointIndex point : live_) {
        PointState& state = points_[point];
        // In the middle of its bounces it may just show the old level: a change is under way all
        // the same, and likelier than noise.
        const Level to = state.seen;
        state.live = false;
        out.push_back({state.first, point, state.stable, to});
        state.stable = to;
        if (state.raw != to) { // decided again by what follows
            state.live = true;
            state.seen = state.raw;
            state.first = at;
            state.last = at;
        }
    }
    std::erase_if(live_, [this](PointIndex p) { return !points_[p].live; });
}

std::optional<Instant> Debouncer::next_decision() const {
    std::optional<Instant> next;
    const auto offer = [&](Instant due) {
        if (due > decided_ && (!next || due < *next)) next = due;
    };
    for (const PointIndex point : live_) {
        offer(points_[point].last + debounce_of(point));
        offer(points_[point].first + patience * debounce_); // others no longer wait for it
    }
    return next;
}

} // namespace jipu
