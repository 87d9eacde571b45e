// SPDX-License-Identifier: Apache-2.0
// Games made by seeded legal play, for tests: the same seed gives the same game everywhere. Knows
// the rules of movement only; it plays badly on purpose.
#pragma once

#include <cstdint>
#include <vector>

#include "hal/sim/random.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::test {

/// How one side picks among its legal moves, by chances in per cent; what is left over is random.
struct PlayStyle {
    unsigned mate = 0;    ///< mates at once when it can
    unsigned capture = 0; ///< takes the dearest piece it can
    unsigned check = 0;   ///< gives check when it can
    unsigned shuffle = 0; ///< takes its last move back
    unsigned starve = 0;  ///< leaves the opponent as few legal moves as it can, without check
};

inline int worth(xiangqi::Kind kind) {
    switch (kind) {
    case xiangqi::Kind::rook:
        return 9;
    case xiangqi::Kind::cannon:
        return 5;
    case xiangqi::Kind::horse:
        return 4;
    case xiangqi::Kind::advisor:
    case xiangqi::Kind::elephant:
        return 2;
    case xiangqi::Kind::pawn:
        return 1;
    default:
        return 0;
    }
}

inline xiangqi::Move pick_move(const xiangqi::Position& position, const PlayStyle& style,
                               const std::vector<xiangqi::Move>& before, sim::Random& random) {
    xiangqi::MoveList legal;
    position.legal_moves(legal);
    const auto rolled = [&random](unsigned per_cent) { return random.below(100) < per_cent; };
    const bool mates = rolled(style.mate), captures = rolled(style.capture),
               checks = rolled(style.check), shuffles = rolled(style.shuffle),
               starves = rolled(style.starve);
    const auto start = random.index(static_cast<std::size_t>(legal.count));
    xiangqi::Move best = legal.moves[start];
    long best_score = -1'000'000;
    for (std::size_t i = 0; i < static_cast<std::size_t>(legal.count); ++i) {
        const auto move = legal.moves[(start + i) % static_cast<std::size_t>(legal.count)];
        long score = 0;
        if (shuffles && before.size() >= 2) {
            const auto last = before[before.size() - 2];
            if (move == xiangqi::Move{last.to, last.from}) score += 5'000;
        }
        if (captures && !position.at(move.to).empty()) {
            score += 100 * worth(position.at(move.to).kind());
        }
        if (mates || checks || starves) {
            xiangqi::Position after = position;
            after.play_tolerant(move);
            const bool check = after.in_check(after.to_move());
            if (mates && check && !after.has_legal_move()) score += 100'000;
            if (checks && check) score += 450;
            if (starves) {
                xiangqi::MoveList replies;
                after.legal_moves(replies);
                score += check ? -40'000 : 20'000 - 100L * replies.count;
            }
        }
        if (score > best_score) {
            best_score = score;
            best = move;
        }
    }
    return best;
}

/// Goes on from `position` until `plies` moves are there or the side to move has none.
inline void play_on(xiangqi::Position& position, std::vector<xiangqi::Move>& moves,
                    std::size_t plies, const PlayStyle& red, const PlayStyle& black,
                    sim::Random& random) {
    while (moves.size() < plies && position.has_legal_move()) {
        const PlayStyle& style = position.to_move() == Side::first ? red : black;
        const xiangqi::Move move = pick_move(position, style, moves, random);
        moves.push_back(move);
        position.play_tolerant(move);
    }
}

} // namespace jipu::test
