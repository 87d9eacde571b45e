// SPDX-License-Identifier: Apache-2.0
// What a table tells besides alerts, when something was said to it: answers, fouls, ends, clocks.
// Each in words, so that planters owe them as they owe alerts.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "daemon/table/effect.hpp"

namespace jipu::arbiter_campaign {

/// One of them; `used` in milliseconds by index_of(side), where the effect has a clock.
struct SeenTold {
    std::string words;
    int ply = 0; ///< the ply before which something was said last; 0: nothing was
    std::optional<std::array<std::int64_t, 2>> used_before, used_after;
};

/// Follows the effects of one game of `game_time` a side.
class Telling {
  public:
    explicit Telling(std::vector<SeenTold>& seen) : seen_(seen) {}
    void said(int ply) { ply_ = ply; }
    void follow(const Effect& effect);

  private:
    using Used = std::array<std::int64_t, 2>;
    void follow_running(const Effect& effect);
    void run(std::optional<Side> side, Instant at);
    void show(const ClockMs& clock, Instant at);
    Used used(Instant at) const;
    void note(const std::string& words, const ClockMs& clock, Instant at);

    std::vector<SeenTold>& seen_;
    int ply_ = 0;
    Used used_{}; ///< at `since_`
    Instant since_;
    std::optional<Side> running_ = Side::first;
    std::optional<Side> stopped_; ///< whose clock a pause stopped
};

} // namespace jipu::arbiter_campaign
