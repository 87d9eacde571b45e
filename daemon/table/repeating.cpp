// SPDX-License-Identifier: Apache-2.0
// When moves go round in a cycle (000/1.4.2(3), 棋例): has a position stood as often as the book
// demands, who must change, did he? The positions of the record are counted; who is to blame is
// judged in rules/arbiter.
#include <algorithm>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/arbiter/repetition_claim.hpp"

namespace jipu {

namespace {

void add_point(std::vector<PointIndex>& points, PointIndex point) {
    if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
}

void say_repetition(AlertData& alert, const arbiter::RepetitionRuling& ruling,
                    const arbiter::RepetitionDemand& demand, const RuleBook& book,
                    const Repetition& found) {
    const std::string article = "(" + std::string(demand.article) + ")";
    const std::string number =
        std::to_string(found.pattern ? book.repetition.long_pattern_rounds : found.times - 1);
    alert.message_en = found.pattern ? number + " rounds of nothing but forbidden moves. "
                                     : "The moves have gone round " + number + " times. ";
    alert.message_zh =
        found.pattern ? "连续" + number + "回合均为禁止着法：" : "双方着法已循环" + number + "次：";
    if (alert.grade == Grade::notice) {
        alert.message_en += "Plies of the cycle are doubtful; if they were as recorded: ";
        alert.message_zh += "其中有着法未能确定；如记录无误：";
    }
    alert.message_en += ruling.why;
    alert.message_zh += arbiter::why_zh(book, ruling);
    if (!demand.accused) {
        alert.message_en += " The draw may be claimed or ruled " + article + ".";
        alert.message_zh += "。可提和或由裁判判和" + article;
    } else if (demand.due && demand.article == book.repetition.unchanged) {
        const std::string who = messages::side_en(*demand.accused);
        alert.message_en += " " + who + " has not changed: " + who + " loses " + article + ".";
        alert.message_zh += "。" + messages::side_zh(*demand.accused) + "未变着" + article;
    }
}

} // namespace

// The cycle goes on as long as no position stands for the first time.
std::optional<Repetition> TableImpl::find_repetition(int last) const {
    const int demanded = book_->repetition.cycles + 1;
    Repetition out;
    for (int n = last; n > 0; --n) {
        const int times = record_.occurrences_at(n);
        if (times == 1) break;
        if (times < demanded) continue;
        if (out.at == 0) out.at = n;
        out.due = n;
    }
    if (out.at == 0) return std::nullopt;
    out.from = record_.stood_at(out.at, demanded);
    out.times = record_.occurrences_at(out.at);
    for (int n = out.due + 1; n <= last; ++n) {
        if (record_.occurrences_at(n) < demanded) continue;
        const Side side = record_.ply(n).data.side;
        (side == Side::first ? out.red_went_on : out.black_went_on) = true;
    }
    return out;
}

// So many rounds of one side's checks, threats of mate and chases, to three points and more, are
// forbidden by some books though nothing stands so often. Only where one piece makes all of them:
// several pieces that attack for so long are on their way to mate.
std::optional<Repetition> TableImpl::find_pattern(int last) const {
    const int rounds = book_->repetition.long_pattern_rounds;
    if (rounds == 0) return std::nullopt;
    const auto joins =
        [&](int n) { // the piece of ply n made the move before, and nothing parts them
            return n > 2 && record_.ply(n).move.from == record_.ply(n - 2).move.to &&
                   !record_.parts(n) && !record_.parts(n - 1) && !record_.parts(n - 2);
        };
    const xiangqi::RepetitionRules rules = arbiter::repetition_rules_of(*book_);
    const auto attacks = [&](int n) {
        return xiangqi::label_move(record_.position(n - 1), record_.ply(n).move, rules).label <=
               xiangqi::Label::chase;
    };
    for (const int end : {last, last - 1}) { // whose run: the mover's, or his whom he has answered
        int first = end;
        while (joins(first) && end - first < 4 * rounds)
            first -= 2;
        if ((end - first) / 2 + 1 < rounds) continue;
        int began = end + 2; // of the run that attacks all the time
        std::vector<PointIndex> ends;
        while (began > first && attacks(began - 2)) {
            began -= 2;
            add_point(ends, record_.ply(began).move.to);
        }
        if ((end - began) / 2 + 1 < rounds || ends.size() < 3) continue;
        Repetition out;
        out.from = end - 2 * rounds + 1;
        out.at = end;
        out.due = began + 2 * (rounds - 1);
        out.pattern = true;
        const Side side = record_.ply(end).data.side;
        (side == Side::first ? out.red_went_on : out.black_went_on) = end > out.due;
        if (arbiter::demand_of(*book_, rule_on(out), {}).accused == side) return out;
    }
    return std::nullopt;
}

arbiter::RepetitionRuling TableImpl::rule_on(const Repetition& found) const {
    std::vector<xiangqi::Move> moves;
    for (int n = found.from + 1; n <= found.at; ++n)
        moves.push_back(record_.ply(n).move);
    return arbiter::rule_on_repetition(*book_, record_.position(found.from), moves);
}

// Where the record may differ from what was played, nobody is accused.
bool TableImpl::is_doubtful(const Repetition& found) const {
    return std::any_of(alerts_.open().begin(), alerts_.open().end(), [&](const AlertData& alert) {
        if (alert.code == "ambiguous-move") return alert.ply > found.from && alert.ply <= found.at;
        return alert.code == "board-disturbed" || alert.code == "sensor-fault";
    });
}

void TableImpl::follow_repetition() {
    const bool edited = repetition_.edits != record_.edits();
    repetition_.edits = record_.edits();
    if (phase_ != Phase::playing) return;
    const int last = record_.confirmed();
    auto found = find_repetition(last);
    if (!found) found = find_pattern(last);
    if (found) {
        if (!repetition_.dismissed) tell_repetition(*found, rule_on(*found));
        return;
    }
    if (const AlertData* open = alerts_.find(repetition_.alert)) {
        // A claim that was in order when it was made waits for the arbiter, whatever is played on.
        if (repetition_.claimed && !edited && open->grade == Grade::completed) return;
        const bool changed = !edited && last > 0 && open->side == record_.ply(last).data.side;
        const bool perpetual = open->code == "perpetual";
        alerts_.resolve(repetition_.alert, edited                 ? "explained"
                                           : perpetual && changed ? "restored"
                                                                  : "overtaken");
    }
    repetition_ = {};
    repetition_.edits = record_.edits();
}

void TableImpl::tell_repetition(const Repetition& found, const arbiter::RepetitionRuling& ruling) {
    auto demand = arbiter::demand_of(*book_, ruling, {found.red_went_on, found.black_went_on});
    if (!demand.accused && repetition_.claimed) demand.due = true;
    const bool doubtful = is_doubtful(found);
    const Grade grade = doubtful ? Grade::notice : demand.due ? Grade::completed : Grade::observed;
    AlertData alert = make_alert(demand.accused ? "perpetual" : "repetition", grade,
                                 demand.accused ? demand.accused : repetition_.claimed);
    alert.ply = found.due;
    alert.article = demand.article;
    alert.reason = arbiter::moves_with_classes(ruling.verdict);
    if (repetition_.claimed)
        alert.reason += *repetition_.claimed == Side::first ? "; asked by red" : "; asked by black";
    for (int n = found.from + 1; n <= found.at; ++n) {
        const RecordedPly& ply = record_.ply(n);
        if (n == found.from + 1) alert.evidence_from = ply.landed;
        if (demand.accused && ply.data.side != *demand.accused) continue;
        add_point(alert.points, ply.move.from);
        add_point(alert.points, ply.move.to);
    }
    alert.move = record_.ply(found.due).data.move;
    say_repetition(alert, ruling, demand, *book_, found);
    const AlertData* open = alerts_.find(repetition_.alert);
    if (open != nullptr && open->code != alert.code) {
        alerts_.resolve(repetition_.alert, "explained");
        open = nullptr;
    }
    // A ply that only goes on with what was told is no news; once a cycle it is.
    const bool news = open == nullptr || open->grade != alert.grade || open->side != alert.side ||
                      open->article != alert.article || open->ply != alert.ply ||
                      repetition_.told_times != found.times;
    if (news) repetition_.told_times = found.times;
    if (open == nullptr) {
        repetition_.alert = alerts_.raise(alert);
    } else if (news) {
        alerts_.replace(repetition_.alert, alert);
    }
    if (!demand.due || doubtful) return;
    if (demand.accused)
        act("perpetual", opponent(*demand.accused));
    else
        act("repetition", std::nullopt);
}

// A side that was told to change is watched on.
void TableImpl::forget_repetition(const std::string& id, const std::string& ruling) {
    if (uncounted_.alert == id && ruling == "dismiss") count_after_all();
    if (repetition_.alert != id) return;
    repetition_.dismissed = ruling == "dismiss";
    repetition_.alert.clear();
}

} // namespace jipu
