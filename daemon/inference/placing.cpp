// SPDX-License-Identifier: Apache-2.0
// The tracker's placements: which piece may have come to stand where a sensor closes, and what each
// answer costs.
#include <algorithm>
#include <utility>

#include "daemon/inference/keep_touch.hpp"
#include "daemon/inference/model.hpp"
#include "daemon/inference/tracker.hpp"

namespace jipu::inference {

namespace {

// A piece put on a free point where the rules do not let it go.
double strange_place(const Hypothesis& h, const AirPiece& piece, Point p) {
    if (!piece.piece.is(h.turn())) return model::idle_place;
    const xiangqi::Kind kind = piece.piece.kind();
    if (kind != xiangqi::Kind::rook && kind != xiangqi::Kind::cannon) return model::illegal_place;
    const bool straight = xiangqi::file_of(p) == xiangqi::file_of(piece.origin) ||
                          xiangqi::rank_of(p) == xiangqi::rank_of(piece.origin);
    if (!straight) return model::illegal_place;
    // Passing a point where it might not stay for the king's sake is nothing odd.
    const auto reason = h.base.why_illegal({piece.origin, p});
    return reason == xiangqi::IllegalReason::self_check ||
                   reason == xiangqi::IllegalReason::facing_generals
               ? model::stop_in_check
               : model::stop_over;
}

// It had stopped where a straight way to `p` does not lead over.
bool turned_aside(const AirPiece& piece, Point p) {
    const xiangqi::Kind kind = piece.piece.kind();
    if (!piece.moved || (kind != xiangqi::Kind::rook && kind != xiangqi::Kind::cannon))
        return false;
    const auto between = [](int a, int b, int c) {
        return (a <= b && b <= c) || (c <= b && b <= a);
    };
    return !between(xiangqi::file_of(piece.origin), xiangqi::file_of(piece.left),
                    xiangqi::file_of(p)) ||
           !between(xiangqi::rank_of(piece.origin), xiangqi::rank_of(piece.left),
                    xiangqi::rank_of(p));
}

} // namespace

// Since when it has been the turn of who is to move: the ply before was pressed, or it landed.
Instant Tracker::turn_began(const Hypothesis& h) const {
    Instant began = h.base_ply > 0 ? decided_in(h, h.base_ply).at : Instant{};
    for (int i = 0; i < h.standing(); ++i)
        began = std::max(began, last_edge_[h.reading.moves[static_cast<std::size_t>(i)].to]);
    return began;
}

// The piece of a ply that stands was lifted and is back. Who held one of his own before has touched
// it, to take it; where its owner may have gone on, whose hand lifted the others is not known.
void Tracker::touch_made(Hypothesis& h, const AirPiece& piece, Instant at) const {
    const Side other = opponent(piece.piece.side());
    bool known = piece.beside_own;
    for (Touch& touch : h.touches) {
        if (!touch.piece.is(other) || touch.turn == other || touch.lifted < piece.since) continue;
        touch.beside_own = known = false;
    }
    if (piece.beside_own && !piece.in_pause && at - piece.since > settings_.adjust &&
        !flicker_[piece.left])
        keep_touch(h.touches, {piece.piece, piece.left, piece.since, at, other, false, known,
                               piece.accident, Rest{}});
}

void Tracker::place(Hypothesis& h, std::size_t index, Point p, Instant at) const {
    AirPiece piece = h.air[index];
    h.air.erase(index);
    if (last_edge_[p] == at) trust(h, p);
    h.board[p] = piece.piece;
    if (piece.moved && p != piece.left) {
        const Rest rest{piece.left, piece.since - piece.rested, piece.rested};
        const auto for_good = [&](const Rest& r) {
            return r.lasted >= settings_.placed && h.base.is_legal({piece.origin, r.at});
        };
        if (!for_good(piece.rest) && (rest.lasted > piece.rest.lasted || for_good(rest)))
            piece.rest = rest;
    }
    if (p == piece.origin) {
        const Instant known =
            at == unwatched_[1] ? unwatched_[0] : at; // lifted until then, at least
        const bool kept = !piece.in_pause && known - piece.lifted > settings_.adjust;
        // Lifted in the other side's time and held over into his own: he touches it in that.
        const bool held_over = !piece.moved && piece.turn != h.turn() && piece.piece.is(h.turn()) &&
                               known - turn_began(h) > settings_.adjust;
        const Side turn = held_over ? h.turn() : piece.turn;
        if (piece.moved || (kept && !flicker_[p]))
            keep_touch(h.touches, {piece.piece, p, piece.lifted, at, turn, piece.moved,
                                   piece.beside_own, piece.accident, piece.rest});
    } else {
        if (piece.moved && p == piece.left) touch_made(h, piece, at);
        piece.moved = true;
        h.displaced.push({p, at, piece});
    }
    read(h);
}

// The sensor of `p`, where something stands that it did not show, closes: that has been moved to
// its middle, or who may go there takes it.
template <typename Predicate>
void Tracker::put_on_unseen(const Hypothesis& from, Point p, Level level, Instant at,
                            Predicate may_go) {
    bool taken = false;
    for (std::size_t i = 0; i < from.air.size(); ++i) {
        const AirPiece& piece = from.air[i];
        if (!shows_pole(piece.piece, level) || from.is_captured(piece) ||
            piece.piece.side() == from.board[p].side() || !may_go(Move{piece.origin, p}))
            continue;
        Hypothesis& h = add(from, model::legal_place);
        h.phantom[p] = false;
        place(h, i, p, at);
        taken = true;
    }
    if (taken && !shows_pole(from.board[p], level)) return;
    const bool own_turn = from.board[p].is(from.turn()); // rather a move to `p`, from elsewhere
    Hypothesis& h = add(from, (taken ? model::from_faulty : 0) + (own_turn ? model::centred : 0));
    h.phantom[p] = false;
    // It works again, and costs nothing: a sensor that opens of itself closes of itself, too.
    if (shows_pole(from.board[p], level)) h.faulty[p] = h.doubted[p] = false;
    for (std::size_t i = h.decided(); i-- > 0;) {
        PlyMade& ply = h.made_at(i);
        if (ply.move.to != p) continue;
        ply.seen_late = !std::exchange(ply.seen, true);
        break;
    }
}

// What makes it odd that this piece is only brushed.
double Tracker::brush(const Hypothesis& from, const AirPiece& piece) const {
    double cost = 0;
    for (const AirPiece& other : from.air)
        if (&other != &piece && other.piece.is(other.turn) && !from.is_captured(other))
            cost = model::brush_in_hand;
    if (from.standing() == 1 && from.reading.first_legal()) {
        const Instant landed = landed_[from.reading.moves[0].to];
        if (piece.since >= landed && piece.since - landed < model::just_after)
            cost += model::brush_at_once;
    }
    return cost;
}

// What else may have put a piece on `p`, considered only where no piece in the air fits well.
template <typename Predicate>
void Tracker::put_fallbacks(const Hypothesis& from, Point p, Level level, Instant at, Fit fit,
                            Predicate may_go) {
    // Noise, or another piece, is rarely just where one could be put back.
    const Piece gone = from.base.at(p);
    const double back = !gone.empty() && shows_pole(gone, level) ? model::no_return : 0;
    for (Point q = 0; q < xiangqi::points; ++q) { // a piece left a point that did not show it
        if (from.board[q].empty() || !shows_pole(from.board[q], level)) continue;
        const bool stuck = is_on(sensed_[q]) && (from.faulty[q] || (!fit.fits && !crowded()));
        if (!stuck && (is_on(sensed_[q]) || !from.phantom[q])) continue;
        if (!may_go(Move{q, p})) continue;
        const double cost = from.faulty[q] ? model::at_fault
                            : stuck        ? fault(from, q) + model::from_stuck + back
                                           : model::from_faulty;
        move_unseen(add(from, cost), q, p, at);
    }
    if (from.faulty[p]) add(from, model::fault_shows).phantom[p] = true;
    const bool orderly =
        !crowded() && from.held() <= most_held && (from.phantom & ~from.faulty).none();
    const auto twin = crowded() ? std::nullopt : twin_of(p);
    if (twin || !fit.fits || fit.aside || orderly) // or the piece is still on its way
        add(from, twin       ? model::doubled(closed_alone_[*twin])
                  : fit.fits ? model::phantom_in_passing
                             : model::phantom + back)
            .phantom[p] = true;
    if (fit.fits && !fit.aside) return;
    std::array<bool, 16> tried{};
    for (std::size_t i = 0; i < from.taken.size(); ++i) {
        const Piece piece = from.taken[i];
        if (tried[piece.code()] || !shows_pole(piece, level)) continue;
        tried[piece.code()] = true;
        const bool stood = std::any_of(history_.rbegin(), history_.rend(),
                                       [&](const Position& old) { return old.at(p) == piece; });
        Hypothesis& h = add(from, stood ? model::taken_restored : model::taken_appears);
        h.taken.erase(i);
        h.board[p] = piece;
        read(h);
    }
}

void Tracker::put(const Hypothesis& from, Point p, Level level, Instant at) {
    if (overflow_) return;
    // Where a piece may go depends on the plies that stand: one may already answer another.
    std::array<Position, 3> stages{from.base, from.base, from.base};
    int plies = 0;
    const auto begun = from.ply_begun();
    if (begun) {
        stages[1].play_tolerant(*begun);
        plies = 1;
    }
    if (from.reading.legal_plies() > 1) {
        stages[2] = stages[1];
        stages[2].play_tolerant(from.reading.moves[1]);
        plies = 2;
    }
    const auto may_go = [&](Move move) {
        // While the first ply's piece is carried on, only who takes it has answered it. One that
        // was pressed is not on its way: it is being put right, or the opponent lets it be.
        const bool carried = plies == 1 && from.board[begun->to].empty() && move.to != begun->to &&
                             !from.illegal_pressed;
        for (int i = 0; i <= (carried ? 0 : plies); ++i)
            if (stages[static_cast<std::size_t>(i)].is_legal(move)) return true;
        return false;
    };
    if (!from.board[p].empty()) {
        put_on_unseen(from, p, level, at, may_go);
        return;
    }
    Fit fit;
    for (std::size_t i = 0; i < from.air.size(); ++i) {
        const AirPiece& piece = from.air[i];
        if (!shows_pole(piece.piece, level)) continue;
        double cost = 0;
        if (from.is_captured(piece)) {
            cost = model::captured_returns;
        } else if (p == piece.origin || p == piece.left) {
            cost = piece.knocked ? model::put_up
                                 : model::returned(at - piece.since, piece.piece.is(piece.turn)) +
                                       brush(from, piece);
        } else {
            const Move move{piece.origin, p};
            const bool legal = may_go(move);
            const auto victim = std::find_if(from.air.begin(), from.air.end(), [&](const auto& a) {
                return a.left == p && !from.is_captured(a);
            });
            if (victim == from.air.end())
                cost = legal ? model::legal_place : strange_place(from, piece, p);
            else
                cost = (legal ? model::capture(at - victim->since) : model::illegal_capture) +
                       (piece.knocked || victim->knocked ? model::knocked_takes : 0);
            cost += model::in_hand(at - piece.since);
            if (turned_aside(piece, p)) cost += model::detour;
        }
        // Who puts an illegal placement right has not put anything down for good.
        const bool corrected = p == piece.origin && !from.base.is_legal({piece.origin, piece.left});
        if (p != piece.left && piece.rested >= model::long_rest && !corrected)
            cost += model::placed_goes_on;
        const bool back = p == piece.origin || p == piece.left;
        fit.fits = fit.fits || back || cost < model::illegal_capture;
        fit.aside = !back && plies == 0 && from.air.size() == 1 && !piece.moved &&
                    piece.piece.is(opponent(from.base.to_move()));
        place(add(from, cost), i, p, at);
    }
    put_fallbacks(from, p, level, at, fit, may_go);
}

} // namespace jipu::inference
