// SPDX-License-Identifier: Apache-2.0
// A search of checks and their answers, deepened one check at a time so that the shortest series
// is found and the work stays small where there is none (1999 art. 28: 杀).
#include "rules/xiangqi/mate_search.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace jipu::xiangqi {
namespace {

class Search {
  public:
    Search(int nodes, const std::vector<Move>* barred) : left_(nodes), barred_(barred) {}

    bool spent() const { return left_ <= 0; }

    bool attack(const Position& position, int checks, Move* first) {
        const auto known = failed_.find(position.key());
        if (known != failed_.end() && known->second >= checks) return false;
        MoveList moves;
        position.legal_moves(moves);
        const Side defender = opponent(position.to_move());
        const Point king = position.king(defender);
        for (const Move move : moves) {
            if (!may_give_check(king, move)) continue;
            if (barred_ != nullptr &&
                std::find(barred_->begin(), barred_->end(), move) != barred_->end())
                continue;
            Position after = position;
            after.play_tolerant(move);
            if (!after.in_check(defender)) continue;
            if (--left_ <= 0) return false;
            if (defends(after, checks - 1)) continue;
            if (first != nullptr) *first = move;
            return !spent();
        }
        failed_[position.key()] = checks;
        return false;
    }

  private:
    /// Is there an answer to the check that escapes the rest of the series?
    bool defends(const Position& position, int checks) {
        if (checks == 0) return position.has_legal_move();
        MoveList moves;
        position.legal_moves(moves);
        for (const Move move : moves) {
            Position after = position;
            after.play_tolerant(move);
            if (--left_ <= 0) return true;
            if (!attack(after, checks, nullptr)) return true;
        }
        return false;
    }

    int left_;
    /// Series of so many checks are known to fail; keys of 64 bits stand for the positions.
    std::unordered_map<std::uint64_t, int> failed_;
    const std::vector<Move>* barred_;
};

} // namespace

bool mates_by_checks(const Position& position, MateLimits limits, Move* first,
                     const std::vector<Move>* barred) {
    Search search(limits.nodes, barred);
    for (int checks = 1; checks <= limits.checks && !search.spent(); ++checks) {
        if (search.attack(position, checks, first)) return true;
    }
    return false;
}

} // namespace jipu::xiangqi
