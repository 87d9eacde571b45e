// SPDX-License-Identifier: Apache-2.0
// What a person may ask of a table between events.
#include <algorithm>

#include "daemon/table/table_impl.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

void TableImpl::view_clocks(TableView& view, Instant at) const {
    const ClockMs clock = time_.clock(at);
    for (const Side side : {Side::first, Side::second}) {
        SideView& shown = view.sides[index_of(side)];
        shown.clock_ms = clock[index_of(side)];
        if (const auto counted = time_.counted(side, at)) {
            shown.period = counted->period;
            if (counted->moves_to_go > 0) shown.moves_to_go = counted->moves_to_go;
            shown.periods_left = counted->periods_left;
        }
    }
    view.running = time_.running();
}

TableView TableImpl::view(Instant at) const {
    TableView view;
    view.phase = phase_ == Phase::setting_up  ? "setting-up"
                 : phase_ == Phase::adjourned ? "adjourned"
                 : finished_                  ? "resting"
                 : phase_ == Phase::ended     ? "ended"
                 : time_.paused()             ? "paused"
                                              : "playing";
    view.game_name = game_name_;
    view.info = info_;
    view.rules = book_->name;
    view.time_control = setup_.time_control;
    view.plies = record_.count();
    view.confirmed = record_.confirmed();
    view.fen = xiangqi::format_fen(phase_ == Phase::setting_up ? start_
                                                               : record_.position(record_.count()));
    view.result = ended_result_;
    if (phase_ == Phase::ended) view.ending = ended_how_;
    view.result_signed = phase_ == Phase::ended && signed_;
    for (const RecordedPly& ply : record_.plies())
        view.moves.push_back(ply.data.move);
    for (int p = 0; p < debouncer_.size(); ++p)
        view.levels.push_back(debouncer_.stable(static_cast<PointIndex>(p)));
    view.open_alerts = alerts_.open();
    if (phase_ == Phase::setting_up) return view;
    if (record_.count() > 0) view.last_move = record_.plies().back().data;
    if (phase_ != Phase::ended) view.to_move = record_.position(record_.count()).to_move();
    view_clocks(view, std::max(at, now_));
    for (const arbiter::Foul& foul : fouls_.entries())
        view.sides[index_of(foul.side)].fouls.push_back(foul);
    if (phase_ != Phase::ended) view.draw_offer = offers_.open();
    view.waits_for = waits_for();
    for (const Side side : {Side::first, Side::second})
        if (phase_ == Phase::adjourned && adjournment_.is_absent(side)) view.absent.push_back(side);
    return view;
}

} // namespace jipu
