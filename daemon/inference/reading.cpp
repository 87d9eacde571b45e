// SPDX-License-Identifier: Apache-2.0
// Reading a board: a search over the few plies that touch only the points that differ.
#include "daemon/inference/reading.hpp"

namespace jipu::inference {

namespace {

using xiangqi::points;

// More differing points than three plies can touch are no line of play.
constexpr int most_differing = 6;

struct Differences {
    std::array<Point, points> at{};
    int count = 0;
};

Differences differences(const Position& base, const Board& board) {
    Differences d;
    for (Point p = 0; p < points; ++p)
        if (base.at(p) != board[p]) d.at[static_cast<std::size_t>(d.count++)] = p;
    return d;
}

class LineSearch {
  public:
    LineSearch(const Board& board, const Landings& landed, Reading& out)
        : board_(board), landed_(landed), out_(out) {}

    // Is there a line of exactly `plies` from `position` to the board? All are legal but number
    // `illegal` (from 0; -1: none).
    bool find(const Position& position, int plies, int illegal) {
        const Differences d = differences(position, board_);
        if (plies == 0) return d.count == 0;
        if (d.count == 0 || d.count > 2 * plies) return false;
        if (find_from(position, d, plies, illegal, true)) return true;
        return illegal == 0 && find_from(position, d, plies, illegal, false);
    }

  private:
    // ... by a piece of the side to move, or by one that is not its own to move.
    bool find_from(const Position& position, const Differences& d, int plies, int illegal,
                   bool own) {
        for (int i = 0; i < d.count; ++i) {
            const Point from = d.at[static_cast<std::size_t>(i)];
            const Piece piece = position.at(from);
            if (piece.empty() || piece.is(position.to_move()) != own) continue;
            for (int j = 0; j < d.count; ++j) {
                if (i != j &&
                    try_move(position, {from, d.at[static_cast<std::size_t>(j)]}, plies, illegal))
                    return true;
            }
            if (plies > 1 && try_unseen(position, from, plies, illegal)) return true;
        }
        return false;
    }

    bool try_move(const Position& position, Move move, int plies, int illegal) {
        // Kings face after an illegal ply only: that one takes the other answers it.
        const bool may = position.is_legal(move) || position.is_king_by_king(move);
        if (may == (illegal == 0)) return false;
        // A ply's destination shows its piece, unless a later ply takes it or moves on.
        if (plies == 1 && board_[move.to] != position.at(move.from)) return false;
        const Instant landed = landed_[move.to];
        if (depth_ > 0 && landed + order_tolerance < landed_[out_.moves[depth_ - 1].to])
            return false;
        Position next = position;
        next.play_tolerant(move);
        out_.moves[depth_] = move;
        ++depth_;
        const bool found = find(next, plies - 1, illegal - 1);
        --depth_;
        return found;
    }

    // A capture that is at once retaken by a piece of the kind that was taken leaves its point as
    // it was: the piece went to a point that does not differ.
    bool try_unseen(const Position& position, Point from, int plies, int illegal) {
        for (Point to = 0; to < points; ++to) {
            if (to == from || board_[to].empty() || board_[to] != position.at(to)) continue;
            if (board_[to].side() == position.at(from).side()) continue;
            if (try_move(position, {from, to}, plies, illegal)) return true;
        }
        return false;
    }

    const Board& board_;
    const Landings& landed_;
    Reading& out_;
    std::size_t depth_ = 0;
};

bool find_line(const Position& base, const Board& board, const Landings& landed, int plies,
               int illegal, Reading& out) {
    if (!LineSearch(board, landed, out).find(base, plies, illegal)) return false;
    out.shows = Shows::line;
    out.count = plies;
    out.illegal = illegal;
    return true;
}

} // namespace

Reading read_board(const Position& base, const Board& board, std::span<const Position> history,
                   const Landings& landed) {
    Reading out;
    const Differences d = differences(base, board);
    out.differing = d.count;
    if (d.count == 0) return out;
    if (d.count <= most_differing) {
        if (find_line(base, board, landed, 1, -1, out) ||
            find_line(base, board, landed, 2, -1, out))
            return out;
    }
    // An own piece alone has moved: who plays so, against the rules, takes nothing back.
    if (d.count == 2 && find_line(base, board, landed, 1, 0, out)) {
        if (base.at(out.moves[0].from).is(base.to_move())) return out;
        out = {};
        out.differing = d.count;
    }
    Position shown = base;
    for (int i = 0; i < d.count; ++i) {
        const Point p = d.at[static_cast<std::size_t>(i)];
        shown.put(p, board[p]);
    }
    for (std::size_t k = history.size(); k-- > 0;) {
        if (!shown.same_board(history[k])) continue;
        out.shows = Shows::earlier;
        out.earlier = static_cast<int>(k);
        return out;
    }
    if (d.count <= most_differing) {
        if (find_line(base, board, landed, 1, 0, out) ||
            find_line(base, board, landed, 2, 1, out) ||
            find_line(base, board, landed, 2, 0, out) ||
            find_line(base, board, landed, 3, -1, out) || find_line(base, board, landed, 3, 0, out))
            return out;
    }
    out.shows = Shows::odd;
    out.count = 0;
    return out;
}

} // namespace jipu::inference
