// SPDX-License-Identifier: Apache-2.0
// How the tracker begins: with a game, after an edit of the record, from an earlier position.
#include <algorithm>

#include "daemon/inference/tracker.hpp"

namespace jipu::inference {

void Tracker::reset(std::span<const Position> history, std::span<const DecidedPly> plies,
                    std::span<const Level> sensed) {
    JIPU_ASSERT(history.size() == plies.size() + 1 && sensed.size() == sensed_.size(),
                "a history that does not fit");
    const auto moved = alive_.empty() ? FixedList<Move, 8>() : shifted();
    history_.assign(history.begin(), history.end());
    past_.assign(plies.begin(), plies.end());
    std::copy(sensed.begin(), sensed.end(), sensed_.begin());
    lost_ = must_stand_ = overflow_ = false;
    const auto faulty = alive_.empty() ? std::bitset<xiangqi::points>() : best().faulty;
    alive_.clear();
    Hypothesis h;
    h.base = history_.back();
    h.board = h.base.board();
    h.fork = h.base_ply = static_cast<int>(history_.size()) - 1;
    h.faulty = faulty;
    note_phantoms(h);
    for (const Move move : moved) // not faulty where the piece is known to have gone
        if (!h.phantom[move.from] && !h.phantom[move.to])
            h.faulty[move.from] = h.faulty[move.to] = false;
    for (Point p = 0; p < xiangqi::points; ++p) {
        (is_on(sensed_[p]) ? closed_ : opened_).set(p);
    }
    expected_ = h.board;
    spent_ = 0;
    lost_ = (h.phantom & ~h.faulty).count() > 2;
    alive_.push_back(h);
}

void Tracker::forget() {
    alive_.clear();
    last_edge_ = {};
    opened_.reset();
    closed_.reset();
    closed_alone_.reset();
    landed_ = {};
    flicker_ = {};
    newest_edge_ = rested_until_ = {};
    latest_.clear();
    quiet_before_ = {};
    unwatched_ = {};
}

bool Tracker::edit(std::span<const Position> history, std::span<const DecidedPly> plies) {
    const Hypothesis old = best();
    const Position& base = history.back();
    if (lost_ || old.taken_back() || base.to_move() != old.base.to_move()) return false;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (old.board[p] != old.base.at(p) && old.base.at(p) != base.at(p)) return false;
    const auto sensed = sensed_;
    reset(history, plies, sensed);
    Hypothesis& h = alive_.front();
    for (Point p = 0; p < xiangqi::points; ++p) {
        if (old.board[p] != old.base.at(p)) h.board[p] = old.board[p];
    }
    note_phantoms(h);
    lost_ = (h.phantom & ~h.faulty).count() > 2;
    h.air = old.air;
    h.displaced = old.displaced;
    h.touches = old.touches;
    h.taken = old.taken;
    h.made = old.made;
    h.illegal_pressed = old.illegal_pressed;
    h.illegal_pressed_at = old.illegal_pressed_at;
    h.illegal_left = old.illegal_left;
    read(h);
    return true;
}

void Tracker::stand_at(int ply, std::span<const Level> sensed, Instant at) {
    Hypothesis h = best();
    JIPU_ASSERT(ply >= 0 && ply <= h.path(), "no such position");
    h.base = position_in(h, ply);
    h.base_ply = ply;
    h.board = h.base.board();
    h.air.clear();
    h.displaced.clear();
    h.touches.clear();
    std::copy(sensed.begin(), sensed.end(), sensed_.begin());
    note_phantoms(h);
    h.reading = Reading{};
    h.made = 0;
    h.illegal_pressed = h.illegal_left = false;
    h.cost = 0;
    newest_edge_ = at;
    lost_ = must_stand_ = overflow_ = false;
    alive_.assign(1, h);
}

void Tracker::forget_touches(Instant since) {
    for (Hypothesis& h : alive_) {
        for (std::size_t i = h.touches.size(); i-- > 0;)
            if (h.touches[i].lifted >= since) h.touches.erase(i);
        for (AirPiece& piece : h.air)
            piece.in_pause = piece.in_pause || piece.lifted >= since;
    }
}

} // namespace jipu::inference
