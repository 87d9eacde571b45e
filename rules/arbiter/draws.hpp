// SPDX-License-Identifier: Apache-2.0
// How a game is drawn without repetition (000/1.4.2(1), (2), (4), 001/4.2): offers and their turn,
// the natural limit, and positions in which neither side can win. Judges: they say, nobody acts.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "rules/books/book.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::arbiter {

/// Who may offer a draw, and what became of the offers (000/1.4.2(2)): a refused side may not offer
/// again before the other side has offered and been refused. An offer is never withdrawn.
class DrawOffers {
  public:
    /// Is it not this side's turn to offer?
    bool repeated(Side side) const;
    /// The side whose offer waits for an answer; nullopt: none does.
    std::optional<Side> open() const { return open_; }
    /// Notes an offer; none may be open. One out of turn counts for nothing but its answer.
    void offer(Side side);
    /// The open offer is refused, by word or by the reply move.
    void refuse();
    /// The open offer is accepted; that cannot be taken back.
    void accept() { open_.reset(); }
    void clear() { *this = {}; }

  private:
    std::optional<Side> open_;
    bool counts_ = true; ///< the open offer was made in turn
    std::array<int, 2> refused_{};
};

/// Where a game stands when a side offers a draw.
struct OfferMoment {
    Side to_move = Side::first;
    bool moved_now = false;    ///< a ply of the side to move stands on the board, unpressed
    bool moved_before = false; ///< the side that offers has moved at least once
};

/// The article that an offer of this side would break by its moment: it follows one's own move.
/// nullopt: it may be made, as far as a board can know.
std::optional<std::string_view> offered_untimely(const OfferMoment& moment, Side side,
                                                 const DrawLaw& law);

/// How far the natural limit is.
struct NaturalLimit {
    int plies = 0;          ///< without a capture, those that do not count left out
    int needed = 0;         ///< by the book
    int checks_skipped = 0; ///< checks of the claimant that do not count, nor their answers
    int since = 0;          ///< the ply of the last capture; 0: none since the start
    bool reached() const { return plies >= needed; }
};

/// Counts from the record: `positions` from the start to now, one a ply. What the start's FEN has
/// counted is counted too. Where a position was set by the arbiter, fewer pieces mean a capture.
/// `claimant`: whose checks beyond the book's number do not count; nullopt: all count.
NaturalLimit count_natural_limit(std::span<const xiangqi::Position> positions,
                                 std::optional<Side> claimant, const DrawLaw& law);

/// Neither side has a rook, a horse, a cannon or a pawn left (000/1.4.2(1), 001/4.2.1).
bool neither_can_win(const xiangqi::Position& position);

} // namespace jipu::arbiter
