// SPDX-License-Identifier: Apache-2.0
// Time at the table: what the clock shows, whose flag has fallen, who is late, and what the arbiter
// sets (000/4.2, 001/6). The judges are in rules/timing; here their verdicts become alerts.
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/timing/replaced_clock.hpp"

namespace jipu {

namespace {

constexpr std::array<Side, 2> both_sides{Side::first, Side::second};
constexpr const char* both_over = "both are over the limit"; // for coming late

std::string side_word(Side side) {
    return side == Side::first ? "red" : "black";
}

/// `+3.250 s`
std::string signed_seconds(Duration span) {
    char text[40];
    std::snprintf(text, sizeof text, "%+.3f s", static_cast<double>(span.count()) / 1e6);
    return text;
}

std::string plain_seconds(Duration span) {
    return signed_seconds(span).substr(1);
}

} // namespace

Side TableImpl::side_to_move() const {
    return record_.position(record_.confirmed()).to_move();
}

std::array<int, 2> TableImpl::moves_made() const {
    std::array<int, 2> made{};
    for (int n = 1; n <= record_.confirmed(); ++n) {
        const RecordedPly& ply = record_.ply(n);
        if (ply.counts) ++made[index_of(ply.data.side)];
    }
    return made;
}

// What a set clock cannot give back: whose turn it is and how many moves were made. Told where it
// changed, and in a game that is open again, for with its end nobody's clock ran any more.
void TableImpl::clock_follows_record() {
    const bool device = time_.from_device();
    bool changed = time_.set_moves(moves_made(), now_);
    // A pressed illegal ply has ended its turn, though it is no ply.
    if (!tracker_.best().illegal_pressed && time_.turn_is(side_to_move(), now_)) changed = true;
    if (phase_ != Phase::playing) return;
    const bool reopened = std::exchange(reopened_, false);
    const bool kept = device || time_.counted(Side::first, now_);
    if ((changed && !device) || (reopened && kept)) tell_clock(device ? "device" : "daemon");
}

void TableImpl::on_clock_times(const TimesReport& report) {
    clock_times_ = report;
    on_times(orientation_.times(report));
}

void TableImpl::on_times(const TimesReport& report) {
    const std::optional<Side> before = time_.running();
    const std::optional<Side> ran = time_.ran();
    const bool first = !time_.from_device();
    const bool playing = phase_ == Phase::playing && !finished_;
    clock_ran_ = clock_ran_ || (playing && report.running);
    const bool free = !playing || time_.paused() || (!clock_ran_ && record_.confirmed() == 0);
    const ReadingVerdict verdict = time_.device_times(
        report, now_, free, playing ? std::optional(side_to_move()) : std::nullopt);
    if (playing && !free) judge_reading(verdict);
    // A change of the running side is the other's press, where the clock sends none.
    if (setup_.clock == ClockKind::time && ran && report.running && *ran != *report.running)
        on_press(*ran);
    if (adjournment_.stage() == arbiter::AdjournedStage::sealing && before && !report.running)
        stop_for_adjournment("clock");
    if (phase_ == Phase::playing && (first || before != report.running || verdict.new_period))
        tell_clock("device");
}

void TableImpl::tell_clock(const std::string& source) {
    ClockUpdated update{time_.clock(now_), time_.running(), 1, {}, {}, source};
    if (const auto counted = time_.counted(time_.running().value_or(Side::first), now_)) {
        update.period = counted->period;
        if (counted->moves_to_go > 0) update.moves_to_go = counted->moves_to_go;
        update.periods_left = counted->periods_left;
    }
    emit(update);
}

std::string TableImpl::raise_clock_fault(Grade grade, std::optional<Side> side,
                                         const std::string& reason) {
    AlertData alert = make_alert("clock-fault", grade, side);
    alert.ply = record_.confirmed() + 1;
    alert.article = book_->replaced_clock;
    alert.reason = reason;
    messages::describe(alert);
    return alerts_.raise(alert);
}

// 000/4.2.1(3): a clock that is not right is replaced. What a sound one cannot have shown is told
// once; the times of a reading that jumps are not believed.
void TableImpl::judge_reading(const ReadingVerdict& verdict) {
    if (verdict.oddity != ClockOddity::jump && !jump_alert_.empty()) {
        alerts_.resolve(jump_alert_, "restored");
        jump_alert_.clear();
    }
    if (!verdict.oddity) return;
    const std::string by = side_word(verdict.side) + " " + signed_seconds(verdict.by);
    if (*verdict.oddity == ClockOddity::jump) {
        if (jump_alert_.empty())
            jump_alert_ = raise_clock_fault(Grade::observed, verdict.side, "jump: " + by);
    } else if (*verdict.oddity == ClockOddity::rate) {
        if (rate_alert_.empty())
            rate_alert_ = raise_clock_fault(Grade::observed, verdict.side, "rate: " + by);
    } else if (rise_ply_ != record_.confirmed()) {
        rise_ply_ = record_.confirmed();
        raise_clock_fault(Grade::notice, verdict.side, "rise: " + by);
    }
}

// The side that the device lets run is not the one to move, and nothing explains it: not a ply that
// stands unpressed, not an illegal one, not a press that came too early, not a board in disorder.
bool TableImpl::runs_for_the_wrong_side() const {
    const auto running = time_.from_device() ? time_.running() : std::nullopt;
    if (!running || *running == side_to_move() || time_.paused()) return false;
    if (record_.count() != record_.confirmed() || !illegal_.alert.empty() || illegal_.ruled)
        return false;
    const auto& open = alerts_.open();
    if (std::any_of(open.begin(), open.end(),
                    [](const AlertData& alert) { return alert.code == "early-press"; }))
        return false;
    return !tracker_.lost() && !disordered() && !tracker_.best().any_in_air();
}

void TableImpl::judge_running() {
    if (!runs_for_the_wrong_side()) {
        wrong_side_since_.reset();
        if (time_.running() == side_to_move()) {
            alerts_.resolve(wrong_side_alert_, "restored");
            wrong_side_alert_.clear();
        }
        return;
    }
    if (!wrong_side_since_) wrong_side_since_ = now_;
    if (!wrong_side_alert_.empty() || quiet_end_ ||
        !passed(*wrong_side_since_, setup_.sensing.no_press_ms))
        return;
    wrong_side_alert_ = raise_clock_fault(Grade::observed, time_.running(), "wrong-side");
}

// 000/4.2.1(1), (3): who has used the time of a period without its moves has exceeded it; a move
// that was made but not pressed came too late. The arbiter checks the moves made and rules; the
// daemon only counts.
void TableImpl::judge_flag() {
    if (time_.follow_device(now_)) tell_clock("daemon");
    if (quiet_end_) return;
    for (const Side side : both_sides) {
        std::string& id = flag_alerts_[index_of(side)];
        const auto fell = time_.fell_at(side, now_);
        if (!fell) {
            if (alerts_.find(id) == nullptr) id.clear(); // the arbiter has put the flag up
            continue;
        }
        if (!id.empty()) continue;
        AlertData alert = make_alert("flag-fall", Grade::observed, side);
        alert.ply = record_.count();
        alert.article = book_->time;
        alert.evidence_from = *fell;
        if (const auto counted = time_.counted(side, now_)) {
            const std::string period = "period " + std::to_string(counted->period);
            alert.reason = counted->quota > 0
                               ? std::to_string(counted->moves_in_period) + " of " +
                                     std::to_string(counted->quota) + " moves in " + period
                               : "the time of " + period + " is used up";
        } else {
            alert.reason = "the clock shows 0";
        }
        if (record_.count() > record_.confirmed()) {
            const MoveData& made = record_.plies().back().data;
            if (made.side == side) alert.reason += "; " + made.move + " was not pressed";
        }
        messages::describe(alert);
        id = alerts_.raise(alert);
        flag_plies_[index_of(side)] = record_.confirmed() + (side_to_move() == side ? 1 : 2);
    }
}

// The press after the flag is evidence of when the move was ended; that of a later move is not.
void TableImpl::note_late_press(Side side) {
    const std::string& id = flag_alerts_[index_of(side)];
    if (record_.confirmed() + 1 != flag_plies_[index_of(side)]) return;
    const AlertData* open = alerts_.find(id);
    if (open == nullptr || open->reason.find("; pressed ") != std::string::npos) return;
    const Duration late = now_ - open->evidence_from;
    if (late <= Duration{}) return;
    alerts_.update(id, [&](AlertData& alert) {
        alert.reason += "; pressed " + plain_seconds(late) + " after";
        alert.evidence_to = now_;
        messages::describe(alert);
    });
}

/// Whose time runs for who comes late: the device knows, where it shows that.
std::optional<Side> TableImpl::late_turn() const {
    if (phase_ != Phase::playing || finished_ || time_.paused()) return std::nullopt;
    return time_.from_device() ? time_.running() : std::optional(side_to_move());
}

void TableImpl::settle_lateness() {
    late_.settle(now_, late_turn());
}

std::optional<Instant> TableImpl::next_lateness() const {
    std::optional<Instant> next;
    if (setup_.late_minutes == 0) return next;
    const Duration limit = std::chrono::minutes(setup_.late_minutes);
    for (const Side side : both_sides) {
        if (!late_.misses(side, late_turn()) || late_.missed(side) >= limit) continue;
        const Instant at = late_.settled() + (limit - late_.missed(side));
        if (!next || at < *next) next = at;
    }
    return next;
}

void TableImpl::note_arrivals() {
    if (setup_.late_minutes == 0) return;
    for (const RecordedPly& ply : record_.plies()) {
        const Side side = ply.data.side;
        if (late_.presence(side) == Presence::unknown) {
            late_.tell(side, Presence::present);
            alerts_.resolve(late_alerts_[index_of(side)], "explained");
            late_alerts_[index_of(side)].clear();
        }
        if (ply.data.ply >= 2) break;
    }
}

// 000/4.2.4. That nobody has moved does not tell who is there: it is a notice, unless somebody has
// said who has not come.
void TableImpl::judge_lateness() {
    if (setup_.late_minutes == 0) return;
    note_arrivals();
    if (quiet_end_) return;
    const Duration limit = std::chrono::minutes(setup_.late_minutes);
    const LateVerdict verdict = late_.judge(limit);
    if (verdict == LateVerdict::none) return;
    for (const Side side : both_sides) {
        if (late_.missed(side) < limit) continue;
        const bool said = late_.presence(side) != Presence::unknown;
        AlertData alert = make_alert("late", said ? Grade::observed : Grade::notice, side);
        const bool both = verdict == LateVerdict::both_lose && said;
        alert.article = both ? book_->both_late : book_->late;
        alert.reason = both ? both_over : said ? "over the limit" : "no move has been made";
        alert.evidence_from = now_ - late_.missed(side);
        messages::describe(alert);
        std::string& id = late_alerts_[index_of(side)];
        if (id.empty()) {
            id = alerts_.raise(alert);
        } else {
            if (const AlertData* old = alerts_.find(id)) alert.evidence_from = old->evidence_from;
            alerts_.replace(id, alert);
        }
    }
}

// 000/4.2.4(2): both are over the limit, and neither was excused.
bool TableImpl::both_late(const AlertData& alert) const {
    return alert.code == "late" && alert.article == book_->both_late && alert.reason == both_over &&
           std::all_of(late_alerts_.begin(), late_alerts_.end(), [&](const std::string& id) {
               const AlertData* open = alerts_.find(id);
               return open != nullptr && open->grade == Grade::observed;
           });
}

// Takes the time off the side's clock; a device that shows its own has to be set so.
ClockAdjusted TableImpl::charge(Side side, Duration cost, const std::string& by) {
    ClockAdjusted adjusted;
    adjusted.by_hand = !time_.charge(side, cost, now_);
    adjusted.clock = time_.clock(now_);
    auto& left = adjusted.clock[index_of(side)];
    if (adjusted.by_hand && left) left = std::max<std::int64_t>(0, *left - to_ms(cost));
    adjusted.running = time_.running();
    adjusted.by = by;
    return adjusted;
}

// Who is not there, or has come. Time that was missed beside the other's running clock is taken off
// by the count; a device is set by the arbiter.
void TableImpl::note_absent(const std::array<bool, 2>& absent, const std::string& by) {
    for (const Side side : both_sides) {
        const bool away = absent[index_of(side)];
        const bool was = late_.presence(side) == Presence::absent;
        const Duration owed = late_.tell(side, away ? Presence::absent : Presence::present);
        if (away || !was || owed == Duration{} || !time_.counted(side, now_)) continue;
        ClockAdjusted adjusted = charge(side, owed, by);
        adjusted.why = side_word(side) + " missed " + plain_seconds(owed) +
                       " while both were away (" + std::string(book_->both_late) + ")";
        emit(adjusted);
    }
}

std::string TableImpl::command_set_clock(const Command& command) {
    using arbiter::AdjournedStage;
    if (command.resumption && adjournment_.stage() != AdjournedStage::adjourned &&
        adjournment_.stage() != AdjournedStage::resuming) {
        std::string why = "times that were not set right for a resumption are corrected before its "
                          "first move";
        if (!book_->times_at_resumption.empty())
            why += " (" + std::string(book_->times_at_resumption) + ")";
        return why;
    }
    ClockMs clock = time_.clock(now_);
    for (std::size_t i = 0; i < clock.size(); ++i)
        if (command.clock_ms[i]) clock[i] = command.clock_ms[i];
    std::string why = command.why;
    if (command.faulty) {
        std::string wrong = replace_clock(*command.faulty, clock);
        if (!wrong.empty()) return wrong;
        why += (why.empty() ? "" : "; ") + std::string("the clock is replaced (") +
               std::string(book_->replaced_clock) + ")";
    }
    time_.set(clock, now_);
    found_ = {}; // what they show is right
    emit(ClockAdjusted{clock, time_.running(), command.by, why});
    for (std::string* id : {&reboot_alert_, &jump_alert_, &rate_alert_}) {
        alerts_.resolve(*id, "arbiter");
        id->clear();
    }
    return "";
}

// 000/4.2.1(3). `clock`: what the bad clock shows; becomes what the new one is set to. What both
// have used in truth is what the presses add up to.
std::string TableImpl::replace_clock(const std::array<bool, 2>& faulty, ClockMs& clock) const {
    std::array<Duration, 2> shown{};
    Duration sum{};
    for (const Side side : both_sides) {
        const std::size_t i = index_of(side);
        const auto counted = time_.counted(side, now_);
        if (!counted || counted->given == Duration{} || !clock[i])
            return "how much time has passed is known only where its periods are counted";
        shown[i] = counted->given - from_ms(*clock[i]);
        sum += counted->used;
    }
    const FaultyFace face = faulty[0] && faulty[1] ? FaultyFace::both
                            : faulty[0]            ? FaultyFace::first
                                                   : FaultyFace::second;
    const std::array<Duration, 2> used = used_after_replacement(shown, sum, face);
    for (std::size_t i = 0; i < clock.size(); ++i)
        clock[i] = std::max<std::int64_t>(0, *clock[i] - to_ms(used[i] - shown[i]));
    return "";
}

} // namespace jipu
