// SPDX-License-Identifier: Apache-2.0
// What is owed to the arbiter for a ply: illegal moves, doubt, the press; what was touched is
// touching.cpp's. The judges say what was broken (rules/arbiter); here it becomes an alert with its
// grade.
#include <algorithm>

#include "daemon/inference/model.hpp"
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/arbiter/illegal_move.hpp"
#include "rules/notation/iccs.hpp"

namespace jipu {

namespace {

constexpr std::int64_t clock_back_grace_ms = 3000;

} // namespace

AlertData TableImpl::make_alert(const std::string& code, Grade grade,
                                std::optional<Side> side) const {
    AlertData alert;
    alert.code = code;
    alert.grade = grade;
    alert.side = side;
    alert.book = book_->name;
    alert.evidence_from = alert.evidence_to = now_;
    return alert;
}

// The press, or the answer, completes what was observed of the ply.
void TableImpl::complete_alerts(int number) {
    std::vector<std::string> ids;
    for (const AlertData& alert : alerts_.open()) {
        if (alert.ply != number || alert.grade != Grade::observed) continue;
        if (alert.code == "placed-piece" || alert.code == "touch-move" ||
            alert.code == "touch-capture" || alert.code == "touch-foul")
            ids.push_back(alert.alert);
    }
    for (const std::string& id : ids)
        alerts_.update(id, [&](AlertData& alert) { alert.grade = Grade::completed; });
    RecordedPly& ply = record_.ply(number);
    alerts_.resolve(ply.press_alert, "explained");
    ply.press_alert.clear();
    alerts_.resolve_code("early-press", "overtaken");
}

// When a ply that landed then is noticed as unpressed: `no_press_ms` in which it could be pressed.
Instant TableImpl::no_press_due(Instant landed) const {
    Instant due = landed + from_ms(setup_.sensing.no_press_ms);
    for (const Stop& stop : stops_)
        if (stop.from < due && stop.to > landed) due += stop.to - std::max(stop.from, landed);
    return due;
}

void TableImpl::note_stopped() {
    if (!stopped_at_) stopped_at_ = now_;
}

void TableImpl::note_going_on() {
    if (!stopped_at_) return;
    const bool unpressed = record_.count() > record_.confirmed();
    const Instant oldest = unpressed ? record_.ply(record_.confirmed() + 1).landed : *stopped_at_;
    std::erase_if(stops_, [&](const Stop& stop) { return stop.to <= oldest; });
    stops_.push_back({*stopped_at_, now_});
    stopped_at_.reset();
}

void TableImpl::judge_no_press() {
    if (quiet_end_ || setup_.clock == ClockKind::none || time_.paused() ||
        record_.count() == record_.confirmed() || tracker_.lost())
        return;
    RecordedPly& ply = record_.ply(record_.count());
    if (!ply.press_alert.empty() || ply.lifted_again) return;
    if (now_ < no_press_due(tracker_.last_edge(ply.move.to))) return;
    AlertData alert = make_alert("no-press", Grade::notice, ply.data.side);
    alert.ply = ply.data.ply;
    alert.article = book_->press;
    alert.move = ply.data.move;
    if (!book_->may_remind_press) alert.reason = "not-reminded";
    alert.evidence_from = ply.landed;
    messages::describe(alert);
    ply.press_alert = alerts_.raise(alert);
}

void TableImpl::judge_press(inference::PressMeans means, Side side) {
    using inference::PressMeans;
    if (means == PressMeans::on_disorder) {
        raise_disturbed();
    } else if (means == PressMeans::too_early || means == PressMeans::holding) {
        // A press made good after the clock came back may be one of the time of its absence.
        if (clock_back_ && !passed(*clock_back_, clock_back_grace_ms)) return;
        AlertData alert = make_alert("early-press", Grade::notice, side);
        alert.ply = tracker_.best().path() + 1;
        for (const AlertData& open : alerts_.open()) // a lever that bounces is one press
            if (open.code == alert.code && open.side == side && open.ply == alert.ply) return;
        alert.article = book_->press;
        messages::describe(alert);
        alerts_.raise(alert);
    }
}

// The neighbour with which the piece of an illegal move, were the two swapped at the set-up, would
// have moved legally; no sensor can tell. Neither has moved or been moved upon yet.
std::optional<PointIndex> TableImpl::swapped_with(const xiangqi::Position& before,
                                                  xiangqi::Move move) const {
    const auto untouched = [&](xiangqi::Point p) {
        return std::none_of(record_.plies().begin(), record_.plies().end(), [&](const auto& ply) {
            return ply.move.from == p || ply.move.to == p;
        });
    };
    const xiangqi::Piece piece = before.at(move.from);
    if (!untouched(move.from)) return std::nullopt;
    for (const int step : {-1, 1}) {
        const int q = move.from + step;
        if (q < 0 || q >= static_cast<int>(xiangqi::points)) continue;
        const auto beside = static_cast<xiangqi::Point>(q);
        const xiangqi::Piece other = before.at(beside);
        if (xiangqi::rank_of(beside) != xiangqi::rank_of(move.from) || other == piece ||
            !other.is(before.to_move()) || !untouched(beside))
            continue;
        xiangqi::Position swapped = before;
        swapped.put(move.from, other);
        swapped.put(beside, piece);
        if (swapped.is_legal(move)) return beside;
    }
    return std::nullopt;
}

// 000/3.6.3(1): a move against the rules of movement is a foul; the press, or the answer, completes
// it.
AlertData TableImpl::illegal_alert(const xiangqi::Position& before, xiangqi::Move move, int ply,
                                   bool completed) const {
    const auto verdict = arbiter::judge_illegal(before, move, *book_);
    JIPU_ASSERT(verdict.has_value(), "a legal move is no illegal one");
    // Whose hand moved a piece out of turn cannot be known.
    const bool own = verdict->reason != xiangqi::IllegalReason::not_your_piece;
    AlertData alert = make_alert("illegal-move", completed ? Grade::completed : Grade::observed,
                                 own ? std::optional(before.to_move()) : std::nullopt);
    alert.ply = ply;
    alert.article = verdict->article;
    alert.reason = xiangqi::reason_name(verdict->reason);
    alert.points = {move.from, move.to};
    alert.move = notation::format_iccs(move);
    messages::describe(alert);
    if (verdict->remedy == arbiter::IllegalRemedy::loss)
        messages::remark_loses(alert);
    else if (verdict->reason == xiangqi::IllegalReason::self_check)
        messages::remark_no_loss(alert);
    if (const auto other = own ? swapped_with(before, move) : std::nullopt)
        messages::remark_swapped(alert, move.from, *other);
    if (!own && alert.ply == 1) { // who should begin may have the other side's pieces
        alert.message_zh += "；若双方棋子颜色拿错";
        alert.message_en += "; if the players have each other's pieces";
        remark_remedy(alert, arbiter::BoardError::colours);
    }
    return alert;
}

void TableImpl::raise_illegal(bool pressed) {
    const inference::Hypothesis& best = tracker_.best();
    const int index = best.reading.illegal;
    JIPU_ASSERT(index >= 0, "no illegal move stands");
    const xiangqi::Position before = best.after(index);
    const xiangqi::Move move = best.reading.moves[static_cast<std::size_t>(index)];
    AlertData alert = illegal_alert(before, move, best.base_ply + 1 + index, pressed);
    alert.evidence_from = tracker_.last_edge(move.from);
    alert.evidence_to = tracker_.last_edge(move.to);
    illegal_.move = move;
    illegal_.ply = alert.ply;
    explain_touch_foul(alert.ply, move.to);
    if (pressed) {
        illegal_pressed_at_ = best.illegal_pressed_at;
        // It does not count; the clock beside the board runs for the other side all the same.
        time_.turn_given_away(before.to_move(), pressed_at_[index_of(before.to_move())]);
    }
    illegal_.ruled = false;
    const AlertData* open = alerts_.find(illegal_.alert);
    if (open == nullptr) {
        illegal_.alert = alerts_.raise(alert);
        note_contradiction(alert.move);
        return;
    }
    if (open->grade == Grade::completed && open->move == alert.move) alert.grade = Grade::completed;
    alerts_.replace(illegal_.alert, alert);
}

// An illegal ply had been pressed and was put back before it was the likeliest explanation: it was
// committed all the same.
void TableImpl::tell_undone() {
    const inference::Hypothesis& best = tracker_.best();
    if (tracker_.lost() || best.undone_ply == 0 || best.undone_at <= undone_told_) return;
    const bool told = best.undone_at == illegal_pressed_at_;
    if (!told && (best.any_in_air() || !passed(tracker_.last_edge(), setup_.sensing.settle_ms)))
        return;
    undone_told_ = best.undone_at;
    if (told || best.undone_ply > record_.count() + 1) return;
    const xiangqi::Position& before = record_.position(best.undone_ply - 1);
    if (before.at(best.undone.from).empty() || !before.has_both_kings() ||
        before.is_legal(best.undone))
        return;
    AlertData alert = illegal_alert(before, best.undone, best.undone_ply, true);
    alert.evidence_from = alert.evidence_to = best.undone_at;
    const std::string id = alerts_.raise(alert);
    closed_illegal_.push_back({*alerts_.find(id), true}); // he may rule on it all the same
    alerts_.resolve(id, "restored");
    if (record_.count() < best.undone_ply) note_retaken(best.undone_ply, best.undone.from, false);
}

// An illegal ply is answered: it stands in the record, and its alert is kept for the arbiter, who
// may rule on it later. One that was answered before it had been told is told now.
void TableImpl::overtake_illegal(int number, const inference::DecidedPly& decided) {
    const xiangqi::Position& before = record_.position(number - 1);
    const bool told = alerts_.find(illegal_.alert) != nullptr;
    if (!told && !illegal_.ruled && decided.by != inference::ConfirmedBy::command &&
        before.has_both_kings() && !before.is_legal(decided.move)) {
        AlertData alert = illegal_alert(before, decided.move, number, true);
        alert.evidence_from = decided.lifted;
        alert.evidence_to = decided.at;
        illegal_.alert = alerts_.raise(alert);
    }
    note_contradiction(notation::format_iccs(decided.move));
    if (const AlertData* open = alerts_.find(illegal_.alert)) {
        closed_illegal_.push_back({*open, false});
        closed_illegal_.back().alert.grade = Grade::completed;
    }
    alerts_.resolve(illegal_.alert, "overtaken");
    illegal_ = {};
}

// Another explanation is believed, by which such a ply was legal, another or none.
void TableImpl::forget_overtaken() {
    std::erase_if(closed_illegal_, [&](const ClosedIllegal& closed) {
        if (closed.restored) return false;
        const AlertData& alert = closed.alert;
        if (alert.ply > record_.count()) return true;
        const MoveData& ply = record_.ply(alert.ply).data;
        return ply.legal || ply.move != alert.move;
    });
}

// No king is taken (000/1.2.4): what exposed it is a foul, and is played again. The alert of that
// move stays for the arbiter, whatever is played on.
void TableImpl::tell_king_taken(int number) {
    const bool told = alerts_.find(illegal_.alert) != nullptr;
    const RecordedPly& taking = record_.ply(number);
    AlertData alert = make_alert("illegal-move", Grade::completed, opponent(taking.data.side));
    if (told) alert = *alerts_.find(illegal_.alert);
    alert.grade = Grade::completed;
    if (!told) {
        const bool facing = record_.position(number - 1).is_king_by_king(taking.move);
        int exposed = std::max(number - 1, 1); // the ply after which it could be taken so
        while (facing && exposed > 1 && record_.position(exposed - 1).kings_face())
            --exposed;
        alert.ply = exposed;
        alert.article = facing ? book_->facing : book_->self_check;
        alert.reason = xiangqi::reason_name(facing ? xiangqi::IllegalReason::facing_generals
                                                   : xiangqi::IllegalReason::self_check);
        alert.points = {taking.move.to};
        if (exposed < number) {
            alert.move = record_.ply(exposed).data.move;
            alert.side = record_.ply(exposed).data.side;
        }
        messages::describe(alert);
    }
    messages::remark_king_taken(alert, taking.data.move);
    if (told)
        alerts_.replace(illegal_.alert, alert);
    else
        alerts_.raise(alert);
    illegal_ = {};
}

} // namespace jipu
