// SPDX-License-Identifier: Apache-2.0
// Ends of a game that the board does not show: draw offers and their answers (000/1.4.2(2)), the
// natural limit (000/1.4.2(4)), positions that nobody can win (000/1.4.2(1)), and what becomes of
// an illegal move when its player resigns or agrees a draw at once (000/3.6.3(1)). Rules/arbiter
// judges; here it becomes an alert, and an end only by the arbiter's word.
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

using messages::say;
using messages::side_en;
using messages::side_zh;

namespace {

std::string quiet(const arbiter::NaturalLimit& limit) {
    std::string out = std::to_string(limit.plies) + " of " + std::to_string(limit.needed) +
                      " plies without a capture";
    if (limit.since > 0) out += " since ply " + std::to_string(limit.since);
    if (limit.checks_skipped > 0)
        out +=
            ", " + std::to_string(limit.checks_skipped) + " checks and their replies not counted";
    return out;
}

} // namespace

std::string TableImpl::command_draw(const Command& command) {
    if (!command.side) return "a draw offer and its answer need a side";
    const Side side = *command.side;
    if (command.kind == CommandKind::offer_draw) return offer_draw(side);
    if (offers_.open() != opponent(side)) return "the opponent has not offered a draw";
    if (command.kind == CommandKind::decline_draw) {
        answer_draw(side, false);
        return "";
    }
    answer_draw(side, true);
    remark_agreed();
    end_game("1/2-1/2", "agreement", std::nullopt, "signed");
    return "";
}

std::string TableImpl::offer_draw(Side side) {
    if (offers_.open()) return "a draw offer is open already";
    const bool repeated = offers_.repeated(side);
    const int confirmed = record_.confirmed();
    arbiter::OfferMoment moment;
    moment.to_move = record_.position(confirmed).to_move();
    moment.moved_now = record_.count() > confirmed || tracker_.best().reading.illegal >= 0 ||
                       adjournment_.sealed_by() == side; // sealed is made (000/4.4.1)
    for (const RecordedPly& ply : record_.plies())
        moment.moved_before = moment.moved_before || ply.data.side == side;
    // One that may not be made again at all is a foul whenever it comes (000/3.6.3(3)): it is told.
    if (const auto article = arbiter::offered_untimely(moment, side, book_->draws);
        article && !repeated)
        return "a draw is offered after one's own move (" + std::string(*article) + ")";
    offers_.offer(side);
    emit(DrawOffered{side});
    if (!repeated) return "";
    AlertData alert = make_alert("offer-repeated", Grade::completed, side);
    alert.ply = record_.count();
    alert.article = book_->draws.repeated;
    say(alert, side_zh(side) + "提和被拒后，对方未提和，又再次提和",
        side_en(side) + " offers a draw again; the other side has not offered since the refusal");
    alerts_.raise(alert);
    return "";
}

void TableImpl::answer_draw(Side side, bool accepted) {
    if (accepted)
        offers_.accept();
    else
        offers_.refuse();
    emit(DrawAnswered{side, accepted ? "accepted" : "declined"});
}

// 000/3.6.3(1): who agrees a draw at once after an illegal move is charged with the foul even so.
void TableImpl::remark_agreed() {
    const AlertData* open = alerts_.find(illegal_.alert);
    if (open == nullptr || book_->fouls.resigned_at_once.empty()) return;
    alerts_.update(illegal_.alert, [&](AlertData& alert) {
        alert.message_zh += "；立即同意作和，仍须记违例一次";
        alert.message_en += "; a draw was agreed at once: it is a foul even so";
    });
}

// 000/3.6.3(1): who resigns at once after an illegal move is spared the foul.
void TableImpl::spare_resigned(Side side) {
    const AlertData* open = alerts_.find(illegal_.alert);
    if (open == nullptr || open->side != side || book_->fouls.resigned_at_once.empty()) return;
    alerts_.resolve(illegal_.alert, "arbiter", "dismiss");
    illegal_ = {};
}

// What the confirmed record says of ends; called whenever it has changed.
void TableImpl::judge_ends() {
    if (phase_ != Phase::playing) return;
    if (!record_.position(record_.confirmed()).has_both_kings()) return; // to be led back first
    judge_natural_limit();
    const int ply = record_.confirmed();
    const bool dead = arbiter::neither_can_win(record_.position(ply));
    if (!dead) {
        alerts_.resolve(dead_alert_, "explained");
        dead_alert_.clear();
    } else if (dead_alert_.empty() && ply > 0) {
        AlertData alert = make_alert("dead-position", Grade::notice, std::nullopt);
        alert.ply = ply;
        alert.article = book_->draws.dead_position;
        alert.move = record_.ply(ply).data.move;
        say(alert, "双方均无攻击性棋子，都没有取胜可能",
            "neither side has an attacking piece left: nobody can win");
        dead_alert_ = alerts_.raise(alert);
        act("dead-position", std::nullopt);
    }
}

