// SPDX-License-Identifier: Apache-2.0
// What goes wrong beside the moves: knocks, sleeves, pieces that fall off or stand on the board
// again. Each writes its own edges; when a ply begins is the game's.
#pragma once

#include <vector>

#include "hal/sim/scene.hpp"

namespace jipu::sim {

/// Some pieces leave their points together at `now` and are put back one by one, the first not
/// before `back_from`. The points `but` stay as they are. Returns when all stand; `now` when there
/// are too few.
/// Put back is what was lifted: no ply. In between the board may be called disturbed, and a ply
/// decided then doubtful; what was lifted first is a touch by the letter (000/4.1.1).
Duration knock(Scene& scene, std::size_t i, Duration now, Duration back_from,
               const std::vector<PointIndex>& but);

/// A sleeve over some neighbours of `centre`, from `now` on. All below adjust_ms: nothing is
/// deserved. Returns when all stand again; `now` when there are too few.
Duration sleeve(Scene& scene, std::size_t i, Duration now, PointIndex centre,
                const std::vector<PointIndex>& but);

/// A piece falls off the board at `now` while the mover's is in the hand and is put back after the
/// ply was placed. Returns when; `now` when there is none that the next plies leave alone.
/// No ply; the decision falls while it is missing: doubtful or disturbed. With an own piece in the
/// hand an enemy piece that falls is a touch by the letter (000/4.1.1(3)).
Duration fall(Scene& scene, std::size_t i, Duration now, Duration placed);

/// A captured piece that stands on the board again.
struct Stray {
    PointIndex point = no_point;
    std::size_t gone_by = 0; ///< taken away before this ply
};
/// Sets `side`'s captured piece on an empty point before ply `i`. No point: there was no room.
/// Nobody played it: no ply, no breach; the board may be called disturbed while it stands.
Stray put_stray(Scene& scene, std::size_t i, Duration now, Side side);
void take_stray(Scene& scene, std::size_t i, Duration now, Stray& stray);

} // namespace jipu::sim
