// SPDX-License-Identifier: Apache-2.0
// The rows of the table.
#include "tests/bench/tracker_campaign/tracker_campaign.hpp"

#include "hal/sim/random.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::tracker_campaign {

namespace {

using sim::FaultKind;
using sim::SensorFault;

constexpr int points = xiangqi::points;

Mix one_point(std::string name, FaultKind kind, bool middle) {
    return {std::move(name), points,
            [=](int variant, std::uint64_t) {
                return Trouble{{{kind, static_cast<PointIndex>(variant), no_point, {}}}, middle};
            },
            nullptr};
}

Mix doubled() {
    return {"two points, one magnet", points,
            [](int variant, std::uint64_t) {
                const bool right =
                    xiangqi::file_of(static_cast<xiangqi::Point>(variant)) < xiangqi::files - 1;
                const auto twin = static_cast<PointIndex>(right ? variant + 1 : variant - 1);
                return Trouble{{{FaultKind::doubled, static_cast<PointIndex>(variant), twin, {}}},
                               true};
            },
            nullptr};
}

Mix two_dead() {
    return {"two dead points", points,
            [](int variant, std::uint64_t seed) {
                sim::Random random(seed);
                const auto kind = [&] {
                    return random.chance(sim::one_in(2)) ? FaultKind::stuck_on
                                                         : FaultKind::stuck_off;
                };
                const auto one = static_cast<PointIndex>(variant);
                const auto other = static_cast<PointIndex>(
                    (variant + 1 + static_cast<int>(random.index(points - 1))) % points);
                return Trouble{{{kind(), one, no_point, {}}, {kind(), other, no_point, {}}},
                               random.chance(sim::one_in(2))};
            },
            nullptr};
}

Mix dead_line(std::string name, bool row) {
    return {std::move(name), row ? xiangqi::ranks : xiangqi::files,
            [=](int variant, std::uint64_t) {
                Trouble trouble;
                trouble.from_middle = true;
                for (xiangqi::Point p = 0; p < points; ++p)
                    if ((row ? xiangqi::rank_of(p) : xiangqi::file_of(p)) == variant)
                        trouble.faults.push_back({FaultKind::stuck_off, p, no_point, {}});
                return trouble;
            },
            nullptr};
}

} // namespace

const std::vector<Mix>& all_mixes() {
    static const std::vector<Mix> mixes{
        {"no fault", 1, [](int, std::uint64_t) { return Trouble{}; }, nullptr, true},
        one_point("stuck off, from the start", FaultKind::stuck_off, false),
        one_point("stuck off, from the middle", FaultKind::stuck_off, true),
        one_point("stuck on, from the start", FaultKind::stuck_on, false),
        one_point("stuck on, from the middle", FaultKind::stuck_on, true),
        one_point("chattering", FaultKind::chattering, true),
        one_point("weak", FaultKind::weak, true),
        one_point("slow", FaultKind::slow, true),
        doubled(),
        two_dead(),
        dead_line("a dead row", true),
        dead_line("a dead column", false),
    };
    return mixes;
}

} // namespace jipu::tracker_campaign
