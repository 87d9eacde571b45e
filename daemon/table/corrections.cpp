// SPDX-License-Identifier: Apache-2.0
// The arbiter's pen: what he corrects, inserts and takes out of the record, and how record and
// board are led back to where the game goes on (000/4.1.3, 000/4.3).
#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

void TableImpl::reopen() {
    if (phase_ != Phase::ended) return;
    phase_ = Phase::playing;
    ended_result_ = "*";
    emit(GameEnded{"*", "", std::nullopt, "signed"}); // no ending: the one told before is void
    next_game_ready_ = false;
    start_since_.reset();
}

std::string TableImpl::command_correct(const Command& command) {
    if (command.ply) {
        if (*command.ply < 0 || *command.ply > record_.count())
            return "to_ply: " + std::to_string(*command.ply) + " is not between 0 and " +
                   std::to_string(record_.count());
        reopen();
        record_.retract_after(*command.ply, "corrected by the arbiter");
        emit(PositionSet{xiangqi::format_fen(record_.position(record_.count())), record_.count(),
                         "correction"});
        settle_alerts_by_arbiter();
        follow_from_record();
        return "";
    }
    const auto position = xiangqi::parse_fen(command.fen);
    if (!position) return "fen: " + position.error();
    reopen();
    adopt_position(*position, "correction");
    return "";
}

// What stands in the record up to now stays as it was; play goes on from `position`.
void TableImpl::adopt_position(const xiangqi::Position& position, const std::string& why) {
    record_.continue_from(position);
    emit(PositionSet{xiangqi::format_fen(position), record_.count(), why});
    settle_alerts_by_arbiter();
    follow_from_record();
}

void TableImpl::settle_alerts_by_arbiter() {
    alerts_.resolve(illegal_.alert, "arbiter");
    illegal_ = {};
    alerts_.resolve(disturbed_alert_, "arbiter");
    disturbed_alert_.clear();
    alerts_.resolve_code("board-disturbed", "arbiter");
}

std::string TableImpl::command_confirm_position(const Command&) {
    if (tracker_.lost())
        return "what stands cannot be told; give the position with correct and fen";
    const inference::Hypothesis& best = tracker_.best();
    if (!disordered() && best.reading.shows == inference::Shows::nothing)
        return "the board stands as recorded";
    xiangqi::Position position = best.base;
    const inference::Board board = best.virtual_board();
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        position.put(p, board[p]);
    if (best.taken_back()) record_.retract_after(best.base_ply, "confirmed by the arbiter");
    adopt_position(position, "correction");
    return "";
}

// amend, insert, retract: the arbiter's pen in the record.
std::string TableImpl::command_edit(const Command& command) {
    const int number = command.ply.value_or(0);
    const bool inserts = command.kind == CommandKind::insert;
    const int last = record_.count() + (inserts ? 1 : 0);
    if (number < 1 || number > last)
        return "ply: " + std::to_string(number) + " is not between 1 and " + std::to_string(last);
    if (command.kind == CommandKind::retract) {
        reopen();
        record_.retract_after(number - 1, "retracted by the arbiter");
        follow_from_record();
        return "";
    }
    const auto move = notation::try_parse_iccs(command.move);
    if (!move) return "move: '" + command.move + "' is no move";
    const xiangqi::Position before = record_.position(number - 1);
    if (!before.at(move->from).is(before.to_move()))
        return "move: no piece of the side to move stands on " + messages::point_text(move->from);
    if (inserts && number > record_.confirmed() + 1)
        return "ply: the ply before it has not been confirmed yet";
    const bool legal = before.is_legal(*move);
    reopen();
    if (inserts) {
        record_.insert(number, *move, legal, time_.clock(now_));
    } else {
        record_.amend(number, *move, legal, Basis::arbiter, time_.clock(now_));
        record_.replay_after(number);
    }
    follow_from_record();
    return "";
}

} // namespace jipu
