// SPDX-License-Identifier: Apache-2.0
// The [DhtmlXQ] block of Chinese web pages: squares as two digits xy, x from Red's left, y from
// Black's back rank. The main line and its comments; variations are read past.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/game_record.hpp"

namespace jipu::notation {

/// All blocks of a text (a whole web page will do), each with its own error if it cannot be read.
/// An illegal move is read only when its comment begins with `illegal, stood`.
std::vector<ReadGame> read_dhtmlxq(std::string_view utf8);

/// One game as a block. An illegal move gets a comment that begins with `illegal, stood`.
std::string write_dhtmlxq(const GameRecord& game);

} // namespace jipu::notation
