// SPDX-License-Identifier: Apache-2.0
// What the set of explanations keeps: weighing them, dropping the unlikely, and how sure the best
// is.
#include <algorithm>

#include "daemon/inference/model.hpp"
#include "daemon/inference/tracker.hpp"

namespace jipu::inference {

namespace {

// An explanation in which so many sensors lie explains nothing.
constexpr std::size_t most_lying = 6;

} // namespace

double Tracker::total(const Hypothesis& h) const {
    if (h.on_the_way()) return h.cost;
    double cost = h.cost + model::reading(h.reading);
    const Reading& r = h.reading;
    for (int i = 0; i < r.count; ++i) {
        const Point to = r.moves[static_cast<std::size_t>(i)].to;
        if (i + 1 < r.count && i >= h.made && h.board[to].empty())
            cost += model::lifted_again(h.rested_on(to));
        // Then it stands as any ply.
        const bool answered = i + 1 < r.count && (h.illegal_pressed || h.illegal_left ||
                                                  (!settings_.presses && h.standing() > i + 1));
        if (i != r.illegal || answered) continue;
        // A piece that has only just landed may be about to go on; one that was pressed is not.
        const bool passing = std::max(newest_edge_, rested_until_) - landed_[to] < model::passing;
        cost += h.illegal_pressed || passing ? model::illegal_passing : model::illegal_stands;
    }
    return cost;
}

Hypothesis& Tracker::add(const Hypothesis& from, double cost) {
    if (next_.size() == model::most_children) { // of one explanation: more than anybody's hands do
        overflow_ = true;
        spare_ = from;
        return spare_;
    }
    next_.push_back(from);
    next_.back().cost += cost;
    return next_.back();
}

// The explanations of next_ by what they cost.
void Tracker::order_next() {
    order_.clear();
    for (std::size_t i = 0; i < next_.size(); ++i)
        order_.emplace_back(total(next_[i]), static_cast<std::uint16_t>(i));
    std::sort(order_.begin(), order_.end());
}

// Makes room in next_ for the children of the next explanation: the cheapest stay, in their order.
void Tracker::make_room() {
    if (next_.size() < model::most_children / 2) return;
    order_next();
    order_.resize(model::most_alive);
    std::sort(order_.begin(), order_.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    for (std::size_t i = 0; i < order_.size(); ++i)
        if (order_[i].second != i) next_[i] = next_[order_[i].second];
    next_.resize(order_.size());
}

// Keeps the cheapest explanations of next_, each state once, and makes costs relative to the best.
void Tracker::finish_step() {
    if (overflow_ || next_.empty()) {
        overflow_ = false;
        lost_ = true;
        expected_ = alive_.front().virtual_board();
        alive_.resize(1);
        follow_lost();
        return;
    }
    order_next();
    alive_.clear();
    const double bound = order_.front().first + model::prune;
    for (const auto& [cost, index] : order_) {
        if (cost > bound || alive_.size() == model::most_alive) break;
        const Hypothesis& h = next_[index];
        if (std::none_of(alive_.begin(), alive_.end(),
                         [&](const Hypothesis& kept) { return kept.same_state(h); }))
            alive_.push_back(h);
    }
    if ((alive_.front().phantom & ~alive_.front().faulty).count() >
        most_lying) { // another game is being set up
        lost_ = true;
        expected_ = alive_.front().base.board();
        alive_.resize(1);
        follow_lost();
        return;
    }
    const double least = alive_.front().cost;
    spent_ += least;
    for (Hypothesis& h : alive_)
        h.cost -= least;
    rebase();
}

// One explanation left: its record becomes the history of all. Where a line grows long, those that
// differ from the best in the oldest ply are dropped: the long line may well be the true one.
void Tracker::rebase() {
    constexpr std::size_t long_line = 8; // a step adds at most three plies
    const auto grows_long = [](const Hypothesis& h) { return h.line.size() >= long_line; };
    if (alive_.size() > 1) share_past();
    for (const Hypothesis& h : alive_)
        if (grows_long(h) && !worth_keeping(h) && total(h) - total(best()) < model::doubt)
            alive_.front().made_at(h.old.size()).unsettled = true;
    std::erase_if(alive_, [&](const Hypothesis& h) { return grows_long(h) && !worth_keeping(h); });
    for (Hypothesis& h : alive_)
        while (grows_long(h) && h.age()) {
        }
    while (alive_.size() > 1 && alive_.front().decided() > 0 &&
           std::any_of(alive_.begin(), alive_.end(), grows_long))
        settle_oldest();
    std::erase_if(alive_,
                  [&](const Hypothesis& h) { return &h != &alive_.front() && grows_long(h); });
    if (alive_.size() > 1) return;
    Hypothesis& h = alive_.front();
    if (h.decided() == 0 && h.fork + 1 == static_cast<int>(history_.size())) return;
    history_.resize(static_cast<std::size_t>(h.fork) + 1);
    past_.resize(static_cast<std::size_t>(h.fork));
    append_past(h, h.decided());
    h.drop_decided(h.decided());
}

// May the explanation's oldest remembered ply grow old? One that differs there from the best may
// still prove right where a sensor has shown nothing, or is found faulty; else all has long been
// seen.
bool Tracker::worth_keeping(const Hypothesis& h) const {
    const Hypothesis& top = alive_.front();
    const std::size_t i = h.old.size();
    const PlyMade& ply = h.line[0];
    if (&h == &top || h.fork != top.fork || i >= top.decided()) return true;
    const PlyMade& believed = top.made_at(i);
    return ply == believed || !ply.seen || !believed.seen || ply.at_fault || believed.at_fault ||
           h.faulty[ply.move.to] || top.faulty[believed.move.to];
}

// The oldest ply of the best explanation's line becomes the past of all that agree on it; the
// others grew too old to follow.
void Tracker::settle_oldest() {
    Hypothesis& top = alive_.front();
    const std::size_t before = top.decided();
    if (candidates(top.fork + 1).size() > 1) top.made_at(0).unsettled = true;
    std::erase_if(alive_, [&](const Hypothesis& h) {
        return &h != &top &&
               (h.fork != top.fork || h.decided() == 0 || !(h.made_at(0) == top.made_at(0)));
    });
    if (alive_.size() > 1) share_past();
    if (alive_.size() > 1 && top.decided() == before) alive_.resize(1);
}

// What all explanations have decided alike is the past of all; where they part they go on apart.
void Tracker::share_past() {
    const Hypothesis& top = alive_.front();
    std::size_t shared = top.decided();
    for (const Hypothesis& h : alive_) {
        if (h.fork + 1 != static_cast<int>(history_.size())) return;
        shared = std::min(shared, h.decided());
        for (std::size_t i = 0; i < shared; ++i)
            if (!(h.made_at(i) == top.made_at(i))) shared = i;
    }
    if (shared == 0) return;
    append_past(top, shared);
    for (Hypothesis& h : alive_)
        h.drop_decided(shared);
}

// The first plies of its line, which goes on from the end of the history.
void Tracker::append_past(const Hypothesis& h, std::size_t plies) {
    for (std::size_t i = 0; i < plies; ++i) {
        Position next = history_.back();
        next.play_tolerant(h.made_at(i).move);
        history_.push_back(next);
        past_.push_back(decided_in(h, h.fork + static_cast<int>(i) + 1));
    }
}

double Tracker::spent() const {
    return spent_ + (lost_ ? model::nothing_explains : total(best()));
}

// How much dearer than the best the cheapest is that differs.
template <typename Predicate>
double Tracker::dearer(Predicate differs) const {
    const double own = total(best());
    double least = 1000;
    for (const Hypothesis& h : alive_)
        if (differs(h)) least = std::min(least, total(h) - own);
    return least;
}

std::optional<Move> Tracker::move_at(const Hypothesis& h, int ply) const {
    const int path = h.path();
    if (ply <= h.fork) return past_[static_cast<std::size_t>(ply) - 1].move;
    if (ply <= path) return h.made_at(static_cast<std::size_t>(ply - 1 - h.fork)).move;
    if (h.taken_back() || ply - path > std::min(h.standing(), h.reading.legal_plies()))
        return std::nullopt;
    return h.reading.moves[static_cast<std::size_t>(ply - path) - 1];
}

double Tracker::margin() const {
    const Hypothesis& top = best();
    return dearer([&](const Hypothesis& h) {
        return h.fork != top.fork || h.decided() != top.decided() || !h.same_line(top) ||
               h.reading != top.reading;
    });
}

double Tracker::margin_at(int ply) const {
    const std::optional<Move> move = move_at(best(), ply);
    return dearer([&](const Hypothesis& h) {
        const std::optional<Move> other = move_at(h, ply);
        return other && other != move;
    });
}

double Tracker::margin_of_breach() const {
    return dearer([](const Hypothesis& h) { return !h.illegal_pressed; });
}

double Tracker::margin_of_fault(Point p) const {
    return dearer([p](const Hypothesis& h) { return !h.faulty[p]; });
}

std::optional<Move> Tracker::perhaps_illegal() const {
    const Hypothesis& top = best();
    const auto held = [&](Point origin) {
        return std::any_of(top.air.begin(), top.air.end(), [&](const AirPiece& piece) {
            return piece.origin == origin && piece.piece.is(top.turn()) && !top.is_captured(piece);
        });
    };
    for (const Hypothesis& h : alive_) {
        const Reading& r = h.reading;
        if (r.illegal < 0 || h.path() != top.path() || h.standing() != r.illegal + 1) continue;
        const Move move = r.moves[static_cast<std::size_t>(r.illegal)];
        if (r.illegal == top.standing() && held(move.from)) return move;
    }
    return std::nullopt;
}

FixedList<Move, 24> Tracker::candidates(int ply) const {
    FixedList<Move, 24> out;
    const double own = total(best());
    double near = model::doubt;
    if (ply <= best().path()) {
        const DecidedPly own_ply = decided(ply);
        near = !own_ply.seen ? model::prune : own_ply.seen_late ? model::doubt_late : model::doubt;
    }
    // What parted from the best earlier is in doubt there.
    const auto parted_before = [&](const Hypothesis& h) {
        for (int k = std::min(h.fork, best().fork) + 1; k < std::min(ply, h.path() + 1); ++k)
            if (move_at(h, k) != move_at(best(), k)) return true;
        return false;
    };
    for (const Hypothesis& h : alive_) {
        const int index = ply - 1 - h.fork;
        const int after = ply - 1 - h.path(); // an illegal ply that was pressed is none yet
        const bool pressed = h.illegal_pressed && after == h.reading.illegal;
        if (index < 0 || (after >= 0 && !pressed) || total(h) - own >= near || parted_before(h))
            continue;
        const Move move = pressed ? h.reading.moves[static_cast<std::size_t>(after)]
                                  : h.made_at(static_cast<std::size_t>(index)).move;
        if (std::find(out.begin(), out.end(), move) == out.end()) out.push(move);
    }
    return out;
}

} // namespace jipu::inference
