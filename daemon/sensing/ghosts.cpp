// SPDX-License-Identifier: Apache-2.0
// Rows that share a file with a closed point are one wire, and so again, until nothing grows.
#include "daemon/sensing/ghosts.hpp"

#include <array>

namespace jipu {

MatrixPoints with_ghosts(const MatrixPoints& closed) {
    std::array<std::bitset<matrix_files>, matrix_ranks> files;
    for (std::size_t p = 0; p < closed.size(); ++p)
        files[p / matrix_files][p % matrix_files] = closed[p];
    bool grows = true;
    while (grows) {
        grows = false;
        for (auto& one : files)
            for (const auto& other : files) {
                if ((one & other).none() || (one | other) == one) continue;
                one |= other;
                grows = true;
            }
    }
    MatrixPoints out;
    for (std::size_t p = 0; p < out.size(); ++p)
        out[p] = files[p / matrix_files][p % matrix_files];
    return out;
}

} // namespace jipu
