// SPDX-License-Identifier: Apache-2.0
// The moves and positions of a game from its start: what repetition (000/1.4.2(3)) and the natural
// limit (000/1.4.2(4)) are counted on. It knows no verdict and no clock.
#pragma once

#include <vector>

#include "rules/base/contract.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::xiangqi {

/// One ply that was played, and the position after it.
struct PlayedPly {
    Move move;
    Piece piece;
    Piece captured; ///< empty: nothing
    Position after;
};

class History {
  public:
    explicit History(const Position& start = Position::start()) : start_(start) {}

    const Position& start() const { return start_; }
    /// The present position.
    const Position& position() const { return plies_.empty() ? start_ : plies_.back().after; }
    /// Number of plies played.
    int size() const { return static_cast<int>(plies_.size()); }
    /// Ply 1 is the first; 1 to size().
    const PlayedPly& ply(int number) const {
        JIPU_ASSERT(number >= 1 && number <= size(), "a ply that was not played");
        return plies_[static_cast<std::size_t>(number - 1)];
    }
    /// The position after so many plies, 0 (the start) to size().
    const Position& position_after(int number) const {
        return number == 0 ? start_ : ply(number).after;
    }

    /// Plays a move as Position::play_tolerant() does.
    void play(Move move) {
        PlayedPly played{move, position().at(move.from), Piece(), position()};
        played.captured = played.after.play_tolerant(move);
        plies_.push_back(played);
    }
    /// Goes back to the position after so many plies, 0 to size().
    void go_back_to(int number) {
        JIPU_ASSERT(number >= 0 && number <= size(), "a ply that was not played");
        plies_.resize(static_cast<std::size_t>(number), PlayedPly{{}, {}, {}, start_});
    }

    /// Plies since the last capture, those that the start's FEN counted included.
    int plies_since_capture() const { return position().quiet_plies(); }

    /// How often the position after ply `number` (same pieces on the same points, same side to
    /// move) had stood by then, itself included: 1 or more. A capture cannot be undone by play, so
    /// nothing before the last one is looked at.
    int occurrences_at(int number) const {
        const Position& now = position_after(number);
        int count = 1;
        for (int at = number; at > 0 && !ply(at).captured; --at) {
            const Position& before = position_after(at - 1);
            if (before.key() == now.key() && before == now) ++count;
        }
        return count;
    }
    /// The same for the present position.
    int occurrences() const { return occurrences_at(size()); }

  private:
    Position start_;
    std::vector<PlayedPly> plies_;
};

} // namespace jipu::xiangqi
