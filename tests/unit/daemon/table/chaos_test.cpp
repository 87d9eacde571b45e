// SPDX-License-Identifier: Apache-2.0
// Whatever happens at a table, its promises hold: see tests/support/chaos/table_chaos.hpp.
#include <cstdio>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/chaos/table_chaos.hpp"

using namespace jipu;

TEST_CASE("Any sequence of events keeps the record, the alerts and the ticks in order, twice") {
    constexpr unsigned rounds = 400;
    for (unsigned seed = 1; seed <= rounds; ++seed) {
        std::mt19937 random(seed);
        std::vector<std::uint8_t> bytes(200 + random() % 800);
        for (std::uint8_t& byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        std::fprintf(stderr, "\rseed %u ", seed); // named when a promise is broken
        test::TableChaos chaos(bytes);
        chaos.run();
        REQUIRE_FALSE(chaos.events().empty());
    }
    std::fprintf(stderr, "\n");
}
