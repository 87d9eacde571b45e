// SPDX-License-Identifier: Apache-2.0
// See board_teller.hpp.
#include "daemon/app/jipu/board_teller.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "hal/gpiod/ghosts.hpp"

namespace jipu::tool {

BoardTeller::BoardTeller(sim::BoardShape shape, BoardWiring wiring, std::size_t columns, Say say)
    : shape_(shape), wiring_(std::move(wiring)), columns_(columns), say_(std::move(say)),
      was_on_(static_cast<std::size_t>(shape.points())),
      was_off_(static_cast<std::size_t>(shape.points())) {}

void BoardTeller::tell(MonotonicNs at, const std::string& words) {
    if (begin_ == 0) begin_ = at;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f ", static_cast<double>(at - begin_) / 1e9);
    say_(seconds + words);
}

std::string BoardTeller::names(const std::vector<PointIndex>& points) const {
    std::string text;
    for (const PointIndex point : points)
        text += ' ' + sim::format_point(shape_, point);
    return text;
}

void BoardTeller::board_scan(MonotonicNs at, const ScanFrame& frame) {
    levels_ = frame.levels;
    for (std::size_t i = 0; i < levels_.size(); ++i)
        (is_on(levels_[i]) ? was_on_ : was_off_)[i] = true;
    std::string line = sim::format_board_line(shape_, frame);
    line.pop_back();
    tell(at, line);
}

void BoardTeller::board_change(MonotonicNs at, PointChange change) {
    levels_[change.point] = change.level;
    (is_on(change.level) ? was_on_ : was_off_)[change.point] = true;
    std::string line = sim::format_board_line(shape_, change);
    line.pop_back();
    tell(at, line);
    if (!is_on(change.level)) return;
    if (at != closed_at_) closed_now_.clear();
    closed_at_ = at;
    for (const PointIndex other : closed_now_)
        look_for_ghost(at, other, change.point);
    closed_now_.push_back(change.point);
}

void BoardTeller::look_for_ghost(MonotonicNs at, PointIndex one, PointIndex other) {
    if (columns_ == 0) return;
    std::vector<std::uint8_t> seen(levels_.size());
    std::vector<PointIndex> point_of(levels_.size());
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        seen[wiring_.points[i].first] = is_on(levels_[i]);
        point_of[wiring_.points[i].first] = static_cast<PointIndex>(i);
    }
    for (const auto& [ghost, piece] : {std::pair(one, other), std::pair(other, one)}) {
        std::vector<std::uint8_t> without_ghost = seen, without_both = seen;
        without_ghost[wiring_.points[ghost].first] = 0;
        without_both[wiring_.points[ghost].first] = 0;
        without_both[wiring_.points[piece].first] = 0;
        // Only what leads round by the piece: other ways were there before, and showed nothing.
        const auto before = gpio::find_ghosts(seen, without_both, columns_);
        for (const gpio::Ghost& found : gpio::find_ghosts(seen, without_ghost, columns_)) {
            if (std::find(before.begin(), before.end(), found) != before.end()) continue;
            tell(at, "ghost? if a piece was put on" + names({piece}) + " alone, then" +
                         names({ghost}) + " shows because the diode of" +
                         names({point_of[found.back]}) + " is missing");
        }
    }
}

void BoardTeller::board_lost(MonotonicNs at, const std::string& detail) {
    tell(at, "lost: " + detail);
}

void BoardTeller::board_back(MonotonicNs at, const std::string& detail) {
    tell(at, "back: " + detail);
}

void BoardTeller::board_note(MonotonicNs at, const std::string& detail) {
    tell(at, "note: " + detail);
}

void BoardTeller::sum_up() {
    if (!was_seen()) {
        say_("the board was never there");
        return;
    }
    std::vector<PointIndex> never_on, never_off;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        if (!was_on_[i]) never_on.push_back(static_cast<PointIndex>(i));
        if (!was_off_[i]) never_off.push_back(static_cast<PointIndex>(i));
    }
    if (!never_on.empty()) say_("never showed a piece:" + names(never_on));
    if (!never_off.empty()) say_("showed a piece all the time:" + names(never_off));
    if (never_on.empty() && never_off.empty()) say_("every point showed both");
}

} // namespace jipu::tool
