// SPDX-License-Identifier: Apache-2.0
// See ghosts.hpp.
#include "hal/gpiod/ghosts.hpp"

namespace jipu::gpio {

std::vector<Ghost> find_ghosts(std::span<const std::uint8_t> seen,
                               std::span<const std::uint8_t> standing, std::size_t columns) {
    std::vector<Ghost> ghosts;
    for (std::size_t bit = 0; bit < seen.size(); ++bit) {
        if (seen[bit] == 0 || standing[bit] != 0) continue;
        const std::size_t row = bit / columns, column = bit % columns;
        for (std::size_t other = 0; other < seen.size() / columns; ++other) {
            if (other == row || standing[other * columns + column] == 0) continue;
            for (std::size_t across = 0; across < columns; ++across) {
                const std::size_t back = other * columns + across;
                if (across != column && standing[back] != 0 &&
                    standing[row * columns + across] != 0) {
                    ghosts.push_back({bit, back});
                }
            }
        }
    }
    return ghosts;
}

} // namespace jipu::gpio
