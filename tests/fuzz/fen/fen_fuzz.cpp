// SPDX-License-Identifier: Apache-2.0
// Any bytes as a FEN: what is read comes out again as it was read, and every question about it can
// be asked.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/base/contract.hpp"
#include "rules/xiangqi/fen.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jipu::xiangqi;
    const auto position = parse_fen({reinterpret_cast<const char*>(data), size});
    if (!position) {
        JIPU_ASSERT(!position.error().empty(), "a refusal says why");
        return 0;
    }
    const auto again = parse_fen(format_fen(*position));
    JIPU_ASSERT(again && *again == *position && again->key() == position->key(),
                "a FEN that was written can be read");
    why_no_start_position(*position);
    MoveList moves;
    position->legal_moves(moves);
    JIPU_ASSERT(position->has_legal_move() == (moves.count > 0), "one move or more is some");
    for (const Move move : moves) {
        JIPU_ASSERT(position->is_legal(move), "a listed move is legal");
        Position after = *position;
        after.play_tolerant(move);
        JIPU_ASSERT(!after.in_check(position->to_move()), "a legal move leaves no own check");
    }
    return 0;
}
