// SPDX-License-Identifier: Apache-2.0
// Illegal moves of every reason, set on the board, pressed or left standing, taken back, and played
// again with the piece that is obliged or with another. Left out is `own-piece`: a piece set on one
// of its own side looks to the sensors as if that one had been brushed while it stayed in the hand.
#include "tests/bench/arbiter_campaign/illegal.hpp"

namespace jipu::arbiter_campaign {

using Reason = xiangqi::IllegalReason;

std::string illegal_article(const Ply& ply, Reason reason) {
    if (reason == Reason::self_check) return cite(ply, "000/1.2.4", "001/4.1.6");
    if (reason == Reason::facing_generals) return cite(ply, "000/1.2.3", "001/4.1.2");
    return cite(ply, "000/3.6.3(1)", "001/4.1.6");
}

bool stood_before(const std::vector<Position>& history, Position before, Move move) {
    before.play_tolerant(move);
    return std::any_of(history.begin(), history.end(),
                       [&](const Position& old) { return old.same_board(before); });
}

std::optional<Move> wrong_move(const Ply& ply, Random& random, Reason reason, bool same,
                               bool quiet) {
    std::vector<Move> fits;
    for (Point from = 0; from < xiangqi::points; ++from) {
        if (!ply.before.at(from).is(ply.mover()) || (from == ply.move.from) != same) continue;
        for (Point to = 0; to < xiangqi::points; ++to) {
            if (from == to || to == ply.fresh) continue;
            if (quiet && !ply.before.at(to).empty()) continue;
            if (ply.before.why_illegal({from, to}) == reason &&
                !stood_before(*ply.history, ply.before, {from, to}))
                fits.push_back({from, to});
        }
    }
    return any_of(fits, random);
}

namespace {

std::optional<Planted> taken_back(const Ply& ply, Random& random, Reason reason, bool same,
                                  bool pressed) {
    const bool quiet = ply.sensors == Sensors::reed;
    const auto wrong = wrong_move(ply, random, reason, same, quiet);
    if (!wrong) return std::nullopt;
    Expected alert;
    alert.code = "illegal-move";
    alert.side = ply.mover();
    alert.ply = ply.number;
    alert.grade = pressed ? Grade::completed : Grade::observed;
    alert.article = illegal_article(ply, reason);
    alert.reason = xiangqi::reason_name(reason);
    alert.resolved = "restored";
    std::vector<Expected> expected{alert};
    if (!same && movable(ply, wrong->from)) {
        Expected breach;
        breach.code = "touch-move";
        breach.side = ply.mover();
        breach.ply = ply.number;
        breach.grade = Grade::completed;
        breach.article = cite(ply, "000/4.1.3(3)1", "001/5.1");
        breach.must = Must{"move", {wrong->from}, {}};
        expected.push_back(breach);
    }
    const bool takes = !ply.before.at(wrong->to).empty();
    Doing doing(ply, random);
    doing.lift(wrong->from).wait({150, 500});
    if (takes) doing.lift(wrong->to).wait({150, 400});
    doing.put(wrong->to, wrong->from).wait(pressed ? sim::Range{200, 900} : sim::Range{1650, 4000});
    if (pressed) doing.press(ply.mover()).wait({600, 3000});
    doing.lift(wrong->to).wait({150, 500});
    doing.back(wrong->from).wait({150, 500});
    if (takes) doing.back(wrong->to).wait({150, 500});
    return doing.wait({300, 900}).planted(expected);
}

// A piece of the side not to move is moved, left so, and taken back by somebody.
std::optional<Planted> not_your_piece(const Ply& ply, Random& random) {
    Position other = ply.before;
    other.set_to_move(opponent(ply.mover()));
    xiangqi::MoveList legal;
    other.legal_moves(legal);
    std::vector<Move> fits;
    for (const Move move : legal)
        if (move.from != ply.fresh && ply.before.at(move.to).empty() &&
            !stood_before(*ply.history, ply.before, move))
            fits.push_back(move);
    const auto wrong = any_of(fits, random);
    if (!wrong) return std::nullopt;
    Expected alert;
    alert.code = "illegal-move";
    alert.ply = ply.number;
    alert.grade = Grade::observed;
    alert.article = illegal_article(ply, Reason::not_your_piece);
    alert.reason = "not-your-piece";
    alert.resolved = "restored";
    Expected notice;
    notice.code = "out-of-turn";
    notice.ply = ply.number;
    notice.article = cite(ply, "000/4.1.1", "001/5.6");
    return Doing(ply, random)
        .lift(wrong->from)
        .wait({150, 500})
        .put(wrong->to, wrong->from)
        .wait({1650, 3000})
        .lift(wrong->to)
        .wait({150, 500})
        .back(wrong->from)
        .wait({400, 900})
        .planted({alert, notice});
}

} // namespace

void add_illegal(std::vector<Planter>& planters) {
    for (const Reason reason :
         {Reason::geometry, Reason::blocked, Reason::horse_leg, Reason::elephant_eye,
          Reason::cannon_screen, Reason::river, Reason::palace, Reason::retreat, Reason::self_check,
          Reason::facing_generals}) {
        const std::string name = "illegal, " + std::string(xiangqi::reason_name(reason));
        for (const bool same : {true, false})
            planters.push_back({name + (same ? ", replayed" : ", another moved"),
                                [=](const Ply& ply, Random& random) {
                                    const bool pressed = random.chance(sim::one_in(2));
                                    return taken_back(ply, random, reason, same, pressed);
                                }});
    }
    planters.push_back({"illegal, not-your-piece", not_your_piece});
}

} // namespace jipu::arbiter_campaign
