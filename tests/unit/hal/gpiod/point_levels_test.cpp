// SPDX-License-Identifier: Apache-2.0
// From bits to levels, for each kind of sensor.
#include "hal/gpiod/point_levels.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::gpio;

namespace {
using Bits = std::vector<std::uint8_t>;
using Levels = std::vector<Level>;
} // namespace

TEST_CASE("a reed point is on when its bit is, wherever the bit stands") {
    const PointLevels points(Sensors::reed, PoleCode::north_south, {{2, no_bit}, {0, no_bit}});
    Levels levels(2);
    CHECK(points.read(Bits{1, 1, 0}, levels) == no_point);
    CHECK(levels == Levels{Level::off, Level::on});
}

TEST_CASE("a hall point with a bit for each pole shows the pole whose bit is on") {
    const PointLevels points(Sensors::hall, PoleCode::north_south, {{0, 3}, {1, 4}, {2, 5}});
    Levels levels(3);
    CHECK(points.read(Bits{1, 0, 0, 0, 1, 0}, levels) == no_point);
    CHECK(levels == Levels{Level::north, Level::south, Level::off});
}

TEST_CASE("a hall point with a bit for the magnet and one for its pole ignores the pole alone") {
    const PointLevels points(Sensors::hall, PoleCode::magnet_north, {{0, 1}, {2, 3}, {4, 5}});
    Levels levels(3);
    CHECK(points.read(Bits{1, 1, 1, 0, 0, 1}, levels) == no_point);
    CHECK(levels == Levels{Level::north, Level::south, Level::off});
}

TEST_CASE("a point that says both poles at once keeps its level and is named") {
    const PointLevels points(Sensors::hall, PoleCode::north_south, {{0, 2}, {1, 3}});
    Levels levels{Level::off, Level::south};
    CHECK(points.read(Bits{0, 1, 0, 1}, levels) == 1);
    CHECK(levels == Levels{Level::off, Level::south});
}
