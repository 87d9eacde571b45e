// SPDX-License-Identifier: Apache-2.0
// Edges of what goes wrong beside the moves. Points are chosen so that the plies to come find the
// board that they expect.
#include "hal/sim/mishaps.hpp"

#include <algorithm>
#include <utility>

namespace jipu::sim {

namespace {

constexpr Duration for_good = from_ms(86'400'000);

std::vector<PointIndex> pieces_but(const Scene& scene, Duration now,
                                   const std::vector<PointIndex>& but) {
    std::vector<PointIndex> points;
    for (std::size_t p = 0; p < scene.pieces.size(); ++p) {
        const auto point = static_cast<PointIndex>(p);
        if (!scene.pieces[p] || scene.is_busy(point, now)) continue;
        if (std::find(but.begin(), but.end(), point) == but.end()) points.push_back(point);
    }
    return points;
}

/// Put back at `at`, and perhaps lifted twice more to stand in the middle.
Duration put_back(Scene& scene, PointIndex point, Level level, Duration at) {
    scene.edges.change(at, point, level, from_ms(100));
    if (!scene.happens(scene.config.knock_adjusted)) return at;
    for (int again = 0; again < 2; ++again) {
        const Duration pause = scene.draw({150, 900});
        const Duration away = scene.draw({60, 350});
        at = scene.lift_and_return(at + pause, point, away);
    }
    return at;
}

} // namespace

Duration knock(Scene& scene, std::size_t i, Duration now, Duration back_from,
               const std::vector<PointIndex>& but) {
    std::vector<PointIndex> points = pieces_but(scene, now, but);
    if (points.empty()) return now;
    const PointIndex centre = points[scene.random.index(points.size())];
    const auto wanted = static_cast<std::size_t>(scene.random.in(scene.config.knocked));
    points = scene.nearest(std::move(points), centre, wanted);
    if (points.size() < static_cast<std::size_t>(scene.config.knocked.min)) return now;

    const Duration within = scene.draw(scene.config.knock_within_ms);
    std::vector<std::pair<Duration, PointIndex>> lifted;
    lifted.reserve(points.size());
    for (const PointIndex point : points)
        lifted.emplace_back(now + Duration{scene.random.in({0, within.count()})}, point);
    std::sort(lifted.begin(), lifted.end());
    scene.allow_touching(i, lifted);
    scene.allow_doubt(i, 1);

    const Duration all = scene.draw(scene.config.knock_back_ms);
    const Duration each = all / static_cast<std::int64_t>(points.size());
    Duration back = std::max(back_from, now + within + from_ms(100));
    Duration end = now;
    scene.random.shuffle(lifted);
    std::vector<Level> levels;
    for (const auto& [at, point] : lifted) {
        levels.push_back(scene.edges.level(point));
        scene.edges.change(at, point, Level::off, from_ms(100));
    }
    for (std::size_t k = 0; k < lifted.size(); ++k) {
        back += each;
        const bool last = k + 1 == lifted.size();
        const Duration sooner{last ? 0 : scene.random.in({0, each.count() / 2})};
        const PointIndex point = lifted[k].second;
        const Duration stands = put_back(scene, point, levels[k], back - sooner);
        scene.busy[point] = std::max(scene.busy[point], stands + from_ms(100));
        end = std::max(end, stands);
    }
    scene.note(MishapKind::knock, i, now, end, points);
    return end;
}

Duration sleeve(Scene& scene, std::size_t i, Duration now, PointIndex centre,
                const std::vector<PointIndex>& but) {
    std::vector<PointIndex> points = pieces_but(scene, now, but);
    const auto wanted = static_cast<std::size_t>(scene.random.in(scene.config.sleeved));
    points = scene.nearest(std::move(points), centre, wanted);
    if (points.size() < static_cast<std::size_t>(scene.config.sleeved.min)) return now;
    Duration end = now;
    for (const PointIndex point : points) {
        const Duration at = now + scene.draw({0, 200});
        const Duration away = scene.draw(scene.config.sleeve_ms);
        end = std::max(end, scene.lift_and_return(at, point, away));
    }
    scene.note(MishapKind::sleeve, i, now, end, points);
    return end;
}

Duration fall(Scene& scene, std::size_t i, Duration now, Duration placed) {
    const std::vector<PointIndex> points = scene.untouched(i, 12, true, now);
    if (points.empty()) return now;
    const PointIndex point = points[scene.random.index(points.size())];
    const PlyFacts& facts = scene.plies[i];
    const Duration away = scene.draw(scene.config.fall_ms);
    const Duration back = std::max(now + away, placed + from_ms(400));
    scene.lift_and_return(now, point, back - now);
    scene.allow_doubt(i, 8);
    const int ply = static_cast<int>(i) + 1;
    const PlyFacts::Taking taking{facts.from, point};
    const auto& all = facts.takings;
    if (std::find(all.begin(), all.end(), taking) != all.end())
        scene.script.allowed.push_back({"touch-capture", ply, ply, false});
    scene.note(MishapKind::fall, i, now, back, {point});
    return back;
}

Stray put_stray(Scene& scene, std::size_t i, Duration now, Side side) {
    const auto plies = static_cast<std::size_t>(scene.random.in(scene.config.stray_plies));
    const std::vector<PointIndex> points = scene.untouched(i, plies + 8, false, now);
    if (points.empty()) return {};
    const PointIndex point = points[scene.random.index(points.size())];
    const Level level = scene.sensors == Sensors::reed ? Level::on
                        : side == Side::first          ? Level::north
                                                       : Level::south;
    scene.edges.change(now, point, level, from_ms(100));
    scene.busy[point] = for_good;
    scene.allow_doubt(i, plies + 3);
    scene.note(MishapKind::stray, i, now, now, {point});
    return {point, i + plies};
}

void take_stray(Scene& scene, std::size_t i, Duration now, Stray& stray) {
    scene.edges.change(now, stray.point, Level::off, from_ms(100));
    scene.busy[stray.point] = now + from_ms(100);
    scene.note(MishapKind::stray, i, now, now, {stray.point});
    stray = {};
}

} // namespace jipu::sim
