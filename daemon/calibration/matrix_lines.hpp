// SPDX-License-Identifier: Apache-2.0
// The lines of a matrix in the order of the board's ranks and files, so that its points hang as the
// order of the lines says wherever they can. Pure.
#pragma once

#include <string>

#include "daemon/calibration/board_lines.hpp"

namespace jipu::calibration {

/// The same wiring, with the lists of rows and columns in another order and the bits numbered by
/// it. What is no matrix comes back as it is.
BoardWiring with_lines_in_order(const BoardWiring& wiring);

/// The line that a rank or a file of the board hangs on: `line 17 of pinctrl-bcm2711`. Empty for
/// what is no matrix.
std::string wire_of(const BoardWiring& wiring, bool rank, std::size_t line);

} // namespace jipu::calibration
