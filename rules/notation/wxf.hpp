// SPDX-License-Identifier: Apache-2.0
// WXF notation: `C2.5`, `H8+7`, `C+-2`. Writes one strict dialect, reads all that are in use.
// README.md of this folder says which and why.
#pragma once

#include <string>
#include <string_view>

#include "rules/base/result.hpp"
#include "rules/notation/spelling.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::notation {

/// Strict WXF: letters K A E H R C P in upper case for both sides, `+` `-` `.`; of two on a file
/// `C+` (front) and `C-` (rear), of three pawns `P+` `P.` `P-`, otherwise `Pa`..`Pe`.
/// A move that has no WXF form (see strict_spelling), and an illegal one whose form would be read
/// as another move, is written in ICCS.
std::string format_wxf(const xiangqi::Position& position, xiangqi::Move move);

/// Reads any dialect: B for E, N for H, lower case, full-width, `=` or nothing for `.`, the marker
/// before the letter, 1-7 for the letters. Errors: not WXF, none fits, or which legal moves fit.
Result<xiangqi::Move> parse_wxf(const xiangqi::Position& position, std::string_view text,
                                IllegalMoves illegal = IllegalMoves::refuse);

} // namespace jipu::notation
