// SPDX-License-Identifier: Apache-2.0
// What is free for a mishap, and what it allows.
#include "hal/sim/scene.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace jipu::sim {

namespace {

bool has(const std::vector<PointIndex>& all, PointIndex one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

int distance(PointIndex a, PointIndex b, int width) {
    return std::max(std::abs(a % width - b % width), std::abs(a / width - b / width));
}

void mark_way(std::vector<bool>& used, const PlyFacts& facts, int width) {
    used[facts.from] = used[facts.to] = true;
    const bool file = facts.from % width == facts.to % width;
    if (!file && facts.from / width != facts.to / width) return;
    const int step = (file ? width : 1) * (facts.from < facts.to ? 1 : -1);
    for (int p = facts.from; p != facts.to; p += step)
        used[static_cast<std::size_t>(p)] = true;
}

} // namespace

std::vector<PointIndex> Scene::untouched(std::size_t i, std::size_t ahead, bool with_piece,
                                         Duration now) const {
    std::vector<bool> used(pieces.size(), false);
    for (std::size_t k = i; k < std::min(plies.size(), i + ahead + 1); ++k) {
        if (!plies[k].deeds.empty()) return {};
        mark_way(used, plies[k], width);
    }
    std::vector<PointIndex> points;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        const auto point = static_cast<PointIndex>(p);
        if (used[p] || pieces[p].has_value() != with_piece || is_busy(point, now)) continue;
        points.push_back(point);
    }
    return points;
}

std::vector<PointIndex> Scene::nearest(std::vector<PointIndex> points, PointIndex centre,
                                       std::size_t count) const {
    std::stable_sort(points.begin(), points.end(), [&](PointIndex a, PointIndex b) {
        return distance(a, centre, width) < distance(b, centre, width);
    });
    points.resize(std::min(points.size(), count));
    return points;
}

Duration Scene::lift_and_return(Duration at, PointIndex point, Duration away) {
    const Level level = edges.level(point);
    edges.change(at, point, Level::off, away);
    edges.change(at + away, point, level, from_ms(100));
    busy[point] = std::max(busy[point], at + away + from_ms(100));
    return at + away;
}

void Scene::note(MishapKind kind, std::size_t i, Duration from, Duration to,
                 std::vector<PointIndex> points) {
    script.mishaps.push_back({kind, static_cast<int>(i) + 1, from, to, std::move(points)});
}

void Scene::allow_doubt(std::size_t i, std::size_t ahead) {
    const int first = static_cast<int>(i);
    const int last = static_cast<int>(i + ahead) + 1;
    script.allowed.push_back({"board-disturbed", first, last, true});
    script.allowed.push_back({"ambiguous-move", first, last, true});
}

void Scene::allow_touching(std::size_t i,
                           const std::vector<std::pair<Duration, PointIndex>>& lifted) {
    const PlyFacts& facts = plies[i];
    const int ply = static_cast<int>(i) + 1;
    const Duration together = from_ms(100);
    std::optional<Duration> first_own;
    bool moves_first = false;
    bool owes_move = false;
    bool owes_capture = false;
    bool captures_one = false;
    for (const auto& [at, point] : lifted) {
        if (pieces[point] != facts.side) {
            owes_capture = owes_capture || has(facts.capturable, point);
            captures_one = captures_one || point == facts.to;
            continue;
        }
        if (!has(facts.movable, point)) continue;
        if (!first_own) first_own = at;
        if (at > *first_own + together) continue; // a later touch obliges to nothing
        owes_move = true;
        moves_first = moves_first || point == facts.from;
    }
    if (owes_move && !moves_first) script.allowed.push_back({"touch-move", ply, ply, false});
    if (owes_capture && !captures_one) script.allowed.push_back({"touch-capture", ply, ply, false});
}

} // namespace jipu::sim
