// SPDX-License-Identifier: Apache-2.0
// From bouncing edges to presses, by their stamps alone.
#include "hal/gpiod/lever_switch.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::gpio;

namespace {
using Press = std::optional<MonotonicNs>;
constexpr MonotonicNs debounce = 5;
} // namespace

TEST_CASE("a press is sure when its level has stood, and counts from its first edge") {
    LeverSwitch lever(debounce);
    CHECK(lever.due() == std::nullopt);
    CHECK(lever.edge(true, 100) == std::nullopt);
    CHECK(lever.due() == 105);
    CHECK(lever.settle(104) == std::nullopt);
    CHECK(lever.settle(105) == Press(100));
    CHECK(lever.settle(200) == std::nullopt);
    CHECK(lever.due() == std::nullopt);
}

TEST_CASE("the bounce of a press and of its release are one press") {
    LeverSwitch lever(debounce);
    for (const auto& [level, at] :
         {std::pair{true, 100}, {false, 101}, {true, 103}, {false, 106}, {true, 107}}) {
        CHECK(lever.edge(level, at) == std::nullopt);
    }
    CHECK(lever.due() == 112);
    CHECK(lever.settle(112) == Press(100));
    for (const auto& [level, at] :
         {std::pair{false, 300}, {true, 302}, {false, 303}, {true, 306}, {false, 307}}) {
        CHECK(lever.edge(level, at) == std::nullopt);
    }
    CHECK(lever.settle(400) == std::nullopt);
    CHECK(lever.edge(true, 500) == std::nullopt);
    CHECK(lever.settle(505) == Press(500));
}

TEST_CASE("a pulse shorter than the debounce time is no press, however it is seen") {
    LeverSwitch lever(debounce);
    CHECK(lever.edge(true, 100) == std::nullopt);
    CHECK(lever.edge(false, 102) == std::nullopt);
    CHECK(lever.due() == std::nullopt);
    CHECK(lever.settle(300) == std::nullopt);
    // too short for the kernel to see both its edges
    CHECK(lever.edge(false, 400) == std::nullopt);
    CHECK(lever.edge(false, 400) == std::nullopt);
    CHECK(lever.settle(500) == std::nullopt);
}

TEST_CASE("a press that nobody asked for in time comes with the next edge") {
    LeverSwitch lever(debounce);
    CHECK(lever.edge(true, 100) == std::nullopt);
    CHECK(lever.edge(false, 200) == Press(100));
    CHECK(lever.edge(true, 300) == std::nullopt);
    CHECK(lever.settle(305) == Press(300));
}

TEST_CASE("a lever that is down when the line is opened is not pressed until it was up") {
    LeverSwitch lever(debounce);
    lever.begin(true);
    CHECK(lever.edge(true, 100) == std::nullopt);
    CHECK(lever.settle(200) == std::nullopt);
    CHECK(lever.edge(false, 300) == std::nullopt);
    CHECK(lever.settle(400) == std::nullopt);
    CHECK(lever.edge(true, 500) == std::nullopt);
    CHECK(lever.settle(600) == Press(500));
}
