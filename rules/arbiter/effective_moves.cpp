// SPDX-License-Identifier: Apache-2.0
// The three forms of 000/4.2.1(5), by the points to which a run goes.
#include "rules/arbiter/effective_moves.hpp"

#include <algorithm>

namespace jipu::arbiter {

namespace {

/// The points of a run of forbidden moves by one piece, and how many moves to each have counted.
class Run {
  public:
    /// Does this move of the run count?
    bool add(xiangqi::Point to) {
        const auto found = std::find_if(visits_.begin(), visits_.end(),
                                        [&](const Visit& visit) { return visit.point == to; });
        const bool again = found != visits_.end();
        Visit& visit = again ? *found : visits_.emplace_back(Visit{to, 0});
        repeats_ = repeats_ || again;
        const bool counts = !repeats_ || (counted() < most && has_room(visit));
        if (counts) ++visit.counted;
        return counts;
    }
    void clear() {
        visits_.clear();
        repeats_ = false;
    }

  private:
    struct Visit {
        xiangqi::Point point;
        int counted;
    };
    static constexpr int most = 4;

    int counted() const {
        int sum = 0;
        for (const Visit& visit : visits_)
            sum += visit.counted;
        return sum;
    }
    bool has_room(const Visit& visit) const {
        if (visit.counted == 0) return true;
        if (visits_.size() <= 2) return visit.counted < 2;
        const bool one_twice = std::any_of(visits_.begin(), visits_.end(),
                                           [](const Visit& v) { return v.counted > 1; });
        return visits_.size() == 3 && !one_twice;
    }

    std::vector<Visit> visits_;
    bool repeats_ = false;
};

} // namespace

std::vector<bool> effective_moves(std::span<const QuotaMove> moves) {
    std::vector<bool> out;
    Run run;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const QuotaMove& now = moves[i];
        const bool goes_on = i > 0 && moves[i - 1].forbidden && now.forbidden && !now.parted &&
                             moves[i - 1].move.to == now.move.from;
        if (!goes_on) run.clear();
        out.push_back(!now.forbidden || run.add(now.move.to));
    }
    return out;
}

} // namespace jipu::arbiter
