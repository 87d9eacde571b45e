// SPDX-License-Identifier: Apache-2.0
// When the board is in no state to record: plies taken back, pieces that no move explains, a knock.
// Recording stands still exactly as long as that lasts, and goes on by itself.
#include <algorithm>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"

namespace jipu {

using inference::Hypothesis;
using inference::Shows;

namespace {

// So many pieces fewer than there should be: the board is being cleared; more: set up anew.
constexpr int cleared = 8;
// So few points that differ: what was cleared has been put back.
constexpr int nearly = 6;

} // namespace

bool TableImpl::swept() const {
    if (!tracker_.lost()) return false;
    int expected = 0;
    int sensed = 0;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        if (suspects_[p]) continue; // not cleared away: they never showed it
        expected += tracker_.expected()[p].empty() ? 0 : 1;
        sensed += is_on(debouncer_.stable(p)) ? 1 : 0;
    }
    return sensed <= expected - cleared || sensed >= expected + cleared; // or set up anew
}

// The arbiter sets the board right: he may do so from the initial set-up, and replay the sheet
// (000/4.1.3(3)2).
bool TableImpl::arbiter_at_board() const {
    return leading_back_ || time_.paused();
}

// Not swept, or not any more: all but a few pieces stand as they stood. Where the start position is
// as near, it may be a next game that is being set up, for a while.
bool TableImpl::put_back() const {
    const int differing = tracker_.disagreements(tracker_.expected());
    if (!tracker_.lost() || swept()) return false;
    if (shows_next_start())
        return leading_back_ && passed(tracker_.last_edge(), setup_.sensing.no_press_ms);
    if (differing > nearly) return false;
    return differing < tracker_.disagreements(next_start_.board()) ||
           passed(tracker_.last_edge(), setup_.sensing.no_press_ms);
}

// After a knock another position than the last that was understood was put up again: what had not
// been made was taken back meanwhile, or made plies were. The start position begins a next game.
void TableImpl::find_position() {
    if (tracker_.must_stand() || shows_next_start() ||
        !passed(tracker_.last_edge(), setup_.sensing.settle_ms))
        return;
    for (int ply = tracker_.best().path(); ply >= 0; --ply) {
        if (tracker_.disagreements(tracker_.position_after(ply).board()) > 0) continue;
        tracker_.stand_at(ply, levels(), tracker_.last_edge());
        return;
    }
    tracker_.resume_ply(tracker_.last_edge());
}

// Pieces that seem to stand elsewhere than the record has them, pushed there by accident, where no
// sensor was told as faulty. Recording goes on; the arbiter puts them right (000/4.1.3(3)2).
inference::FixedList<xiangqi::Move, 8> TableImpl::shifted() const {
    inference::FixedList<xiangqi::Move, 8> out;
    for (const xiangqi::Move move : tracker_.shifted(pushed_))
        if (!suspects_[move.from] && !suspects_[move.to]) out.push(move);
    return out;
}

// A piece that was pushed away is missed where the record has it until it stands there again, also
// when it goes on from where it went.
void TableImpl::follow_shifted() {
    if (tracker_.lost()) return;
    pushed_ &= tracker_.best().phantom;
    for (const xiangqi::Move move : shifted())
        pushed_.set(move.from);
}

std::bitset<xiangqi::points> TableImpl::pushed_points() const {
    auto out = pushed_;
    for (const xiangqi::Move move : shifted())
        out.set(move.from).set(move.to);
    return out;
}

std::vector<PointIndex> TableImpl::disturbed_points() const {
    const inference::Board board =
        (tracker_.lost() ? tracker_.best().base : record_.position(record_.confirmed())).board();
    const auto pushed = pushed_points();
    const Hypothesis& best = tracker_.best();
    const bool plays = !tracker_.lost() && !best.taken_back() && // what differs is a ply
                       (best.reading.shows == Shows::nothing || best.reading.legal_line());
    std::vector<PointIndex> out;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        const bool differs = tracker_.lost() ? !tracker_.agrees(tracker_.expected(), p)
                                             : !plays && best.virtual_board()[p] != board[p];
        const bool gone =
            !tracker_.lost() &&
            std::any_of(best.air.begin(), best.air.end(), [&](const inference::AirPiece& piece) {
                return piece.left == p && (missing(piece) || held_over_press(piece));
            });
        if (differs || gone || pushed[p] ||
            (!tracker_.lost() && best.phantom[p] && !suspects_[p] && !best.faulty[p]))
            out.push_back(p);
    }
    return out;
}

