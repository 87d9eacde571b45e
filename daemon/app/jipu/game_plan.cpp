// SPDX-License-Identifier: Apache-2.0
// What the hands must know of each ply, asked of the rules.
#include "daemon/app/jipu/game_plan.hpp"

namespace jipu::tool {

namespace {

void add_once(std::vector<PointIndex>& points, PointIndex point) {
    for (const PointIndex known : points) {
        if (known == point) return;
    }
    points.push_back(point);
}

sim::PlyFacts facts_of(const xiangqi::Position& position, xiangqi::Move move, bool with_wrong) {
    sim::PlyFacts facts;
    facts.from = move.from;
    facts.to = move.to;
    facts.side = position.to_move();
    facts.captures = !position.at(move.to).empty();
    facts.legal = false;
    xiangqi::MoveList legal;
    position.legal_moves(legal);
    for (const xiangqi::Move other : legal) {
        if (other == move) facts.legal = true;
        add_once(facts.movable, other.from);
        const bool takes = !position.at(other.to).empty();
        if (takes) add_once(facts.capturable, other.to);
        if (takes) facts.takings.push_back({other.from, other.to});
        if (takes && other.to == move.to) facts.takers.push_back(other.from);
        if (!takes && other.from == move.from && other.to != move.to) {
            facts.quiet_targets.push_back(other.to);
        }
    }
    if (!with_wrong) return facts;
    for (int p = 0; p < xiangqi::points; ++p) {
        const auto to = static_cast<xiangqi::Point>(p);
        if (position.at(to).empty() && !position.is_legal({move.from, to})) {
            facts.wrong_targets.push_back(to);
        }
    }
    return facts;
}

} // namespace

GamePlan plan_game(const xiangqi::Position& start, std::span<const xiangqi::Move> moves,
                   bool with_wrong_targets) {
    GamePlan plan;
    plan.start.width = xiangqi::files;
    for (int p = 0; p < xiangqi::points; ++p) {
        const xiangqi::Piece piece = start.at(static_cast<xiangqi::Point>(p));
        plan.start.pieces.push_back(piece.empty() ? std::nullopt : std::optional(piece.side()));
    }
    plan.end = start;
    for (const xiangqi::Move move : moves) {
        const xiangqi::Position& now = plan.end;
        if (move.from == move.to || !now.at(move.from).is(now.to_move()) ||
            now.at(move.to).is(now.to_move())) {
            break;
        }
        plan.plies.push_back(facts_of(now, move, with_wrong_targets));
        plan.end.play_tolerant(move);
        ++plan.planned;
    }
    return plan;
}

} // namespace jipu::tool
