// SPDX-License-Identifier: Apache-2.0
// Fouls (000/3.6.3, 001/9): what is entered in the ledger by a command or a ruling, and the third
// that loses the game; the arbiter says so.
#include <algorithm>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

std::string TableImpl::command_foul(const Command& command) {
    if (!command.side) return "a foul needs a side";
    const auto article = arbiter::foul_article(book_->fouls, command.what);
    if (!article)
        return "kind: '" + command.what + "' is no foul of " + std::string(book_->name) +
               ", which has " + arbiter::foul_kinds(book_->fouls);
    enter_foul(*command.side, command.what, std::string(*article), command.by, record_.count());
    return "";
}

// An empty envelope is no wrong move (000/4.4.2). A wrong claim has a penalty where an article
// names it: that of the natural limit (000/1.4.2(4), 001/9.1.4). Of repetition (000/1.4.2(3)) none
// does, and 000/3.6.3 and 001/9.1 do not list it.
std::string TableImpl::why_no_foul(const AlertData& alert) const {
    for (const std::string_view code : {"ambiguous-move", "board-disturbed", "setup-wrong",
                                        "sensor-fault", "device-lost", "time-not-synced"})
        if (alert.code == code)
            return "ruling: " + alert.code + " accuses nobody; foul enters what was committed";
    if (alert.code == "sealed-move" && alert.reason == "sheet-missing")
        return "ruling: an empty envelope loses the game (" + alert.article +
               "); a foul is a wrong sealed move that is explained (" +
               std::string(book_->sealed_unclear) + ")";
    if (alert.code == "sealed-move" && alert.reason == "envelope-lost")
        return "ruling: a lost envelope is nobody's foul (" + alert.article + ")";
    if (alert.code != "claim-false" || alert.article == book_->draws.false_claim) return "";
    return "ruling: no article of " + std::string(book_->name) +
           " makes a wrong claim of repetition a foul (" + std::string(book_->repetition.claim) +
           "); dismiss or warning closes it, and foul enters what he did besides";
}

// An alert that is ruled a foul is entered under its code, with the article that it named, unless
// that is the one by which it would have been a loss.
void TableImpl::rule_foul(const AlertData& alert, Side side, const std::string& by) {
    if (alert.code == "claim-false" && alert.article == book_->draws.false_claim &&
        book_->draws.false_claim_costs > Duration{}) {
        charge_false_claim(side, by);
        return;
    }
    const auto of_kind = arbiter::foul_article(book_->fouls, alert.code);
    std::string article = alert.article;
    // A wrong sealed move that is explained is no loss but a foul (000/3.6.3(5)).
    if (article.empty() || (alert.code == "sealed-move" && of_kind))
        article = std::string(of_kind.value_or(book_->fouls.announced));
    enter_foul(side, alert.code, article, by, alert.ply > 0 ? alert.ply : record_.count());
}

// 000/1.4.1(8): the third foul of a side in a game loses it; the arbiter says so. Where he has let
// it go on, the next one says it again.
void TableImpl::enter_foul(Side side, const std::string& kind, const std::string& article,
                           const std::string& by, int ply) {
    fouls_.enter({side, kind, article, ply, now_, by}, book_->fouls);
    emit(FoulRecorded{side, kind, article, fouls_.count(side), by, ply});
    if (fouls_.count(side) < book_->fouls.limit) return;
    AlertData alert = make_alert("foul-limit", Grade::observed, side);
    alert.ply = ply;
    alert.article = book_->fouls.limit_article;
    for (const arbiter::Foul& foul : fouls_.entries()) {
        if (foul.side != side) continue;
        alert.reason += (alert.reason.empty() ? "" : ", ") + foul.kind + " " + foul.article;
        alert.evidence_from = std::min(alert.evidence_from, foul.at);
    }
    messages::describe(alert);
    const auto& open = alerts_.open();
    const auto told = std::find_if(open.begin(), open.end(), [&](const AlertData& other) {
        return other.code == alert.code && other.side == alert.side;
    });
    if (told == open.end()) {
        alerts_.raise(alert);
    } else {
        alert.ply = told->ply; // the third foul's, which loses
        alerts_.replace(std::string(told->alert), alert);
    }
    act("fouls", opponent(side));
}

} // namespace jipu
