// SPDX-License-Identifier: Apache-2.0
// Rows that share a file with a closed point are one wire, and so again, until nothing grows.
#include "daemon/sensing/ghosts.hpp"

#include <array>
#include <cstdint>

namespace jipu {

MatrixPoints with_ghosts(const MatrixPoints& closed) {
    std::array<std::uint16_t, matrix_ranks> files{};
    for (std::size_t rank = 0; rank < matrix_ranks; ++rank)
        for (std::size_t file = 0; file < matrix_files; ++file)
            if (closed[rank * matrix_files + file])
                files[rank] = static_cast<std::uint16_t>(files[rank] | (1U << file));
    bool grows = true;
    while (grows) {
        grows = false;
        for (std::uint16_t& one : files)
            for (const std::uint16_t other : files) {
                if ((one & other) == 0 || (one | other) == one) continue;
                one = static_cast<std::uint16_t>(one | other);
                grows = true;
            }
    }
    MatrixPoints out;
    for (std::size_t rank = 0; rank < matrix_ranks; ++rank)
        for (std::size_t file = 0; file < matrix_files; ++file)
            out[rank * matrix_files + file] = (files[rank] >> file & 1U) != 0;
    return out;
}

} // namespace jipu
