// SPDX-License-Identifier: Apache-2.0
// The five cases of 000/4.1.1 as steps: the first that can be done at all is the duty. Where the
// order of touching cannot be told the player chooses which piece was the first; what any choice
// allows he may do.
#include "rules/arbiter/touch_move.hpp"

#include <algorithm>

namespace jipu::arbiter {

namespace {

using xiangqi::Move;
using xiangqi::Point;
using xiangqi::Position;

template <typename T>
bool contains(const std::vector<T>& all, const T& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

template <typename T>
void add_once(std::vector<T>& all, const T& one) {
    if (!contains(all, one)) all.push_back(one);
}

// The pieces of one colour that bind: the first, and those whose order to it is unknown.
struct Bound {
    std::vector<TouchedPiece> pieces;
    Instant first;    ///< of these
    Instant earliest; ///< of all that were touched
    bool any() const { return !pieces.empty(); }
};

std::vector<Move> moves_of(const Position& position, Point from) {
    std::vector<Move> out;
    for (Point to = 0; to < xiangqi::points; ++to)
        if (position.is_legal({from, to})) out.push_back({from, to});
    return out;
}

std::vector<Move> captures_of(const Position& position, Point victim) {
    std::vector<Move> out;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (position.at(p).is(position.to_move()) && position.is_legal({p, victim}))
            out.push_back({p, victim});
    return out;
}

// Of own pieces the first touched binds, and leaves the player free where it cannot move
// (000/4.1.1(1)); of the opponent's the first that can be taken: he is free only where none can be
// (000/4.1.1(2)). Who may choose may not choose to be free.
Bound bound_pieces(const Position& position, std::span<const TouchedPiece> touched, Side side,
                   Duration together) {
    const auto possible = [&](const TouchedPiece& touch) {
        return side == position.to_move() ? position.can_move(touch.point)
                                          : !captures_of(position, touch.point).empty();
    };
    std::vector<TouchedPiece> all;
    for (const TouchedPiece& touch : touched) {
        const bool known = std::any_of(all.begin(), all.end(),
                                       [&](const auto& p) { return p.point == touch.point; });
        if (position.at(touch.point).is(side) && !known) all.push_back(touch);
    }
    Bound out;
    if (!all.empty()) out.earliest = all.front().lifted;
    const auto keep_possible = [&](std::vector<TouchedPiece>& pieces) {
        if (std::any_of(pieces.begin(), pieces.end(), possible))
            std::erase_if(pieces, [&](const TouchedPiece& touch) { return !possible(touch); });
    };
    if (side != position.to_move()) keep_possible(all);
    for (const TouchedPiece& touch : all) {
        if (!out.any()) out.first = touch.lifted;
        if (!out.any() || touch.lifted - out.first < together) out.pieces.push_back(touch);
    }
    keep_possible(out.pieces);
    return out;
}

enum class Case : std::uint8_t { own, other, own_then_other, other_then_own, both };

struct Choice {
    std::vector<Move> may;
    bool captures = false;
};

// The first step that can be done, of the case's order (000/4.1.1(1)-(5)).
Choice first_step(const Position& position, Case which, const TouchedPiece* own,
                  const TouchedPiece* victim) {
    std::vector<Move> all_captures;
    if (victim != nullptr) all_captures = captures_of(position, victim->point);
    const std::vector<Move> moves = own ? moves_of(position, own->point) : std::vector<Move>();
    if (which == Case::own) return {moves, false};
    if (which == Case::other) return {all_captures, true};
    const Move taking{own->point, victim->point};
    if (contains(all_captures, taking)) return {{taking}, true};
    if (which == Case::own_then_other && !moves.empty()) return {moves, false};
    if (!all_captures.empty()) return {all_captures, true};
    return {moves, false};
}

// Adds what one choice allows to the duty: it is left open between choices.
void allow(TouchDuty& duty, const Choice& choice) {
    if (choice.may.empty()) return;
    using Kind = Obligation::Kind;
    const Kind kind = choice.captures ? Kind::capture : Kind::move;
    if (duty.may.empty())
        duty.must.kind = kind;
    else if (duty.must.kind != kind)
        duty.must.kind = Kind::capture_or_move;
    for (const Move move : choice.may) {
        add_once(duty.may, move);
        add_once(duty.must.from, move.from);
        add_once(choice.captures ? duty.must.taking : duty.must.moving, move.from);
        if (choice.captures) add_once(duty.must.to, move.to);
    }
}

Case case_of(const Bound& own, const Bound& other, Duration together) {
    if (!other.any()) return Case::own;
    if (!own.any()) return Case::other;
    if (own.first + together <= other.first) return Case::own_then_other;
    if (other.first + together <= own.first) return Case::other_then_own;
    return Case::both;
}

// Where the first own piece cannot move, and another was touched after the opponent's, both cases
// come to the same; the order of touching names it.
std::string_view article_of(Case which, const Bound& own, const Bound& other, Duration together,
                            const RuleBook& book) {
    switch (which) {
    case Case::own:
        return own.pieces.front().retaken ? book.retake : book.touch_own;
    case Case::other:
        return book.touch_other;
    case Case::own_then_other:
        return book.own_then_other;
    case Case::other_then_own:
        return own.earliest + together <= other.first ? book.own_then_other : book.other_then_own;
    case Case::both:
        break;
    }
    return book.both_at_once;
}

void add_all(std::vector<Point>& to, const std::vector<Point>& points) {
    for (const Point p : points)
        add_once(to, p);
}

// What is certain whoever touched: both duties were broken, and he may pay either.
TouchDuty either(TouchDuty a, const TouchDuty& b) {
    using Kind = Obligation::Kind;
    if (a.must == b.must) return a;
    Obligation& must = a.must;
    if (must.kind != b.must.kind) {
        for (const Obligation& one : {Obligation(must), b.must}) {
            if (one.kind == Kind::move) add_all(must.moving, one.from);
            if (one.kind == Kind::capture) add_all(must.taking, one.from);
        }
        must.kind = Kind::capture_or_move;
    }
    add_all(must.from, b.must.from);
    add_all(must.to, b.must.to);
    add_all(must.moving, b.must.moving);
    add_all(must.taking, b.must.taking);
    return a;
}

TouchVerdict verdict(const TouchDuty& duty, Hand hand) {
    return {duty.must.kind == Obligation::Kind::capture, hand, duty.must, duty.article};
}

} // namespace

bool TouchDuty::paid_by(Move move) const {
    return free() || contains(may, move);
}

TouchDuty touch_duty(const Position& position, std::span<const TouchedPiece> touched,
                     Duration together, const RuleBook& book) {
    const Side mover = position.to_move();
    const Bound own = bound_pieces(position, touched, mover, together);
    const Bound other = bound_pieces(position, touched, opponent(mover), together);
    TouchDuty duty;
    if (!own.any() && !other.any()) return duty;
    const Case which = case_of(own, other, together);
    duty.article = article_of(which, own, other, together, book);
    const std::size_t owns = std::max<std::size_t>(own.pieces.size(), 1);
    const std::size_t others = std::max<std::size_t>(other.pieces.size(), 1);
    for (std::size_t i = 0; i < owns; ++i)
        for (std::size_t j = 0; j < others; ++j)
            allow(duty, first_step(position, which, own.any() ? &own.pieces[i] : nullptr,
                                   other.any() ? &other.pieces[j] : nullptr));
    if (duty.must.kind != Obligation::Kind::capture_or_move)
        duty.must.moving = duty.must.taking = {};
    return duty;
}

std::optional<TouchVerdict> judge_touch(const Position& position, Move move,
                                        std::span<const TouchedPiece> touched, Duration together,
                                        const RuleBook& book) {
    const auto duty_of = [&](Hand most) {
        std::vector<TouchedPiece> counted;
        for (const TouchedPiece& touch : touched)
            if (touch.hand <= most) counted.push_back(touch);
        return touch_duty(position, counted, together, book);
    };
    const TouchDuty certain = duty_of(Hand::mover);
    const TouchDuty likely = duty_of(Hand::unknown);
    if (!likely.paid_by(move)) {
        if (certain.paid_by(move)) return verdict(likely, Hand::unknown);
        return verdict(either(likely, certain), Hand::mover);
    }
    // If the doubtful piece was touched by the mover he has paid; nobody is accused.
    if (!certain.paid_by(move)) return std::nullopt;
    const TouchDuty all = duty_of(Hand::accident);
    if (all.paid_by(move)) return std::nullopt;
    return verdict(all, Hand::accident);
}

std::vector<TouchFoul> touch_fouls(const Position& position, std::span<const TouchedPiece> touched,
                                   const RuleBook& book) {
    std::vector<TouchFoul> out;
    for (const TouchedPiece& touch : touched) {
        const bool own = position.at(touch.point).is(position.to_move());
        const std::string_view article = own ? book.touch_unmovable : book.touch_untakable;
        if (article.empty() || touch.retaken || touch.hand == Hand::accident) continue;
        if (position.at(touch.point).empty()) continue;
        if (own ? position.can_move(touch.point) : !captures_of(position, touch.point).empty())
            continue;
        if (std::none_of(out.begin(), out.end(),
                         [&](const TouchFoul& foul) { return foul.point == touch.point; }))
            out.push_back({touch.point, touch.hand, article});
    }
    return out;
}

} // namespace jipu::arbiter
