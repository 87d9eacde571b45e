// SPDX-License-Identifier: Apache-2.0
// Touching: the five cases of 000/4.1.1 (001/5.1-5.5), each with what pays and what breaks it; the
// association's fouls; adjusting said before, too late, or by accident; the opponent's turn.
#include "tests/bench/arbiter_campaign/sayings.hpp"

namespace jipu::arbiter_campaign {

namespace {

/// What the books say must be done; `kind` empty: free.
struct Owed {
    std::string kind;
    std::vector<PointIndex> from, to;
};

const Owed free_choice{};

Owed move_it(Point own) {
    return {"move", {own}, {}};
}
Owed take_with(Point own, Point victim) {
    return {"capture", {own}, {victim}};
}
Owed take_with_any(const Ply& ply, Point victim) {
    if (takers(ply, victim).empty()) return free_choice;
    return {"capture", takers(ply, victim), {victim}};
}

// (3): the one takes the other, else it moves, else another takes, else free.
Owed own_first(const Ply& ply, Point own, Point victim) {
    if (can_take(ply, own, victim)) return take_with(own, victim);
    if (movable(ply, own)) return move_it(own);
    return take_with_any(ply, victim);
}

// (4), (5): the own one takes it, else another does, else the own one moves, else free.
Owed other_first(const Ply& ply, Point own, Point victim) {
    if (can_take(ply, own, victim)) return take_with(own, victim);
    if (!takers(ply, victim).empty()) return take_with_any(ply, victim);
    if (movable(ply, own)) return move_it(own);
    return free_choice;
}

bool paid(const Ply& ply, const Owed& owed) {
    if (owed.kind.empty()) return true;
    const bool piece = has(owed.from, PointIndex{ply.move.from});
    if (owed.kind == "move") return piece;
    return piece && has(owed.to, PointIndex{ply.move.to});
}

enum class Whose { mover, nobody_knows, accident };

// The alert for what was owed, if the game's move does not pay it.
std::vector<Expected> breach(const Ply& ply, const Owed& owed, const std::string& article,
                             Whose whose) {
    if (paid(ply, owed)) return {};
    Expected alert;
    alert.code = owed.kind == "capture" ? "touch-capture" : "touch-move";
    alert.ply = ply.number;
    alert.article = article;
    alert.must = Must{owed.kind, owed.from, owed.to};
    if (whose == Whose::mover) {
        alert.side = ply.mover();
        alert.grade = Grade::completed;
    }
    if (whose == Whose::accident) alert.reason = "accident";
    return {alert};
}

// The association's fouls for each touched piece.
void add_fouls(const Ply& ply, const std::vector<Point>& touched, bool hand_known,
               std::vector<Expected>& expected) {
    if (!ply.association) return;
    for (const Point p : touched) {
        const bool own = ply.before.at(p).is(ply.mover());
        if (own ? movable(ply, p) : !takers(ply, p).empty()) continue;
        Expected alert;
        alert.code = "touch-foul";
        alert.ply = ply.number;
        alert.article = own ? "001/9.1.5" : "001/9.1.6";
        if (own || hand_known) {
            alert.side = ply.mover();
            alert.grade = Grade::completed;
        }
        expected.push_back(alert);
    }
}

std::optional<Point> own_piece(const Ply& ply, Random& random, bool with_the_mover = true) {
    return any_of(
        points_of(ply, ply.mover(), [&](Point p) { return with_the_mover || p != ply.move.from; }),
        random);
}
// Rather one about which the book says something: half of the time one that can be taken.
std::optional<Point> enemy_piece(const Ply& ply, Random& random) {
    const auto all = points_of(ply, opponent(ply.mover()), [](Point) { return true; });
    const auto takable =
        points_of(ply, opponent(ply.mover()), [&](Point p) { return !takers(ply, p).empty(); });
    return any_of(!takable.empty() && random.chance(sim::one_in(2)) ? takable : all, random);
}

std::optional<Planted> own_one(const Ply& ply, Random& random) {
    const auto own = own_piece(ply, random);
    if (!own) return std::nullopt;
    const Owed owed = movable(ply, *own) ? move_it(*own) : free_choice;
    auto expected = breach(ply, owed, cite(ply, "000/4.1.1(1)", "001/5.1"), Whose::mover);
    add_fouls(ply, {*own}, true, expected);
    return Doing(ply, random).touch(*own).planted(expected);
}

std::optional<Planted> own_two(const Ply& ply, Random& random, bool tied) {
    const auto first = own_piece(ply, random);
    const auto second = own_piece(ply, random);
    if (!first || *first == *second) return std::nullopt;
    Owed owed = free_choice;
    if (movable(ply, *first)) owed = move_it(*first);
    if (tied && movable(ply, *second)) {
        owed.kind = "move";
        owed.from.push_back(*second);
    }
    auto expected = breach(ply, owed, cite(ply, "000/4.1.1(1)", "001/5.1"), Whose::mover);
    add_fouls(ply, {*first, *second}, true, expected);
    return Doing(ply, random)
        .lift(*first)
        .wait(tied ? tied_ms : apart_ms)
        .lift(*second)
        .wait(long_ms)
        .back(*second)
        .wait(apart_ms)
        .back(*first)
        .planted(expected);
}

// Whose hand touched it nobody knows; the piece that then moves is touched after it: (4).
std::optional<Planted> other_one(const Ply& ply, Random& random) {
    const auto victim = enemy_piece(ply, random);
    if (!victim) return std::nullopt;
    auto expected = breach(ply, other_first(ply, ply.move.from, *victim),
                           cite(ply, "000/4.1.1(4)", "001/5.4"), Whose::nobody_knows);
    add_fouls(ply, {*victim}, false, expected);
    return Doing(ply, random).touch(*victim).planted(expected);
}

// Two enemy pieces, by whomever; worth a notice by itself, for it may have been their owner.
std::optional<Planted> other_two(const Ply& ply, Random& random, bool tied) {
    const auto first = enemy_piece(ply, random);
    const auto second = enemy_piece(ply, random);
    if (!first || *first == *second) return std::nullopt;
    const bool one = !takers(ply, *first).empty();
    const bool two = !takers(ply, *second).empty();
    Owed owed = other_first(ply, ply.move.from, !one && two ? *second : *first);
    if (tied && one && two) { // one of them must be taken, whichever
        const Owed other = other_first(ply, ply.move.from, *second);
        for (const PointIndex p : other.from)
            if (!has(owed.from, p)) owed.from.push_back(p);
        owed.to.push_back(*second);
    }
    auto expected = breach(ply, owed, cite(ply, "000/4.1.1(4)", "001/5.4"), Whose::nobody_knows);
    add_fouls(ply, {*first, *second}, false, expected);
    Expected notice;
    notice.code = "out-of-turn";
    notice.ply = ply.number;
    notice.article = cite(ply, "000/4.1.1", "001/5.6");
    expected.push_back(notice);
    Doing doing(ply, random);
    if (tied)
        doing.lift(*first)
            .wait(tied_ms)
            .lift(*second)
            .wait(long_ms)
            .back(*second)
            .wait(apart_ms)
            .back(*first)
            .wait({400, 900}); // out of turn is told of a board that is still
    else
        doing.touch(*first).touch(*second);
    return doing.planted(expected);
}

std::optional<Planted> taken_after_all(const Ply& ply, Random& random) {
    if (!ply.facts->captures || ply.move.to == ply.fresh) return std::nullopt;
    return Doing(ply, random).touch(ply.move.to).planted({});
}

// An enemy piece beside an own one in the hand: so it was the mover's.
std::optional<Planted> own_and_other(const Ply& ply, Random& random, sim::Range apart,
                                     bool own_begins, const char* state, const char* association) {
    const auto own = own_piece(ply, random);
    const auto victim = enemy_piece(ply, random);
    if (!own || !victim) return std::nullopt;
    const Owed owed = own_begins && apart.min >= apart_ms.min ? own_first(ply, *own, *victim)
                                                              : other_first(ply, *own, *victim);
    auto expected = breach(ply, owed, cite(ply, state, association), Whose::mover);
    add_fouls(ply,
              own_begins ? std::vector<Point>{*own, *victim} : std::vector<Point>{*victim, *own},
              true, expected);
    return Doing(ply, random)
        .lift(own_begins ? *own : *victim)
        .wait(apart)
        .lift(own_begins ? *victim : *own)
        .wait(long_ms)
        .back(*victim)
        .wait(apart_ms)
        .back(*own)
        .planted(expected);
}

// One after the other, each put back before: the own piece was his, the other anybody's.
std::optional<Planted> own_then_other_apart(const Ply& ply, Random& random) {
    const auto own = own_piece(ply, random);
    const auto victim = enemy_piece(ply, random);
    if (!own || !victim) return std::nullopt;
    const Owed if_his = own_first(ply, *own, *victim);
    const Owed if_not = movable(ply, *own) ? move_it(*own) : free_choice;
    std::vector<Expected> expected;
    const std::string article = cite(ply, "000/4.1.1(3)", "001/5.3");
    if (!paid(ply, if_his) && !paid(ply, if_not) && if_his.kind == "capture")
        expected = breach(ply, {"capture-or-move", if_his.from, if_his.to}, article, Whose::mover);
    else if (!paid(ply, if_his))
        expected =
            breach(ply, if_his, article, paid(ply, if_not) ? Whose::nobody_knows : Whose::mover);
    add_fouls(ply, {*own}, true, expected);
    add_fouls(ply, {*victim}, false, expected);
    return Doing(ply, random).touch(*own).touch(*victim).planted(expected);
}

// Which of two own pieces was first is unknown; one is put back, the other is in the hand when an
// enemy piece is lifted. He may choose: take with the one that can, or move the one that cannot.
std::optional<Planted> two_own_then_other(const Ply& ply, Random& random) {
    const auto mover_side = ply.mover();
    const auto victim = enemy_piece(ply, random);
    if (!victim) return std::nullopt;
    const auto one = any_of(
        points_of(ply, mover_side, [&](Point p) { return can_take(ply, p, *victim); }), random);
    const auto two =
        any_of(points_of(ply, mover_side,
                         [&](Point p) { return movable(ply, p) && !can_take(ply, p, *victim); }),
               random);
    if (!one || !two) return std::nullopt;
    const Move move = ply.move;
    std::vector<Expected> expected;
    if (move != Move{*one, *victim} && move.from != *two) {
        const Owed owed{"capture-or-move", {*one, *two}, {*victim}};
        Expected alert;
        alert.code = "touch-move";
        alert.side = mover_side;
        alert.ply = ply.number;
        alert.grade = Grade::completed;
        alert.article = cite(ply, "000/4.1.1(3)", "001/5.3");
        alert.must = Must{owed.kind, owed.from, owed.to};
        expected.push_back(alert);
    }
    return Doing(ply, random)
        .lift(*one)
        .wait(tied_ms)
        .lift(*two)
        .wait(long_ms)
        .back(*two)
        .wait(apart_ms)
        .lift(*victim)
        .wait(long_ms)
        .back(*victim)
        .wait(apart_ms)
        .back(*one)
        .planted(expected);
}

// A brush obliges nobody, whosever piece it is (001/5.6: 明显误碰).
std::optional<Planted> brushed(const Ply& ply, Random& random) {
    const auto own = own_piece(ply, random);
    if (!own) return std::nullopt;
    return Doing(ply, random).lift(*own).wait({40, 380}).back(*own).planted({});
}

std::optional<Planted> adjusting_said(const Ply& ply, Random& random) {
    const auto own = own_piece(ply, random);
    const auto other = enemy_piece(ply, random);
    if (!own || !other) return std::nullopt;
    return Doing(ply, random)
        .say(said_by("adjust", ply.mover()))
        .wait(apart_ms)
        .touch(*own)
        .touch(*other)
        .planted({});
}

// Said with the piece in the hand already, or by who is not to move: it is a touch all the same.
std::optional<Planted> adjusting_said_wrongly(const Ply& ply, Random& random, bool by_other) {
    const auto own = own_piece(ply, random);
    if (!own) return std::nullopt;
    const Owed owed = movable(ply, *own) ? move_it(*own) : free_choice;
    auto expected = breach(ply, owed, cite(ply, "000/4.1.1(1)", "001/5.1"), Whose::mover);
    add_fouls(ply, {*own}, true, expected);
    Doing doing(ply, random);
    if (by_other)
        doing.say(said_by("adjust", opponent(ply.mover())))
            .told("command.refused adjust")
            .wait(apart_ms)
            .touch(*own);
    else
        doing.lift(*own)
            .wait(apart_ms)
            .say(said_by("adjust", ply.mover()))
            .wait(long_ms)
            .back(*own);
    return doing.planted(expected);
}

std::optional<Planted> accident(const Ply& ply, Random& random) {
    std::vector<Point> own = points_of(ply, ply.mover(), [](Point) { return true; });
    if (own.size() < 3) return std::nullopt;
    std::vector<Point> three;
    for (int i = 0; i < 3; ++i) {
        const std::size_t k = random.index(own.size());
        three.push_back(own[k]);
        own.erase(own.begin() + static_cast<std::ptrdiff_t>(k));
    }
    const Owed owed = movable(ply, three[0]) ? move_it(three[0]) : free_choice;
    Doing doing(ply, random);
    for (const Point p : three)
        doing.lift(p).wait({120, 200});
    doing.wait(long_ms);
    for (const Point p : three)
        doing.back(p).wait({120, 200});
    return doing.planted(breach(ply, owed, cite(ply, "000/4.1.1(1)", "001/5.1"), Whose::accident));
}

// Two pieces of the side not to move, one after the other.
std::optional<Planted> out_of_turn(const Ply& ply, Random& random) {
    const auto none =
        points_of(ply, opponent(ply.mover()), [&](Point p) { return takers(ply, p).empty(); });
    const auto first = any_of(none, random);
    const auto second = any_of(none, random);
    if (!first || *first == *second) return std::nullopt;
    Expected alert;
    alert.code = "out-of-turn";
    alert.ply = ply.number;
    alert.article = cite(ply, "000/4.1.1", "001/5.6");
    std::vector<Expected> expected{alert};
    add_fouls(ply, {*first, *second}, false, expected);
    return Doing(ply, random).touch(*first).touch(*second).planted(expected);
}

} // namespace

void add_touching(std::vector<Planter>& planters) {
    const auto both = [](sim::Range apart, bool own_begins, const char* a, const char* b) {
        return [=](const Ply& ply, Random& random) {
            return own_and_other(ply, random, apart, own_begins, a, b);
        };
    };
    planters.push_back({"own piece", own_one});
    planters.push_back({"two own pieces, in order", [](const Ply& ply, Random& random) {
                            return own_two(ply, random, false);
                        }});
    planters.push_back({"two own pieces, no order",
                        [](const Ply& ply, Random& random) { return own_two(ply, random, true); }});
    planters.push_back({"enemy piece", other_one});
    planters.push_back({"two enemy pieces, in order", [](const Ply& ply, Random& random) {
                            return other_two(ply, random, false);
                        }});
    planters.push_back({"two enemy pieces, no order", [](const Ply& ply, Random& random) {
                            return other_two(ply, random, true);
                        }});
    planters.push_back({"enemy piece, then taken", taken_after_all});
    planters.push_back({"own, then enemy piece", both(apart_ms, true, "000/4.1.1(3)", "001/5.3")});
    planters.push_back({"own, back, then enemy piece", own_then_other_apart});
    planters.push_back({"enemy, then own piece", both(apart_ms, false, "000/4.1.1(4)", "001/5.4")});
    planters.push_back({"own and enemy at once", both(tied_ms, true, "000/4.1.1(5)", "001/5.5")});
    planters.push_back({"enemy and own at once", both(tied_ms, false, "000/4.1.1(5)", "001/5.5")});
    planters.push_back({"two own, then enemy piece", two_own_then_other});
    planters.push_back({"brush", brushed});
    planters.push_back({"adjusting said", adjusting_said});
    planters.push_back({"adjusting said too late", [](const Ply& ply, Random& random) {
                            return adjusting_said_wrongly(ply, random, false);
                        }});
    planters.push_back({"adjusting said by the other", [](const Ply& ply, Random& random) {
                            return adjusting_said_wrongly(ply, random, true);
                        }});
    planters.push_back({"several at once", accident});
    planters.push_back({"the opponent's pieces", out_of_turn});
}

} // namespace jipu::arbiter_campaign
