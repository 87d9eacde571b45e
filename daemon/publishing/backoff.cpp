// SPDX-License-Identifier: Apache-2.0
// Pauses that double, with a random part so that many boards do not come at once.
#include "daemon/publishing/backoff.hpp"

#include <algorithm>

namespace jipu {

Backoff::Backoff(Span first, Span longest)
    : first_(first), longest_(std::max(first, longest)), bound_(first) {}

Backoff::Span Backoff::next(double dice) {
    const double whole = static_cast<double>(bound_.count());
    bound_ = std::min(bound_ * 2, longest_);
    return Span{std::max<Span::rep>(1, static_cast<Span::rep>(whole * (0.5 + dice / 2)))};
}

} // namespace jipu
