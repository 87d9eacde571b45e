// SPDX-License-Identifier: Apache-2.0
// Names that the tests of the timing room share.
#pragma once

#include <string_view>

#include "rules/base/ids.hpp"
#include "rules/base/instant.hpp"
#include "rules/timing/time_control.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

inline constexpr Side red = Side::first;
inline constexpr Side black = Side::second;
inline constexpr Instant zero{};

inline TimeControl control_of(std::string_view text) {
    const auto control = parse_time_control(text);
    REQUIRE(control);
    return *control;
}

} // namespace jipu::test
