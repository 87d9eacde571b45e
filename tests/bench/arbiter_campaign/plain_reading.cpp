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

bool can_mate(const Position& position, Side side) {
    const Position own = turned(position, side);
    return any_move(own, [&](Move m) { return played(own, m).is_mate(); });
}

/// Rook; horse, cannon; what defends; all else.
int class_of(Kind kind) {
    if (kind == Kind::rook) return 3;
    if (kind == Kind::horse || kind == Kind::cannon) return 2;
    return kind == Kind::advisor || kind == Kind::elephant ? 1 : 0;
}

/// Once the piece on this point is lost, has the side neither a check nor anything that the other
/// side does not cover, or that is as dear as what takes it?
bool nothing_follows(const Position& position, Point lost) {
    const Side side = position.to_move();
    if (can_reach(position, side, lost)) return false;
    for (const Move m : takings(position, side)) {
        if (!position.is_legal(m)) continue;
        if (class_of(position.at(m.from).kind()) <= class_of(position.at(m.to).kind()) ||
            !can_reach(played(position, m), opponent(side), m.to))
            return false;
    }
    return !any_move(position,
                     [&](Move m) { return played(position, m).in_check(opponent(side)); });
}

/// The side to move would give a dearer piece for a cheaper one: it is retaken at once by something
/// other than a cannon, and nothing more of the side bears on that point.
bool is_bad(const Position& position, Move capture) {
    if (!position.is_legal(capture)) return true;
    if (class_of(position.at(capture.from).kind()) <= class_of(position.at(capture.to).kind()))
        return false;
    const Position after = played(position, capture);
    if (after.in_check(after.to_move())) return false;
    return any_move(after, [&](Move m) {
        return m.to == capture.to && after.at(m.from).kind() != Kind::cannon &&
               nothing_follows(played(after, m), m.to);
    });
}

/// The piece that gives check is taken for nothing, and no other check remains.
bool is_bad_check(const Position& after, Move move) {
    const Side side = opponent(after.to_move());
    return any_move(
        after, [&](Move m) { return m.to == move.to && !can_reach(played(after, m), side, m.to); });
}

/// Whatever the side could take or check with would only cost it.
bool is_harmless(const Position& position, Side side) {
    const Position own = turned(position, side);
    for (const Move m : takings(own, side))
        if (!is_bad(own, m)) return false;
    return !any_move(own, [&](Move m) {
        const Position after = played(own, m);
        return after.in_check(opponent(side)) && (own.at(m.to) || !is_bad_check(after, m));
    });
}

/// Nothing can retake, and nothing else comes of it for the other side.
bool is_free(const Position& position, Move capture) {
    const Side other = opponent(position.to_move());
    const Position after = played(position, capture);
    return position.is_legal(capture) && !after.in_check(other) &&
           !can_reach(after, other, capture.to) && is_harmless(after, other);
}

class Reader {
  public:
    Reader(const Position& before, Move move)
        : move_(move), side_(before.to_move()), other_(opponent(side_)), before_(before),
          after_(played(before, move)), again_(turned(after_, side_)) {}

    Reading run() {
        if (after_.in_check(other_)) return {Act::check, {}, {}, takings(again_, side_).empty()};
        if (before_.in_check(side_) && !is_harmless(again_, side_)) return {}; // whose doing is it?
        std::vector<Move> free;
        for (const Move m : takings(again_, side_)) {
            if (is_bad(again_, m)) continue;
            if (!free.empty() && free.front().to != m.to) return {};
            free.push_back(m);
        }
        if (free.empty() && is_harmless(again_, side_)) return quiet();
        if (before_.in_check(side_) || !is_harmless(before_, side_)) return {};
        if (free.empty()) return {can_mate(again_, side_) ? Act::mates : Act::doubtful, {}, {}, {}};
        if (has_other_checks(free.front().to)) return {};
        if (is_exchange(free)) return {Act::exchange, {}, {}, {}};
        return chase(free);
    }

  private:
    /// Checks that are not bad, by moves other than captures there.
    bool has_other_checks(Point target) const {
        return any_move(again_, [&](Move m) {
            if (m.to == target) return false;
            const Position after = played(again_, m);
            return after.in_check(other_) && (again_.at(m.to) || !is_bad_check(after, m));
        });
    }

    /// Does the moved piece reach this point now, and did not before?
    bool comes_to_attack(Point at) const {
        return reaches(after_, move_.to, at) && !reaches(before_, move_.from, at) &&
               again_.is_legal({move_.to, at});
    }

    Reading quiet() const {
        if (can_reach(after_, other_, move_.to)) return {};
        bool pawn = false, rooted = false;
        for (Point p = 0; p < xiangqi::points; ++p) {
            const Piece piece = after_.at(p);
            if (!piece.is(other_) || is_small(after_.at(move_.to).kind()) || !comes_to_attack(p))
                continue;
            pawn = pawn || (piece.kind() == Kind::pawn && !of_worth(piece, p));
            rooted = rooted || of_worth(piece, p);
        }
        const Act act = rooted ? Act::protected_piece : pawn ? Act::pawn_at_home : Act::idle;
        return {act, {}, {}, false};
    }

    bool is_exchange(const std::vector<Move>& free) const {
        const Move capture = free.front();
        const Move back{capture.to, capture.from};
        const auto retaken = [](const Position& position, Move m) {
            const Position after = played(position, m);
            return any_move(after, [&](Move answer) {
                return answer.to == m.to && after.at(answer.from).kind() != Kind::cannon &&
                       is_harmless(played(after, answer), position.to_move());
            });
        };
        return free.size() == 1 && capture.from == move_.to &&
               class_of(again_.at(capture.from).kind()) > 1 &&
               again_.at(capture.from).kind() == again_.at(capture.to).kind() &&
               after_.is_legal(back) && retaken(again_, capture) && retaken(after_, back);
    }

    Reading chase(const std::vector<Move>& free) const {
        const Move capture = free.front();
        const Kind kind = again_.at(capture.to).kind();
        const Kind by = again_.at(capture.from).kind();
        if (free.size() > 1 || kind == Kind::pawn) return {};
        if (is_small(by)) { // whatever comes of it
            if (capture.from != move_.to) return {};
            return {by == Kind::king ? Act::by_king : Act::by_pawn, {}, {}, false};
        }
        if (!is_free(again_, capture)) return {};
        if (reaches(after_, capture.to, capture.from)) return {}; // it strikes back
        if (is_small(again_.at(move_.to).kind())) return {};
        const bool low = class_of(kind) == 1;
        return {low ? Act::chase_low : Act::chase, capture.to, capture.from, false};
    }

    Move move_;
    Side side_, other_;
    const Position& before_;
    Position after_, again_; ///< again_: the mover to move once more
};

} // namespace

bool is_calm(const Position& position) {
    return !position.in_check(position.to_move()) && is_harmless(position, position.to_move());
}

Reading read_plainly(const Position& before, Move move) {
    return Reader(before, move).run();
}

} // namespace jipu::arbiter_campaign
