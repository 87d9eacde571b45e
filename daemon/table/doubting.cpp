// SPDX-License-Identifier: Apache-2.0
// Where the record may be another than what was played, and the arbiter has to be told so.
#include <algorithm>

#include "daemon/inference/model.hpp"
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"

namespace jipu {

namespace {

// A sweep takes so long until more is in the air than a move needs.
constexpr Duration before_sweep = from_ms(3000);

} // namespace

// Is another move as good an explanation of the ply? Where nothing was seen of it every other one
// counts: that is a notice as long as what is recorded is clearly the likeliest, and pressed, and
// none of the others is against the rules.
void TableImpl::judge_doubt(RecordedPly& ply, const inference::DecidedPly& decided) {
    const auto candidates = tracker_.candidates(ply.data.ply);
    ply.uncertain = ply.uncertain || decided.at_fault || !decided.seen;
    if (candidates.size() < 2 && !decided.order_unknown && !decided.hands_full) return;
    const xiangqi::Position& before = record_.position(ply.data.ply - 1);
    const bool lawful = std::all_of(candidates.begin(), candidates.end(),
                                    [&](xiangqi::Move move) { return before.is_legal(move); });
    const bool clear = lawful && !decided.seen && !decided.hands_full && !decided.order_unknown &&
                       decided.by == inference::ConfirmedBy::press &&
                       tracker_.margin_at(ply.data.ply) >= inference::model::doubt;
    ply.uncertain = true;
    AlertData alert =
        make_alert("ambiguous-move", clear ? Grade::notice : Grade::observed, ply.data.side);
    alert.book.clear();
    alert.ply = ply.data.ply;
    alert.move = ply.data.move;
    for (const xiangqi::Move& move : candidates) {
        alert.points.push_back(move.to);
        alert.reason += (alert.reason.empty() ? "" : " ") + notation::format_iccs(move);
    }
    if (decided.hands_full && candidates.size() < 2) {
        alert.points = {ply.move.from, ply.move.to};
        alert.reason = "more pieces are in the air than hands hold";
    }
    if (decided.order_unknown) {
        alert.points = {ply.move.from, ply.move.to};
        alert.reason = "two plies of one side were seen at once; their order is unknown";
    }
    alert.evidence_from = decided.lifted;
    messages::describe(alert);
    for (const xiangqi::Move& move : candidates)
        if (!before.is_legal(move)) messages::remark_perhaps_illegal(alert, move);
    if (alerts_.find(ply.doubt_alert) == nullptr) {
        ply.doubt_alert = alerts_.raise(alert);
        return;
    }
    alerts_.replace(ply.doubt_alert, alert);
}

// A reed switch does not tell a piece that was brushed by the hand with the taking piece from one
// that was taken against the rules. Nobody is accused while the hand may still hold its piece; when
// that has lasted as long as a move without a press, the arbiter is told that it may be either. One
// that is held for much longer may have been put down where no sensor shows it.
void TableImpl::follow_held() {
    const auto move = tracker_.lost() ? std::nullopt : tracker_.perhaps_illegal();
    const auto held = move || tracker_.lost() ? std::nullopt : held_in_hand();
    const AlertData* told = alerts_.find(held_alert_);
    if ((!move && !held) || (told != nullptr && (told->reason == "held") != held.has_value())) {
        alerts_.resolve(held_alert_, "explained");
        held_alert_.clear();
    }
    const std::int64_t after = held ? held_long_ms : setup_.sensing.no_press_ms;
    if ((!move && !held) || !held_alert_.empty() || time_.paused() ||
        !passed(tracker_.last_edge(), after))
        return;
    const inference::Hypothesis& best = tracker_.best();
    const int ply = best.path() + best.standing() + 1;
    AlertData alert = make_alert("ambiguous-move", Grade::notice, best.turn());
    if (move) {
        const xiangqi::Position before = best.after(best.standing());
        if (before.is_legal(*move) || !before.has_both_kings()) return;
        alert = illegal_alert(before, *move, ply, false);
        alert.code = "ambiguous-move";
        alert.grade = Grade::notice;
        messages::remark_perhaps_held(alert);
    } else {
        alert.book.clear();
        alert.ply = ply;
        alert.points = {*held};
        alert.reason = "held";
        messages::describe(alert);
    }
    alert.evidence_from = tracker_.last_edge(held ? *held : move->from);
    held_alert_ = alerts_.raise(alert);
}

// Where the piece was lifted that the side to move holds.
std::optional<xiangqi::Point> TableImpl::held_in_hand() const {
    const inference::Hypothesis& best = tracker_.best();
    for (const inference::AirPiece& piece : best.air)
        if (piece.piece.is(best.turn()) && !best.is_captured(piece)) return piece.left;
    return std::nullopt;
}

// The pieces have been swept together: the first of them may have gone where a ply would, or back
// where one had come from. What was made or put back just before, and not pressed, may be none.
void TableImpl::doubt_before_sweep() {
    const Instant from = lost_since_.value_or(now_) - before_sweep;
    const auto doubtful = [&](int n) {
        const bool pressed = n <= std::min(record_.confirmed(), tracker_.best().path()) &&
                             tracker_.decided(n).by == inference::ConfirmedBy::press;
        return !pressed && record_.ply(n).landed >= from;
    };
    int first = record_.count() + 1;
    while (first > 1 && doubtful(first - 1))
        --first;
    const bool put_back = put_back_ply_ == first && put_back_at_ >= from;
    if ((first > record_.count() && !put_back) || !sweep_alert_.empty()) return;
    AlertData alert = make_alert("ambiguous-move", Grade::observed, std::nullopt);
    alert.book.clear();
    alert.ply = first;
    alert.reason = "swept";
    messages::describe(alert);
    sweep_alert_ = alerts_.raise(alert);
}

// On a board with a faulty sensor: what happens does not fit the record (an illegal move, a board
// that no move explains). Rather the record is wrong: from the first ply on that rests on such a
// sensor, was seen by none, had been in doubt, or is itself illegal.
void TableImpl::note_contradiction(const std::string& what) {
    const auto faulty = tracker_.best().faulty | suspects_;
    if (tracker_.lost() || faulty.none()) return;
    const auto rests_on_fault = [&](const RecordedPly& ply) {
        return ply.uncertain || !ply.data.legal || faulty[ply.move.from] || faulty[ply.move.to];
    };
    int first = vouched_for_ + 1;
    while (first <= record_.count() && !rests_on_fault(record_.ply(first)))
        ++first;
    if (first > record_.count()) return;
    AlertData alert = make_alert("ambiguous-move", Grade::observed, std::nullopt);
    alert.book.clear();
    alert.ply = first;
    alert.reason = "contradicted by " + what;
    messages::describe(alert);
    const AlertData* open = alerts_.find(contradiction_alert_);
    if (open == nullptr) {
        contradiction_alert_ = alerts_.raise(alert);
    } else if (open->ply > first) { // told of later plies alone
        alert.evidence_from = open->evidence_from;
        alerts_.replace(contradiction_alert_, alert);
    }
}

// A sensor is found faulty: an illegal ply in the record was rather misread than played.
void TableImpl::doubt_illegal_plies() {
    for (int n = vouched_for_ + 1; n <= record_.count(); ++n)
        if (!record_.ply(n).data.legal) return note_contradiction(record_.ply(n).data.move);
}

} // namespace jipu
