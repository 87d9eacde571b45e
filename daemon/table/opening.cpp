// SPDX-License-Identifier: Apache-2.0
#include "daemon/table/opening.hpp"

#include "rules/base/contract.hpp"

namespace jipu {

void Opening::begin(std::span<const Level> levels, Instant at, const Orientation& seen) {
    JIPU_ASSERT(levels.size() == levels_.size(), "a board of another size");
    std::copy(levels.begin(), levels.end(), levels_.begin());
    seen.turn(levels_);
    began_ = at;
    items_.clear();
    away_.reset();
    back_ = weighed_ = 0;
    running_ = true;
}

void Opening::keep(const Item& item) {
    if (items_.full()) forget_old();
    if (!items_.push(item)) running_ = false; // nobody needs so long for his first plies
}

// What came before all was put back.
void Opening::forget_old() {
    if (back_ == 0) return;
    began_ = items_[back_ - 1].at;
    items_.erase_front(back_);
    back_ = weighed_ = 0;
}

void Opening::look(std::span<const StableEdge> edges, const Orientation& seen) {
    if (!running_) return;
    bool same = false;
    for (const StableEdge& edge : edges) {
        const PointIndex p = seen.point(edge.point);
        keep({edge.at, p, seen.level(edge.from), seen.level(edge.to), {}, same});
        away_[p] = seen.level(edge.to) != levels_[p];
        same = true;
    }
    if (same && away_.none()) back_ = items_.size();
}

void Opening::press(Side side, Instant at, const Orientation& seen) {
    if (under_way()) keep({at, no_point, Level::off, Level::off, seen.side(side), false});
}

int Opening::disagreements(const xiangqi::Position& start, Sensors sensors,
                           const Orientation& as) const {
    auto levels = levels_;
    as.turn(levels);
    int n = 0;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        n += inference::shows(sensors, levels[p], start.at(p)) ? 0 : 1;
    return n;
}

void Opening::follow(inference::Tracker& tracker, const Orientation& as, Instant until,
                     const xiangqi::Position& start,
                     const std::bitset<xiangqi::points>& doubted) const {
    auto levels = levels_;
    as.turn(levels);
    tracker.forget();
    tracker.begin_at(began_);
    tracker.reset(start, levels);
    tracker.doubt(doubted);
    Instant now = began_;
    const auto answer_until = [&](Instant at) {
        for (auto due = tracker.next_answer(now); due && *due <= at; due = tracker.next_answer(now))
            tracker.decide_answered(now = *due);
        now = std::max(now, at);
        tracker.decide_answered(now);
    };
    inference::FixedList<StableEdge, most_items> look;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const Item& item = items_[i];
        answer_until(item.at);
        if (item.point == no_point) {
            tracker.press(as.side(item.side), item.at);
            continue;
        }
        look.push({item.at, as.point(item.point), as.level(item.from), as.level(item.to)});
        if (i + 1 < items_.size() && items_[i + 1].same_look) continue;
        tracker.edges({look.begin(), look.size()});
        look.clear();
    }
    answer_until(until);
}

} // namespace jipu
