// SPDX-License-Identifier: Apache-2.0
// The tracker: extends every explanation by every edge. What a placement may mean stands in
// placing.cpp, what the set keeps in weighing.cpp, how it begins in beginning.cpp, when a ply is
// decided in deciding.cpp, faulty sensors in faults.cpp, how a knocked board is found again in
// lost.cpp.
#include "daemon/inference/tracker.hpp"

#include <algorithm>
#include <cstdlib>

#include "daemon/inference/model.hpp"

namespace jipu::inference {

namespace {

// So many pieces in the air at once are no move.
constexpr std::size_t most_in_air = 6;

bool pole_fits(Sensors sensors, Level level, Piece piece) {
    return sensors == Sensors::reed ||
           level == (piece.side() == Side::first ? Level::north : Level::south);
}

} // namespace

Tracker::Tracker(TrackerSettings settings) : settings_(settings) {
    history_.reserve(512);
    past_.reserve(512);
    alive_.reserve(model::most_alive);
    next_.reserve(model::most_children);
    order_.reserve(model::most_children);
}

bool pushed_along(Point from, Point to) {
    return std::abs(xiangqi::file_of(from) - xiangqi::file_of(to)) <= 2 &&
           std::abs(xiangqi::rank_of(from) - xiangqi::rank_of(to)) <= 2;
}

bool shows(Sensors sensors, Level level, Piece piece) {
    if (piece.empty() || !is_on(level)) return piece.empty() && !is_on(level);
    return pole_fits(sensors, level, piece);
}

bool Tracker::shows_pole(Piece piece, Level level) const {
    return pole_fits(settings_.sensors, level, piece);
}

bool Tracker::agrees(const Board& board, Point p) const {
    return shows(settings_.sensors, sensed_[p], board[p]);
}

// Which sensors say other than the explanation's board.
void Tracker::note_phantoms(Hypothesis& h) const {
    for (Point p = 0; p < xiangqi::points; ++p)
        h.phantom[p] = !agrees(h.board, p);
}

int Tracker::disagreements(const Board& board) const {
    int n = 0;
    for (Point p = 0; p < xiangqi::points; ++p)
        n += agrees(board, p) || best().faulty[p] ? 0 : 1;
    return n;
}

Position Tracker::position_in(const Hypothesis& h, int ply) const {
    if (ply <= h.fork) return history_[static_cast<std::size_t>(ply)];
    Position position = history_[static_cast<std::size_t>(h.fork)];
    for (int i = h.fork; i < ply; ++i)
        position.play_tolerant(h.made_at(static_cast<std::size_t>(i - h.fork)).move);
    return position;
}

void Tracker::read(Hypothesis& h) const {
    const Board shown = h.virtual_board();
    std::optional<Move> pressed; // the illegal ply that stood until now
    if (h.illegal_pressed && h.reading.illegal >= 0)
        pressed = h.reading.moves[static_cast<std::size_t>(h.reading.illegal)];
    const int pressed_ply = h.base_ply + h.reading.illegal + 1;
    const int shared = std::min(h.base_ply, h.fork + 1);
    const auto history =
        std::span<const Position>(history_).first(static_cast<std::size_t>(shared));
    const Landings* landed = &landed_;
    Landings with_unseen; // what was put down unseen has no edge of its own
    for (const DisplacedPiece& piece : h.displaced) {
        if (piece.placed <= landed_[piece.at]) continue;
        if (landed == &landed_) with_unseen = landed_;
        with_unseen[piece.at] = piece.placed;
        landed = &with_unseen;
    }
    h.reading = read_board(h.base, shown, history, *landed);
    if (h.reading.legal_plies() < h.made) h.made = 0;
    if (h.reading.illegal < 0) {
        if (pressed) {
            h.undone = *pressed;
            h.undone_ply = pressed_ply;
            h.undone_at = h.illegal_pressed_at;
        }
        h.illegal_pressed = h.illegal_left = false;
    }
    if (h.reading.shows != Shows::nothing && !h.reading.legal_line()) {
        for (int ply = h.base_ply - 1; ply > h.fork; --ply) {
            if (position_in(h, ply).board() != shown) continue;
            h.reading.shows = Shows::earlier;
            h.reading.earlier = ply;
            break;
        }
    }
    // The last ply was taken back: what follows is read from there. The record stands meanwhile.
    // Positions before that are passed by slides too; they count once they have rested.
    if (h.reading.shows == Shows::earlier && h.reading.earlier == h.base_ply - 1) take_back(h);
    // A taken-back ply that is played again as it was needs no decision.
    if (h.taken_back() && h.reading.is_line(1)) {
        const Position next = position_in(h, h.base_ply + 1);
        if (next.board() != shown) return;
        h.base = next;
        ++h.base_ply;
        h.displaced.clear();
        h.reading = Reading{};
    }
}

void Tracker::take_back(Hypothesis& h) const {
    h.base_ply = h.reading.earlier;
    h.base = position_in(h, h.base_ply);
    h.displaced.clear();
    h.made = 0;
    h.reading = Reading{};
}

void Tracker::edge(const StableEdge& edge) {
    const Point p = static_cast<Point>(edge.point);
    sensed_[p] = edge.to;
    last_edge_[p] = edge.at;
    if (is_on(edge.to)) landed_[p] = edge.at;
    (is_on(edge.to) ? closed_ : opened_).set(p);
    latest_.push_ring(edge.at);
    quiet_before_ = edge.at > newest_edge_ ? edge.at - newest_edge_ : Duration{0};
    newest_edge_ = std::max(newest_edge_, edge.at);
    if (lost_) {
        follow_lost();
        return;
    }
    flicker_.changed(edge.point, edge.at);
    if (is_on(edge.from)) {
        next_.clear();
        for (const Hypothesis& h : alive_) {
            make_room();
            lift(h, p, edge.at);
            lift_beside_dead(h, p, edge.at);
            lift_after_unseen(h, p, edge.at);
            lift_after_silent(h, p, edge.at);
        }
        finish_step();
    }
    if (is_on(edge.to) && !lost_) {
        next_.clear();
        for (const Hypothesis& h : alive_) {
            make_room();
            put(h, p, edge.to, edge.at);
        }
        finish_step();
        if (!lost_ && !best().board[p].empty() && best().board[p] == best().base.at(p))
            flicker_.returned(p, edge.at, best().path() + best().standing());
    }
}

// So many edges in so short a time are no hand's.
bool Tracker::crowded() const {
    return latest_.full() && newest_edge_ - latest_[0] < model::passing / 2;
}

void Tracker::lift(const Hypothesis& from, Point p, Instant at) {
    if (overflow_) return;
    if (from.board[p].empty()) { // the sensor said something that was not there
        const bool late = std::any_of(
            from.displaced.begin(), from.displaced.end(), [&](const DisplacedPiece& gone) {
                return from.faulty[p] && gone.was.origin == p && at - gone.placed < model::late;
            });
        const bool rested = !from.faulty[p] && at - landed_[p] >= model::long_rest;
        Hypothesis& h = add(from, late ? -model::opens_late : rested ? model::phantom_rested : 0);
        h.phantom[p] = false;
        if (late) h.faulty[p] = false;
        trust(h, p);
        return;
    }
    if (from.faulty[p]) add(from, model::fault_shows).phantom[p] = true;
    const bool two = settings_.presses ? from.reading.legal_plies() == 2 : from.reading.is_line(2);
    const bool illegal_answered = from.reading.count == 2 && from.reading.illegal == 0 &&
                                  (from.illegal_pressed || from.illegal_left);
    if ((two || illegal_answered) && from.standing() == 2 &&
        from.board[p].is(from.base.to_move())) {
        // The mover goes on: the reply before it has answered his last ply. Or the replier, whose
        // piece has landed only just and may be on its way, lifts what he is about to take.
        const Move reply = from.reading.moves[1];
        Hypothesis answered = from;
        advance(answered, 1, ConfirmedBy::reply, at);
        const bool under_way =
            at - landed_[reply.to] < model::passing && answered.base.is_legal({reply.from, p});
        if (under_way) answered.cost += model::hasty_answer;
        lift(answered, p, at);
        if (!under_way) return;
    }
    if (from.reading.legal_plies() == 2 && from.standing() == 1 && from.made < 2 &&
        from.board[p].is(from.base.to_move())) {
        // The mover holds the reply's piece already, to take it: then it has answered, too.
        const Point taken = from.reading.moves[1].to;
        Hypothesis answered = from;
        answered.cost += model::lifted_again(from.rested_on(taken));
        advance(answered, 1, ConfirmedBy::reply, at);
        mark_made(answered, 1, answered.base.to_move());
        lift(answered, p, at);
    }
    // A board that no player would leave so was left so for a while. An illegal ply that was
    // pressed, or a capture that has rested as no passing piece does, is only answered.
    const bool left = quiet_before_ >= model::passing && !from.on_the_way();
    const bool rested = from.illegal_left || (from.illegal_capture() && from.held() == 0 &&
                                              quiet_before_ >= model::long_rest);
    const bool answers = from.reading.illegal >= 0 && (from.illegal_pressed || rested) &&
                         from.board[p].is(from.turn());
    if (answers && from.illegal_pressed && from.standing() == from.reading.illegal + 1) {
        // The opponent lets it stand: his reply may be against the rules itself.
        Hypothesis stands = from;
        stands.cost += model::lets_stand;
        advance(stands, from.reading.illegal + 1, ConfirmedBy::reply, at);
        lift(stands, p, at);
    }
    const double left_cost = !left                              ? 0
                             : from.reading.shows == Shows::odd ? model::left_odd
                             : from.reading.illegal >= 0 && !answers && !from.illegal_pressed
                                 ? model::left_illegal
                                 : 0;
    Hypothesis& h = add(from, left_cost);
    if (h.reading.shows == Shows::earlier && quiet_before_ >= model::long_rest) take_back(h);
    if (overflow_) return;
    h.illegal_left = answers && !h.illegal_pressed;
    h.phantom[p] = false;
    trust(h, p);
    const Piece piece = h.board[p];
    AirPiece air = AirPiece::lifted_from(p, piece, from.turn(), at);
    for (std::size_t i = 0; i < h.displaced.size(); ++i) {
        if (h.displaced[i].at != p) continue;
        air = h.displaced[i].was;
        air.left = p;
        air.since = at;
        air.rested = at - h.displaced[i].placed;
        h.displaced.erase(i);
        break;
    }
    if (!air.moved) { // carried over the point where it came from
        for (const Touch& touch : h.touches)
            if (touch.point == p && at - touch.returned < settings_.settle) air.rest = touch.rest;
    }
    h.cost += lifted_beside(h, air);
    air.knocked = h.held() >= most_held;
    for (AirPiece& other : h.air)
        if (!h.is_captured(other) && other.piece.side() != piece.side())
            other.beside_own = air.beside_own = true;
    h.board[p] = Piece{};
    if (!h.air.push(air) || h.air.size() > most_in_air) overflow_ = true;
    note_accident(h);
    read(h);
    const std::size_t lifted = next_.size() - 1;
    slide_over(from, lifted, p, at);
    take_as_made(from, lifted, piece, air.moved);
}

void Tracker::mark_made(Hypothesis& h, int plies, Side turn) {
    h.made = plies;
    if (!h.air.empty()) h.air[h.air.size() - 1].turn = turn;
}

// Lifting an own piece takes the opponent's ply before it as made: certainly when that stands, else
// only if this player has lifted it, to take it.
void Tracker::take_as_made(const Hypothesis& from, std::size_t child, Piece piece, bool moved) {
    const int plies = from.reading.legal_plies();
    if (moved && from.made > 0 && next_[child].standing() >= from.made &&
        next_[child]
            .board[from.reading.moves[static_cast<std::size_t>(from.made) - 1].to]
            .empty() &&
        !from.board[from.reading.moves[static_cast<std::size_t>(from.made) - 1].to].empty()) {
        // It had not been the end of the ply; or the next player takes it.
        add(next_[child], model::goes_on).made = 0;
        const Point to = from.reading.moves[static_cast<std::size_t>(from.made) - 1].to;
        next_[child].cost += model::lifted_again(next_[child].rested_on(to));
        return;
    }
    if (plies < 1 || plies > 2 || moved) return;
    const Side mover = from.base.to_move();
    if (!piece.is(plies == 1 ? opponent(mover) : mover) || from.made >= plies) return;
    if (from.standing() >= plies) {
        mark_made(next_[child], plies, piece.side());
        return;
    }
    const Point to = from.reading.moves[static_cast<std::size_t>(plies) - 1].to;
    mark_made(add(next_[child], model::lifted_again(from.rested_on(to))), plies, piece.side());
}

// The next point closed before this one opened: the piece slid over.
void Tracker::slide_over(const Hypothesis& from, std::size_t child, Point p, Instant at) {
    bool slides = false;
    for (Point q = 0; q < xiangqi::points; ++q) {
        if (!from.phantom[q] || from.faulty[q] || !from.board[q].empty() || q == p) continue;
        if (at - landed_[q] >= model::long_rest || !pushed_along(p, q)) continue;
        if (!shows_pole(from.board[p], sensed_[q])) continue;
        Hypothesis& slid = add(next_[child], 0);
        slid.phantom[q] = false;
        place(slid, slid.air.size() - 1, q, at);
        slides = true;
    }
    if (slides) next_[child].cost += model::not_dragged;
}

Position Tracker::position_after(int ply) const {
    return position_in(best(), ply);
}

DecidedPly Tracker::decided(int ply) const {
    return decided_in(best(), ply);
}

DecidedPly Tracker::decided_in(const Hypothesis& h, int ply) const {
    JIPU_ASSERT(ply >= 1 && ply <= h.path(), "no such ply");
    if (ply <= h.fork) return past_[static_cast<std::size_t>(ply) - 1];
    const auto index = static_cast<std::size_t>(ply - 1 - h.fork);
    if (index < h.old.size()) return DecidedPly{h.old[index], false, {}, {}, {}, {}};
    return h.line[index - h.old.size()];
}

} // namespace jipu::inference
