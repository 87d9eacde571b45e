// SPDX-License-Identifier: Apache-2.0
// Two clocks by plain adding: what each turn takes, which period it ends in, and when a flag falls
// (000/4.2.1(1), 001/6). It asks nothing of rules/timing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu::arbiter_campaign {

/// So many moves (0: none are demanded) before so much time is used up.
struct Quota {
    std::int64_t seconds = 0;
    int moves = 0;
    bool carry = false;  ///< moves beyond the quota before count here
    bool repeat = false; ///< the last: it comes again
};
using Quotas = std::vector<Quota>;

/// The spec of a time control, as the contract writes it.
std::string spec_of(const Quotas& quotas);

/// A stretch in which one side's clock runs; a move counts at its end, or none.
struct Stretch {
    Side side = Side::first;
    Duration from{0}, to{0};
    std::size_t ply = 0; ///< by index: in whose turn
    bool counts = true;
};

struct Fall {
    Duration at{0};
    std::size_t ply = 0;
    int period = 1, moves = 0, quota = 0;
};

/// What is left of the side's period when the stretches before this ply are over, and which.
struct Left {
    Duration time{0};
    int period = 1, moves = 0, quota = 0;
};
std::optional<Fall> fall_of(const Quotas& quotas, const std::vector<Stretch>& stretches, Side side);
/// nullopt: the flag has fallen by then.
std::optional<Left> left_before(const Quotas& quotas, const std::vector<Stretch>& stretches,
                                Side side, std::size_t ply);

} // namespace jipu::arbiter_campaign
