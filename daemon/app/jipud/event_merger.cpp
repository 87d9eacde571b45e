// SPDX-License-Identifier: Apache-2.0
// See event_merger.hpp.
#include "daemon/app/jipud/event_merger.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "rules/base/contract.hpp"

namespace jipu::app {

EventMerger::EventMerger(MonotonicNs window) : window_(window) {
    JIPU_ASSERT(window >= 0 && window <= longest_window, "a reorder window out of its bounds");
}

void EventMerger::push(Report report) {
    // Nearly always the newest: looked for from the back.
    auto before = waiting_.end();
    while (before != waiting_.begin() && std::prev(before)->stamp > report.stamp) {
        --before;
    }
    waiting_.insert(before, std::move(report));
}

std::optional<Report> EventMerger::pop(MonotonicNs now) {
    if (waiting_.empty() || waiting_.front().stamp + window_ > now) return std::nullopt;
    return pop_any();
}

std::optional<Report> EventMerger::pop_any() {
    if (waiting_.empty()) return std::nullopt;
    Report first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
}

std::optional<MonotonicNs> EventMerger::next_due() const {
    if (waiting_.empty()) return std::nullopt;
    return waiting_.front().stamp + window_;
}

MonotonicNs EventMerger::horizon(MonotonicNs now) const {
    const MonotonicNs until = now - window_;
    return waiting_.empty() ? until : std::min(until, waiting_.front().stamp);
}

} // namespace jipu::app
