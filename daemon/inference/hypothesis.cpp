// SPDX-License-Identifier: Apache-2.0
#include "daemon/inference/hypothesis.hpp"

#include <algorithm>

namespace jipu::inference {

bool Hypothesis::holds(Side side) const {
    return std::any_of(air.begin(), air.end(), [&](const AirPiece& piece) {
        return piece.piece.is(side) && !is_captured(piece);
    });
}

Board Hypothesis::virtual_board() const {
    Board out = board;
    for (const AirPiece& piece : air)
        if (out[piece.left].empty()) out[piece.left] = piece.piece;
    return out;
}

int Hypothesis::standing() const {
    if (reading.shows != Shows::line) return 0;
    int plies = 0;
    while (plies < reading.count &&
           !board[reading.moves[static_cast<std::size_t>(plies)].to].empty())
        ++plies;
    return plies;
}

bool Hypothesis::same_state(const Hypothesis& other) const {
    if (base_ply != other.base_ply || fork != other.fork || line.size() != other.line.size() ||
        air.size() != other.air.size() || board != other.board || base != other.base ||
        phantom != other.phantom || illegal_pressed != other.illegal_pressed)
        return false;
    const auto same_air = [](const AirPiece& a, const AirPiece& b) {
        return a.piece == b.piece && a.origin == b.origin;
    };
    return std::is_permutation(air.begin(), air.end(), other.air.begin(), same_air) &&
           std::equal(line.begin(), line.end(), other.line.begin());
}

} // namespace jipu::inference
