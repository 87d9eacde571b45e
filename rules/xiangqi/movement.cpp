// SPDX-License-Identifier: Apache-2.0
// Decides whether one piece can go from here to there, by the sentences of 000/1.2.3 and 000/1.2.4.
// It must not know turns, check or history.
#include "rules/xiangqi/movement.hpp"

#include <cstdlib>

namespace jipu::xiangqi {
namespace {

using Fault = std::optional<IllegalReason>;

struct Step {
    int file;
    int rank;
};

Step step_of(Point from, Point to) {
    return {file_of(to) - file_of(from), rank_of(to) - rank_of(from)};
}

/// 帅(将): one step along a line, never out of its palace.
Fault king_fault(Side side, Point to, Step step) {
    if (std::abs(step.file) + std::abs(step.rank) != 1) return IllegalReason::geometry;
    if (!in_palace(side, to)) return IllegalReason::palace;
    return std::nullopt;
}

/// 士: one diagonal step within its palace. An advisor that an illegal move has put beside the
/// palace's drawn lines is not frozen there: it steps diagonally like any other.
Fault advisor_fault(Side side, Point to, Step step) {
    if (std::abs(step.file) != 1 || std::abs(step.rank) != 1) return IllegalReason::geometry;
    if (!in_palace(side, to)) return IllegalReason::palace;
    return std::nullopt;
}

/// 相(象): two steps along a diagonal, not over the river, not when the eye is filled (塞相眼).
Fault elephant_fault(const Board& board, Side side, Point from, Point to, Step step) {
    if (std::abs(step.file) != 2 || std::abs(step.rank) != 2) return IllegalReason::geometry;
    if (beyond_river(side, to)) return IllegalReason::river;
    const Point eye = make_point(file_of(from) + step.file / 2, rank_of(from) + step.rank / 2);
    if (board[eye]) return IllegalReason::elephant_eye;
    return std::nullopt;
}

/// 马: one straight and one diagonal; what stands on the straight step hobbles it (蹩马腿).
Fault horse_fault(const Board& board, Point from, Step step) {
    if (std::abs(step.file * step.rank) != 2) return IllegalReason::geometry;
    const Point leg = make_point(file_of(from) + step.file / 2, rank_of(from) + step.rank / 2);
    if (board[leg]) return IllegalReason::horse_leg;
    return std::nullopt;
}

/// 车: any distance along a line, over nothing.
Fault rook_fault(const Board& board, Point from, Point to, Step step) {
    if (step.file != 0 && step.rank != 0) return IllegalReason::geometry;
    if (pieces_between(board, from, to) > 0) return IllegalReason::blocked;
    return std::nullopt;
}

/// 炮: quietly as the rook; it captures over exactly one piece (炮打隔子, 000/1.2.4).
Fault cannon_fault(const Board& board, Point from, Point to, Step step) {
    if (step.file != 0 && step.rank != 0) return IllegalReason::geometry;
    const int between = pieces_between(board, from, to);
    if (board[to]) {
        if (between != 1) return IllegalReason::cannon_screen;
    } else if (between > 0) {
        return IllegalReason::blocked;
    }
    return std::nullopt;
}

/// 兵(卒): one step forward; over the river also sideways; never back.
Fault pawn_fault(Side side, Point from, Step step) {
    const int forward = side == red ? step.rank : -step.rank;
    if (step.file == 0 && forward == 1) return std::nullopt;
    if (step.file == 0 && forward == -1) return IllegalReason::retreat;
    if (std::abs(step.file) == 1 && forward == 0 && beyond_river(side, from)) return std::nullopt;
    return IllegalReason::geometry;
}

} // namespace

int pieces_between(const Board& board, Point from, Point to) {
    const int low = from < to ? from : to;
    const int high = from < to ? to : from;
    const int stride = rank_of(from) == rank_of(to) ? 1 : files;
    int count = 0;
    for (int p = low + stride; p < high; p += stride) {
        if (board[static_cast<Point>(p)]) ++count;
    }
    return count;
}

std::optional<IllegalReason> movement_fault(const Board& board, Point from, Point to) {
    const Piece piece = board[from];
    const Step step = step_of(from, to);
    if (from == to) return IllegalReason::geometry;
    switch (piece.kind()) {
    case Kind::king:
        return king_fault(piece.side(), to, step);
    case Kind::advisor:
        return advisor_fault(piece.side(), to, step);
    case Kind::elephant:
        return elephant_fault(board, piece.side(), from, to, step);
    case Kind::horse:
        return horse_fault(board, from, step);
    case Kind::rook:
        return rook_fault(board, from, to, step);
    case Kind::cannon:
        return cannon_fault(board, from, to, step);
    case Kind::pawn:
        return pawn_fault(piece.side(), from, step);
    case Kind::none:
        break;
    }
    return IllegalReason::not_your_piece;
}

bool attacked(const Board& board, Point target, Side by) {
    for (Point p = 0; p < points; ++p) {
        if (board[p].is(by) && !movement_fault(board, p, target)) return true;
    }
    return false;
}

} // namespace jipu::xiangqi
