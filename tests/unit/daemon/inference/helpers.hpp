// SPDX-License-Identifier: Apache-2.0
// Names of points, moves and positions for the tests of this room.
#pragma once

#include <string_view>

#include "daemon/inference/reading.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

inline xiangqi::Point point(std::string_view name) {
    return notation::parse_point(name).value();
}
inline xiangqi::Move move(std::string_view text) {
    return notation::try_parse_iccs(text).value();
}
inline xiangqi::Position position_of(std::string_view fen) {
    const auto position = xiangqi::parse_fen(fen);
    INFO(position.error());
    REQUIRE(position);
    return *position;
}
/// The position after these moves, whatever the rules say of them.
inline xiangqi::Position after(xiangqi::Position position,
                               std::initializer_list<std::string_view> moves) {
    for (const auto text : moves)
        position.play_tolerant(move(text));
    return position;
}
inline Instant at_ms(std::int64_t ms) {
    return instant_from_us(ms * 1000);
}

} // namespace jipu::test
