// SPDX-License-Identifier: Apache-2.0
// Touch and move (000/4.1.1, 001/5.1-5.6) and placed pieces (000/4.1.2, 001/5.7) at the table: from
// what the believed explanation says was lifted to alerts. What is owed is judged by rules/arbiter.
#include <algorithm>
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"

namespace jipu {

namespace {

using arbiter::Hand;
using inference::Touch;

// The piece of an own touch had stood on `p`, where it may not take: what was lifted there for it
// is no touch of its own; the re-move obliges the piece that moved, alone (000/4.1.3(3)1).
bool taken_against_the_rules(const xiangqi::Position& before, std::span<const Touch> touches,
                             xiangqi::Point p) {
    return std::any_of(touches.begin(), touches.end(), [&](const Touch& own) {
        return own.piece.is(before.to_move()) && own.stood_on(p) &&
               !before.is_legal({own.point, p});
    });
}

bool is_touching(std::string_view code) {
    return code == "touch-move" || code == "touch-capture" || code == "touch-foul" ||
           code == "placed-piece";
}

std::string_view kind_name(arbiter::Obligation::Kind kind) {
    using Kind = arbiter::Obligation::Kind;
    return kind == Kind::move ? "move" : kind == Kind::capture ? "capture" : "capture-or-move";
}

} // namespace

// What binds of the touches of a turn, in the order of lifting.
std::vector<arbiter::TouchedPiece> TableImpl::touched_in(const xiangqi::Position& before,
                                                         std::span<const Touch> touches,
                                                         int number) const {
    const Side mover = before.to_move();
    const auto said = adjust_said_[index_of(mover)];
    std::vector<arbiter::TouchedPiece> touched;
    for (const Touch& touch : touches) {
        const bool own = touch.piece.is(mover);
        if (said && touch.lifted >= *said) continue;
        if (paused_at_ && touch.lifted >= *paused_at_) continue; // perhaps the arbiter
        if (flickers_[touch.point] && !touch.moved) continue;
        if (touch.accident && touch.moved) continue; // told as a disturbed board
        if (!own && touch.moved) continue;           // its owner adjusted it, or took a move back
        if (!touch.moved && taken_against_the_rules(before, touches, touch.point)) continue;
        const Hand hand = touch.accident            ? Hand::accident
                          : own || touch.beside_own ? Hand::mover
                                                    : Hand::unknown;
        // It must have been seen elsewhere: an explanation that says otherwise accuses nobody.
        const bool retaken = own && touch.moved &&
                             std::any_of(retaken_.begin(), retaken_.end(), [&](const auto& move) {
                                 return move.ply == number && move.piece == touch.point;
                             });
        touched.push_back({touch.point, touch.lifted, hand, retaken});
    }
    for (const RetakenMove& move : retaken_)
        if (move.led_back && move.ply == number && before.at(move.piece).is(mover))
            touched.push_back({move.piece, move.at, Hand::mover, true});
    std::stable_sort(touched.begin(), touched.end(),
                     [](const auto& a, const auto& b) { return a.lifted < b.lifted; });
    return touched;
}

void TableImpl::judge_touch(RecordedPly& ply, const xiangqi::Position& before,
                            std::span<const Touch> touches, Instant lifted, bool completed) {
    std::vector<arbiter::TouchedPiece> touched = touched_in(before, touches, ply.data.ply);
    if (owed_touch_.ply == ply.data.ply && before.same_board(owed_touch_.before))
        touched.insert(touched.begin(), owed_touch_.touched.begin(), owed_touch_.touched.end());
    if (touched.empty()) { // the explanation that said otherwise is no longer believed
        alerts_.resolve(ply.touch_alert, "explained");
        ply.touch_alert.clear();
        ply.touched.clear();
        return;
    }
    const Instant from = std::min(lifted, touched.front().lifted);
    const auto after = std::find_if(touched.begin(), touched.end(),
                                    [&](const auto& piece) { return lifted < piece.lifted; });
    touched.insert(after, {ply.move.from, lifted, Hand::mover, false});
    const auto verdict = arbiter::judge_touch(before, ply.move, touched,
                                              from_ms(setup_.sensing.together_ms), *book_);
    // The piece that was placed for good and taken away again owes more than to move: one breach.
    const MovedOn* placed = moved_on(ply.data.ply);
    const bool told = verdict && placed != nullptr && placed->put_back &&
                      verdict->must.from == std::vector<xiangqi::Point>{placed->placed.from};
    if (!verdict || told) {
        resolve_touch(ply.data.ply);
        return;
    }
    tell_touch(ply, *verdict, from, completed);
    if (alerts_.find(ply.touch_alert) != nullptr) ply.touched = std::move(touched);
}

void TableImpl::tell_touch(RecordedPly& ply, const arbiter::TouchVerdict& verdict, Instant from,
                           bool completed) {
    const bool certain = verdict.hand == Hand::mover;
    const Grade grade = !certain ? Grade::notice : completed ? Grade::completed : Grade::observed;
    AlertData alert = make_alert(verdict.capture_owed ? "touch-capture" : "touch-move", grade,
                                 certain ? std::optional(ply.data.side) : std::nullopt);
    alert.ply = ply.data.ply;
    alert.article = verdict.article;
    if (verdict.hand == Hand::accident) alert.reason = "accident";
    if (verdict.article == book_->retake && book_->retake != book_->touch_own)
        alert.reason = "retake";
    alert.move = ply.data.move;
    Must must;
    must.kind = kind_name(verdict.must.kind);
    must.from.assign(verdict.must.from.begin(), verdict.must.from.end());
    must.to.assign(verdict.must.to.begin(), verdict.must.to.end());
    if (verdict.must.kind == arbiter::Obligation::Kind::capture_or_move) {
        must.moving.assign(verdict.must.moving.begin(), verdict.must.moving.end());
        must.taking.assign(verdict.must.taking.begin(), verdict.must.taking.end());
    }
    alert.must = must;
    alert.points = must.kind == "move" ? must.from : must.to;
    alert.evidence_from = from;
    messages::describe(alert);
    const AlertData* open = alerts_.find(ply.touch_alert);
    if (open != nullptr && open->code != alert.code) {
        alerts_.resolve(ply.touch_alert, "explained");
        ply.touch_alert.clear();
        open = nullptr;
    }
    if (open == nullptr) {
        if (!ply.touch_alert.empty()) return; // the arbiter has ruled on it
        ply.touch_alert = alerts_.raise(alert);
        return;
    }
    alerts_.replace(ply.touch_alert, alert);
}

bool TableImpl::resolve_touch(int number) {
    RecordedPly& ply = record_.ply(number);
    if (alerts_.find(ply.touch_alert) == nullptr) return false;
    alerts_.resolve(ply.touch_alert, "restored");
    ply.touch_alert.clear();
    ply.touched.clear();
    return true;
}

void TableImpl::note_retaken(int number, xiangqi::Point piece, bool led_back) {
    retaken_.push_back({number, piece, now_, led_back});
}

// Nobody touched what this alert was told of.
void TableImpl::forget_touched(const std::string& alert) {
    for (int n = 1; n <= record_.count(); ++n)
        if (record_.ply(n).touch_alert == alert) record_.ply(n).touched.clear();
}

/// What is owed when ply `number`, which is about to be taken back, is made again.
OwedTouch TableImpl::owed_touch(int number) const {
    if (number < 1 || number > record_.count()) return {};
    return {number, record_.position(number - 1), record_.ply(number).touched};
}

MovedOn* TableImpl::moved_on(int number) {
    const auto found = std::find_if(moved_on_.begin(), moved_on_.end(),
                                    [&](const MovedOn& m) { return m.ply == number; });
    return found == moved_on_.end() ? nullptr : &*found;
}

// `rest` is what the explanation now believed says of the piece of `ply`: an alert of another
// explanation is taken back. A piece that was put back, so that another could move, stays told.
void TableImpl::judge_placed(RecordedPly& ply, const xiangqi::Position& before,
                             const inference::Rest& rest, bool put_back) {
    const xiangqi::Move back{ply.move.from, ply.move.from};
    const auto verdict = arbiter::judge_placed(
        before, put_back ? back : ply.move, rest.at, rest.lasted,
        {from_ms(setup_.sensing.settle_ms), from_ms(setup_.sensing.placed_ms)}, *book_);
    if (verdict && !(put_back && verdict->slip)) {
        tell_placed(ply, *verdict, rest, put_back);
        return;
    }
    const MovedOn* told = moved_on(ply.data.ply);
    if (told == nullptr) return;
    const bool kept = told->placed == ply.move; // it stands where it had been placed, after all
    if (!kept && told->put_back) return;
    alerts_.resolve(told->alert, kept ? "restored" : "explained");
    std::erase_if(moved_on_, [&](const MovedOn& m) { return m.ply == ply.data.ply; });
}

// The piece of `ply` had been placed, and is put back, or goes on against the rules.
void TableImpl::judge_taken_away(RecordedPly& ply, const xiangqi::Position& before) {
    const inference::Hypothesis& best = tracker_.best();
    for (const Touch& touch : best.touches)
        if (touch.point == ply.move.from && touch.rest.at == ply.move.to)
            judge_placed(ply, before, touch.rest, true);
    for (const inference::DisplacedPiece& on : best.displaced)
        if (on.was.origin == ply.move.from && on.was.rest.at == ply.move.to)
            judge_placed(ply, before, on.was.rest, true);
}

void TableImpl::tell_placed(RecordedPly& ply, const arbiter::PlacedVerdict& verdict,
                            const inference::Rest& rest, bool put_back) {
    MovedOn* told = moved_on(ply.data.ply);
    if (told != nullptr && (told->placed == verdict.placed || told->put_back)) return;
    AlertData alert =
        make_alert("placed-piece", verdict.slip ? Grade::notice : Grade::observed, ply.data.side);
    alert.ply = ply.data.ply;
    alert.article = verdict.article;
    alert.move = notation::format_iccs(verdict.placed);
    alert.points = {verdict.placed.to};
    alert.must = Must{"move", {verdict.placed.from}, {verdict.placed.to}};
    alert.reason = std::string(verdict.slip ? "slip: " : "") + "rested " +
                   std::to_string(to_ms(rest.lasted)) + " ms";
    alert.evidence_from = rest.from;
    alert.evidence_to = rest.from + rest.lasted;
    messages::describe(alert);
    if (told == nullptr) {
        moved_on_.push_back({ply.data.ply, verdict.placed, alerts_.raise(alert), put_back});
        return;
    }
    told->placed = verdict.placed;
    alerts_.replace(told->alert, alert);
}

// A book may make the touch itself a foul: told once the piece is back and the board still.
void TableImpl::follow_touch_fouls() {
    if (book_->touch_unmovable.empty() && book_->touch_untakable.empty()) return;
    if (tracker_.lost() || !passed(tracker_.last_edge(), setup_.sensing.settle_ms)) return;
    const inference::Hypothesis& best = tracker_.best();
    if (best.taken_back()) return;
    const Side mover = best.base.to_move();
    if (std::none_of(best.touches.begin(), best.touches.end(),
                     [&](const Touch& touch) { return touch.turn == mover; }))
        return;
    std::vector<Touch> touches;
    for (const Touch& touch : best.touches)
        if (touch.turn == mover) touches.push_back(touch);
    judge_touch_fouls(best.base, touches, best.base_ply + 1, false);
}

// `all`: these are all the touches of ply `number`; what was told of others is taken back.
void TableImpl::judge_touch_fouls(const xiangqi::Position& before, std::span<const Touch> touches,
                                  int number, bool all) {
    if (book_->touch_unmovable.empty() && book_->touch_untakable.empty()) return;
    const auto fouls = arbiter::touch_fouls(before, touched_in(before, touches, number), *book_);
    for (const arbiter::TouchFoul& foul : fouls) {
        const auto told =
            std::find_if(touch_fouls_.begin(), touch_fouls_.end(), [&](const TouchFoulTold& t) {
                return t.ply == number && t.point == foul.point;
            });
        const bool certain = foul.hand == Hand::mover;
        if (told != touch_fouls_.end()) {
            const AlertData* open = alerts_.find(told->alert);
            if (open == nullptr || certain || open->grade == Grade::notice) continue;
        }
        AlertData alert = make_alert("touch-foul", certain ? Grade::observed : Grade::notice,
                                     certain ? std::optional(before.to_move()) : std::nullopt);
        alert.ply = number;
        alert.article = foul.article;
        alert.points = {foul.point};
        alert.reason = before.at(foul.point).is(before.to_move()) ? "cannot-move" : "cannot-take";
        for (const Touch& touch : touches) {
            if (touch.point != foul.point) continue;
            alert.evidence_from = touch.lifted;
            alert.evidence_to = touch.returned;
        }
        messages::describe(alert);
        if (told != touch_fouls_.end())
            alerts_.replace(told->alert, alert);
        else
            touch_fouls_.push_back({number, foul.point, alerts_.raise(alert)});
    }
    if (!all) return;
    for (const TouchFoulTold& told : touch_fouls_) {
        const bool kept =
            told.ply != number ||
            std::any_of(fouls.begin(), fouls.end(), [&](auto& f) { return f.point == told.point; });
        if (!kept) alerts_.resolve(told.alert, "explained");
    }
}

// What is taken against the rules is lifted for that, and is no touch of its own.
void TableImpl::explain_touch_foul(int ply, xiangqi::Point point) {
    for (const TouchFoulTold& told : touch_fouls_)
        if (told.ply == ply && told.point == point) alerts_.resolve(told.alert, "explained");
    std::erase_if(touch_fouls_, [&](const TouchFoulTold& told) {
        return told.ply == ply && told.point == point;
    });
}

// Another explanation is believed of the plies after `after`: what was told of them by the old one
// is told again if it still holds. A piece that was put back for another stays told.
void TableImpl::explain_touching(int after) {
    std::vector<std::string> ids;
    for (const AlertData& alert : alerts_.open()) {
        const MovedOn* placed = moved_on(alert.ply);
        const bool put_back = placed != nullptr && placed->put_back && placed->alert == alert.alert;
        if (alert.ply > after && is_touching(alert.code) && !put_back) ids.push_back(alert.alert);
    }
    for (const std::string& id : ids)
        alerts_.resolve(id, "explained");
    std::erase_if(moved_on_, [&](const MovedOn& m) { return m.ply > after && !m.put_back; });
    std::erase_if(touch_fouls_, [&](const TouchFoulTold& told) { return told.ply > after; });
}

// The sensor of `point` opens and closes of itself: what was told of touching there was nobody's.
void TableImpl::explain_touches_of(xiangqi::Point point) {
    const std::vector<PointIndex> here{point};
    std::vector<std::string> ids;
    for (const AlertData& alert : alerts_.open()) {
        const bool touching = is_touching(alert.code) && alert.code != "placed-piece";
        if (touching && (alert.points == here ||
                         (alert.must && (alert.must->from == here || alert.must->to == here))))
            ids.push_back(alert.alert);
    }
    for (const std::string& id : ids) {
        alerts_.resolve(id, "explained");
        forget_touched(id);
    }
}

// The same where the believed explanation has amended a confirmed ply, or one before it.
void TableImpl::judge_touching_again(int number) {
    const inference::DecidedPly decided = tracker_.decided(number);
    if (!decided.remembered) return; // what was told of it stands
    RecordedPly& ply = record_.ply(number);
    const xiangqi::Position& before = record_.position(number - 1);
    const std::span<const Touch> touches{decided.touches.begin(), decided.touches.size()};
    const auto told = [&](std::string_view code) {
        return std::any_of(alerts_.open().begin(), alerts_.open().end(), [&](const auto& alert) {
            return alert.ply == number && alert.code == code;
        });
    };
    judge_touch(ply, before, touches, decided.lifted, true);
    if (!told("placed-piece")) judge_placed(ply, before, decided.rest);
    std::vector<std::string> done;
    for (const AlertData& alert : alerts_.open())
        if (alert.ply == number && alert.grade == Grade::observed && is_touching(alert.code))
            done.push_back(alert.alert);
    for (const std::string& id : done)
        alerts_.update(id, [](AlertData& alert) { alert.grade = Grade::completed; });
    std::erase_if(moved_on_, [&](const MovedOn& m) { return m.ply == number; });
}

void TableImpl::forget_touching(int settled) {
    const auto past = [&](const auto& told) { return settled < 0 || told.ply <= settled; };
    std::erase_if(retaken_, past);
    if (past(owed_touch_)) owed_touch_ = {};
    std::erase_if(moved_on_, past);
    std::erase_if(touch_fouls_, past);
}

} // namespace jipu
