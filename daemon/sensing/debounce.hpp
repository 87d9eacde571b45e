// SPDX-License-Identifier: Apache-2.0
// From raw, bouncing levels to stable edges. An edge carries the time of its first transition; a
// level shorter than the debounce time is bounce. This file knows points and levels, no pieces.
#pragma once

#include <optional>
#include <vector>

#include "hal/api/levels.hpp"
#include "rules/base/instant.hpp"

namespace jipu {

/// The level of one point has really changed.
struct StableEdge {
    Instant at; ///< of its first transition
    PointIndex point = no_point;
    Level from = Level::off;
    Level to = Level::off;
};

/// Debounces every point of a board. Allocates only in its constructor.
class Debouncer {
  public:
    /// `points` of the board; `debounce`: a level that lasts less is bounce.
    Debouncer(int points, Duration debounce);

    /// Takes a whole scan as the stable state, without any edge (the first scan of a recording).
    void adopt(const ScanFrame& frame);
    /// Every point of the scan whose raw level differs is a change at `at`.
    void scan(const ScanFrame& frame, Instant at);
    /// The raw level of a point is now this; repeating the level that stands means nothing.
    void change(PointChange change, Instant at);

    /// Appends the edges that are stable at `now`, in the order of their first transitions; of
    /// equal ones, what went off comes first.
    void settle(Instant now, std::vector<StableEdge>& out);
    /// A press came at `at`: every transition that began before or at it counts as before it, so
    /// the changes under way become edges now, whatever bounces still follow.
    void commit_all(Instant at, std::vector<StableEdge>& out);
    /// When the next change under way will be decided.
    std::optional<Instant> next_decision() const;
    /// This point chatters: a level has to last much longer there. Or it does not any more.
    void chatters(PointIndex point, bool so) { chatters_[point] = so; }
    /// The board is seen another way from now on: turned, the last point being the first; with its
    /// poles exchanged. What is under way stays so.
    void see(bool turned, bool other_poles);
    /// Nothing is bouncing.
    bool quiet() const { return live_.empty(); }

    Level stable(PointIndex point) const { return points_[point].stable; }
    Level raw(PointIndex point) const { return points_[point].raw; }
    int size() const { return static_cast<int>(points_.size()); }

  private:
    struct PointState {
        Level stable = Level::off;
        Level raw = Level::off;
        Level seen = Level::off; ///< the latest level other than the stable one
        bool live = false;       ///< a change is under way
        Instant first;           ///< its first transition
        Instant last;            ///< the latest flip
    };
    bool waits_for_earlier(const PointState& state, Instant now) const;
    void finish(PointIndex point, std::vector<StableEdge>& out);
    Duration debounce_of(PointIndex point) const;

    std::vector<PointState> points_;
    std::vector<PointIndex> live_;
    std::vector<bool> chatters_;
    Duration debounce_;
    Instant decided_; ///< everything due until here has been decided
};

} // namespace jipu
