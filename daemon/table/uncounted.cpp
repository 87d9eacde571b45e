// SPDX-License-Identifier: Apache-2.0
// Moves that fill no quota (000/4.2.1(5)): repeated attacks by one piece beyond the four that
// count. The count of moves to go leaves them out and a notice says so, for the article leaves the
// judgement to the arbiter: dismissed, they count after all.
#include <algorithm>
#include <array>
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/arbiter/effective_moves.hpp"

namespace jipu {

namespace {

/// So many moves of a side are looked back upon: more than the four that count.
constexpr int looked_at = 10;

bool goes_on(const RecordedPly& before, const RecordedPly& reply, const RecordedPly& now) {
    return before.move.to == now.move.from && before.data.legal && reply.data.legal &&
           reply.data.captured.empty() && now.data.captured.empty() && !before.position_set &&
           !reply.position_set;
}

} // namespace

// Positions are labelled only where one piece has moved five times in a row and come back to a
// point.
bool TableImpl::fills_quota(int number) const {
    if (!record_.ply(number).data.legal) return true;
    int first = number;
    while (first > 2 && number - first < 2 * looked_at &&
           goes_on(record_.ply(first - 2), record_.ply(first - 1), record_.ply(first)))
        first -= 2;
    if (number - first < 8) return true;
    std::array<arbiter::QuotaMove, looked_at + 1> moves;
    std::size_t count = 0;
    const xiangqi::RepetitionRules rules = arbiter::repetition_rules_of(*book_);
    for (int n = number; n >= first; n -= 2) { // back, as long as it attacks
        const auto label =
            xiangqi::label_move(record_.position(n - 1), record_.ply(n).move, rules).label;
        if (label > xiangqi::Label::chase) break;
        moves[count++] = {record_.ply(n).move, true, false};
    }
    std::reverse(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count));
    return count == 0 || arbiter::effective_moves({moves.data(), count}).back();
}

void TableImpl::judge_quota_move(int number) {
    if (book_->uncounted.empty() || !time_.has_quota() || fills_quota(number)) return;
    if (uncounted_.dismissed && uncounted_.last == number - 2) {
        uncounted_.last = number;
        return;
    }
    RecordedPly& ply = record_.ply(number);
    ply.counts = false;
    time_.discount(ply.data.side, 1);
    const int period = time_.counted(ply.data.side, now_)->period;
    const AlertData* open = alerts_.find(uncounted_.alert);
    const bool same_run = open != nullptr && uncounted_.last == number - 2;
    uncounted_.in_period = same_run && uncounted_.period == period ? uncounted_.in_period + 1 : 1;
    uncounted_.period = period;
    uncounted_.last = number;
    uncounted_.dismissed = false;
    AlertData alert = make_alert("uncounted-move", Grade::notice, ply.data.side);
    alert.ply = same_run ? open->ply : number;
    alert.article = book_->uncounted;
    alert.move = ply.data.move;
    alert.points = {ply.move.from, ply.move.to};
    alert.reason = std::to_string((number - alert.ply) / 2 + 1);
    alert.evidence_from = same_run ? open->evidence_from : ply.landed;
    messages::describe(alert);
    if (!same_run) {
        uncounted_.alert = alerts_.raise(alert);
        return;
    }
    alerts_.replace(uncounted_.alert, alert);
}

// Moves that were taken out of the record need not be counted any more.
void TableImpl::shorten_uncounted() {
    if (uncounted_.last <= record_.count()) return;
    for (; uncounted_.last > record_.count(); uncounted_.last -= 2)
        uncounted_.in_period = std::max(0, uncounted_.in_period - 1);
    const AlertData* open = alerts_.find(uncounted_.alert);
    if (open == nullptr) return;
    if (uncounted_.last < open->ply) {
        alerts_.resolve(std::exchange(uncounted_, {}).alert, "explained");
        return;
    }
    alerts_.update(uncounted_.alert, [&](AlertData& alert) {
        const RecordedPly& ply = record_.ply(uncounted_.last);
        alert.move = ply.data.move;
        alert.points = {ply.move.from, ply.move.to};
        alert.reason = std::to_string((uncounted_.last - alert.ply) / 2 + 1);
        messages::describe(alert);
    });
}

// What a period that is over lacked is not made good.
void TableImpl::count_after_all() {
    uncounted_.alert.clear();
    uncounted_.dismissed = true;
    if (record_.ply(uncounted_.last).counts) return; // plies were put in or changed meanwhile
    const Side side = record_.ply(uncounted_.last).data.side;
    for (int n = uncounted_.last; n > 0 && !record_.ply(n).counts; n -= 2)
        record_.ply(n).counts = true;
    const auto reading = time_.counted(side, now_);
    if (reading && reading->period == uncounted_.period)
        time_.discount(side, -uncounted_.in_period);
}

} // namespace jipu
