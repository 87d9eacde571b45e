// SPDX-License-Identifier: Apache-2.0
// What a mishap needs of the game around it: who stands where, what the next plies will need, and
// where its edges, notes and alerts go. Must not know how any mishap happens.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hal/sim/edges.hpp"
#include "hal/sim/hands.hpp"

namespace jipu::sim {

struct Scene {
    std::span<const PlyFacts> plies;
    Sensors sensors;
    const HandsConfig& config;
    Random& random;
    int width;
    const std::vector<std::optional<Side>>& pieces; ///< on their points, before the ply
    EdgeWriter& edges;
    Script& script;
    /// Until when a mishap has its hands on a point; what else the hands do keeps off.
    std::vector<Duration>& busy;

    /// A length within the range.
    Duration draw(Range ms) { return Duration{random.in({ms.min * 1000, ms.max * 1000})}; }
    /// No draw where the rate is 0: the scripts without mishaps stay as they are.
    bool happens(PerMillion rate) { return rate > 0 && random.chance(rate); }
    bool is_busy(PointIndex point, Duration now) const { return busy[point] >= now; }

    /// Points that the plies `i` to `i + ahead` neither leave, reach nor pass in a straight line,
    /// and that are not busy at `now`. With pieces, or empty. None when one of these plies has
    /// deeds, whose points are their planter's.
    std::vector<PointIndex> untouched(std::size_t i, std::size_t ahead, bool with_piece,
                                      Duration now) const;
    /// The `count` (or fewer) of `points` that are nearest to `centre`.
    std::vector<PointIndex> nearest(std::vector<PointIndex> points, PointIndex centre,
                                    std::size_t count) const;
    /// Lifts a piece and puts it back; busy meanwhile. Returns when it stands.
    Duration lift_and_return(Duration at, PointIndex point, Duration away);

    void note(MishapKind kind, std::size_t i, Duration from, Duration to,
              std::vector<PointIndex> points);
    /// Says of plies `i` to `i + ahead`, and of the last confirmed one before them, that the board
    /// may be called doubtful.
    void allow_doubt(std::size_t i, std::size_t ahead);
    /// `lifted`: what an accident lifted in the turn of ply `i`, in order. By the letter of
    /// 000/4.1.1 that is a touch; an obvious accident need not be one.
    void allow_touching(std::size_t i, const std::vector<std::pair<Duration, PointIndex>>& lifted);
};

} // namespace jipu::sim
