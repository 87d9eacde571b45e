// SPDX-License-Identifier: Apache-2.0
// The order of the devices' reports, and the core's time.
#include <random>
#include <vector>

#include "daemon/app/jipud/event_merger.hpp"
#include "daemon/app/jipud/recording_time.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::app;

namespace {

constexpr MonotonicNs ms = 1'000'000;

PointIndex point_of(const Report& report) {
    return std::get<PointChange>(report.what).point;
}

Report change(MonotonicNs stamp, PointIndex point) {
    return {stamp, PointChange{point, Level::on}};
}

} // namespace

TEST_CASE("reports leave in the order of their stamps once the window has passed") {
    EventMerger merger(20 * ms);
    merger.push(change(100 * ms, 1));
    merger.push(change(95 * ms, 2)); // late, within the window
    CHECK_FALSE(merger.pop(114 * ms));
    CHECK(merger.next_due() == 115 * ms);
    auto first = merger.pop(115 * ms);
    REQUIRE(first);
    CHECK(point_of(*first) == 2);
    CHECK_FALSE(merger.pop(119 * ms));
    auto second = merger.pop(120 * ms);
    REQUIRE(second);
    CHECK(point_of(*second) == 1);
    CHECK_FALSE(merger.next_due());
}

TEST_CASE("reports with one stamp keep the order of their arrival") {
    EventMerger merger(0);
    for (PointIndex point = 0; point < 5; ++point) {
        merger.push(change(7 * ms, point));
    }
    for (PointIndex point = 0; point < 5; ++point) {
        auto next = merger.pop(7 * ms);
        REQUIRE(next);
        CHECK(point_of(*next) == point);
    }
}

TEST_CASE("without a window a report leaves at once") {
    EventMerger merger(0);
    merger.push(change(5 * ms, 1));
    CHECK(merger.next_due() == 5 * ms);
    CHECK(merger.pop(5 * ms));
}

TEST_CASE("time may move on to where nothing can come any more") {
    EventMerger merger(10 * ms);
    CHECK(merger.horizon(50 * ms) == 40 * ms);
    merger.push(change(35 * ms, 1));
    CHECK(merger.horizon(50 * ms) == 35 * ms);
}

TEST_CASE("at the stop everything that waits leaves in order") {
    EventMerger merger(50 * ms);
    merger.push(change(3 * ms, 3));
    merger.push(change(1 * ms, 1));
    merger.push(change(2 * ms, 2));
    std::vector<PointIndex> order;
    while (auto next = merger.pop_any()) {
        order.push_back(point_of(*next));
    }
    CHECK(order == std::vector<PointIndex>{1, 2, 3});
}

TEST_CASE("a tag stays with its report") {
    EventMerger merger(0);
    merger.push({1, PressReport{Side::first}, 42});
    auto report = merger.pop(1);
    REQUIRE(report);
    CHECK(report->tag == 42);
}

TEST_CASE("any reports that are late by less than the window leave in order") {
    std::mt19937 random(20261130); // NOLINT: a fixed seed on purpose
    for (int round = 0; round < 200; ++round) {
        INFO("seed 20261130, round " << round);
        const MonotonicNs window = static_cast<MonotonicNs>(random() % 51) * ms;
        EventMerger merger(window);
        MonotonicNs now = 1000 * ms;
        MonotonicNs last = 0;
        std::size_t in = 0, out = 0;
        const auto take = [&](std::optional<Report> report) {
            REQUIRE(report->stamp >= last);
            last = report->stamp;
            ++out;
        };
        for (int step = 0; step < 100; ++step) {
            now += static_cast<MonotonicNs>(random() % 20) * ms;
            const MonotonicNs late =
                window == 0 ? 0
                            : static_cast<MonotonicNs>(random() % static_cast<unsigned>(window));
            merger.push(change(now - late, 0));
            ++in;
            while (auto report = merger.pop(now))
                take(std::move(report));
        }
        while (auto report = merger.pop_any())
            take(std::move(report));
        CHECK(in == out);
    }
}

TEST_CASE("instants are whole microseconds since the origin, rounded down") {
    const RecordingTime time(1'000'000, Instant{});
    CHECK(to_us(time.at(1'000'000)) == 0);
    CHECK(to_us(time.at(1'000'999)) == 0);
    CHECK(to_us(time.at(1'001'000)) == 1);
    CHECK(time.moment_of(instant_from_us(5)) == 1'005'000);
}

TEST_CASE("instants never decrease, whatever the stamps do") {
    RecordingTime time(0, instant_from_us(10));
    CHECK(to_us(time.at(-5)) == 10);
    CHECK(to_us(time.at(9'000)) == 10);
    CHECK(to_us(time.at(11'000)) == 11);
    time.passed(instant_from_us(50));
    CHECK(to_us(time.at(11'000)) == 50);
    time.passed(instant_from_us(20));
    CHECK(to_us(time.last()) == 50);
}
