// SPDX-License-Identifier: Apache-2.0
// Tries every capture and every check of one side and asks the exchange what comes of it (1999
// art. 25, 29; 2020 art. 26.5, 26.6).
#include "rules/xiangqi/chase.hpp"

#include <algorithm>

#include "rules/xiangqi/exchange.hpp"
#include "rules/xiangqi/mate_search.hpp"

namespace jipu::xiangqi {
namespace {

constexpr MateLimits mate_in_return{4, 1000};

Tally empty_tally(const RepetitionRules& rules) {
    Tally tally;
    tally.pawn_given = rules.pawn_sacrifices ? 500 : 1000;
    return tally;
}

/// Is the king attacked by the piece on this point, and by no other?
bool checks_alone(const Position& after, Point checker) {
    const Side defender = after.to_move();
    Position without = after;
    without.put(checker, Piece());
    return !without.in_check(defender) &&
           !movement_fault(after.board(), checker, after.king(defender));
}

/// A capture, played, with the questions that the law asks about it.
class Capture {
  public:
    Capture(const Position& before, Move move, Tally tally, const std::vector<Move>* barred,
            ChaseLimits limits)
        : side_(before.at(move.from).side()), at_(move.to), after_(before), tally_(tally),
          barred_(barred), limits_(limits) {
        const Piece taken = after_.play_tolerant(move);
        if (counts_at(taken, move.to)) tally_.add(taken.kind(), 1);
    }

    const Position& after() const { return after_; }
    /// Worth this much when nothing but captures on the point is looked at.
    bool on_its_point(int goal) { return reaches(goal, at_); }
    /// Worth this much when all captures, and checks in answer, are looked at.
    bool in_full(int goal) { return reaches(goal, Position::nowhere); }
    /// What is won further on, in the question last reached, when this capture is retaken.
    const Exchange::Won& won_when_retaken() const { return won_; }

  private:
    bool reaches(int goal, Point only_at) {
        ExchangeQuestion question;
        question.goal = goal;
        question.only_at = only_at;
        question.barred = barred_;
        question.depth = limits_.depth;
        question.nodes = limits_.nodes;
        if (only_at == Position::nowhere) {
            question.answers = limits_.answers;
            if (after_.in_check(opponent(side_))) question.checks = limits_.checks - 1;
        }
        Exchange exchange(side_, question);
        if (!exchange.reaches(after_, tally_, at_)) return false;
        won_ = exchange.won_when_retaken();
        return true;
    }

    Side side_;
    Point at_;
    Position after_;
    Tally tally_;
    const std::vector<Move>* barred_;
    ChaseLimits limits_;
    Exchange::Won won_;
};

class Finder {
  public:
    Finder(const Position& position, const RepetitionRules& rules, const std::vector<Move>& old,
           ChaseLimits limits)
        : position_(position), nothing_(empty_tally(rules)), limits_(limits),
          side_(position.to_move()), checked_(position.in_check(side_)), board_(position.board()),
          barred_(old) {}

    Prospects all() {
        each_move([this](Move move) { note_equals(move); });
        barred_.insert(barred_.end(), found_.exchanges.begin(), found_.exchanges.end());
        each_move([this](Move move) { look_at(move); });
        return std::move(found_);
    }

  private:
    template <typename Action>
    void each_move(Action action) {
        for (Point from = 0; from < points; ++from) {
            if (!board_[from].is(side_)) continue;
            for (Point to = 0; to < points; ++to) {
                const Piece taken = board_[to];
                if (taken.is(side_) || taken.kind() == Kind::king || (checked_ && !taken)) continue;
                if (movement_fault(board_, from, to)) continue;
                if (!checked_ && !position_.is_legal({from, to})) continue;
                action(Move{from, to});
            }
        }
    }

    /// Two pieces of one class that attack each other are no chase but an exchange: unless the
    /// other may not capture, for it would be mated.
    void note_equals(Move move) {
        const Kind kind = board_[move.to].kind();
        if (rank_of_kind(kind) == 0) return;
        if (rank_of_kind(kind) != rank_of_kind(board_[move.from].kind())) return;
        Position other = position_;
        other.set_to_move(opponent(side_));
        const Move back{move.to, move.from};
        if (!other.is_legal(back)) return;
        Capture capture(other, back, nothing_, nullptr, limits_);
        if (mates_by_checks(capture.after(), mate_in_return)) return;
        (capture.in_full(0) ? found_.exchanges : found_.duels).push_back(move);
    }

    void look_at(Move move) {
        const Piece taken = board_[move.to];
        if (taken) {
            if (counts_at(taken, move.to)) look_at_capture(move, taken);
            return;
        }
        Position after = position_;
        after.play_tolerant(move);
        if (after.in_check(opponent(side_))) look_at_check(move, after);
    }

    /// It is a gain in full; or it pays on its own point and is equal in full: each takes what it
    /// can, or the capturer was a root, or pinned (2020 art. 26.5, 26.6).
    void look_at_capture(Move move, Piece taken) {
        const auto& exchanges = found_.exchanges;
        if (std::find(exchanges.begin(), exchanges.end(), move) != exchanges.end()) return;
        Capture capture(position_, move, nothing_, &exchanges, limits_);
        const bool gain = capture.in_full(1);
        const Exchange::Won later = capture.won_when_retaken();
        const bool here = capture.on_its_point(1);
        if (!gain && !(here && capture.in_full(0))) return;
        if (mates_by_checks(capture.after(), mate_in_return)) return; // won, and mated for it
        const int rank = rank_of_kind(taken.kind());
        if (!here && rank_of_kind(later.taken.kind()) > rank) { // it is the later piece that is won
            const bool dearer =
                rank_of_kind(later.taken.kind()) > rank_of_kind(board_[later.captor].kind());
            found_.threats.push_back({move.from, later.target, move, true, false, !dearer, false});
            return;
        }
        Board then = board_;
        then[move.to] = board_[move.from];
        then[move.from] = Piece();
        const bool rooted = attacked(then, move.to, opponent(side_)) &&
                            rank_of_kind(board_[move.from].kind()) >= rank;
        const bool uncovers =
            capture.after().in_check(opponent(side_)) && !checks_alone(capture.after(), move.to);
        found_.threats.push_back(
            {move.from, move.to, move, false, !gain, rooted || uncovers, false});
    }

    void look_at_check(Move move, const Position& after) {
        ExchangeQuestion question;
        question.goal = 1;
        question.even_elsewhere = true;
        question.checks = limits_.checks - 1;
        question.depth = limits_.depth;
        question.nodes = limits_.nodes;
        question.barred = &barred_;
        Exchange exchange(side_, question);
        if (!exchange.reaches(after, nothing_)) return;
        const Exchange::Won& won = exchange.won();
        if (!won.taken) return;
        const bool alone = won.captor == move.to && checks_alone(after, move.to);
        found_.threats.push_back({move.from, won.target, move, true, false, !alone, false});
    }

    const Position& position_;
    Tally nothing_;
    ChaseLimits limits_;
    Side side_;
    bool checked_;
    Board board_;
    std::vector<Move> barred_;
    Prospects found_;
};

} // namespace

Prospects prospects_of(const Position& position, const RepetitionRules& rules,
                       const std::vector<Move>& old, ChaseLimits limits) {
    return Finder(position, rules, old, limits).all();
}

bool pays_on_its_point(const Position& position, Move capture, const RepetitionRules& rules) {
    return Capture(position, capture, empty_tally(rules), nullptr, {}).on_its_point(1);
}

} // namespace jipu::xiangqi
