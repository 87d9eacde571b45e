// SPDX-License-Identifier: Apache-2.0
// See board_lines.hpp.
#include "daemon/calibration/board_lines.hpp"

#include <numeric>

namespace jipu::calibration {

Grid grid_of(const BoardWiring& wiring) {
    return {wiring.width, wiring.points.size() / wiring.width};
}

Order same_order(std::size_t size) {
    Order order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

Order reversed(std::size_t size) {
    const Order order = same_order(size);
    return {order.rbegin(), order.rend()};
}

bool is_same(const Order& order) {
    return order == same_order(order.size());
}

Order elect(const std::vector<std::vector<int>>& votes) {
    const std::size_t size = votes.size();
    Order order(size, size);
    std::vector<bool> taken(size);
    for (;;) {
        int most = 0;
        std::size_t place = 0, elected = 0;
        for (std::size_t i = 0; i < size; ++i) {
            if (order[i] != size) continue;
            for (std::size_t j = 0; j < size; ++j) {
                if (taken[j] || votes[i][j] <= most) continue;
                most = votes[i][j];
                place = i;
                elected = j;
            }
        }
        if (most == 0) break;
        order[place] = elected;
        taken[elected] = true;
    }
    for (std::size_t i = 0; i < size; ++i) {
        if (order[i] != size || taken[i]) continue;
        order[i] = i;
        taken[i] = true;
    }
    std::size_t left = 0;
    for (std::size_t& one : order) {
        if (one != size) continue;
        while (taken[left])
            ++left;
        one = left;
        taken[left] = true;
    }
    return order;
}

LineOrder elect_lines(const Grid& grid, const std::vector<PointIndex>& sites) {
    std::vector<std::vector<int>> files(grid.width, std::vector<int>(grid.width));
    std::vector<std::vector<int>> ranks(grid.height, std::vector<int>(grid.height));
    for (std::size_t point = 0; point < sites.size(); ++point) {
        if (sites[point] == no_point) continue;
        ++files[grid.file(point)][grid.file(sites[point])];
        ++ranks[grid.rank(point)][grid.rank(sites[point])];
    }
    return {elect(files), elect(ranks)};
}

} // namespace jipu::calibration
