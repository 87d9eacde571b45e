// SPDX-License-Identifier: Apache-2.0
// Coming late (000/4.2.4): how much each side has missed, who has let the limit pass, and what
// follows. Pure: it knows who is on move and who is said to be there, nothing of the board.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

enum class Presence : std::uint8_t {
    unknown, ///< nobody has said it, and the side has made no move
    absent,
    present, ///< it was said, or the side has moved
};

enum class LateVerdict : std::uint8_t {
    none,         ///< nobody has reached the limit
    first_loses,  ///< (1), or of two who came late the one over the limit (2)
    second_loses, ///< the same
    both_lose,    ///< both over the limit: nobody played, 0-0 (2)
};

/// What each side has missed. A side's time counts from its first turn on; while both are away
/// both miss the time, whoever's clock runs.
class LateCount {
  public:
    void begin(Instant at);
    /// Charges the time since the last call. `turn`: whose time ran meanwhile; nullopt: nobody's.
    void settle(Instant at, std::optional<Side> turn);
    /// Settle before. What the side missed while only the other's clock ran is returned once, when
    /// it comes: its clock does not have that yet.
    Duration tell(Side side, Presence presence);

    Presence presence(Side side) const { return presence_[index_of(side)]; }
    Duration missed(Side side) const { return missed_[index_of(side)]; }
    /// Is time being missed, with `turn` on move?
    bool misses(Side side, std::optional<Side> turn) const;
    Instant settled() const { return at_; }
    LateVerdict judge(Duration limit) const;

  private:
    Instant at_;
    std::array<Presence, 2> presence_{};
    std::array<Duration, 2> missed_{}, beside_clock_{};
};

} // namespace jipu