// A piece has been in the air since before that of the latest decided ply was lifted: while a whole
// ply was made no hand held it, it is missing.
bool TableImpl::missing() const {
    const Hypothesis& best = tracker_.best();
    return std::any_of(best.air.begin(), best.air.end(),
                       [&](const inference::AirPiece& piece) { return missing(piece); });
}

bool TableImpl::missing(const inference::AirPiece& piece) const {
    const Hypothesis& best = tracker_.best();
    return best.path() > 0 && best.is_missing(piece, tracker_.decided(best.path()).lifted);
}

// Its side pressed with the piece in the hand: it may have been set down where no sensor shows it.
// Once that has lasted nobody is about to put it down.
bool TableImpl::held_over_press(const inference::AirPiece& piece) const {
    return !tracker_.best().is_captured(piece) &&
           pressed_at_[index_of(piece.piece.side())] > piece.since;
}

std::optional<Instant> TableImpl::held_since_press() const {
    const Hypothesis& best = tracker_.best();
    std::optional<Instant> since;
    for (const inference::AirPiece& piece : best.air)
        if (held_over_press(piece))
            since = std::max(pressed_at_[index_of(piece.piece.side())], tracker_.last_edge());
    return since;
}

bool TableImpl::disordered() const {
    if (tracker_.lost()) return true;
    const Hypothesis& best = tracker_.best();
    const auto held = held_since_press();
    if (held && passed(*held, setup_.sensing.no_press_ms)) return true;
    return missing() || best.taken_back() || best.reading.shows == Shows::odd ||
           best.reading.shows == Shows::earlier ||
           (best.phantom & ~suspects_ & ~best.faulty).any() || pushed_points().any();
}

AlertData TableImpl::disturbed_alert_data() const {
    AlertData alert = make_alert("board-disturbed", Grade::observed, std::nullopt);
    alert.article = book_->displaced;
    alert.ply = record_.confirmed();
    alert.points = disturbed_points();
    alert.evidence_from = std::min(now_, tracker_.last_edge());
    messages::describe(alert);
    for (const xiangqi::Move move : shifted())
        messages::remark_shifted(alert, move, tracker_.best().virtual_board()[move.from]);
    return alert;
}

void TableImpl::raise_disturbed() {
    if (!disturbed_alert_.empty()) return;
    disturbed_alert_ = alerts_.raise(disturbed_alert_data());
    note_contradiction("the board");
}

