// SPDX-License-Identifier: Apache-2.0
// What stands in the record: the decided plies of the likeliest explanation, and the plies that
// rest on the board, provisional until they are pressed or answered.
#include <algorithm>
#include <utility>

#include "daemon/inference/model.hpp"
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

using inference::Hypothesis;
using inference::Shows;

void TableImpl::follow_game() {
    if (tracker_.lost()) find_position();
    if (tracker_.lost()) return;
    note_lifted();
    if (!follow_decided() || phase_ != Phase::playing) return;
    follow_shown();
    if (phase_ == Phase::playing) follow_illegal();
    if (phase_ == Phase::playing) tell_undone();
}

// A provisional piece that is lifted again is not finished.
void TableImpl::note_lifted() {
    const Hypothesis& best = tracker_.best();
    const int standing = best.path() + std::min(best.standing(), best.reading.legal_plies());
    for (int n = record_.confirmed() + 1; n <= record_.count(); ++n) {
        if (n > standing) record_.ply(n).lifted_again = true;
    }
}

Basis TableImpl::basis_of(const inference::DecidedPly& ply) const {
    if (ply.by == inference::ConfirmedBy::command) return Basis::arbiter;
    return ply.seen ? Basis::seen : Basis::inferred;
}

bool TableImpl::follow_decided() {
    const int path = tracker_.best().path();
    const auto differs = [&](int n) {
        const inference::DecidedPly decided = tracker_.decided(n);
        const RecordedPly& ply = record_.ply(n);
        return ply.move != decided.move || ply.data.legal != decided.legal;
    };
    int first = 1;
    while (first <= std::min(path, record_.count()) && !differs(first))
        ++first;
    if (first <= record_.confirmed() && first <= path && tracker_.decided(first).replaces) {
        // A new ply from an earlier position has been decided.
        keep_disturbed_alert(first, tracker_.decided(first).move);
        retract_after(first - 1, "the board went back to an earlier position");
        clock_follows_record();
    } else if (contradicts_confirmed(first)) {
        // Another explanation has become the likeliest. It has to last before it is believed.
        if (!passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return false;
        const int keep = std::max(path, first - 1);
        explain_touching(keep);
        retract_after(keep, "explained otherwise");
        forget_overtaken();
    }
    bool amended = false;
    for (int n = first; n <= std::min(path, record_.count()); ++n) {
        if (!differs(n)) continue;
        const inference::DecidedPly decided = tracker_.decided(n);
        if (!decided.remembered && decided.move.from != record_.ply(n).move.from) resolve_touch(n);
        record_.amend(n, decided.move, decided.legal, basis_of(decided), time_.clock(now_));
        record_.replay_after(n);
        shorten_uncounted();
        if (n <= record_.confirmed()) judge_doubt(record_.ply(n), decided);
        if (n <= record_.confirmed() && !decided.legal && record_.position(n - 1).has_both_kings())
            overtake_illegal(n, decided);
        amended = true;
    }
    if (amended) forget_overtaken();
    for (int n = first; amended && n <= std::min(path, record_.confirmed()); ++n)
        judge_touching_again(n);
    for (int n = record_.confirmed() + 1;
         n <= path && (phase_ == Phase::playing || await_last_press_); ++n) {
        const inference::DecidedPly decided = tracker_.decided(n);
        if (n > record_.count()) {
            bring_back_gap(n);
            RecordedPly& ply =
                record_.append(decided.move, decided.legal, basis_of(decided), time_.clock(now_));
            ply.landed = decided.at;
        }
        confirm_decided(n);
    }
    for (int n = std::max(1, path - 8); n <= path && n <= record_.count(); ++n) {
        RecordedPly& ply = record_.ply(n);
        const inference::DecidedPly decided = tracker_.decided(n);
        if (ply.doubt_alert.empty() || decided.order_unknown || decided.unsettled ||
            decided.hands_full || tracker_.candidates(n).size() > 1)
            continue;
        alerts_.resolve(ply.doubt_alert, "explained");
        ply.doubt_alert.clear();
    }
    return true;
}

// Plies that had been retracted stand after all: so does a position that was set between them.
void TableImpl::bring_back_gap(int number) {
    const xiangqi::Position before = tracker_.position_after(number - 1);
    if (before.same_board(record_.position(number - 1))) return;
    record_.continue_from(before);
    emit(PositionSet{xiangqi::format_fen(before), record_.count(), "correction"});
}

// The likeliest explanation has other plies than the confirmed ones from `first` on, or fewer:
// those that still stand on its board, though not yet decided there, do not contradict it.
bool TableImpl::contradicts_confirmed(int first) const {
    const Hypothesis& best = tracker_.best();
    const int path = best.path();
    if (first <= std::min(path, record_.confirmed())) return true;
    for (int n = path + 1; n <= record_.confirmed(); ++n) {
        const int shown = n - path - 1;
        if (best.taken_back() || shown >= best.reading.legal_plies() ||
            best.reading.moves[static_cast<std::size_t>(shown)] != record_.ply(n).move)
            return true;
    }
    return false;
}

void TableImpl::confirm_decided(int number) {
    const inference::DecidedPly decided = tracker_.decided(number);
    RecordedPly& ply = record_.ply(number);
    const xiangqi::Position& before = record_.position(number - 1);
    const Side mover = before.to_move();
    if (before.at(decided.move.to).kind() == xiangqi::Kind::king) {
        tell_king_taken(number);
    } else if (!decided.legal && !king_taken_by(number + 1)) {
        overtake_illegal(number, decided);
    }
    if (offers_.open() == opponent(mover)) answer_draw(mover, false); // by the reply (000/1.4.2(2))
    time_.set_moves(moves_made(), now_);
    const std::int64_t elapsed = time_.turn_ended(mover, decided.at, now_);
    record_.confirm(number, time_.clock(now_), elapsed);
    judge_quota_move(number);
    if (time_.counted(mover, now_) && !time_.from_device()) tell_clock("daemon");
    judge_placed(ply, before, decided.rest);
    judge_touch(ply, before, {decided.touches.begin(), decided.touches.size()}, decided.lifted,
                true);
    judge_touch_fouls(before, {decided.touches.begin(), decided.touches.size()}, number, true);
    complete_alerts(number);
    judge_doubt(ply, decided);
    note_slow(decided);
    ply.awaits_press = decided.by == inference::ConfirmedBy::command;
    if (missing()) raise_disturbed();
    leading_back_ = false;
    adjust_said_[index_of(mover)].reset();
    forget_touching(number);
    end_by_position(number);
    if (phase_ == Phase::ended) stop_by_end();
    follow_repetition();
    judge_ends();
}

// Does the decided ply `number`, the one after the last of the record, take a king?
bool TableImpl::king_taken_by(int number) const {
    return number <= tracker_.best().path() &&
           record_.position(number - 1).at(tracker_.decided(number).move.to).kind() ==
               xiangqi::Kind::king;
}

// A ply that the arbiter let stand ends its turn when it is pressed after that.
void TableImpl::end_ruled_turn(Side side) {
    if (record_.confirmed() == 0) return;
    RecordedPly& last = record_.ply(record_.confirmed());
    if (last.data.side == side && std::exchange(last.awaits_press, false)) time_.turn_begins(now_);
}

void TableImpl::follow_shown() {
    const Hypothesis& best = tracker_.best();
    const int path = best.path();
    if (best.taken_back()) {
        retract_after(std::max(path, record_.confirmed()), "taken back");
        return;
    }
    const inference::Reading reading = best.reading;
    const int standing = std::min(best.standing(), reading.legal_plies());
    int rested = 0; // plies that have come to rest; what a reply stands on has too
    for (int i = 0; i < standing; ++i)
        if (passed(tracker_.last_edge(reading.moves[static_cast<std::size_t>(i)].to),
                   setup_.sensing.settle_ms))
            rested = i + 1;
    for (int i = 0; i < rested; ++i)
        if (!show_ply(path + 1 + i, reading.moves[static_cast<std::size_t>(i)])) return;
    // A piece that is in the air again still shows where it was lifted from.
    const int shown = std::max(standing, reading.legal_plies());
    if (record_.count() > path + shown) drop_shown(path + shown);
    if (phase_ != Phase::playing || record_.count() == record_.confirmed()) return;
    const int last = record_.count();
    if (last == path + rested && !record_.ply(last).lifted_again &&
        passed(tracker_.last_edge(record_.ply(last).move.to), setup_.sensing.placed_ms)) {
        end_by_position(last);
        await_last_press_ = phase_ == Phase::ended;
    }
}

// Ply `number` rests on the board: it is recorded, or stands in the record already, or takes the
// place of what was there; only clearly so, for until it is decided it may change again.
bool TableImpl::show_ply(int number, xiangqi::Move move) {
    const Hypothesis& best = tracker_.best();
    const bool known = number <= record_.count();
    if (known && record_.ply(number).move == move) {
        record_.ply(number).lifted_again = false;
        return true;
    }
    if (known && tracker_.margin_at(number) < inference::model::doubt) return false;
    if (known) {
        retract_after(number, "the ply before it was amended");
        record_.amend(number, move, true, Basis::seen, time_.clock(now_));
    } else {
        record_.append(move, true, Basis::seen, time_.clock(now_));
    }
    RecordedPly& ply = record_.ply(number);
    ply.landed = tracker_.last_edge(move.to);
    Instant lifted = ply.landed;
    inference::Rest rest;
    for (const inference::DisplacedPiece& piece : best.displaced) {
        if (piece.at != move.to) continue;
        lifted = piece.was.lifted;
        rest = piece.was.rest;
    }
    const xiangqi::Position& before = record_.position(number - 1);
    judge_placed(ply, before, rest);
    std::array<inference::Touch, 8> touches;
    std::size_t count = 0;
    for (const inference::Touch& touch : best.touches)
        if (touch.turn == before.to_move()) touches[count++] = touch;
    judge_touch(ply, before, {touches.data(), count}, lifted, false);
    return true;
}

// What an alert says of a ply that is no more: nobody forgot its press, it is in no doubt, and
// while it was provisional no other piece was owed. A piece that had been put down for good is owed
// still.
void TableImpl::retract_after(int keep, const std::string& why) {
    if (record_.count() > std::max(keep, record_.confirmed())) {
        put_back_ply_ = keep + 1;
        put_back_at_ = now_;
    }
    for (int n = record_.count(); n > keep; --n) {
        const RecordedPly& ply = record_.ply(n);
        alerts_.resolve(ply.press_alert, "explained");
        alerts_.resolve(ply.doubt_alert, "explained");
        if (n > record_.confirmed()) resolve_touch(n);
    }
    record_.retract_after(keep, why);
    if (opened_ply_ && *opened_ply_ > keep) opened_ply_.reset();
    shorten_uncounted();
}

bool TableImpl::in_air(xiangqi::Point origin) const {
    const Hypothesis& best = tracker_.best();
    return std::any_of(best.air.begin(), best.air.end(), [&](const auto& piece) {
        return piece.origin == origin && !best.is_captured(piece);
    });
}

// The provisional plies after `keep` no longer stand: kept while their piece is in the air.
void TableImpl::drop_shown(int keep) {
    RecordedPly& ply = record_.ply(keep + 1);
    if (in_air(ply.move.from)) return;
    if (!passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    if (!resolve_touch(keep + 1)) judge_taken_away(ply, record_.position(keep));
    retract_after(keep, "put back");
}

void TableImpl::follow_illegal() {
    const Hypothesis& best = tracker_.best();
    const inference::Reading& reading = best.reading;
    const bool illegal = reading.illegal >= 0 && !best.taken_back();
    if (illegal && best.standing() > reading.illegal) {
        const xiangqi::Move move = reading.moves[static_cast<std::size_t>(reading.illegal)];
        if (illegal_.ruled && illegal_.move == move) return;
        const AlertData* alert = alerts_.find(illegal_.alert);
        // Pressed: at once, unless it may still be a reply on its way over a ply that was legal.
        if (best.illegal_pressed &&
            (alert == nullptr || alert->grade != Grade::completed || illegal_.move != move) &&
            (tracker_.margin_of_breach() >= inference::model::accuse ||
             passed(tracker_.last_edge(), setup_.sensing.settle_ms))) {
            raise_illegal(true);
        } else if (illegal_.alert.empty()) {
            if (passed(tracker_.last_edge(move.to), setup_.sensing.illegal_ms))
                raise_illegal(false);
        } else if (illegal_.move != move && debouncer_.quiet()) {
            raise_illegal(false);
        }
        return;
    }
    if (illegal || (illegal_.alert.empty() && !illegal_.ruled)) return;
    if (reading.shows != Shows::nothing && !reading.legal_line()) return;
    // Its piece stands there still, and play goes on as if it did not: a disturbed board.
    const xiangqi::Move move = illegal_.move;
    const bool pushed = best.phantom[move.to] && is_on(debouncer_.stable(move.to)) &&
                        !is_on(debouncer_.stable(move.from));
    if (pushed) raise_disturbed();
    const bool otherwise = pushed || best.path() >= illegal_.ply; // another ply was made
    if (const AlertData* told = alerts_.find(illegal_.alert); told != nullptr && !otherwise)
        closed_illegal_.push_back({*told, true});
    alerts_.resolve(illegal_.alert, otherwise ? "explained" : "restored");
    if (!otherwise) note_retaken(illegal_.ply, move.from, false);
    illegal_ = {};
    // The time that he used is not given back.
    if (time_.turn_is(side_to_move(), now_)) tell_clock("daemon");
}

// Mate (000/1.4.1(1)) and stalemate, a loss (000/1.4.1(2)): the board shows it, the arbiter signs.
void TableImpl::end_by_position(int number) {
    const xiangqi::Position& after = record_.position(number);
    if (after.has_legal_move() || phase_ != Phase::playing) return;
    if (!after.has_both_kings()) return; // taken, against the rules: that ends nothing
    propose_end(after);
}

void TableImpl::propose_end(const xiangqi::Position& after) {
    const Side winner = opponent(after.to_move());
    end_game(winner == Side::first ? "1-0" : "0-1", after.is_mate() ? "mate" : "stalemate", winner,
             "proposed");
}

// An end that rests on a ply nobody has pressed: the piece went on, or was taken back, and nothing
// is made that is not finished. The end is void then, and the game is followed on.
void TableImpl::withdraw_unmade_end(bool pressed) {
    if (!await_last_press_ || signed_ || phase_ != Phase::ended || tracker_.lost()) return;
    const Hypothesis& best = tracker_.best();
    const int last = record_.count();
    const xiangqi::Move move = record_.ply(last).move;
    const int shown = last - best.path() - 1;
    const auto& moves = best.reading.moves;
    const bool stands = shown >= 0 && shown < best.reading.legal_plies() && !best.taken_back() &&
                        moves[static_cast<std::size_t>(shown)] == move;
    if (stands || shown < 0 || in_air(move.from)) return;
    if (!pressed && !passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    await_last_press_ = false;
    reopen();
    if (!finished_) follow_game();
}

void TableImpl::end_by_record() {
    if (record_.count() > 0 && record_.confirmed() == record_.count())
        end_by_position(record_.count());
}

void TableImpl::end_game(const std::string& result, const std::string& ending,
                         std::optional<Side> winner, const std::string& status) {
    phase_ = Phase::ended;
    ended_result_ = result;
    ended_how_ = ending;
    signed_ = status == "signed";
    stop_by_end();
    emit(GameEnded{result, ending, winner, status});
}

// No time is charged after the end, should the game be opened again; the press of a ply that ended
// it unpressed is still to come.
void TableImpl::stop_by_end() {
    if (time_.paused() || (!signed_ && record_.count() != record_.confirmed())) return;
    time_.pause(now_);
    stopped_by_end_ = true;
}

void TableImpl::follow_from_record(int made) {
    shorten_uncounted();
    opening_.stop();
    std::vector<inference::DecidedPly> plies;
    for (const RecordedPly& ply : record_.plies()) {
        inference::DecidedPly decided;
        decided.move = ply.move;
        decided.legal = ply.data.legal;
        decided.seen = ply.data.basis != Basis::inferred;
        decided.by = ply.data.basis == Basis::arbiter ? inference::ConfirmedBy::command
                                                      : inference::ConfirmedBy::press;
        decided.at = decided.lifted = now_;
        plies.push_back(decided);
    }
    const auto first = std::span(plies).first(static_cast<std::size_t>(std::max(made, 0)));
    if (made < 0 || !tracker_.edit(record_.positions(made), first)) {
        tracker_.reset(record_.positions(record_.count()), plies, levels());
        forget_touching(-1);
    }
    was_taken_back_ = false;
    start_after_back_ = false; // the arbiter knows of which game this position is
    start_since_.reset();
    forget_next_game();
    judge_ends();
    clock_follows_record();
}

} // namespace jipu
