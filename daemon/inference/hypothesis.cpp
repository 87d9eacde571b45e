// SPDX-License-Identifier: Apache-2.0
#include "daemon/inference/hypothesis.hpp"

#include <algorithm>

namespace jipu::inference {

bool Hypothesis::holds(Side side, Point except) const {
    return std::any_of(air.begin(), air.end(), [&](const AirPiece& piece) {
        return piece.piece.is(side) && piece.turn == side && piece.left != except &&
               !is_captured(piece);
    });
}

std::size_t Hypothesis::held() const {
    return static_cast<std::size_t>(std::count_if(
        air.begin(), air.end(), [&](const AirPiece& piece) { return !is_captured(piece); }));
}

bool Hypothesis::any_in_air(Side side) const {
    return std::any_of(air.begin(), air.end(), [&](const AirPiece& piece) {
        return piece.piece.is(side) && !is_captured(piece);
    });
}

bool Hypothesis::is_captured(const AirPiece& piece) const {
    if (!board[piece.left].empty()) return true;
    // What took it may have been lifted again.
    return std::any_of(&piece + 1, air.end(),
                       [&](const AirPiece& later) { return later.left == piece.left; });
}

Board Hypothesis::virtual_board() const {
    Board out = board;
    // The latest first: of two lifted from one point it is the one that stood there last.
    for (std::size_t i = air.size(); i-- > 0;)
        if (out[air[i].left].empty()) out[air[i].left] = air[i].piece;
    return out;
}

std::optional<Move> Hypothesis::ply_begun() const {
    if (reading.legal_plies() > 0 || ((illegal_pressed || illegal_left) && reading.illegal == 0))
        return reading.moves[0];
    const Side mover = base.to_move();
    for (const DisplacedPiece& piece : displaced)
        if (piece.was.piece.is(mover) && base.is_legal({piece.was.origin, piece.at}))
            return Move{piece.was.origin, piece.at};
    for (const AirPiece& piece : air)
        if (piece.moved && piece.piece.is(mover) && base.is_legal({piece.origin, piece.left}))
            return Move{piece.origin, piece.left};
    return std::nullopt;
}

bool Hypothesis::on_the_way() const {
    return std::any_of(air.begin(), air.end(), [&](const AirPiece& piece) {
        return piece.moved && !is_captured(piece) &&
               std::none_of(displaced.begin(), displaced.end(),
                            [&](const DisplacedPiece& d) { return d.placed > piece.since; });
    });
}

Position Hypothesis::after(int plies) const {
    Position out = base;
    for (int i = 0; i < plies; ++i)
        out.play_tolerant(reading.moves[static_cast<std::size_t>(i)]);
    return out;
}

bool Hypothesis::illegal_capture() const {
    if (reading.illegal < 0) return false;
    const Move move = reading.moves[static_cast<std::size_t>(reading.illegal)];
    return !after(reading.illegal).at(move.to).empty();
}

Duration Hypothesis::rested_on(Point p) const {
    for (const AirPiece& piece : air)
        if (piece.left == p && piece.moved) return piece.rested;
    return {};
}

int Hypothesis::standing() const {
    if (reading.shows != Shows::line) return 0;
    int plies = reading.count;
    while (plies > 0 && board[reading.moves[static_cast<std::size_t>(plies) - 1].to].empty())
        --plies;
    return std::max(plies, std::min(made, reading.count));
}

bool Hypothesis::same_state(const Hypothesis& other) const {
    if (base_ply != other.base_ply || fork != other.fork || decided() != other.decided() ||
        air.size() != other.air.size() || board != other.board || base != other.base ||
        phantom != other.phantom || made != other.made ||
        illegal_pressed != other.illegal_pressed || illegal_left != other.illegal_left)
        return false;
    const auto same_air = [](const AirPiece& a, const AirPiece& b) {
        return a.piece == b.piece && a.origin == b.origin && a.left == b.left;
    };
    return std::is_permutation(air.begin(), air.end(), other.air.begin(), same_air) &&
           same_line(other);
}

bool Hypothesis::same_line(const Hypothesis& other) const {
    for (std::size_t i = 0; i < decided(); ++i)
        if (!(made_at(i) == other.made_at(i))) return false;
    return true;
}

void Hypothesis::keep_decided(std::size_t count) {
    line.truncate(count < old.size() ? 0 : count - old.size());
    old.truncate(count);
}

void Hypothesis::drop_decided(std::size_t count) {
    const std::size_t aged = std::min(count, old.size());
    old.erase_front(aged);
    line.erase_front(count - aged);
    fork += static_cast<int>(count);
}

bool Hypothesis::age() {
    if (!old.push(line[0])) return false;
    line.erase(0);
    return true;
}

} // namespace jipu::inference
