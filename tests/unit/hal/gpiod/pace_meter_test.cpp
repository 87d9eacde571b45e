// SPDX-License-Identifier: Apache-2.0
// The numbers of a pace by scans whose times are known.
#include "hal/gpiod/pace_meter.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::gpio;

namespace {
constexpr MonotonicNs ms = 1'000'000;
}

TEST_CASE("nothing is said in the first second") {
    PaceMeter meter(5 * ms);
    for (MonotonicNs at = 0; at < 1000 * ms; at += 5 * ms)
        meter.scanned(at, 0);
    CHECK_FALSE(meter.read());
}

TEST_CASE("a steady pace has equal quantiles and the rate that was wanted") {
    PaceMeter meter(5 * ms);
    for (MonotonicNs at = 0; at <= 1000 * ms; at += 5 * ms)
        meter.scanned(at, 3);
    const auto pace = meter.read();
    REQUIRE(pace);
    CHECK(pace->scans == 201);
    CHECK(pace->left_out == 3);
    CHECK(pace->per_s == 200.0);
    CHECK(pace->p50_us == 5000);
    CHECK(pace->p99_us == 5000);
    CHECK(pace->max_us == 5000);
}

TEST_CASE("one late scan in a second is the longest interval and not the usual one") {
    PaceMeter meter(5 * ms);
    MonotonicNs at = 0;
    meter.scanned(at, 0);
    for (int scan = 0; scan < 196; ++scan)
        meter.scanned(at += scan == 100 ? 25 * ms : 5 * ms, 0);
    const auto pace = meter.read();
    REQUIRE(pace);
    CHECK(pace->max_us == 25000);
    CHECK(pace->p50_us <= 5020);
    CHECK(pace->p99_us <= 5020);
    CHECK(pace->per_s == 196.0);
    // The next second knows nothing of it.
    for (int scan = 0; scan < 200; ++scan)
        meter.scanned(at += 5 * ms, 0);
    CHECK(meter.read()->max_us == 5000);
}

TEST_CASE("intervals that alternate show both in the quantiles") {
    PaceMeter meter(5 * ms);
    MonotonicNs at = 0;
    meter.scanned(at, 0);
    for (int scan = 0; scan < 200; ++scan)
        meter.scanned(at += scan % 10 == 9 ? 14 * ms : 4 * ms, 0);
    const auto pace = meter.read();
    REQUIRE(pace);
    CHECK(pace->p50_us >= 4000);
    CHECK(pace->p50_us <= 4020);
    CHECK(pace->p99_us == 14000);
}

TEST_CASE("the time in which the board was away is no interval") {
    PaceMeter meter(5 * ms);
    meter.scanned(0, 0);
    meter.interrupted();
    for (MonotonicNs at = 60'000 * ms; at <= 61'000 * ms; at += 5 * ms)
        meter.scanned(at, 0);
    CHECK(meter.read()->max_us == 5000);
}