void TableImpl::judge_natural_limit() {
    const int ply = record_.confirmed();
    bool reached = false;
    arbiter::NaturalLimit limit;
    if (ply + record_.start().quiet_plies() >= book_->draws.quiet_plies) {
        const auto positions = record_.positions(ply);
        for (const Side side : {Side::first, Side::second}) {
            if (reached) break;
            limit = arbiter::count_natural_limit(positions, side, book_->draws);
            reached = limit.reached();
        }
    }
    if (!reached) {
        // A claim that was in order when it was made waits for the arbiter, whatever is played on.
        const AlertData* open = alerts_.find(natural_alert_);
        if (open != nullptr && open->grade == Grade::completed && open->ply <= record_.count())
            return;
        alerts_.resolve(natural_alert_, "explained");
        natural_alert_.clear();
        return;
    }
    if (natural_alert_.empty()) natural_alert_ = alerts_.raise(natural_limit_alert(limit));
}

AlertData TableImpl::natural_limit_alert(const arbiter::NaturalLimit& limit) const {
    AlertData alert = make_alert("natural-limit", Grade::notice, std::nullopt);
    alert.ply = record_.confirmed();
    alert.article = book_->draws.natural_limit;
    alert.reason = quiet(limit);
    say(alert, "双方已满六十回合未吃子（自然限着）",
        "the natural limit is reached: " + alert.reason);
    return alert;
}

// The arbiter checks the record: in order, the claim waits for his ruling; not in order, the alert
// says what the book has for that, and his ruling applies it.
std::string TableImpl::claim_natural_limit(Side side) {
    const auto limit =
        arbiter::count_natural_limit(record_.positions(record_.count()), side, book_->draws);
    if (limit.reached()) {
        AlertData alert = natural_limit_alert(limit);
        alert.grade = Grade::completed;
        alert.side = side;
        alert.ply = record_.count();
        say(alert, side_zh(side) + "提出自然限着和棋，经审核属实",
            side_en(side) + " claims a draw by the natural limit, rightly: " + alert.reason);
        if (alerts_.find(natural_alert_) == nullptr)
            natural_alert_ = alerts_.raise(alert);
        else
            alerts_.replace(natural_alert_, alert);
        act("natural-limit", std::nullopt);
        return "";
    }
    AlertData alert = make_alert("claim-false", Grade::completed, side);
    alert.ply = record_.count();
    alert.article = book_->draws.false_claim;
    alert.reason = quiet(limit);
    const Duration cost = book_->draws.false_claim_costs;
    const bool costs_time = cost > Duration{};
    say(alert,
        side_zh(side) + "提出自然限着和棋，经审核不属实。尚未处罚：裁定 foul 则" +
            (costs_time ? "在其棋钟上加 " + messages::span_zh(cost) : "记犯规一次") + "（" +
            alert.article + "）",
        side_en(side) + " claims a draw by the natural limit, wrongly: " + alert.reason +
            ". Nothing has been charged yet: the ruling foul " +
            (costs_time ? "adds " + messages::span_en(cost) + " to the time used"
                        : "enters a foul") +
            " (" + alert.article + ")");
    alerts_.raise(alert);
    return "";
}

// 000/1.4.2(4): so much on the claimant's clock, by which he may lose on time.
void TableImpl::charge_false_claim(Side side, const std::string& by) {
    const Duration cost = book_->draws.false_claim_costs;
    ClockAdjusted adjusted = charge(side, cost, by);
    adjusted.why = "a false claim costs " + side_en(side) + " " + messages::span_en(cost);
    adjusted.article = book_->draws.false_claim;
    emit(adjusted);
}

// The claim, or what the alert says of the position, stands: the game is drawn.
std::string TableImpl::rule_draw(const AlertData& alert) {
    if (phase_ != Phase::playing) return "the game is over";
    alerts_.resolve(alert.alert, "arbiter", "stands");
    end_game("1/2-1/2", alert.code, std::nullopt, "signed");
    return "";
}

} // namespace jipu
