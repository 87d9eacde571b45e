// SPDX-License-Identifier: Apache-2.0
// Rests of the moving piece, and what they deserve.
#include "hal/sim/on_the_way.hpp"

#include <algorithm>
#include <vector>

#include "hal/sim/deserved.hpp"

namespace jipu::sim {

namespace {

constexpr Duration long_enough = from_ms(1'000'000);

/// A rest that is clearly over or clearly under each bound of the contract.
Duration draw_rest(Scene& scene, Range ms) {
    std::int64_t rest = scene.random.in(ms);
    for (const std::int64_t bound :
         {scene.config.thresholds.placed_ms, scene.config.thresholds.illegal_ms})
        if (rest > bound - 100 && rest < bound + 100) rest = bound + 100;
    return from_ms(rest);
}

void deserve_rest(Scene& scene, std::size_t i, PointIndex from, PointIndex point, Duration rest,
                  bool ends) {
    const PlyFacts& facts = scene.plies[i];
    const HandsThresholds& bounds = scene.config.thresholds;
    const auto& legal = facts.quiet_targets;
    const int ply = static_cast<int>(i) + 1;
    if (std::find(legal.begin(), legal.end(), point) != legal.end()) {
        if (rest > from_ms(bounds.placed_ms))
            scene.script.deserved.push_back(placed_piece(ply, facts.side, from, point, ends));
    } else if (rest > from_ms(bounds.illegal_ms)) {
        scene.script.deserved.push_back(illegal_move(ply, facts.side, false));
    }
}

std::vector<PointIndex> empty_beside(const Scene& scene, PointIndex point, PointIndex from) {
    const int width = scene.width;
    const int ranks = static_cast<int>(scene.pieces.size()) / width;
    const int file = point % width;
    const int rank = point / width;
    std::vector<PointIndex> points;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const int x = file + dx;
        const int y = rank + dy;
        if (x < 0 || y < 0 || x >= width || y >= ranks) continue;
        const auto other = static_cast<PointIndex>(y * width + x);
        if (other != from && !is_on(scene.edges.level(other)) && !scene.is_busy(other, Duration{0}))
            points.push_back(other);
    }
    return points;
}

bool leaves_room(const MovePlan& plan) {
    return !plan.capture || *plan.capture == CaptureStyle::captor_first ||
           *plan.capture == CaptureStyle::victim_first || *plan.capture == CaptureStyle::together;
}

} // namespace

bool rest_on_way(Scene& scene, std::size_t i, Duration& now, PointIndex& from, bool ends) {
    const PlyFacts& facts = scene.plies[i];
    const auto points = empty_between(scene.edges.levels(), scene.width, from, facts.to);
    if (points.empty() || !scene.happens(scene.config.rest_on_way)) return false;
    const PointIndex point = points[scene.random.index(points.size())];
    const Level level = scene.edges.level(from);
    const Duration begin = now;
    scene.edges.change(now, from, Level::off, from_ms(100));
    now += scene.draw(scene.config.travel_ms);
    scene.edges.change(now, point, level, from_ms(100));
    const Duration rest = draw_rest(scene, scene.config.rest_on_way_ms);
    deserve_rest(scene, i, from, point, rest, ends);
    now += rest;
    scene.note(MishapKind::rest, i, begin, now, {from, point});
    from = point;
    return true;
}

std::optional<Duration> put_beside(Scene& scene, std::size_t i, PointIndex from, MovePlan& plan,
                                   bool ends) {
    if (!leaves_room(plan) || !scene.happens(scene.config.beside)) return std::nullopt;
    const Duration set_down = plan.placed;
    const Duration rest = draw_rest(scene, scene.config.beside_ms);
    const PlannedEdge arrival = plan.edges.back();
    const bool rested_before = plan.first_rest < plan.placed;
    const auto others = empty_beside(scene, arrival.point, from);
    if (others.empty() || scene.random.chance(one_in(2))) {
        plan.edges.back().at += rest;
        plan.placed += rest;
        if (!rested_before) plan.first_rest = plan.placed;
        const int ply = static_cast<int>(i) + 1;
        scene.script.allowed.push_back({"ambiguous-move", ply, ply, true});
        scene.script.allowed.push_back({"board-disturbed", ply - 1, ply, true});
        return set_down;
    }
    const PointIndex other = others[scene.random.index(others.size())];
    const Duration gap = scene.draw(scene.config.gap_ms);
    plan.edges.back() = {set_down, other, arrival.level, rest};
    plan.edges.push_back({set_down + rest, other, Level::off, long_enough});
    plan.placed = set_down + rest + gap;
    plan.edges.push_back({plan.placed, arrival.point, arrival.level, long_enough});
    const bool rests = rest + from_ms(20) >= from_ms(scene.config.thresholds.settle_ms);
    if (!rested_before) plan.first_rest = rests ? set_down : plan.placed;
    deserve_rest(scene, i, from, other, rest, ends);
    return std::nullopt;
}

} // namespace jipu::sim
