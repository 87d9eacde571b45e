// SPDX-License-Identifier: Apache-2.0
// The tracker's decisions: when a ply that stands on the board has been made. A press ends the turn
// of its side (000/4.2.1(2)); a reply that rests answers the ply before it.
#include <algorithm>
#include <utility>

#include "daemon/inference/keep_touch.hpp"
#include "daemon/inference/model.hpp"
#include "daemon/inference/tracker.hpp"

namespace jipu::inference {

PressMeans Tracker::press(Side side, Instant at) {
    if (lost_) return PressMeans::on_disorder;
    next_.clear();
    for (const Hypothesis& h : alive_) {
        make_room();
        press_one(h, side, at);
        press_beside_dead(h, side, at);
    }
    finish_step();
    return best().pressed;
}

void Tracker::press_one(const Hypothesis& from, Side side, Instant at) {
    if (overflow_) return;
    const Side mover = from.base.to_move();
    const int standing = from.standing();
    int plies = 0; // up to the latest ply of the side that pressed
    for (int i = 0; i < standing; ++i)
        if ((i % 2 == 0) == (side == mover)) plies = i + 1;
    if (plies > 0 && plies - 1 == from.reading.illegal) {
        Hypothesis& h = add(from, model::press_illegal);
        advance(h, plies - 1, ConfirmedBy::reply, at); // even an illegal ply answers the one before
        if (!std::exchange(h.illegal_pressed, true)) h.illegal_pressed_at = at;
        if (h.holds(side, from.reading.moves[static_cast<std::size_t>(plies) - 1].to))
            h.cost += model::press_while_holding;
        h.pressed = PressMeans::on_illegal;
        return;
    }
    if (plies > 0) {
        const Point set_down = from.reading.moves[static_cast<std::size_t>(plies) - 1].to;
        const bool lifted = from.board[set_down].empty();
        double cost = lifted ? lifted_by_other(from, set_down, at)
                             : model::pressed_after(at - landed_[set_down]);
        if (lifted && from.made < plies) cost += model::lifted_again(from.rested_on(set_down));
        Hypothesis& h = add(from, cost);
        advance(h, plies, ConfirmedBy::press, at);
        h.pressed = PressMeans::ends_turn;
        // The opponent may have lifted the piece that was set down; another one is odd.
        if (h.holds(side, set_down)) h.cost += model::press_while_holding;
        return;
    }
    const int shown = from.reading.count;
    if (from.reading.legal_line() && shown > standing && (shown % 2 == 1) == (side == mover)) {
        // It stood where it may go; the opponent has lifted it, to take it, before the press.
        const Point set_down = from.reading.moves[static_cast<std::size_t>(shown) - 1].to;
        Hypothesis& h = add(from, model::lifted_again(from.rested_on(set_down)) +
                                      lifted_by_other(from, set_down, at));
        advance(h, shown, ConfirmedBy::press, at);
        h.pressed = PressMeans::ends_turn;
    }
    if (from.holds(side)) put_unseen(from, side, standing, model::unseen_aside_pressed, at);
    if (side != mover) {
        const double cost = from.holds(side)
                                ? standing == 1 ? model::press_with_hand : model::press_late_holding
                            : from.any_in_air(side) ? model::press_over_lifted
                            : standing == 1         ? model::press_for_other
                                                    : 0;
        add(from, cost).pressed = PressMeans::no_meaning;
        press_silent(from, side, at);
    } else if (from.reading.shows == Shows::odd) {
        add(from, model::press_odd).pressed = PressMeans::on_disorder;
    } else if (from.holds(side) || shown > 0) {
        add(from, model::press_with_hand).pressed = PressMeans::holding;
    } else {
        add(from, model::press_early).pressed = PressMeans::too_early;
        press_silent(from, side, at);
    }
}

// What it costs that the opponent has lifted the presser's piece from `p`, to take it, and nobody
// else: not where it only passed, nor where a sensor has closed since, which this explanation calls
// noise, and the presser's hand would have closed it.
double Tracker::lifted_by_other(const Hypothesis& h, Point p, Instant pressed) const {
    double cost = model::lifted_before_press(pressed - last_edge_[p]);
    cost += model::lifted_by_presser * (1 - model::stood(h.rested_on(p)));
    for (Point q = 0; q < xiangqi::points; ++q)
        if (h.phantom[q] && !h.faulty[q] && h.board[q].empty() && last_edge_[q] > last_edge_[p])
            cost = model::lifted_by_presser;
    return cost;
}

// The side's piece in the air was set down where the sensor shows no difference: on a piece that it
// took between two looks, on a point whose sensor is stuck, or aside: on an empty point, beyond the
// reach of its sensor. `plies` stand before it; `alone` is what aside costs where nothing else
// fits.
void Tracker::put_unseen(const Hypothesis& from, Side side, int plies, double alone, Instant at) {
    if (overflow_) return;
    Position base = from.base;
    if (plies == 1) {
        if (!from.reading.first_legal()) return;
        base.play_tolerant(from.reading.moves[0]);
    } else if (plies > 1) {
        return;
    }
    if (base.to_move() != side) return;
    const bool reed = settings_.sensors == Sensors::reed; // on hall the pole would have turned
    const bool fits = put_where(from, base, plies, at, [&](Point q) -> std::optional<double> {
        if (from.faulty[q]) return model::at_fault;
        if (!is_on(sensed_[q]) || (!from.board[q].empty() && from.phantom[q])) return std::nullopt;
        return reed ? model::unseen_place : fault(from, q);
    });
    const double aside = fits ? model::unseen_aside : alone;
    put_where(from, base, plies, at, [&](Point q) {
        const bool may = (from.board[q].empty() || from.phantom[q]) && !is_on(sensed_[q]);
        if (!may || from.faulty[q]) return std::optional<double>();
        if (!from.board[q].empty() || from.doubted[q]) return std::optional(model::unseen_again);
        return std::optional(aside + (closed_[q] ? model::unseen_where_sound : 0));
    });
}

// Is the last that was seen a piece of the other colour that came back while this one was in the
// hand? Whoever put this one down unseen went there over that piece.
bool Tracker::last_brushed(const Hypothesis& h, const AirPiece& piece) const {
    if (settings_.sensors != Sensors::reed || newest_edge_ <= piece.since) return false;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (last_edge_[p] == newest_edge_ && is_on(sensed_[p]) &&
            h.board[p].is(opponent(piece.piece.side())))
            return true;
    return false;
}

// An explanation for every legal target where, at the cost that `cost_at` says, a piece of the side
// to move in `base`, now in the air, may have been set down unseen as ply `plies` + 1. Says whether
// there is any.
template <typename CostAt>
bool Tracker::put_where(const Hypothesis& from, const Position& base, int plies, Instant at,
                        CostAt cost_at) {
    const Side side = base.to_move();
    const bool replied = std::any_of(from.air.begin(), from.air.end(), [&](const AirPiece& other) {
        return other.piece.is(opponent(side)) && !from.is_captured(other);
    });
    bool any = false;
    for (std::size_t i = 0; i < from.air.size(); ++i) {
        const AirPiece& piece = from.air[i];
        if (!piece.piece.is(side) || from.is_captured(piece)) continue;
        const bool brushed = last_brushed(from, piece);
        for (Point q = 0; q < xiangqi::points; ++q) {
            const std::optional<double> cost = cost_at(q);
            if (q == piece.origin || !cost || !base.is_legal({piece.origin, q})) continue;
            const double later = piece.moved ? model::unseen_later * model::stood(piece.rested) : 0;
            Hypothesis& h = add(from, *cost + later + (brushed ? model::unseen_after_brush : 0) +
                                          (replied ? model::unseen_under_reply : 0));
            place(h, i, q, at);
            if (overflow_) return any;
            h.phantom[q] = !agrees(h.board, q);
            if (h.standing() != plies + 1) {
                next_.pop_back();
                continue;
            }
            advance(h, plies + 1, ConfirmedBy::press, at);
            h.line[h.line.size() - 1].seen = false;
            h.pressed = PressMeans::ends_turn;
            any = true;
        }
    }
    return any;
}

// Two plies of one side found in one look: either may have been the first, if the line can be
// played the other way round, too.
bool Tracker::order_unknown(const Hypothesis& h) const {
    const Reading& r = h.reading;
    if (r.count != 3) return false;
    const auto together = [&](Instant a, Instant b) {
        return std::max(a, b) - std::min(a, b) < order_tolerance;
    };
    const auto& [first, reply, second] = r.moves;
    if (!together(landed_[first.to], landed_[second.to]) ||
        !together(last_edge_[first.from], last_edge_[second.from]))
        return false;
    Position swapped = h.base;
    for (const Move move : {second, reply, first}) {
        if (r.illegal < 0 && !swapped.is_legal(move)) return false;
        swapped.play_tolerant(move);
    }
    Position played = h.base;
    for (const Move move : r.moves)
        played.play_tolerant(move);
    return swapped.same_board(played);
}

// How many pieces nobody can hold: in the air since before the piece of the latest ply was lifted.
std::size_t Tracker::still_missing(const Hypothesis& h) {
    const Instant lifted = h.line[h.line.size() - 1].lifted;
    return static_cast<std::size_t>(
        std::count_if(h.air.begin(), h.air.end(),
                      [&](const AirPiece& piece) { return h.is_missing(piece, lifted); }));
}

void Tracker::advance(Hypothesis& h, int plies, ConfirmedBy by, Instant at) const {
    const Reading reading = h.reading;
    const bool either_first = plies > 0 && order_unknown(h);
    for (int i = 0; i < plies; ++i) {
        // What was answered was confirmed by the answer, the last by what decides now.
        const ConfirmedBy how = i + 1 < plies ? ConfirmedBy::reply : by;
        const bool legal = i != reading.illegal;
        // Its turn ended at its press, though it became a ply only now.
        const Instant ended = legal || !h.illegal_pressed ? at : h.illegal_pressed_at;
        advance_one(h, reading.moves[static_cast<std::size_t>(i)], legal, how, ended);
        h.made = std::max(0, h.made - 1);
    }
    if (either_first) h.line[h.line.size() - static_cast<std::size_t>(plies)].order_unknown = true;
    // Nobody holds so much while he presses or replies: what led here is hard to believe.
    if (plies > 0) h.cost += model::missing * static_cast<double>(still_missing(h));
    if (plies > 0 && h.held() > most_held) h.line[h.line.size() - 1].hands_full = true;
    if (plies > 0) h.illegal_pressed = h.illegal_left = false;
    read(h);
}

void Tracker::advance_one(Hypothesis& h, Move move, bool legal, ConfirmedBy by, Instant at) const {
    DecidedPly ply;
    ply.replaces = h.taken_back();
    if (h.taken_back()) { // a new ply from there: what came after is no more
        if (h.base_ply <= h.fork) {
            h.fork = h.base_ply;
            h.keep_decided(0);
        } else {
            h.keep_decided(static_cast<std::size_t>(h.base_ply - h.fork));
        }
    }
    ply.move = move;
    ply.legal = legal && h.base.keeps_kings(move);
    ply.at_fault = h.faulty[move.from] || h.faulty[move.to];
    ply.by = by;
    ply.at = ply.lifted = at;
    const Side mover = h.base.to_move();
    for (const Touch& touch : h.touches)
        if (touch.turn == mover) keep_touch(ply.touches, touch);
    for (std::size_t i = h.displaced.size(); i-- > 0;) {
        if (h.displaced[i].at != move.to || h.displaced[i].was.origin != move.from) continue;
        ply.lifted = h.displaced[i].was.lifted;
        ply.rest = h.displaced[i].was.rest;
        h.displaced.erase(i);
    }
    const Piece moved = h.base.at(move.from);
    const Piece victim = h.base.play_tolerant(move);
    if (victim) {
        h.taken.push_ring(victim);
        for (std::size_t i = 0; i < h.air.size(); ++i) {
            if (h.air[i].piece != victim || h.air[i].left != move.to) continue;
            h.air.erase(i);
            break;
        }
    }
    for (AirPiece& piece : h.air) // fallen off, for nobody plays with another piece in his hand
        if (piece.turn == mover && piece.piece.is(mover) && piece.origin != move.from)
            piece.accident = true;
    for (AirPiece& piece : h.air) { // the next ply already took or lifted it
        if (piece.piece == moved && piece.origin == move.from) {
            ply.lifted = piece.lifted;
            ply.rest = std::exchange(piece.rest, {});
            piece.origin = move.to; // lifted anew, in the other side's turn
            piece.lifted = piece.since;
            piece.turn = opponent(mover);
            piece.moved = false;
            // A ply that was taken as made when its piece was lifted has paid for that.
            if (by == ConfirmedBy::reply && !h.is_captured(piece))
                h.cost += h.made > 0 ? model::answered_unpressed(piece.rested)
                                     : model::lifted_again(piece.rested);
        }
    }
    for (std::size_t i = h.touches.size(); i-- > 0;)
        if (h.touches[i].turn == mover) h.touches.erase(i);
    note_stuck(h);
    const bool room = h.line.push(ply);
    JIPU_ASSERT(room, "the line of decided plies is full");
    ++h.base_ply;
}

// How many plies a rested later one has answered.
int Tracker::answered_plies(const Hypothesis& h, Instant now) const {
    const int standing = h.standing();
    for (int last = standing - 1; last >= (h.reading.first_legal() ? 1 : 2); --last) {
        const Point to = h.reading.moves[static_cast<std::size_t>(last)].to;
        if (now - last_edge_[to] >= settings_.settle) return last;
    }
    return 0;
}

// The opponent has replied while the mover's piece is still in the air: it was set down unseen.
// Says when that is believed. What seems to reply may be what the piece takes, and the piece itself
// stops on its way there: then only once it lay longer than any stop-over.
std::optional<Instant> Tracker::unseen_due(const Hypothesis& h) const {
    if (!h.reading.is_line(1) || h.reading.first_legal()) return std::nullopt;
    const Move reply = h.reading.moves[0];
    const Side mover = h.base.to_move();
    if (h.board[reply.to].empty() || !h.base.at(reply.from).is(opponent(mover)) || !h.holds(mover))
        return std::nullopt;
    const bool may_take = std::any_of(h.air.begin(), h.air.end(), [&](const AirPiece& piece) {
        return piece.piece.is(mover) && !h.is_captured(piece) &&
               h.base.is_legal({piece.origin, reply.from});
    });
    return last_edge_[reply.to] + (may_take ? model::long_rest : settings_.settle);
}

bool Tracker::decide_answered(Instant now) {
    flicker_.forget(now);
    if (lost_) return false;
    const auto unseen = [&](const Hypothesis& h) {
        const auto due = unseen_due(h);
        return due && *due <= now;
    };
    const bool any_unseen = std::any_of(alive_.begin(), alive_.end(), unseen);
    if (!any_unseen && std::none_of(alive_.begin(), alive_.end(), [&](const Hypothesis& h) {
            return answered_plies(h, now) > 0;
        }))
        return false;
    if (any_unseen) rested_until_ = now;
    next_.clear();
    for (const Hypothesis& from : alive_) {
        make_room();
        if (overflow_) break;
        const int plies = answered_plies(from, now);
        if (plies > 0) {
            advance(add(from, 0), plies, ConfirmedBy::reply, now);
            continue;
        }
        add(from, 0);
        if (!unseen(from)) continue;
        Hypothesis without = from; // the reply is put back while the unseen ply is looked for
        const Move reply = from.reading.moves[0];
        const Piece replied = without.board[reply.to];
        const Piece stood = without.base.at(reply.to);
        without.board[reply.to] = stood;
        without.board[reply.from] = replied;
        read(without);
        const std::size_t first = next_.size();
        put_unseen(without, from.base.to_move(), 0, model::unseen_aside_alone, now);
        for (std::size_t i = first; i < next_.size(); ++i) {
            Hypothesis& h = next_[i];
            h.line[h.line.size() - 1].by = ConfirmedBy::reply;
            h.board[reply.from] = Piece{};
            h.board[reply.to] = replied;
            read(h);
            // As an answer it was nothing strange, unless it may be the beginning of a capture.
            const Point mover = h.line[h.line.size() - 1].move.from;
            if (h.reading.legal_line() && !from.base.is_legal({mover, reply.from}))
                h.cost -= stood.empty() ? model::idle_place : model::illegal_capture;
        }
    }
    finish_step();
    return true;
}

std::optional<Instant> Tracker::next_answer(Instant now) const {
    std::optional<Instant> next;
    if (lost_) return next;
    const auto consider = [&](Instant due) {
        if (due > now && (!next || due < *next)) next = due;
    };
    for (const Hypothesis& h : alive_) {
        if (const auto due = unseen_due(h)) consider(*due);
        for (int i = h.reading.first_legal() ? 1 : 2; i < h.standing(); ++i)
            consider(last_edge_[h.reading.moves[static_cast<std::size_t>(i)].to] +
                     settings_.settle);
    }
    return next;
}

void Tracker::decide_shown(Instant at) {
    if (lost_ || best().standing() < 1) return;
    Hypothesis h = best();
    advance(h, 1, ConfirmedBy::command, at);
    next_.clear();
    add(h, 0);
    finish_step();
}

} // namespace jipu::inference
