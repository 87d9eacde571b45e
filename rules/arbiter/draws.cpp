// SPDX-License-Identifier: Apache-2.0
#include "rules/arbiter/draws.hpp"

#include <algorithm>

#include "rules/base/contract.hpp"

namespace jipu::arbiter {

namespace {

using xiangqi::Kind;
using xiangqi::Piece;
using xiangqi::Position;

int pieces_on(const Position& position) {
    return static_cast<int>(std::count_if(position.board().begin(), position.board().end(),
                                          [](Piece piece) { return !piece.empty(); }));
}

} // namespace

bool DrawOffers::repeated(Side side) const {
    return refused_[index_of(side)] > refused_[index_of(opponent(side))];
}

void DrawOffers::offer(Side side) {
    JIPU_ASSERT(!open_, "two offers at once");
    counts_ = !repeated(side);
    open_ = side;
}

void DrawOffers::refuse() {
    JIPU_ASSERT(open_.has_value(), "nothing was offered");
    if (counts_) ++refused_[index_of(*open_)];
    open_.reset();
}

std::optional<std::string_view> offered_untimely(const OfferMoment& moment, Side side,
                                                 const DrawLaw& law) {
    if (law.offer_after.empty()) return std::nullopt;
    const bool own_turn = moment.to_move == side;
    if (own_turn ? moment.moved_now : moment.moved_before) return std::nullopt;
    return law.offer_after;
}

NaturalLimit count_natural_limit(std::span<const Position> positions, std::optional<Side> claimant,
                                 const DrawLaw& law) {
    NaturalLimit out;
    out.needed = law.quiet_plies;
    if (positions.empty()) return out;
    int checks = 0;
    int pieces = pieces_on(positions.front());
    out.plies = positions.front().quiet_plies();
    for (std::size_t n = 1; n < positions.size(); ++n) {
        const Position& now = positions[n];
        const int left = pieces_on(now);
        if (left != pieces) {
            out = {0, law.quiet_plies, 0, static_cast<int>(n)};
            checks = 0;
            pieces = left;
            continue;
        }
        ++out.plies;
        const bool claimants = law.checks_counted > 0 && claimant && now.to_move() != *claimant;
        if (claimants && now.in_check(now.to_move())) ++checks;
    }
    if (law.checks_counted > 0) out.checks_skipped = std::max(0, checks - law.checks_counted);
    out.plies -= 2 * out.checks_skipped;
    return out;
}

bool neither_can_win(const Position& position) {
    return std::none_of(position.board().begin(), position.board().end(), [](Piece piece) {
        return !piece.empty() && (piece.kind() == Kind::rook || piece.kind() == Kind::horse ||
                                  piece.kind() == Kind::cannon || piece.kind() == Kind::pawn);
    });
}

} // namespace jipu::arbiter