void TableImpl::follow_disorder() {
    const bool settled = passed(tracker_.last_edge(), setup_.sensing.illegal_ms);
    if (!tracker_.lost()) {
        swept_ = false;
        lost_since_.reset();
        alerts_.resolve(sweep_alert_, "restored");
        sweep_alert_.clear();
    } else {
        if (!lost_since_) lost_since_ = now_;
        if (swept() && passed(tracker_.last_edge(), setup_.sensing.settle_ms)) swept_ = true;
        // What lay for a moment only was knocked over.
        if (swept_ && passed(tracker_.last_edge(), setup_.sensing.no_press_ms))
            doubt_before_sweep();
    }
    if (!tracker_.lost() &&
        tracker_.disagreements(record_.position(record_.count()).board()) == 0 &&
        debouncer_.quiet()) {
        if (leading_back_ && record_.count() == 0) begin_tracking(); // all is played anew
        leading_back_ = false;
    }
    if (disordered()) {
        const bool other_game = start_after_back_ && !arbiter_at_board();
        if (settled && (!swept_ || put_back()) && !other_game) raise_disturbed();
        const AlertData* told = alerts_.find(disturbed_alert_);
        if (told == nullptr || !passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
        // What was pushed where is seen later, or more is.
        if (told->reason.empty() && shifted().empty()) return;
        AlertData fresh = disturbed_alert_data();
        if (fresh.reason == told->reason) return;
        fresh.ply = told->ply;
        fresh.evidence_from = told->evidence_from;
        alerts_.replace(disturbed_alert_, fresh);
        return;
    }
    if (disturbed_alert_.empty() || !debouncer_.quiet()) return;
    alerts_.resolve(disturbed_alert_, "restored");
    disturbed_alert_.clear();
}

// The record has followed the board back to an earlier position: only the arbiter can say whether
// that was right, so the alert stays open.
void TableImpl::keep_disturbed_alert(int first, xiangqi::Move instead) {
    const RecordedPly& taken = record_.ply(first);
    const bool alone = first == record_.count();
    AlertData alert = make_alert("board-disturbed", Grade::observed,
                                 alone ? std::optional(taken.data.side) : std::nullopt);
    alert.article = book_->placed;
    alert.ply = first;
    alert.move = taken.data.move;
    std::string plies;
    for (int n = first; n <= record_.count(); ++n) {
        const RecordedPly& ply = record_.ply(n);
        plies += (plies.empty() ? "" : " ") + ply.data.move;
        for (const PointIndex point : {PointIndex{ply.move.from}, PointIndex{ply.move.to}})
            if (std::find(alert.points.begin(), alert.points.end(), point) == alert.points.end())
                alert.points.push_back(point);
    }
    messages::describe_taken_back(alert, plies, notation::format_iccs(instead));
    if (const AlertData* told = alerts_.find(disturbed_alert_)) {
        alert.evidence_from = told->evidence_from;
        alerts_.replace(disturbed_alert_, alert);
    } else {
        alert.evidence_from = tracker_.decided(first).lifted;
        alerts_.raise(alert);
        note_contradiction("the board");
    }
    disturbed_alert_.clear();
    was_taken_back_ = false;
}

// Pieces of the side not to move were moved and put back: worth knowing, once a ply (001/5.6).
void TableImpl::follow_out_of_turn() {
    if (arbiter_at_board()) {
        was_taken_back_ = false;
        return;
    }
    if (tracker_.lost() || !passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    const Hypothesis& best = tracker_.best();
    std::vector<PointIndex> points;
    bool moved = was_taken_back_ && !best.taken_back();
    if (moved && record_.confirmed() > 0)
        points.push_back(record_.ply(record_.confirmed()).move.to);
    was_taken_back_ = best.taken_back();
    for (const inference::Touch& touch : best.touches) {
        if (touch.accident || touch.piece.is(touch.turn)) continue;
        if (paused_at_ && touch.lifted >= *paused_at_) continue;
        const auto for_it = [&](const inference::Touch& own) { // it took what stood there
            return own.piece.is(own.turn) && own.stood_on(touch.point);
        };
        if (!touch.moved && std::any_of(best.touches.begin(), best.touches.end(), for_it)) continue;
        moved = moved || touch.moved;
        if (std::find(points.begin(), points.end(), touch.point) == points.end())
            points.push_back(touch.point);
    }
    if ((!moved && points.size() < 2) || out_of_turn_ply_ == best.path()) return;
    out_of_turn_ply_ = best.path();
    AlertData alert = make_alert("out-of-turn", Grade::notice, std::nullopt);
    alert.ply = best.path() + 1;
    alert.article = book_->out_of_turn;
    alert.points = points;
    messages::describe(alert);
    alerts_.raise(alert);
}

void TableImpl::follow_board_state() {
    if (!scanned_ || await_scan_ || !passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    std::string state = "in-position";
    if (phase_ == Phase::setting_up) {
        state = "setting-up";
    } else if (phase_ == Phase::playing) {
        const Hypothesis& best = tracker_.best();
        if (disordered() && !disturbed_alert_.empty())
            state = "disturbed";
        else if (!tracker_.lost() && passed(tracker_.last_edge(), setup_.sensing.placed_ms) &&
                 best.any_in_air())
            state = "hand-in";
    } else {
        return; // recording rests
    }
    if (state == board_state_) return;
    board_state_ = state;
    BoardState effect{state, {}};
    if (state == "disturbed" || state == "setting-up") {
        const inference::Board board = phase_ == Phase::setting_up ? start_.board()
                                       : tracker_.lost()
                                           ? tracker_.expected()
                                           : record_.position(record_.confirmed()).board();
        for (const PointIndex point :
             phase_ == Phase::setting_up ? set_up_differences() : disturbed_points()) {
            const auto p = static_cast<xiangqi::Point>(point);
            const Level level = debouncer_.stable(point);
            const std::string sensed = is_on(level) ? std::string(1, level_letter(level)) : "";
            const std::string expected =
                board[p].empty() ? "" : std::string(1, piece_letter(board[p]));
            effect.differences.push_back({point, expected, sensed});
        }
    }
    emit(effect);
}

} // namespace jipu
