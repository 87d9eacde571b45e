// SPDX-License-Identifier: Apache-2.0
// See line_words.hpp.
#include "daemon/calibration/line_words.hpp"

#include <algorithm>

namespace jipu::calibration {
namespace {

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

std::size_t moved(const Order& order) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        count += order[i] != i ? 1U : 0U;
    return count;
}

// `order` as seen by who takes the lines the other way round.
Order mirrored(const Order& order) {
    Order out(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        out[i] = order.size() - 1 - order[i];
    return out;
}

bool is_mirrored(const Order& order) {
    return moved(mirrored(order)) < moved(order);
}

Finding mirror_of(const Grid& grid, LineKind kind) {
    Finding found{FindingKind::mirrored, {}, {}, true};
    found.words = kind == LineKind::file
                      ? "the files run the other way: what the old file calls a is " +
                            line_name(kind, grid.width - 1)
                      : "the ranks run the other way: what the old file calls rank 0 is " +
                            line_name(kind, grid.height - 1);
    return found;
}

} // namespace

const char* finding_name(FindingKind kind) {
    switch (kind) {
    case FindingKind::swapped_lines:
        return "swapped-lines";
    case FindingKind::mirrored:
        return "mirrored";
    case FindingKind::turned:
        return "turned";
    case FindingKind::turning_chain:
        return "turning-chain";
    case FindingKind::swapped_points:
        return "swapped-points";
    case FindingKind::exchanged_poles:
        return "exchanged-poles";
    case FindingKind::dead_line:
        return "dead-line";
    case FindingKind::dead_point:
        return "dead-point";
    case FindingKind::joined_lines:
        return "joined-lines";
    case FindingKind::doubled:
        return "doubled";
    case FindingKind::shared:
        return "shared";
    case FindingKind::stuck:
        return "stuck";
    case FindingKind::ghost:
        return "ghost";
    case FindingKind::not_tried:
        break;
    }
    return "not-tried";
}

std::string point_name(const Grid& grid, std::size_t point) {
    return static_cast<char>('a' + grid.file(point)) + std::to_string(grid.rank(point));
}

std::string point_names(const Grid& grid, const std::vector<PointIndex>& points) {
    std::vector<std::string> names;
    names.reserve(points.size());
    for (const PointIndex point : points)
        names.push_back(point_name(grid, point));
    return listed(names);
}

std::string line_name(LineKind kind, std::size_t line) {
    if (kind == LineKind::rank) return "rank " + std::to_string(line);
    return std::string("file ") + static_cast<char>('a' + line);
}

std::vector<PointIndex> points_of(const Grid& grid, LineKind kind, std::size_t line) {
    std::vector<PointIndex> points;
    for (std::size_t i = 0; i < (kind == LineKind::file ? grid.height : grid.width); ++i)
        points.push_back(kind == LineKind::file ? grid.at(line, i) : grid.at(i, line));
    return points;
}

std::vector<Finding> describe_order(const Grid& grid, LineKind kind, const Order& order) {
    std::vector<Finding> out;
    Order rest = order;
    if (is_mirrored(order)) {
        out.push_back(mirror_of(grid, kind));
        rest = mirrored(order);
    }
    std::vector<bool> said(rest.size());
    for (std::size_t line = 0; line < rest.size(); ++line) {
        if (said[line] || rest[line] == line) continue;
        Finding found{FindingKind::swapped_lines, {}, {}, true};
        std::vector<std::string> names;
        for (std::size_t at = line; !said[at]; at = rest[at]) {
            said[at] = true;
            names.push_back(line_name(kind, at));
            for (const PointIndex point : points_of(grid, kind, at))
                found.points.push_back(point);
        }
        found.words = "the wires of " + listed(names) +
                      (names.size() == 2 ? " are exchanged" : " hang in another order");
        out.push_back(std::move(found));
    }
    return out;
}

std::vector<Finding> describe_lines(const Grid& grid, const LineOrder& order) {
    std::vector<Finding> out = describe_order(grid, LineKind::file, order.files);
    const std::vector<Finding> ranks = describe_order(grid, LineKind::rank, order.ranks);
    out.insert(out.end(), ranks.begin(), ranks.end());
    if (is_mirrored(order.files) && is_mirrored(order.ranks)) {
        std::erase_if(out, [](const Finding& one) { return one.kind == FindingKind::mirrored; });
        out.insert(out.begin(), {FindingKind::turned,
                                 {},
                                 "the board lies turned by half: what the old file calls a0 is " +
                                     point_name(grid, grid.points() - 1),
                                 true});
    }
    return out;
}

} // namespace jipu::calibration
