// SPDX-License-Identifier: Apache-2.0
// Before the first move and after the last: pieces that stand exchanged, the board swept, the next
// game set up.
#pragma once

#include <utility>

#include "hal/sim/scene.hpp"

namespace jipu::sim {

/// Two pieces that a set-up may exchange; half of the time neighbours of one side.
std::pair<PointIndex, PointIndex> draw_exchanged(const std::vector<std::optional<Side>>& pieces,
                                                 int width, Random& random);

/// The two, exchanged since before the first scan, are put right at `now`. Returns when they stand.
/// A reed sensor saw nothing of it but two pieces lifted, by the letter a touch. On hall with two
/// poles two points differ at the start: a fault suspected, or a wrong set-up (000/4.1.3(1)).
Duration put_right(Scene& scene, Duration now, std::pair<PointIndex, PointIndex> exchanged);

/// All pieces are swept together, file by file, and pass over points on their way. After the end,
/// "or many pieces swept away: no further ply, no alert". Returns when the board is empty.
Duration sweep(Scene& scene, Duration now);

/// Sets `start` up piece by piece from what stands, some beside their points first. Returns when
/// it stands. "start position stands 3 s after an end (or after a sweep in mid-game):
/// game.started".
Duration set_up_next(Scene& scene, Duration now, const ScanFrame& start);

} // namespace jipu::sim
