// SPDX-License-Identifier: Apache-2.0
// The tracker's faulty sensors: pieces that come to a point, stand on it or leave it unseen,
// because its sensor is stuck.
#include <algorithm>
#include <cstdlib>

#include "daemon/inference/model.hpp"
#include "daemon/inference/tracker.hpp"

namespace jipu::inference {

namespace {

using PointSet = std::bitset<xiangqi::points>;

// Fewer pieces than these may all be lifted at once.
constexpr std::size_t least_of_a_line = 3;
constexpr Duration at_once = from_ms(3);

PointSet line_of(Point p, bool row) {
    PointSet out;
    for (Point q = 0; q < xiangqi::points; ++q)
        out[q] = row ? xiangqi::rank_of(p) == xiangqi::rank_of(q)
                     : xiangqi::file_of(p) == xiangqi::file_of(q);
    return out;
}

} // namespace

// All the edges are openings, or all closings, of one instant along one row or column, on which
// nothing is on after them, or before.
std::optional<PointSet> Tracker::line_at_once(std::span<const StableEdge> edges) const {
    if (edges.size() < least_of_a_line) return std::nullopt;
    const bool closing = is_on(edges.front().to);
    PointSet changed;
    for (const StableEdge& edge : edges) {
        if (is_on(edge.to) != closing || is_on(edge.from) == closing ||
            edge.at - edges.front().at > at_once)
            return std::nullopt;
        changed.set(edge.point);
    }
    for (const bool row : {true, false}) {
        const PointSet line = line_of(static_cast<Point>(edges.front().point), row);
        if ((changed & ~line).any()) continue;
        if (closing && (line & ~best().faulty).any()) continue;
        bool silent = true;
        for (Point p = 0; p < xiangqi::points; ++p)
            silent = silent && (!line[p] || changed[p] || !is_on(sensed_[p]));
        if (silent) return line;
    }
    return std::nullopt;
}

void Tracker::edges(std::span<const StableEdge> edges) {
    const auto line = lost_ ? std::nullopt : line_at_once(edges);
    if (!line) {
        look_ = edges;
        for (const StableEdge& one : edges)
            edge(one);
        for (const StableEdge& one : edges)
            if (is_on(one.to)) closed_alone_[one.point] = !twin_of(static_cast<Point>(one.point));
        look_ = {};
        return;
    }
    for (const StableEdge& one : edges) {
        sensed_[one.point] = one.to;
        last_edge_[one.point] = one.at;
        newest_edge_ = std::max(newest_edge_, one.at);
    }
    if (is_on(edges.front().to))
        speak_again(*line);
    else
        fall_silent(*line);
}

// The neighbour whose sensor closes at the same instant.
std::optional<Point> Tracker::twin_of(Point p) const {
    const auto own = std::find_if(look_.begin(), look_.end(),
                                  [p](const StableEdge& edge) { return edge.point == p; });
    for (const StableEdge& edge : look_) {
        const auto q = static_cast<Point>(edge.point);
        const int apart = std::abs(xiangqi::file_of(p) - xiangqi::file_of(q)) +
                          std::abs(xiangqi::rank_of(p) - xiangqi::rank_of(q));
        if (apart == 1 && edge.to == own->to && edge.at - own->at <= at_once &&
            own->at - edge.at <= at_once)
            return q;
    }
    return std::nullopt;
}

void Tracker::fall_silent(const PointSet& line) {
    next_ = alive_;
    for (Hypothesis& h : next_) {
        h.faulty |= line;
        for (Point p = 0; p < xiangqi::points; ++p)
            if (line[p]) h.phantom[p] = !agrees(h.board, p);
    }
    finish_step(); // what has rested meanwhile weighs otherwise
}

// The wire is whole again: what its sensors show counts, whatever was believed of them meanwhile.
void Tracker::speak_again(const PointSet& line) {
    next_ = alive_;
    for (Hypothesis& h : next_) {
        h.faulty &= ~line;
        h.doubted &= ~line;
        for (Point p = 0; p < xiangqi::points; ++p) {
            if (!line[p]) continue;
            h.phantom[p] = !agrees(h.board, p);
            if (h.phantom[p]) h.cost += model::phantom;
        }
    }
    finish_step();
}

void Tracker::doubt(const std::bitset<xiangqi::points>& points) {
    for (Hypothesis& h : alive_)
        h.faulty |= points;
}

// What it costs that the sensor of `p` does not show what happens there.
double Tracker::fault(const Hypothesis& h, Point p) const {
    if (h.faulty[p]) return model::at_fault;
    return model::fault_begins(is_on(sensed_[p]) ? opened_[p] : closed_[p]);
}

// Two sensors of a row or column that have nothing on any more: its wire is broken.
void Tracker::note_line(Hypothesis& h, Point p) const {
    for (const bool row : {true, false}) {
        const PointSet line = line_of(p, row);
        int silent = 0;
        bool works = false;
        for (Point q = 0; q < xiangqi::points; ++q) {
            if (!line[q]) continue;
            works = works || is_on(sensed_[q]);
            silent += h.faulty[q] ? 1 : 0;
        }
        if (!works && silent >= 2) h.faulty |= line;
    }
}

// The sensor of `p` has shown what happened there.
void Tracker::trust(Hypothesis& h, Point p) {
    if (h.faulty[p]) h.cost += model::works_again;
    h.faulty[p] = h.doubted[p] = false;
}

// A ply is decided: sensors that show what is not there since before the last one are stuck.
void Tracker::note_stuck(Hypothesis& h) const {
    const auto lying = h.phantom & ~h.faulty;
    if (lying.none() || h.path() == 0) return;
    const Instant begun = decided_in(h, h.path()).at;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (lying[p] && h.board[p].empty() && last_edge_[p] < begun) h.faulty[p] = true;
}

FixedList<Move, 8> Tracker::shifted(const PointSet& pushed) const {
    FixedList<Move, 8> out;
    const Hypothesis& h = best();
    if (lost_ || h.phantom.none()) return out;
    const auto same_hand = [](Instant opened, Instant closed) {
        return opened > Instant{} && closed > Instant{} && closed - opened <= model::carried_most &&
               opened - closed < model::long_rest;
    };
    PointSet ends;
    const auto note = [&](Piece piece, Point p) {
        std::optional<Point> to; // the latest that fits
        for (Point q = 0; q < xiangqi::points; ++q)
            if (h.phantom[q] && h.board[q].empty() && is_on(sensed_[q]) && !ends[q] &&
                shows_pole(piece, sensed_[q]) &&
                (same_hand(last_edge_[p], last_edge_[q]) ||
                 (pushed[p] && last_edge_[q] > last_edge_[p])) &&
                (!to || last_edge_[q] > last_edge_[*to]))
                to = q;
        if (to && out.push({p, *to})) ends.set(*to);
    };
    for (const AirPiece& piece : h.air)
        if (!piece.moved && !h.is_captured(piece)) note(piece.piece, piece.left);
    for (Point p = 0; p < xiangqi::points; ++p)
        if (h.phantom[p] && !h.board[p].empty() && !is_on(sensed_[p])) note(h.board[p], p);
    return out;
}

// A piece goes from a point whose sensor does not show that it left.
void Tracker::move_unseen(Hypothesis& h, Point from, Point to, Instant at) const {
    h.board[to] = h.board[from];
    h.board[from] = Piece{};
    h.phantom[from] = is_on(sensed_[from]);
    // One piece may have stood beside its point; two did not.
    if (h.phantom[from] || h.doubted[from]) h.faulty[from] = true;
    h.doubted[from] = true;
    if (h.faulty[from]) note_line(h, from);
    h.phantom[to] = !agrees(h.board, to);
    AirPiece piece = AirPiece::lifted_from(from, h.board[to], h.turn(), at);
    piece.moved = true;
    h.displaced.push({to, at, piece});
    read(h);
}

// The piece that seems to be in the air stands where it stood: its sensor has opened under it.
std::optional<Hypothesis> Tracker::stands_dead(const Hypothesis& from, std::size_t air) const {
    const AirPiece& piece = from.air[air];
    const Point p = piece.left;
    if (piece.moved || from.is_captured(piece) || is_on(sensed_[p])) return std::nullopt;
    Hypothesis h = from;
    h.air.erase(air);
    h.board[p] = piece.piece;
    h.cost += fault(from, p);
    h.phantom[p] = h.faulty[p] = true;
    note_line(h, p);
    read(h);
    return h;
}

// Every explanation in which one of the pieces that have been in the air for long stands dead.
template <typename Use>
void Tracker::each_dead(const Hypothesis& from, Instant at, Use use) {
    for (std::size_t i = 0; i < from.air.size(); ++i) {
        if (at - from.air[i].since < model::long_rest) continue;
        if (const auto h = stands_dead(from, i)) use(*h);
    }
}

// Another piece is lifted while one has been in the air for long.
void Tracker::lift_beside_dead(const Hypothesis& from, Point p, Instant at) {
    each_dead(from, at, [&](const Hypothesis& h) { lift(h, p, at); });
}

// The opponent of who has held a piece for long lifts one of his own: that had been put down
// unseen.
void Tracker::lift_after_unseen(const Hypothesis& from, Point p, Instant at) {
    if (from.board[p].empty()) return;
    const Side side = opponent(from.board[p].side());
    if (from.turn() != side) return;
    const auto held_long = [&](const AirPiece& piece) {
        return piece.piece.is(side) && at - piece.since >= model::long_rest;
    };
    if (std::none_of(from.air.begin(), from.air.end(), held_long)) return;
    const std::size_t first = next_.size();
    put_unseen(from, side, from.standing(), model::unseen_aside_alone, at);
    for (std::size_t i = first; i < next_.size(); ++i) {
        next_[i].cost += model::unseen_under_reply;
        next_[i].line[next_[i].line.size() - 1].by = ConfirmedBy::reply;
    }
    lift_instead(first, p, at);
}

// The clock is pressed after a ply while another piece has been in the air for long.
void Tracker::press_beside_dead(const Hypothesis& from, Side side, Instant at) {
    each_dead(from, at, [&](const Hypothesis& h) {
        if (h.standing() > 0) press_one(h, side, at);
    });
}

// What the board shows has been made, nothing is in the air, and `side` is to move: nullopt if not.
std::optional<Hypothesis> Tracker::at_turn_of(const Hypothesis& from, Side side, Instant at) const {
    if (!from.air.empty() || from.taken_back() || from.turn() != side) return std::nullopt;
    if (from.reading.shows == Shows::nothing) return from;
    if (!from.reading.is_line(1) || !from.reading.legal_line()) return std::nullopt;
    Hypothesis h = from;
    advance(h, 1, ConfirmedBy::reply, at);
    return h;
}

// A piece goes from `s` to `q`, and no sensor shows it.
void Tracker::play_silent(const Hypothesis& from, Point s, Point q, double cost, ConfirmedBy by,
                          Instant at) {
    if (overflow_ || !from.base.is_legal({s, q})) return;
    Hypothesis& h = add(from, cost);
    move_unseen(h, s, q, at);
    if (overflow_) return;
    if (!h.reading.is_line(1)) {
        next_.pop_back();
        return;
    }
    advance(h, 1, by, at);
    h.line[h.line.size() - 1].seen = false;
    h.pressed = PressMeans::ends_turn;
}

// Every ply of `side` from one faulty sensor to another.
void Tracker::play_where_silent(const Hypothesis& from, Side side, double cost, ConfirmedBy by,
                                Instant at) {
    for (Point s = 0; s < xiangqi::points; ++s) {
        if (!from.faulty[s] || !from.board[s].is(side)) continue;
        for (Point q = 0; q < xiangqi::points; ++q)
            if (from.faulty[q]) play_silent(from, s, q, cost, by, at);
    }
}

// Pressed by who is to move, and nothing seems to have moved: from a stuck sensor to another, or
// the piece that was lifted last and has come back was taken by one whose sensor did not open.
void Tracker::press_silent(const Hypothesis& from, Side side, Instant at) {
    const auto turn = at_turn_of(from, side, at);
    if (!turn) return;
    play_where_silent(*turn, side, 2 * model::at_fault, ConfirmedBy::press, at);
    const Instant began = turn->path() > 0 ? decided_in(*turn, turn->path()).at : Instant{};
    for (Point s = 0; s < xiangqi::points; ++s) {
        if (!turn->board[s].is(side) || !is_on(sensed_[s]) || turn->faulty[s]) continue;
        for (Point q = 0; q < xiangqi::points; ++q)
            if (turn->board[q].is(opponent(side)) && landed_[q] == newest_edge_ &&
                landed_[q] > began && shows_pole(turn->board[s], sensed_[q]))
                play_silent(*turn, s, q, fault(*turn, s) + model::capture(Duration{0}),
                            ConfirmedBy::press, at);
    }
}

// A piece is lifted whose side is not to move, as far as anybody saw: the other has played where
// the sensors are faulty.
void Tracker::lift_after_silent(const Hypothesis& from, Point p, Instant at) {
    if (from.board[p].empty() || from.faulty.count() < 2) return;
    const Side side = opponent(from.board[p].side());
    const auto turn = at_turn_of(from, side, at);
    if (!turn) return;
    const std::size_t first = next_.size();
    play_where_silent(*turn, side, model::silent_reply, ConfirmedBy::reply, at);
    lift_instead(first, p, at);
}

// Lifts from the explanations of next_ from `first` on, and keeps what comes of that alone.
void Tracker::lift_instead(std::size_t first, Point p, Instant at) {
    const std::size_t last = next_.size();
    for (std::size_t i = first; i < last; ++i) {
        const Hypothesis h = next_[i];
        lift(h, p, at);
    }
    next_.erase(next_.begin() + static_cast<std::ptrdiff_t>(first),
                next_.begin() + static_cast<std::ptrdiff_t>(last));
}

} // namespace jipu::inference
