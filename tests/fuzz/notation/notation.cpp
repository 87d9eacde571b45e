// SPDX-License-Identifier: Apache-2.0
// Any bytes as a move: a FEN on the first line, the text behind it. A move that is read is legal,
// and every notation of it is read back as the same move.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/base/contract.hpp"
#include "rules/notation/move_text.hpp"
#include "rules/xiangqi/fen.hpp"

using namespace jipu;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t line = text.find('\n');
    if (line == std::string_view::npos) return 0;
    const auto position = xiangqi::parse_fen(text.substr(0, line));
    if (!position) return 0;
    const std::string_view words = text.substr(line + 1);
    for (const auto notation :
         {notation::MoveNotation::any, notation::MoveNotation::iccs, notation::MoveNotation::uci,
          notation::MoveNotation::wxf, notation::MoveNotation::chinese}) {
        const auto move = notation::parse_move(*position, words, notation);
        if (!move) continue;
        JIPU_ASSERT(position->is_legal(*move), "an illegal move was read");
        for (const auto other :
             {notation::MoveNotation::iccs, notation::MoveNotation::wxf,
              notation::MoveNotation::chinese, notation::MoveNotation::short_form}) {
            const std::string written = notation::format_move(*position, *move, other);
            const auto back = notation::parse_move(*position, written, other);
            JIPU_ASSERT(back && *back == *move, "a written move is not read back");
        }
    }
    const auto tolerated = notation::parse_move(*position, words, notation::MoveNotation::any,
                                                notation::IllegalMoves::accept);
    if (tolerated && !position->is_legal(*tolerated)) {
        const std::string written =
            notation::format_move(*position, *tolerated, notation::MoveNotation::chinese);
        const auto back = notation::parse_move(*position, written, notation::MoveNotation::chinese,
                                               notation::IllegalMoves::accept);
        JIPU_ASSERT(back && *back == *tolerated, "a written illegal move is not read back");
    }
    return 0;
}
