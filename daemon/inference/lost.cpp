// SPDX-License-Identifier: Apache-2.0
// The tracker when the board is knocked: what it costs that more is in the air than hands hold, and
// when too much has moved to follow single pieces, until the pieces stand again.
#include "daemon/inference/model.hpp"
#include "daemon/inference/tracker.hpp"

namespace jipu::inference {

// What it costs that `piece` is lifted while others are in the air. More than hands hold are
// knocked over, and whose they are says nothing any more: all of it costs the same.
double Tracker::lifted_beside(const Hypothesis& h, const AirPiece& piece) {
    const auto beside = [](const AirPiece& held, const AirPiece& lifted) {
        return (held.piece.side() == lifted.piece.side() ? model::second_lift : 0) +
               (held.piece.is(lifted.turn) && !lifted.piece.is(lifted.turn) ? model::lift_under_hand
                                                                            : 0);
    };
    FixedList<const AirPiece*, most_held> held;
    bool accident = false, in_hand = false;
    for (const AirPiece& other : h.air) {
        if (h.is_captured(other)) continue;
        accident = accident || other.accident;
        in_hand = in_hand || (!other.knocked && other.piece.is(other.turn));
        held.push(&other);
    }
    if (accident) return in_hand ? model::lift_under_hand : 0;
    if (held.size() < most_held) return held.empty() ? 0 : beside(*held[0], piece);
    return model::knocked - beside(*held[0], *held[1]);
}

// Several pieces in the air at once are an accident, no touch (000/4.1.1). A hand may have lifted
// two of them before.
void Tracker::note_accident(Hypothesis& h) {
    if (h.held() <= most_held) return;
    const Instant at = h.air[h.air.size() - 1].since;
    for (AirPiece& piece : h.air) {
        piece.accident = true;
        if (at - piece.since < model::passing) piece.knocked = true;
    }
}

// Waiting for the expected board: single pieces cannot be told apart any more.
void Tracker::follow_lost() {
    if (disagreements(expected_) > 0) return;
    Hypothesis h = alive_.front();
    h.board = expected_;
    h.air.clear();
    h.displaced.clear();
    note_phantoms(h);
    h.cost = 0;
    read(h);
    lost_ = must_stand_ = false;
    alive_.assign(1, h);
}

// A knock while a piece was in the hand: all is put up again, and that piece goes on its way.
bool Tracker::resume_ply(Instant at) {
    if (!lost_ || must_stand_) return false;
    Hypothesis before = best();
    before.board = before.base.board();
    before.air.clear();
    before.displaced.clear();
    before.touches.clear();
    before.made = 0;
    before.illegal_pressed = before.illegal_left = false;
    before.cost = 0;
    if (disagreements(before.board) > 2) return false;
    next_.clear();
    for (Point s = 0; s < xiangqi::points; ++s)
        if (before.board[s].is(before.base.to_move()) && !is_on(sensed_[s]))
            resume_with(before, s, at);
    if (next_.empty()) return false;
    lost_ = false;
    finish_step();
    return true;
}

// Every explanation in which the piece from `s` is in the hand, or has made a ply, and all else
// stands.
void Tracker::resume_with(const Hypothesis& before, Point s, Instant at) {
    Hypothesis lifted = before;
    AirPiece piece = AirPiece::lifted_from(s, before.board[s], before.base.to_move(), at);
    piece.accident = true;
    lifted.board[s] = Piece{};
    lifted.air.push(piece);
    const auto stands = [&](const Board& board) { return disagreements(board) == 0; };
    const auto take = [&](const Hypothesis& from) {
        Hypothesis& h = add(from, 0);
        note_phantoms(h);
        read(h);
    };
    if (stands(lifted.board)) take(lifted);
    for (Point q = 0; q < xiangqi::points; ++q) {
        if (!before.base.is_legal({s, q}) || !is_on(sensed_[q])) continue;
        Hypothesis made = lifted;
        made.board[q] = piece.piece;
        // On a reed board a capture shows no more than the piece in the hand does: a press tells.
        if (!stands(made.board) || stands(lifted.board)) continue;
        made.air.clear();
        piece.moved = true;
        made.displaced.push({q, last_edge_[q], piece});
        take(made);
    }
}

} // namespace jipu::inference
