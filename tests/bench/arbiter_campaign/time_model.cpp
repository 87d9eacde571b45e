// SPDX-License-Identifier: Apache-2.0
// See time_model.hpp.
#include "tests/bench/arbiter_campaign/time_model.hpp"

namespace jipu::arbiter_campaign {

namespace {

class SideClock {
  public:
    explicit SideClock(const Quotas& quotas) : quotas_(quotas), left_(time()) {}

    /// Runs for this stretch; reaching the end of a time is using it up.
    std::optional<Fall> run(const Stretch& stretch) {
        Duration from = stretch.from;
        while (stretch.to - from >= left_) {
            from += left_;
            if (moves_ < quota().moves || !next())
                return Fall{from, stretch.ply, number_, moves_, quota().moves};
        }
        left_ -= stretch.to - from;
        if (stretch.counts) ++moves_;
        return std::nullopt;
    }
    Left left() const { return {left_, number_, moves_, quota().moves}; }

  private:
    const Quota& quota() const { return quotas_[index_]; }
    Duration time() const { return std::chrono::seconds(quota().seconds); }

    bool next() {
        const int surplus = moves_ - quota().moves;
        if (!quota().repeat && index_ + 1 == quotas_.size()) return false;
        if (!quota().repeat) ++index_;
        ++number_;
        moves_ = quota().carry ? surplus : 0;
        left_ = time();
        return true;
    }

    const Quotas& quotas_;
    std::size_t index_ = 0;
    int number_ = 1, moves_ = 0;
    Duration left_;
};

} // namespace

std::string spec_of(const Quotas& quotas) {
    std::string out;
    for (const Quota& quota : quotas) {
        out += (out.empty() ? "" : "; ") + std::to_string(quota.seconds) + "s";
        if (quota.moves > 0) out += "/" + std::to_string(quota.moves);
        if (quota.carry) out += " carry";
        if (quota.repeat) out += " repeat";
    }
    return out;
}

std::optional<Fall> fall_of(const Quotas& quotas, const std::vector<Stretch>& stretches,
                            Side side) {
    SideClock clock(quotas);
    for (const Stretch& stretch : stretches)
        if (stretch.side == side)
            if (const auto fall = clock.run(stretch)) return fall;
    return std::nullopt;
}

std::optional<Left> left_before(const Quotas& quotas, const std::vector<Stretch>& stretches,
                                Side side, std::size_t ply) {
    SideClock clock(quotas);
    for (const Stretch& stretch : stretches)
        if (stretch.side == side && stretch.ply < ply && clock.run(stretch)) return std::nullopt;
    return clock.left();
}

} // namespace jipu::arbiter_campaign
