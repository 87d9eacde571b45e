// SPDX-License-Identifier: Apache-2.0
// What is said of points that hands use, that nobody touched, and that chatter.
#include "daemon/sensing/point_health.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

constexpr MonotonicNs ms = 1'000'000;

PointHealth three_points() {
    PointHealth health;
    health.take(0, ScanFrame{{Level::off, Level::on, Level::off}});
    return health;
}

} // namespace

TEST_CASE("a point that never changed is silent or held, and has no last change") {
    const PointHealth health = three_points();
    CHECK(health.state(0, ms) == PointState::silent);
    CHECK(health.state(1, ms) == PointState::held);
    CHECK(health.changes(1) == 0);
    CHECK(health.last_change(1) == 0);
}

TEST_CASE("a point that showed both is well, and its last change is told") {
    PointHealth health = three_points();
    health.take(5 * ms, PointChange{0, Level::on});
    CHECK(health.state(0, 5 * ms) == PointState::well);
    CHECK(health.changes(0) == 1);
    CHECK(health.last_change(0) == 5 * ms);
    CHECK(health.levels()[0] == Level::on);
    // A level that is repeated is no change, nor is a whole scan that says the same.
    health.take(9 * ms, PointChange{0, Level::on});
    health.take(9 * ms, ScanFrame{{Level::on, Level::on, Level::off}});
    CHECK(health.changes(0) == 1);
    health.take(12 * ms, ScanFrame{{Level::off, Level::on, Level::off}});
    CHECK(health.changes(0) == 2);
}

TEST_CASE("a point chatters from its twelfth change within two seconds on, and not longer") {
    PointHealth health = three_points();
    MonotonicNs at = 1000 * ms;
    for (std::size_t i = 0; i < PointHealth::chatter_changes; ++i) {
        CHECK(health.state(2, at) != PointState::chatters);
        at += 100 * ms;
        health.take(at, PointChange{2, i % 2 == 0 ? Level::on : Level::off});
    }
    CHECK(health.state(2, at) == PointState::chatters);
    const MonotonicNs first = 1100 * ms;
    CHECK(health.state(2, first + PointHealth::chatter_window) == PointState::chatters);
    CHECK(health.state(2, first + PointHealth::chatter_window + 1) == PointState::well);
}

TEST_CASE("hands that change a point every three tenths of a second do not make it chatter") {
    PointHealth health = three_points();
    for (int i = 0; i < 50; ++i) {
        health.take(i * 300 * ms, PointChange{0, i % 2 == 0 ? Level::on : Level::off});
        CHECK(health.state(0, i * 300 * ms) == PointState::well);
    }
}

TEST_CASE("a change of a point that the board does not have is passed over") {
    PointHealth health = three_points();
    health.take(0, PointChange{3, Level::on});
    CHECK(health.levels().size() == 3);
    PointHealth none;
    none.take(0, PointChange{0, Level::on});
    CHECK(none.levels().empty());
}
