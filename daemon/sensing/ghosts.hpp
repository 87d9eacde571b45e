// SPDX-License-Identifier: Apache-2.0
// Ghosts of a reed matrix without diodes: a row that is driven finds its way over closed points of
// other rows, so that three closed corners of a rectangle close the fourth. Pure; it knows points
// and no pieces.
#pragma once

#include <bitset>

namespace jipu {

/// Points by rank and file, the first rank's first: those of a xiangqi board.
inline constexpr std::size_t matrix_ranks = 10;
inline constexpr std::size_t matrix_files = 9;
using MatrixPoints = std::bitset<matrix_ranks * matrix_files>;

/// What such a matrix shows closed where `closed` are; all of them and their ghosts.
MatrixPoints with_ghosts(const MatrixPoints& closed);

} // namespace jipu
