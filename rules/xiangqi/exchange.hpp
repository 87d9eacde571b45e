// SPDX-License-Identifier: Apache-2.0
// Exchanges played out move by move on the board: so a pinned protector does not protect, and who
// is mated after his capture has won nothing (1999 art. 25, 29). Bounded and deterministic.
#pragma once

#include <vector>

#include "rules/xiangqi/material.hpp"

namespace jipu::xiangqi {

/// What is asked about an exchange.
struct ExchangeQuestion {
    int goal = 0; ///< the attacker is to come out with this Tally::worth() or more
    Point only_at = Position::nowhere; ///< captures elsewhere are not looked at, of either side
    const std::vector<Move>* barred =
        nullptr; ///< captures that the attacker may not use; may be null
    /// An answer that takes elsewhere than on the point of the last capture need only be made good:
    /// each side takes what it can.
    bool even_elsewhere = false;
    int checks = 0;   ///< further checks the attacker may give before it captures
    int answers = 0;  ///< checks with which the defender may answer
    int depth = 10;   ///< plies at the most
    int nodes = 1500; ///< positions at the most; when they are used up, the goal is not reached
};

/// One question, asked once.
class Exchange {
  public:
    /// A piece that a line wins, with the points on which it and its captor stood before the line.
    struct Won {
        Piece taken; ///< empty: nothing, the line ends in mate
        Point target = 0;
        Point captor = 0;
    };

    Exchange(Side attacker, const ExchangeQuestion& question)
        : side_(attacker), left_(question.nodes), question_(question) {}

    /// The attacker has just captured on `at`, or checked, with this tally; the other side is to
    /// move. Does the attacker reach the goal whatever is answered?
    bool reaches(const Position& position, const Tally& tally, Point at = Position::nowhere);

    /// What is won further on at the least; for a question that was reached.
    const Won& won() const { return won_; }
    /// The same for the line in which the first answer retakes on the point of the capture.
    const Won& won_when_retaken() const { return retaken_; }

  private:
    struct Budget {
        int goal;
        int depth;
        int checks;
        int answers;
    };

    bool stands(const Position& position, const Tally& tally, Budget budget);
    bool wins(const Position& position, const Tally& tally, Budget budget);
    bool is_answer(const Position& position, Move move, bool checked, const Budget& budget) const;
    bool is_continuation(const Position& position, Move move, bool checked,
                         const Budget& budget) const;
    bool is_barred(Move move) const;
    bool is_elsewhere(Move move) const;
    Point origin(Point now) const;
    void remember(Piece taken, Move move);

    Side side_;
    int left_;
    ExchangeQuestion question_;
    Point first_at_ = Position::nowhere;
    Won won_;
    Won retaken_;
    std::vector<Move> path_;
};

} // namespace jipu::xiangqi
