// SPDX-License-Identifier: Apache-2.0
// The five cases of 000/4.1.1. The first piece touched of each colour binds; where the order cannot
// be told the player may choose among those touched together.
#include "rules/arbiter/touch_move.hpp"

#include <algorithm>

namespace jipu::arbiter {

namespace {

using xiangqi::Move;
using xiangqi::Point;
using xiangqi::Position;

// The pieces of one colour that bind: the first touched, and those whose order to it is unknown.
struct Bound {
    std::vector<TouchedPiece> pieces;
    Instant first;
    bool any() const { return !pieces.empty(); }
};

Bound bound_pieces(const Position& position, std::span<const TouchedPiece> touched, Side side,
                   Duration together) {
    Bound out;
    for (const TouchedPiece& touch : touched) {
        if (!position.at(touch.point).is(side)) continue;
        const bool known = std::any_of(out.pieces.begin(), out.pieces.end(),
                                       [&](const auto& p) { return p.point == touch.point; });
        if (known) continue;
        if (!out.any()) out.first = touch.lifted;
        if (touch.lifted - out.first < together || !out.any()) out.pieces.push_back(touch);
    }
    return out;
}

// Own pieces that must move: those that can; none binds when one touched together cannot be told
// from it but no touched piece can move at all.
std::vector<Point> movable(const Position& position, const Bound& own) {
    std::vector<Point> out;
    for (const TouchedPiece& piece : own.pieces)
        if (position.can_move(piece.point)) out.push_back(piece.point);
    return out;
}

std::vector<Point> capturers(const Position& position, Point victim) {
    std::vector<Point> out;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (position.at(p).is(position.to_move()) && position.is_legal({p, victim}))
            out.push_back(p);
    return out;
}

bool contains(const std::vector<Point>& points, Point p) {
    return std::find(points.begin(), points.end(), p) != points.end();
}

std::optional<TouchVerdict> judge_own_alone(const Position& position, Move move, const Bound& own,
                                            std::string_view article) {
    const std::vector<Point> must = movable(position, own);
    if (must.empty() || contains(must, move.from)) return std::nullopt;
    return TouchVerdict{false, true, {Obligation::Kind::move, must, {}}, article};
}

// The opponent's piece must be taken: by one of `own` if that can be (cases 3, 4, 5), else as the
// order says. `others_before_move`: another piece takes it before the touched one may just move.
std::optional<TouchVerdict> judge_capture(const Position& position, Move move, const Bound& own,
                                          const Bound& other, bool others_before_move,
                                          std::string_view article) {
    Obligation must{Obligation::Kind::capture, {}, {}};
    const auto owe = [&](bool by_own_alone) {
        for (const TouchedPiece& victim : other.pieces) {
            bool can = false;
            for (const Point p : capturers(position, victim.point)) {
                const bool touched =
                    std::any_of(own.pieces.begin(), own.pieces.end(),
                                [&](const TouchedPiece& o) { return o.point == p; });
                if (by_own_alone && !touched) continue;
                can = true;
                if (!contains(must.from, p)) must.from.push_back(p);
            }
            if (can) must.to.push_back(victim.point);
        }
        return !must.to.empty();
    };
    const std::vector<Point> may_move = movable(position, own);
    bool owed = owe(true);
    if (!owed && !others_before_move && !may_move.empty()) {
        if (contains(may_move, move.from)) return std::nullopt;
        return TouchVerdict{false, true, {Obligation::Kind::move, may_move, {}}, article};
    }
    if (!owed) owed = owe(false);
    if (!owed) return judge_own_alone(position, move, own, article);
    if (contains(must.from, move.from) && contains(must.to, move.to)) return std::nullopt;
    const bool certain = std::any_of(other.pieces.begin(), other.pieces.end(),
                                     [](const TouchedPiece& p) { return p.beside_own; });
    return TouchVerdict{true, certain, std::move(must), article};
}

} // namespace

std::optional<TouchVerdict> judge_touch(const Position& position, Move move,
                                        std::span<const TouchedPiece> touched, Duration together,
                                        const RuleBook& book) {
    const Side mover = position.to_move();
    const Bound own = bound_pieces(position, touched, mover, together);
    const Bound other = bound_pieces(position, touched, opponent(mover), together);
    if (!other.any()) {
        if (!own.any()) return std::nullopt;
        return judge_own_alone(position, move, own, book.touch_own);
    }
    if (!own.any()) return judge_capture(position, move, own, other, true, book.touch_other);
    if (own.first + together <= other.first)
        return judge_capture(position, move, own, other, false, book.own_then_other);
    if (other.first + together <= own.first)
        return judge_capture(position, move, own, other, true, book.other_then_own);
    return judge_capture(position, move, own, other, true, book.both_at_once);
}

} // namespace jipu::arbiter
