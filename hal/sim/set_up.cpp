// SPDX-License-Identifier: Apache-2.0
// Edges of set-ups and sweeps.
#include "hal/sim/set_up.hpp"

#include <algorithm>

namespace jipu::sim {

namespace {

PointIndex at(int file, int rank, int width) {
    return static_cast<PointIndex>(rank * width + file);
}

/// The piece of one point lands on another first and is moved from there.
Duration by_way_of(Scene& scene, Duration now, PointIndex other, Level level) {
    scene.edges.change(now, other, level, from_ms(100));
    now += scene.draw({200, 1500});
    scene.edges.change(now, other, Level::off, from_ms(50));
    return now + scene.draw({60, 400});
}

} // namespace

std::pair<PointIndex, PointIndex> draw_exchanged(const std::vector<std::optional<Side>>& pieces,
                                                 int width, Random& random) {
    std::vector<std::pair<PointIndex, PointIndex>> near;
    std::vector<PointIndex> all;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        if (!pieces[p]) continue;
        const auto point = static_cast<PointIndex>(p);
        all.push_back(point);
        if (static_cast<int>(p) % width + 1 < width && pieces[p + 1] == pieces[p])
            near.emplace_back(point, static_cast<PointIndex>(p + 1));
    }
    if (!near.empty() && random.chance(one_in(2))) return near[random.index(near.size())];
    const std::size_t one = random.index(all.size());
    const std::size_t other = (one + 1 + random.index(all.size() - 1)) % all.size();
    return {all[one], all[other]};
}

Duration put_right(Scene& scene, Duration now, std::pair<PointIndex, PointIndex> exchanged) {
    const auto [one, other] = exchanged;
    const Level of_one = scene.edges.level(one);
    const Level of_other = scene.edges.level(other);
    const Duration second = now + scene.draw({50, 900});
    const Duration third = second + scene.draw({200, 1500});
    const Duration end = third + scene.draw({100, 1500});
    scene.edges.change(now, one, Level::off, from_ms(100));
    scene.edges.change(second, other, Level::off, from_ms(100));
    scene.edges.change(third, one, of_other, from_ms(100));
    scene.edges.change(end, other, of_one, from_ms(100));
    scene.allow_touching(0, {{now, one}, {second, other}});
    scene.allow_doubt(0, 0);
    scene.script.allowed.push_back({"setup-wrong", 0, 1, true});
    scene.note(MishapKind::wrong_set_up, 0, Duration{0}, end, {one, other});
    return end;
}

Duration sweep(Scene& scene, Duration now) {
    const int width = scene.width;
    const int ranks = static_cast<int>(scene.pieces.size()) / width;
    const bool mirrored = scene.random.chance(one_in(2));
    const Duration step = scene.draw({60, 500});
    std::vector<PointIndex> gone;
    Duration end = now;
    for (int column = 0; column < width; ++column) {
        const int file = mirrored ? width - 1 - column : column;
        for (int rank = 0; rank < ranks; ++rank) {
            const PointIndex point = at(file, rank, width);
            const Level level = scene.edges.level(point);
            const Duration leaves = now + step * column + scene.draw({0, 50});
            if (!is_on(level)) continue;
            scene.edges.change(leaves, point, Level::off, from_ms(12));
            gone.push_back(point);
            end = std::max(end, leaves + from_ms(20));
            if (column + 1 == width || !scene.random.chance(one_in(2))) continue;
            const PointIndex next = at(mirrored ? file - 1 : file + 1, rank, width);
            if (is_on(scene.edges.level(next))) continue;
            // Pushed over the next point, and off it with the next file.
            const Duration over = leaves + scene.draw({15, 40});
            const Duration off = over + scene.draw({20, 60});
            scene.edges.change(over, next, level, off - over);
            scene.edges.change(off, next, Level::off, from_ms(100));
            end = std::max(end, off + from_ms(20));
        }
    }
    scene.note(MishapKind::sweep, scene.plies.size(), now, end, gone);
    return end;
}

Duration set_up_next(Scene& scene, Duration now, const ScanFrame& start) {
    std::vector<PointIndex> surplus;
    std::vector<PointIndex> missing;
    for (std::size_t p = 0; p < start.levels.size(); ++p) {
        const auto point = static_cast<PointIndex>(p);
        const Level stands = scene.edges.level(point);
        if (stands == start.levels[p]) continue;
        if (is_on(stands)) surplus.push_back(point);
        if (is_on(start.levels[p])) missing.push_back(point);
    }
    scene.random.shuffle(surplus);
    scene.random.shuffle(missing);
    const Duration from = now;
    // What stands where it should not is lifted first, one for each that is put down.
    std::size_t lifted = 0;
    const auto lift_one = [&] {
        scene.edges.change(now, surplus[lifted++], Level::off, from_ms(40));
        now += scene.draw({150, 700});
    };
    for (const PointIndex point : missing) {
        if (lifted < surplus.size()) lift_one();
        while (is_on(scene.edges.level(point)))
            lift_one(); // another piece stands there
        now += scene.draw({100, 900});
        const auto other = static_cast<PointIndex>(scene.random.index(start.levels.size()));
        if (!is_on(scene.edges.level(other)) && other != point && scene.random.chance(one_in(8)))
            now = by_way_of(scene, now, other, start.levels[point]);
        scene.edges.change(now, point, start.levels[point], from_ms(40));
    }
    while (lifted < surplus.size())
        lift_one();
    scene.note(MishapKind::set_up, scene.plies.size(), from, now, missing);
    return now;
}

} // namespace jipu::sim
