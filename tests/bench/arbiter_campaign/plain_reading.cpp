// SPDX-License-Identifier: Apache-2.0
// See plain_reading.hpp. Wherever a second capture, a check in between or a pinned piece could have
// a say, the move is left out.
#include "tests/bench/arbiter_campaign/plain_reading.hpp"

#include <algorithm>
#include <vector>

#include "rules/xiangqi/movement.hpp"

namespace jipu::arbiter_campaign {

namespace {

using xiangqi::Kind;
using xiangqi::Move;
using xiangqi::Piece;
using xiangqi::Point;
using xiangqi::Position;

Position turned(Position position, Side side) {
    position.set_to_move(side);
    return position;
}

Position played(Position position, Move move) {
    position.play_tolerant(move);
    return position;
}

bool is_small(Kind kind) {
    return kind == Kind::king || kind == Kind::pawn;
}

/// What is worth something when it is taken here: no king, and no pawn on its own half.
bool of_worth(Piece piece, Point at) {
    if (piece.empty() || piece.kind() == Kind::king) return false;
    return piece.kind() != Kind::pawn || xiangqi::beyond_river(piece.side(), at);
}

bool reaches(const Position& position, Point from, Point to) {
    return !xiangqi::movement_fault(position.board(), from, to);
}

/// Captures of worth by the movements of the side's pieces, pinned ones too.
std::vector<Move> takings(const Position& position, Side side) {
    std::vector<Move> out;
    std::vector<Point> own;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (position.at(p).is(side)) own.push_back(p);
    for (Point to = 0; to < xiangqi::points; ++to) {
        if (!position.at(to).is(opponent(side)) || !of_worth(position.at(to), to)) continue;
        for (const Point from : own)
            if (reaches(position, from, to)) out.push_back({from, to});
    }
    return out;
}

bool can_reach(const Position& position, Side side, Point to) {
    for (Point from = 0; from < xiangqi::points; ++from)
        if (position.at(from).is(side) && reaches(position, from, to)) return true;
    return false;
}

template <typename Predicate>
bool any_move(const Position& position, Predicate holds) {
    xiangqi::MoveList moves;
    position.legal_moves(moves);
    return std::any_of(moves.begin(), moves.end(), holds);
}

bool can_check(const Position& position, Side side) {
    const Position own = turned(position, side);
    return any_move(own, [&](Move m) { return played(own, m).in_check(opponent(side)); });
}

bool can_mate(const Position& position, Side side) {
    const Position own = turned(position, side);
    return any_move(own, [&](Move m) { return played(own, m).is_mate(); });
}

/// Nothing of worth to take, no check to give.
bool at_rest(const Position& position, Side side) {
    return takings(position, side).empty() && !can_check(position, side);
}

/// The capture is retaken at once by something other than a cannon, and that is the end of it.
bool is_retaken(const Position& position, Move capture) {
    const Position after = played(position, capture);
    return any_move(after, [&](Move m) {
        return m.to == capture.to && after.at(m.from).kind() != Kind::cannon &&
               at_rest(played(after, m), position.to_move());
    });
}

/// Nothing can retake, and nothing else comes of it for the other side.
bool is_free(const Position& position, Move capture) {
    const Side other = opponent(position.to_move());
    const Position after = played(position, capture);
    return position.is_legal(capture) && !can_reach(after, other, capture.to) &&
           at_rest(after, other);
}

class Reader {
  public:
    Reader(const Position& before, Move move)
        : move_(move), side_(before.to_move()), other_(opponent(side_)), before_(before),
          after_(played(before, move)), again_(turned(after_, side_)) {}

    Reading run() {
        Reading out;
        takings_ = takings(again_, side_);
        if (after_.in_check(other_)) return {Act::check, {}, {}, takings_.empty()};
        if (before_.in_check(side_) && !takings_.empty()) return out; // forced: whose doing is it?
        if (can_check(again_, side_)) {
            if (takings_.empty() && !before_.in_check(side_) && can_mate(again_, side_) &&
                !can_mate(before_, side_))
                out.act = Act::mates;
            return out;
        }
        if (takings_.empty()) return quiet();
        if (!takings(before_, side_).empty() || can_check(before_, side_)) return out;
        const Point target = takings_.front().to;
        for (const Move m : takings_)
            if (m.to != target) return out;
        if (takings_.size() == 1 && (is_attack_on_rooted(target) || is_exchange(target))) {
            out.act = again_.at(target).kind() == Kind::rook ? Act::exchange : Act::protected_piece;
            return out;
        }
        return chase(target);
    }

  private:
    Reading quiet() const {
        const bool takes_pawn = [&] {
            if (is_small(after_.at(move_.to).kind())) return false;
            for (Point p = 0; p < xiangqi::points; ++p)
                if (after_.at(p) == Piece(other_, Kind::pawn) && reaches(after_, move_.to, p) &&
                    !reaches(before_, move_.from, p) && again_.is_legal({move_.to, p}))
                    return true;
            return false;
        }();
        if (takes_pawn) return {Act::pawn_at_home, {}, {}, false};
        return {can_reach(after_, other_, move_.to) ? Act::doubtful : Act::idle, {}, {}, false};
    }

    bool is_attack_on_rooted(Point target) const {
        const Kind kind = again_.at(target).kind();
        const Move capture{move_.to, target};
        return takings_.front() == capture && again_.at(move_.to).kind() == Kind::rook &&
               kind != Kind::rook && kind != Kind::pawn && again_.is_legal(capture) &&
               is_retaken(again_, capture);
    }

    bool is_exchange(Point target) const {
        const Move capture{move_.to, target};
        const Move back{target, move_.to};
        return takings_.front() == capture && again_.at(move_.to).kind() == Kind::rook &&
               again_.at(target).kind() == Kind::rook && again_.is_legal(capture) &&
               after_.is_legal(back) && is_retaken(again_, capture) && is_retaken(after_, back);
    }

    Reading chase(Point target) const {
        const Kind kind = again_.at(target).kind();
        const Kind first = again_.at(takings_.front().from).kind();
        if (kind == Kind::pawn) return {};
        for (const Move m : takings_) {
            if (is_small(again_.at(m.from).kind()) != is_small(first) || !is_free(again_, m))
                return {};
        }
        if (is_small(first)) {
            if (takings_.size() > 1 || takings_.front().from != move_.to) return {};
            return {first == Kind::king ? Act::by_king : Act::by_pawn, target, move_.to, false};
        }
        if (takings_.size() > 1 || is_small(again_.at(move_.to).kind())) return {};
        if (reaches(after_, target, takings_.front().from)) return {}; // it strikes back
        const bool low = kind == Kind::advisor || kind == Kind::elephant;
        return {low ? Act::chase_low : Act::chase, target, takings_.front().from, false};
    }

    Move move_;
    Side side_, other_;
    const Position& before_;
    Position after_, again_; ///< again_: the mover to move once more
    std::vector<Move> takings_;
};

} // namespace

std::size_t count_takings(const Position& position, Side side) {
    return takings(position, side).size();
}

Reading read_plainly(const Position& before, Move move) {
    return Reader(before, move).run();
}

} // namespace jipu::arbiter_campaign
