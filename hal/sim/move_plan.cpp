// SPDX-License-Identifier: Apache-2.0
// How a piece travels and how a victim leaves. Every path ends with an edge at the target that
// shows the moved piece, but for a capture that a sensor without poles does not see.
#include "hal/sim/move_plan.hpp"

#include <algorithm>
#include <cstdlib>

namespace jipu::sim {

namespace {

constexpr Duration long_enough = from_ms(1'000'000); // "keeps" of a level that nobody ends soon
constexpr Duration least_leg = from_ms(15);          // in the air between two points

struct Stop {
    PointIndex point = no_point;
    Duration arrive{0};
    Duration rest{0};
};

/// The captor's way: lifted at 0, the stop-overs, the arrival at its target.
struct Path {
    std::vector<Stop> stops;
    Duration arrive{0};
    Duration last_leg_from{0};
};

Path plan_path(const Carry& carry, const HandsConfig& config, Random& random, MovePlan& plan) {
    Path path;
    plan.straight = !carry.between.empty();
    if (plan.straight) {
        plan.long_stop = random.chance(config.long_stop);
        plan.slide = plan.long_stop || random.chance(config.slide);
    }
    std::vector<PointIndex> points;
    if (plan.slide) {
        points = carry.between;
        const std::size_t wanted = std::min<std::size_t>(points.size(), 1 + random.index(3));
        while (points.size() > wanted) {
            points.erase(points.begin() + static_cast<std::ptrdiff_t>(random.index(points.size())));
        }
    }
    const std::size_t the_long_one = points.empty() ? 0 : random.index(points.size());
    // The time in the air is shared out among the legs, each at least `least_leg`.
    std::int64_t air = random.in(config.travel_ms) * 1000;
    Duration now{0};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto legs_left = static_cast<std::int64_t>(points.size() - i);
        const std::int64_t spare =
            std::max<std::int64_t>(air - (legs_left + 1) * least_leg.count(), 0);
        const std::int64_t leg = least_leg.count() + random.in({0, spare / legs_left});
        air -= leg;
        now += Duration{leg};
        const bool is_long = plan.long_stop && i == the_long_one;
        const Range rest_ms = is_long ? config.long_stop_ms : config.stop_ms;
        const Duration rest{random.in({rest_ms.min * 1000, rest_ms.max * 1000})};
        path.stops.push_back({points[i], now, rest});
        now += rest;
    }
    path.last_leg_from = now;
    path.arrive = now + std::max(Duration{air}, least_leg);
    return path;
}

CaptureStyle draw_style(const HandsConfig& config, Random& random) {
    std::uint64_t sum = 0;
    for (const std::uint32_t weight : config.capture_weights)
        sum += weight;
    std::uint64_t left = random.below(sum);
    int style = 0;
    while (left >= config.capture_weights[static_cast<std::size_t>(style)]) {
        left -= config.capture_weights[static_cast<std::size_t>(style)];
        ++style;
    }
    return static_cast<CaptureStyle>(style);
}

/// Puts victim and captor in time for each style. Adds the target's edges to `edges`, may delay the
/// captor (`shift`) or its arrival.
void plan_capture(const Carry& carry, Sensors sensors, const HandsConfig& config, Random& random,
                  MovePlan& plan, Path& path, Duration& shift) {
    const bool swapped = config.silent_capture > 0 && random.chance(config.silent_capture);
    const CaptureStyle style = swapped ? CaptureStyle::swapped : draw_style(config, random);
    plan.capture = style;
    if (swapped) return;
    const Duration other_hand = from_ms(random.in(config.other_hand_ms));
    const Duration gap = from_ms(random.in(config.gap_ms));
    const PointIndex to = carry.to;
    switch (style) {
    case CaptureStyle::captor_first:
        path.arrive = std::max(path.arrive, other_hand + from_ms(40));
        plan.edges.push_back({other_hand, to, Level::off, path.arrive - other_hand});
        break;
    case CaptureStyle::victim_first:
        shift = other_hand;
        plan.edges.push_back({Duration{0}, to, Level::off, shift + path.arrive});
        break;
    case CaptureStyle::together: {
        const Duration apart{random.in(config.together_us)};
        if (random.chance(one_in(2))) {
            shift = apart;
            plan.edges.push_back({Duration{0}, to, Level::off, shift + path.arrive});
        } else {
            plan.edges.push_back({apart, to, Level::off, path.arrive - apart});
        }
        break;
    }
    case CaptureStyle::pushed:
        path.arrive = std::max(path.arrive, path.last_leg_from + gap + from_ms(5));
        plan.edges.push_back({path.arrive - gap, to, Level::off, gap});
        break;
    case CaptureStyle::on_top:
        // The victim's sensor goes on showing a piece while the captor lies upon it.
        path.arrive += from_ms(random.in(config.on_top_ms));
        if (sensors == Sensors::hall && random.chance(config.pole_change)) break;
        plan.edges.push_back({path.arrive, to, Level::off, gap});
        path.arrive += gap;
        break;
    case CaptureStyle::swapped:
        break;
    }
}

} // namespace

std::vector<PointIndex> empty_between(const ScanFrame& levels, int width, PointIndex from,
                                      PointIndex to) {
    const int x0 = from % width, y0 = from / width, x1 = to % width, y1 = to / width;
    std::vector<PointIndex> points;
    if (x0 != x1 && y0 != y1) return points;
    const int step = (x0 != x1 ? 1 : width) * (from < to ? 1 : -1);
    for (int p = from + step; p != to; p += step) {
        if (!is_on(levels.levels[static_cast<std::size_t>(p)])) {
            points.push_back(static_cast<PointIndex>(p));
        }
    }
    return points;
}

MovePlan plan_move(const Carry& carry, Sensors sensors, const HandsConfig& config, Random& random) {
    MovePlan plan;
    Path path = plan_path(carry, config, random, plan);
    Duration shift{0}; // of the captor against the first edge
    if (carry.captures) plan_capture(carry, sensors, config, random, plan, path, shift);

    plan.placed = shift + path.arrive;
    plan.first_rest = plan.placed;
    plan.edges.push_back({shift, carry.from, Level::off, long_enough});
    for (const Stop& stop : path.stops) {
        plan.edges.push_back({shift + stop.arrive, stop.point, carry.piece, stop.rest});
        plan.edges.push_back(
            {shift + stop.arrive + stop.rest, stop.point, Level::off, long_enough});
        if (stop.rest + from_ms(20) >= from_ms(config.thresholds.settle_ms)) {
            plan.first_rest = std::min(plan.first_rest, shift + stop.arrive);
        }
    }
    // Of an exchange between two looks a sensor without poles sees nothing.
    if (plan.capture != CaptureStyle::swapped || sensors == Sensors::hall)
        plan.edges.push_back({plan.placed, carry.to, carry.piece, long_enough});
    std::stable_sort(plan.edges.begin(), plan.edges.end(),
                     [](const PlannedEdge& a, const PlannedEdge& b) { return a.at < b.at; });
    return plan;
}

} // namespace jipu::sim
