// SPDX-License-Identifier: Apache-2.0
// From a walk to the wiring that makes every point answer as itself, and what is wrong with the
// board. Pure: it asks nobody, and knows no device.
#pragma once

#include "daemon/calibration/walk.hpp"

namespace jipu::calibration {

/// `old`: the wiring by which the bits were read; complete, as load_wiring() gives it. What no
/// touch decides is taken from the lines of the others, else from `old`.
FoundWiring find_wiring(const BoardWiring& old, const Walk& walk);

} // namespace jipu::calibration
