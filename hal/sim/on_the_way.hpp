// SPDX-License-Identifier: Apache-2.0
// The moving piece itself: it rests on its way, or is put down beside its point. Decides what such
// a rest deserves; must not know when the ply begins.
#pragma once

#include <optional>

#include "hal/sim/move_plan.hpp"
#include "hal/sim/scene.hpp"

namespace jipu::sim {

/// Slides the piece from `from` to an empty point on its straight way, where it rests: `now` and
/// `from` become those of its next lift. False: there was no such point. `ends`: nobody presses or
/// answers the ply.
/// "provisional, the piece goes on to another point: ... if it had rested `placed_ms`:
/// `placed-piece`, observed"; where it may not go "an illegal placement rests `illegal_ms`
/// unpressed: `illegal-move` observed".
bool rest_on_way(Scene& scene, std::size_t i, Duration& now, PointIndex& from, bool ends);

/// Changes the end of `plan`: the hand puts the piece down at its end, and the sensor of its point
/// closes later; in between a neighbouring point's does, or none. Returns when it was put down, in
/// the plan's time, if no sensor knew of it: then the clock may be pressed before the point closes.
/// On another point it deserves what a rest there does; upon none the ply may be called doubtful
/// and the board, which shows no position while it lies there, disturbed.
std::optional<Duration> put_beside(Scene& scene, std::size_t i, PointIndex from, MovePlan& plan,
                                   bool ends);

} // namespace jipu::sim
