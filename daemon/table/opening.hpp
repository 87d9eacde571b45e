// SPDX-License-Identifier: Apache-2.0
// The opening as the devices told it: what has changed and who has pressed since the start position
// stood. A set-up that looks the same from both sides shows only by its first plies which way the
// board stands; so these can be followed again, seen another way. It must not know what they mean.
#pragma once

#include <array>
#include <bitset>
#include <span>

#include "daemon/inference/fixed_list.hpp"
#include "daemon/inference/tracker.hpp"
#include "daemon/table/orientation.hpp"

namespace jipu {

class Opening {
  public:
    /// The start position stands, or all but a few points of it; `levels` by point. Everything that
    /// comes in is as `seen` by this orientation.
    void begin(std::span<const Level> levels, Instant at, const Orientation& seen);
    /// The game is beyond its opening, or was edited: nothing is kept any more.
    void stop() { running_ = false; }
    void look(std::span<const StableEdge> edges, const Orientation& seen);
    void press(Side side, Instant at, const Orientation& seen);

    /// Something has changed since the beginning, and all of it is kept.
    bool under_way() const { return running_ && !items_.empty(); }
    /// The board stands as at the beginning.
    bool at_start() const { return running_ && away_.none(); }
    /// How many points of the beginning, as seen by `as`, do not show this position?
    int disagreements(const xiangqi::Position& start, Sensors sensors, const Orientation& as) const;
    /// Nothing has come since this was last asked: no use in weighing it again.
    bool weighed() const { return weighed_ == items_.size(); }
    void note_weighed() { weighed_ = items_.size(); }

    /// Follows all of it, as seen by `as`, up to `until`. `doubted`: points, as seen so, whose
    /// sensors are suspected.
    void follow(inference::Tracker& tracker, const Orientation& as, Instant until,
                const xiangqi::Position& start, const std::bitset<xiangqi::points>& doubted) const;

  private:
    struct Item {
        Instant at;
        PointIndex point = no_point; ///< none: a press
        Level from = Level::off, to = Level::off;
        Side side{};
        bool same_look = false; ///< as the item before
    };
    void keep(const Item& item);
    void forget_old();

    std::array<Level, xiangqi::points> levels_{}; ///< at the beginning, as the device has them
    Instant began_;
    static constexpr std::size_t most_items = 96;
    inference::FixedList<Item, most_items> items_;
    std::bitset<xiangqi::points> away_; ///< points that show other than at the beginning
    std::size_t back_ = 0;              ///< after so many items it stood as at the beginning
    std::size_t weighed_ = 0;
    bool running_ = false;
};

} // namespace jipu
