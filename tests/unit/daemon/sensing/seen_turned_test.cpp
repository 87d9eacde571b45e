// SPDX-License-Identifier: Apache-2.0
// A board that proves to stand another way, in the middle of a change.
#include "daemon/sensing/debounce.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

TEST_CASE("A board that is seen turned goes on where it was, from the other end") {
    Debouncer debouncer(4, from_ms(10));
    std::vector<StableEdge> edges;
    const auto at_ms = [](std::int64_t ms) { return Instant{} + from_ms(ms); };
    debouncer.adopt({{Level::north, Level::off, Level::off, Level::south}});
    debouncer.chatters(1, true);
    debouncer.change({0, Level::off}, at_ms(1));
    debouncer.see(true, true);
    CHECK(debouncer.stable(3) == Level::south);
    CHECK(debouncer.raw(3) == Level::off);
    CHECK(debouncer.stable(0) == Level::north);
    debouncer.settle(at_ms(20), edges);
    REQUIRE(edges.size() == 1);
    CHECK(edges[0].point == 3);
    CHECK(edges[0].from == Level::south);
    CHECK(edges[0].to == Level::off);
    CHECK(edges[0].at == at_ms(1));
    debouncer.change({2, Level::north}, at_ms(30)); // what was 1, and chatters
    CHECK(debouncer.next_decision() > at_ms(40));
}
