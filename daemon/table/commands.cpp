// SPDX-License-Identifier: Apache-2.0
// The arbiter's commands. A command that cannot be done is refused with the reason and changes
// nothing.
#include <algorithm>
#include <array>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/timing/time_control.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

namespace {

constexpr std::array<std::string_view, 25> names{
    "start",       "update",       "pause",  "resume",  "result",           "resign", "offer-draw",
    "accept-draw", "decline-draw", "claim",  "adjust",  "set-clock",        "rule",   "foul",
    "correct",     "amend",        "insert", "retract", "confirm-position", "seal",   "unseal",
    "pass",        "dead",         "finish", "machine"};

std::string loss_of(Side side) {
    return side == Side::first ? "0-1" : "1-0";
}

// Takes the fields that are given; says which of them changed.
GameInfo merge(GameInfo& into, const GameInfo& given) {
    GameInfo changed;
    const auto take = [](auto& target, const auto& source, auto& difference) {
        if (!source || target == source) return;
        target = source;
        difference = source;
    };
    for (std::size_t i = 0; i < into.players.size(); ++i)
        take(into.players[i], given.players[i], changed.players[i]);
    take(into.event, given.event, changed.event);
    take(into.round, given.round, changed.round);
    take(into.table, given.table, changed.table);
    take(into.game_no, given.game_no, changed.game_no);
    take(into.rules, given.rules, changed.rules);
    take(into.time_control, given.time_control, changed.time_control);
    take(into.start, given.start, changed.start);
    return changed;
}

} // namespace

void TableImpl::on_command(const Command& command) {
    const std::string why = run_command(command);
    if (why.empty()) return;
    emit(CommandRefused{std::string(names[static_cast<std::size_t>(command.kind)]), command.by,
                        why});
}

std::string TableImpl::run_command(const Command& command) {
    using Kind = CommandKind;
    switch (command.kind) {
    case Kind::start:
        return command_start(command);
    case Kind::update:
        return command_update(command);
    case Kind::machine:
        return command_machine(command);
    case Kind::seal:
    case Kind::unseal:
        return "adjournment is not kept by this version";
    case Kind::claim:
        return "claims are not judged by this version; enter the result";
    case Kind::pass:
    case Kind::dead:
        return "this command belongs to Go";
    default:
        break;
    }
    if (phase_ == Phase::setting_up) return "no game has begun";
    switch (command.kind) {
    case Kind::result:
        return command_result(command);
    case Kind::correct:
        return command_correct(command);
    case Kind::amend:
    case Kind::insert:
    case Kind::retract:
        return command_edit(command);
    case Kind::rule:
        return command_rule(command);
    case Kind::foul:
        if (!command.side) return "a foul needs a side";
        return command_foul(*command.side, command.what, std::string(book_->illegal), command.by);
    default:
        break;
    }
    if (phase_ == Phase::ended) return "the game is over";
    switch (command.kind) {
    case Kind::pause:
        if (time_.paused()) return "the game is paused already";
        time_.pause(now_);
        emit(GamePaused{command.by});
        return "";
    case Kind::resume:
        if (!time_.paused() && !finished_) return "the game is not paused";
        time_.resume(now_);
        if (finished_) follow_from_record();
        finished_ = false;
        emit(GameResumed{command.by});
        return "";
    case Kind::resign:
        if (!command.side) return "a resignation needs a side";
        end_game(loss_of(*command.side), "resignation", opponent(*command.side), "signed");
        return "";
    case Kind::offer_draw:
    case Kind::accept_draw:
    case Kind::decline_draw:
        return command_draw(command);
    case Kind::adjust:
        if (!command.side) return "adjusting needs a side";
        if (tracker_.best().turn() != *command.side)
            return "pieces are adjusted in one's own time (" + std::string(book_->out_of_turn) +
                   ")";
        adjust_said_[index_of(*command.side)] = now_;
        return "";
    case Kind::set_clock: {
        ClockMs clock = time_.clock(now_);
        for (std::size_t i = 0; i < clock.size(); ++i)
            if (command.clock_ms[i]) clock[i] = command.clock_ms[i];
        time_.set(clock, now_);
        emit(ClockAdjusted{clock, time_.running(), command.by, command.why});
        alerts_.resolve(reboot_alert_, "arbiter");
        return "";
    }
    case Kind::confirm_position:
        return command_confirm_position(command);
    case Kind::finish:
        finished_ = true;
        return "";
    default:
        return "this command has no meaning here";
    }
}

std::string TableImpl::command_start(const Command& command) {
    const bool unplayed =
        phase_ == Phase::setting_up || (phase_ == Phase::playing && record_.count() == 0);
    if (phase_ == Phase::playing && !unplayed) return "a game is being played; finish it first";
    TableSetup wanted = setup_;
    if (command.info.rules) wanted.rules = *command.info.rules;
    if (command.info.time_control) wanted.time_control = *command.info.time_control;
    if (command.info.start) wanted.start = *command.info.start;
    std::string wrong = validate_setup(wanted);
    if (!wrong.empty()) return wrong;
    setup_ = wanted;
    book_ = find_book(setup_.game, setup_.rules);
    if (command.info.start) {
        const auto start = xiangqi::parse_fen(setup_.start);
        start_ = setup_.start.empty() ? xiangqi::Position::start() : *start;
    }
    if (phase_ == Phase::ended) {
        merge(next_info_, command.info);
        if (!setup_.one_game && scanned_ && shows_start()) begin_next_game();
        return "";
    }
    const GameInfo changed = merge(info_, command.info);
    if (phase_ == Phase::playing) {
        if (command.info.start || command.info.rules) { // it begins again, as told
            tracker_.reset(start_, levels());
            record_.begin(start_, book_);
        }
        if (command.info.time_control) {
            const bool paused = time_.paused();
            time_.begin(start_.to_move(), now_, setup_.time_control);
            if (paused) time_.pause(now_);
        }
        emit(GameUpdated{changed});
    } else if (command.info.start && scanned_) {
        tracker_.reset(start_, levels());
    }
    return "";
}

