// SPDX-License-Identifier: Apache-2.0
// A move in any notation. Which one is seen from the characters; they do not overlap.
#pragma once

#include <string>
#include <string_view>

#include "rules/base/result.hpp"
#include "rules/notation/chinese.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/spelling.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::notation {

/// What a reader accepts, or a writer writes.
enum class MoveNotation : std::uint8_t { any, iccs, uci, wxf, chinese, short_form };

/// Reads one move in the given notation (any: ICCS, WXF or Chinese). The move is legal unless
/// illegal ones are accepted. Errors are for people.
Result<xiangqi::Move> parse_move(const xiangqi::Position& position, std::string_view text,
                                 MoveNotation notation = MoveNotation::any,
                                 IllegalMoves illegal = IllegalMoves::refuse,
                                 Ranks ranks = Ranks::from_zero);

/// Writes one move (any: ICCS). `style` matters to the Chinese forms.
std::string format_move(const xiangqi::Position& position, xiangqi::Move move,
                        MoveNotation notation, ChineseStyle style = {});

} // namespace jipu::notation
