// SPDX-License-Identifier: Apache-2.0
// A search of captures, checks and answers to checks that asks at each node only whether the goal
// is reached, so that it ends at the first line that decides (1999 art. 25.3, 29).
#include "rules/xiangqi/exchange.hpp"

#include "rules/xiangqi/mate_search.hpp"

namespace jipu::xiangqi {
namespace {

/// Captures of much by little come first, quiet moves last.
void order(const Position& position, MoveList& moves) {
    const auto rank = [&](Move m) {
        const Piece taken = position.at(m.to);
        if (!taken) return -100;
        return 10 * rank_of_kind(taken.kind()) - rank_of_kind(position.at(m.from).kind());
    };
    std::stable_sort(moves.moves.begin(), moves.moves.begin() + moves.count,
                     [&](Move a, Move b) { return rank(a) > rank(b); });
}

constexpr MateLimits mate_at_the_end{2, 200};

} // namespace

bool Exchange::is_barred(Move move) const {
    const auto* barred = question_.barred;
    return barred != nullptr && std::find(barred->begin(), barred->end(), move) != barred->end();
}

bool Exchange::is_elsewhere(Move move) const {
    return question_.only_at != Position::nowhere && move.to != question_.only_at;
}

/// Where the piece that stands here now stood before the line.
Point Exchange::origin(Point now) const {
    for (auto move = path_.rbegin(); move != path_.rend(); ++move) {
        if (move->to == now) now = move->from;
    }
    return now;
}

/// Called from the end of the line to its beginning: the dearest capture stays, the earlier of two.
void Exchange::remember(Piece taken, Move move) {
    if (won_.taken && rank_of_kind(won_.taken.kind()) > rank_of_kind(taken.kind())) return;
    won_ = {taken, origin(move.to), origin(move.from)};
}

bool Exchange::reaches(const Position& position, const Tally& tally, Point at) {
    first_at_ = at;
    return stands(position, tally,
                  {question_.goal, question_.depth, question_.checks, question_.answers});
}

/// When in check, everything; else captures, and checks while there are some left.
bool Exchange::is_answer(const Position& position, Move move, bool checked,
                         const Budget& budget) const {
    const Piece taken = position.at(move.to);
    if (taken.kind() == Kind::king) return false;
    if (checked) return true;
    if (taken) return !is_elsewhere(move);
    return budget.answers > 0 && may_give_check(position.king(side_), move);
}

bool Exchange::is_continuation(const Position& position, Move move, bool checked,
                               const Budget& budget) const {
    const Piece taken = position.at(move.to);
    if (taken.kind() == Kind::king) return false;
    if (taken) return !is_barred(move) && (checked || !is_elsewhere(move));
    return checked || (budget.checks > 0 && may_give_check(position.king(opponent(side_)), move));
}

/// The defender is to move: does the attacker keep its goal whatever is answered?
bool Exchange::stands(const Position& position, const Tally& tally, Budget budget) {
    const bool checked = position.in_check(opponent(side_));
    if (!checked && tally.worth() < budget.goal) return false; // it need not answer at all
    MoveList moves;
    position.legal_moves(moves);
    if (moves.count == 0) return true;
    if (budget.depth <= 0) return tally.worth() >= budget.goal;
    order(position, moves);
    Won least;
    for (const Move move : moves) {
        if (!is_answer(position, move, checked, budget)) continue;
        const Piece taken = position.at(move.to);
        Position after = position;
        after.play_tolerant(move);
        const bool by_check = !checked && !taken;
        if (by_check && !after.in_check(side_)) continue;
        if (--left_ <= 0) return false;
        Tally now = tally;
        if (counts_at(taken, move.to)) now.add(taken.kind(), -1);
        won_ = {};
        const bool elsewhere = !checked && taken && !path_.empty() && move.to != path_.back().to;
        const int goal =
            question_.even_elsewhere && elsewhere ? std::min(0, budget.goal) : budget.goal;
        path_.push_back(move);
        const bool won = wins(after, now,
                              {goal, budget.depth - 1, checked ? budget.checks : 0,
                               by_check ? budget.answers - 1 : budget.answers});
        path_.pop_back();
        if (!won) return false;
        if (path_.empty() && taken && move.to == first_at_) retaken_ = won_;
        if (won_.taken &&
            (!least.taken || rank_of_kind(won_.taken.kind()) < rank_of_kind(least.taken.kind())))
            least = won_;
    }
    won_ = least;
    return true;
}

/// The attacker is to move: can it reach its goal? It may stop whenever it is not in check.
bool Exchange::wins(const Position& position, const Tally& tally, Budget budget) {
    const bool checked = position.in_check(side_);
    if (!checked && tally.worth() >= budget.goal) return true;
    if (budget.depth <= 0) return tally.worth() >= budget.goal;
    MoveList moves;
    position.legal_moves(moves);
    order(position, moves);
    for (const Move move : moves) {
        if (!is_continuation(position, move, checked, budget)) continue;
        const Piece taken = position.at(move.to);
        Position after = position;
        after.play_tolerant(move);
        const bool gives_check = !taken && after.in_check(opponent(side_));
        if (!taken && !checked && !gives_check) continue;
        if (--left_ <= 0) return false;
        Tally now = tally;
        const bool valued = counts_at(taken, move.to);
        if (valued) now.add(taken.kind(), 1);
        won_ = {};
        path_.push_back(move);
        const int checks = gives_check ? std::max(0, budget.checks - 1) : budget.checks;
        const bool stood =
            stands(after, now, {budget.goal, budget.depth - 1, checks, budget.answers});
        path_.pop_back();
        if (!stood) continue;
        if (valued) remember(taken, move);
        return true;
    }
    // Who gave checks to win something back may be mated for it in the end.
    return !checked && budget.answers < question_.answers &&
           mates_by_checks(position, mate_at_the_end, nullptr, question_.barred);
}

} // namespace jipu::xiangqi