std::string TableImpl::command_update(const Command& command) {
    if (command.info.start && record_.count() > 0)
        return "the start position cannot change any more";
    if (command.info.rules && find_book(setup_.game, *command.info.rules) == nullptr)
        return "rules: no book is called '" + *command.info.rules + "'";
    if (command.info.time_control && !command.info.time_control->empty()) {
        const auto control = parse_time_control(*command.info.time_control);
        if (!control) return "time_control: " + control.error();
    }
    if (command.info.start) return command_start(command);
    if (command.info.rules) {
        setup_.rules = *command.info.rules;
        book_ = find_book(setup_.game, setup_.rules);
        record_.set_book(book_);
    }
    if (command.info.time_control) setup_.time_control = *command.info.time_control;
    const GameInfo changed = merge(info_, command.info);
    if (phase_ != Phase::setting_up) emit(GameUpdated{changed});
    return "";
}

std::string TableImpl::command_result(const Command& command) {
    constexpr std::array<std::string_view, 5> results{"1-0", "0-1", "1/2-1/2", "0-0", "*"};
    if (std::find(results.begin(), results.end(), command.result) == results.end())
        return "result: '" + command.result + "' is none of 1-0, 0-1, 1/2-1/2, 0-0, *";
    std::optional<Side> winner;
    if (command.result == "1-0") winner = Side::first;
    if (command.result == "0-1") winner = Side::second;
    end_game(command.result, command.ending.empty() ? "arbiter" : command.ending, winner, "signed");
    return "";
}

// 000/1.4.2(2): offered after one's own move; an offer cannot be withdrawn.
std::string TableImpl::command_draw(const Command& command) {
    if (!command.side) return "a draw offer and its answer need a side";
    const Side side = *command.side;
    if (command.kind == CommandKind::offer_draw) {
        if (draw_offer_) return "a draw offer is open already";
        draw_offer_ = side;
        emit(DrawOffered{side});
        return "";
    }
    if (draw_offer_ != opponent(side)) return "the opponent has not offered a draw";
    draw_offer_.reset();
    const bool accepted = command.kind == CommandKind::accept_draw;
    emit(DrawAnswered{side, accepted ? "accepted" : "declined"});
    if (accepted) end_game("1/2-1/2", "agreement", std::nullopt, "signed");
    return "";
}

std::string TableImpl::command_rule(const Command& command) {
    const AlertData* open = alerts_.find(command.alert);
    if (open == nullptr) return "no open alert is called '" + command.alert + "'";
    const AlertData alert = *open;
    if (command.ruling == "stands") {
        if (alert.alert != illegal_.alert || phase_ != Phase::playing)
            return "only an illegal move that stands on the board can be let stand";
        tracker_.decide_shown(now_);
        illegal_ = {};
        alerts_.resolve(alert.alert, "arbiter", command.ruling);
        follow_game();
        return "";
    }
    if (command.ruling == "foul" || command.ruling == "loss") {
        if (!alert.side && !command.side) return "the ruling needs a side: the alert has none";
        const Side side = command.side ? *command.side : *alert.side;
        alerts_.resolve(alert.alert, "arbiter", command.ruling);
        forget_alert(alert.alert);
        if (command.ruling == "loss") {
            end_game(loss_of(side), alert.code == "illegal-move" ? "illegal-move" : "arbiter",
                     opponent(side), "signed");
            return "";
        }
        return command_foul(side, alert.code, alert.article, command.by);
    }
    if (command.ruling != "dismiss" && command.ruling != "warning")
        return "ruling: '" + command.ruling + "' is none of dismiss, warning, foul, loss, stands";
    alerts_.resolve(alert.alert, "arbiter", command.ruling);
    forget_alert(alert.alert);
    return "";
}

// What was ruled is not raised again for the same state of the board.
void TableImpl::forget_alert(const std::string& id) {
    if (illegal_.alert != id) return;
    illegal_.ruled = true;
    illegal_.alert.clear();
}

// 000/1.4.1(8): the third foul of a side in a game loses it; the arbiter says so.
std::string TableImpl::command_foul(Side side, const std::string& kind, const std::string& article,
                                    const std::string& by) {
    const int count = ++fouls_[index_of(side)];
    emit(FoulRecorded{side, kind, article, count, by});
    if (count == 3) {
        AlertData alert = make_alert("foul-limit", Grade::observed, side);
        alert.article =
            setup_.rules.empty() || setup_.rules == "xiangqi-state" ? "000/1.4.1(8)" : "001/4.1.8";
        messages::describe(alert);
        alerts_.raise(alert);
    }
    return "";
}

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
        const auto retaken = illegal_piece_after(*command.ply);
        record_.retract_after(*command.ply, "corrected by the arbiter");
        emit(PositionSet{xiangqi::format_fen(record_.position(record_.count())), record_.count(),
                         "correction"});
        settle_alerts_by_arbiter();
        follow_from_record();
        if (retaken) note_retaken(*command.ply + 1, *retaken, true);
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
