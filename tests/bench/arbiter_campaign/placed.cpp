// SPDX-License-Identifier: Apache-2.0
// Placed pieces (000/4.1.2, 001/5.7): moved on, put back and another moved, placed again where it
// had been, or only slipped from the hand.
#include "rules/xiangqi/movement.hpp"
#include "tests/bench/arbiter_campaign/deeds.hpp"

namespace jipu::arbiter_campaign {

namespace {

constexpr sim::Range placed_ms{1100, 3000};
constexpr sim::Range slip_ms{300, 900};

Expected placed_alert(const Ply& ply, Move placed, Grade grade) {
    Expected alert;
    alert.code = "placed-piece";
    alert.side = ply.mover();
    alert.ply = ply.number;
    alert.grade = grade;
    alert.article = cite(ply, "000/4.1.2", "001/5.7");
    alert.must = Must{"move", {placed.from}, {placed.to}};
    return alert;
}

// Where a hand's way leads: a straight piece's line, else the ends alone.
bool on_or_near(Move move, Point p, int within) {
    const int df = xiangqi::file_of(move.to) - xiangqi::file_of(move.from);
    const int dr = xiangqi::rank_of(move.to) - xiangqi::rank_of(move.from);
    const bool straight = df == 0 || dr == 0;
    const int steps = std::max(std::abs(df), std::abs(dr));
    for (int i = 0; i <= steps; ++i) {
        if (!straight && i != 0 && i != steps) continue;
        const int file = xiangqi::file_of(move.from) + (i == steps ? df : df / steps * i);
        const int rank = xiangqi::rank_of(move.from) + (i == steps ? dr : dr / steps * i);
        if (std::abs(xiangqi::file_of(p) - file) <= within &&
            std::abs(xiangqi::rank_of(p) - rank) <= within)
            return true;
    }
    return false;
}

// On a reed board a piece that rests and goes on to a capture may be read as two plies.
bool readable(const Ply& ply) {
    return ply.sensors == Sensors::hall || !ply.facts->captures;
}

std::optional<Planted> moved_on(const Ply& ply, Random& random) {
    const auto rest = any_of(ply.facts->quiet_targets, random);
    if (!rest || !readable(ply)) return std::nullopt;
    Planted out = Doing(ply, random)
                      .lift(ply.move.from)
                      .wait({150, 900})
                      .put(static_cast<Point>(*rest), ply.move.from)
                      .wait(placed_ms)
                      .planted({placed_alert(ply, {ply.move.from, static_cast<Point>(*rest)},
                                             Grade::completed)});
    out.carried = *rest;
    return out;
}

std::optional<Planted> slipped(const Ply& ply, Random& random, bool beside) {
    // Before a capture the other hand may take the victim first, and the rest grow longer.
    if (ply.facts->captures) return std::nullopt;
    std::vector<PointIndex> fits;
    for (const PointIndex p : ply.facts->quiet_targets) {
        const auto point = static_cast<Point>(p);
        const bool near = on_or_near(ply.move, point, 1) && !on_or_near(ply.move, point, 0);
        if (near == beside) fits.push_back(p);
    }
    const auto rest = any_of(fits, random);
    if (!rest) return std::nullopt;
    std::vector<Expected> expected;
    if (beside)
        expected = {placed_alert(ply, {ply.move.from, static_cast<Point>(*rest)}, Grade::notice)};
    Planted out = Doing(ply, random)
                      .lift(ply.move.from)
                      .wait({150, 600})
                      .put(static_cast<Point>(*rest), ply.move.from)
                      .wait(slip_ms)
                      .planted(expected);
    out.carried = *rest;
    return out;
}

// A piece put down on another legal point and back; `again`: it is the one that then moves there.
std::optional<Planted> put_back(const Ply& ply, Random& random, bool again, sim::Range rest_ms) {
    Move placed = ply.move;
    if (again) {
        if (ply.facts->captures) return std::nullopt;
    } else {
        xiangqi::MoveList legal;
        ply.before.legal_moves(legal);
        std::vector<Move> others;
        for (const Move move : legal)
            if (move.from != ply.move.from && ply.before.at(move.to).empty())
                others.push_back(move);
        const auto other = any_of(others, random);
        if (!other) return std::nullopt;
        placed = *other;
    }
    Doing doing(ply, random);
    doing.lift(placed.from).wait({150, 900}).put(placed.to, placed.from).wait(rest_ms);
    doing.lift(placed.to).wait({150, 900}).back(placed.from).wait({400, 900});
    const bool for_good = rest_ms.min >= placed_ms.min;
    std::vector<Expected> expected;
    if (for_good) {
        expected = {placed_alert(ply, placed, again ? Grade::observed : Grade::completed)};
        if (again) expected[0].resolved = "restored";
    } else if (!again) {
        Expected alert;
        alert.code = "touch-move";
        alert.side = ply.mover();
        alert.ply = ply.number;
        alert.grade = Grade::completed;
        alert.article = cite(ply, "000/4.1.1(1)", "001/5.1");
        alert.must = Must{"move", {placed.from}, {}};
        expected = {alert};
    }
    return doing.planted(expected);
}

} // namespace

void add_placed(std::vector<Planter>& planters) {
    planters.push_back({"placed, moved on", moved_on});
    planters.push_back({"slipped beside the way",
                        [](const Ply& ply, Random& random) { return slipped(ply, random, true); }});
    planters.push_back({"short rest elsewhere", [](const Ply& ply, Random& random) {
                            return slipped(ply, random, false);
                        }});
    planters.push_back({"placed, another moved", [](const Ply& ply, Random& random) {
                            return put_back(ply, random, false, placed_ms);
                        }});
    planters.push_back({"placed, back, placed again", [](const Ply& ply, Random& random) {
                            return put_back(ply, random, true, placed_ms);
                        }});
    planters.push_back({"short rest, another moved", [](const Ply& ply, Random& random) {
                            return put_back(ply, random, false, slip_ms);
                        }});
}

} // namespace jipu::arbiter_campaign
