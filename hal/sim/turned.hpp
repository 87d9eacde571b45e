// SPDX-License-Identifier: Apache-2.0
// The same game at a board that stands the wrong way: turned, or with the colours exchanged. Pure;
// the set-up of xiangqi looks the same either way to a sensor without poles.
#pragma once

#include <cstdint>

#include "hal/api/levels.hpp"
#include "hal/sim/script.hpp"

namespace jipu::sim {

enum class Turn : std::uint8_t {
    board,   ///< the first mover sits at the other side; the clock's sides are the players'
    seats,   ///< ... and his lever is the other one
    colours, ///< the first mover sits where he should and has the other colour; hall: the poles
};

/// The script as such a board reports it; the deserved alerts name its points.
/// `setup-wrong` tells it; before that the first move, of a piece that seems to be the other
/// side's, may be called illegal.
Script turned(Script script, Turn how);

} // namespace jipu::sim
