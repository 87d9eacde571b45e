// SPDX-License-Identifier: Apache-2.0
// Splits the text of a game into moves, comments and result: numbers are dropped, variations read
// past. PGN, WXF files and plain lists use it.
#pragma once

#include <cstddef>
#include <string_view>

#include "rules/notation/record_builder.hpp"

namespace jipu::notation {

/// Reads moves from byte `at` on into `game`, up to the result or the end. Leaves `at` behind what
/// was read. `game.error` is set, and the rest passed over, when a comment or a variation never
/// ends.
void read_movetext(std::string_view text, std::size_t& at, WrittenGame& game);

} // namespace jipu::notation
