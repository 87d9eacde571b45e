// SPDX-License-Identifier: Apache-2.0
// The arbiter's commands. A command that cannot be done is refused with the reason and changes
// nothing.
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

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

// How a game that is lost by a ruling on this alert has ended.
std::string ending_of(std::string_view code) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> endings{
        {{"illegal-move", "illegal-move"},
         {"foul-limit", "fouls"},
         {"flag-fall", "time"},
         {"late", "late"},
         {"perpetual", "perpetual"},
         {"sealed-move", "sealed-move"}}};
    for (const auto& [raised, ending] : endings)
        if (raised == code) return std::string(ending);
    return "arbiter";
}

struct EndingsOf {
    std::string_view result, endings; // parted by a blank
};
constexpr std::string_view won = "mate stalemate resignation time late perpetual fouls "
                                 "illegal-move sealed-move forfeit arbiter";
constexpr std::array<EndingsOf, 5> endings_of{
    {{"1-0", won},
     {"0-1", won},
     {"1/2-1/2", "agreement repetition natural-limit dead-position arbiter"},
     {"0-0", "double-forfeit arbiter"},
     {"*", "abandoned arbiter"}}};

// Why a game of xiangqi cannot have ended so (000/1.4); empty: it can.
std::string why_no_end(std::string_view result, const std::string& ending) {
    const auto fits = std::find_if(endings_of.begin(), endings_of.end(),
                                   [&](const EndingsOf& e) { return e.result == result; });
    if (fits == endings_of.end())
        return "result: '" + std::string(result) + "' is none of 1-0, 0-1, 1/2-1/2, 0-0, *";
    std::string known;
    std::istringstream words{std::string(fits->endings)};
    for (std::string word; words >> word;) {
        if (ending.empty() || word == ending) return "";
        known += (known.empty() ? "" : ", ") + word;
    }
    return "ending: '" + ending + "' does not fit " + std::string(result) + "; it may be " + known;
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
    if (why.empty()) {
        tell_adjourned_again(command.by);
        return;
    }
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
        return command_seal(command);
    case Kind::unseal:
        return command_unseal(command);
    case Kind::pass:
    case Kind::dead:
        return "this command belongs to Go";
    default:
        break;
    }
    if (phase_ == Phase::setting_up)
        return command.kind == Kind::confirm_position ? confirm_set_up() : "no game has begun";
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
        return command_foul(command);
    default:
        break;
    }
    if (phase_ == Phase::ended && command.kind == Kind::finish && signed_) {
        finished_ = true; // sheets signed, clock stopped: from now on the result stands
        return "";
    }
    if (phase_ == Phase::ended) return "the game is over";
    switch (command.kind) {
    case Kind::pause:
        return command_pause(command);
    case Kind::resume:
        return command_resume(command);
    case Kind::resign:
        if (!command.side) return "a resignation needs a side";
        spare_resigned(*command.side);
        end_game(loss_of(*command.side), "resignation", opponent(*command.side), "signed");
        return "";
    case Kind::offer_draw:
    case Kind::accept_draw:
    case Kind::decline_draw:
        return command_draw(command);
    case Kind::claim:
        return command_claim(command);
    case Kind::adjust:
        if (phase_ == Phase::adjourned) return "the game is adjourned; resume it first";
        if (!command.side) return "adjusting needs a side";
        if (tracker_.best().turn() != *command.side)
            return "pieces are adjusted in one's own time (" + std::string(book_->out_of_turn) +
                   ")";
        adjust_said_[index_of(*command.side)] = now_;
        return "";
    case Kind::set_clock:
        return command_set_clock(command);
    case Kind::confirm_position:
        return command_confirm_position(command);
    case Kind::finish:
        if (phase_ == Phase::adjourned) return "the game is adjourned; resume it first";
        finished_ = true;
        note_stopped();
        return "";
    default:
        return "this command has no meaning here";
    }
}

std::string TableImpl::command_start(const Command& command) {
    const bool unplayed =
        phase_ == Phase::setting_up || (phase_ == Phase::playing && record_.count() == 0);
    if (phase_ == Phase::playing && !unplayed) return "a game is being played; finish it first";
    if (phase_ == Phase::adjourned)
        return "an adjourned game is kept on this board: resume it, or enter its result";
    if (phase_ == Phase::ended) return tell_next_game(command);
    const TableSetup wanted = setup_as_told(command.info);
    std::string wrong = validate_setup(wanted);
    if (!wrong.empty()) return wrong;
    set_up_as(wanted);
    tell_absent(command);
    const GameInfo changed = merge(info_, command.info);
    if (phase_ == Phase::playing) {
        if (command.info.start || command.info.rules) { // it begins again, as told
            begin_tracking();
            record_.begin(start_, book_);
        }
        if (command.info.time_control || command.info.start) {
            const bool paused = time_.paused();
            time_.begin(start_.to_move(), now_, setup_.time_control);
            if (paused) time_.pause(now_);
        }
        emit(GameUpdated{changed});
    } else if (command.info.start && scanned_) {
        begin_tracking();
    }
    return "";
}

// Who is not there counts from the beginning of the game.
void TableImpl::tell_absent(const Command& command) {
    if (!command.absent) return;
    if (phase_ == Phase::setting_up)
        next_absent_ = command.absent;
    else
        note_absent(*command.absent, command.by);
}

// What is told after an end is the next game's; the one that ended keeps what it was played by.
std::string TableImpl::tell_next_game(const Command& command) {
    GameInfo next = next_info_;
    merge(next, command.info);
    const TableSetup wanted = setup_as_told(next);
    std::string wrong = validate_setup(wanted);
    if (!wrong.empty()) return wrong;
    next_info_ = next;
    if (command.absent) next_absent_ = command.absent;
    next_start_ = start_position(wanted);
    start_left_ = true; // the arbiter's word does as well
    if (!setup_.one_game && scanned_ && shows_next_start()) begin_next_game();
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
    const bool other_time =
        command.info.time_control && *command.info.time_control != setup_.time_control;
    if (other_time && (phase_ == Phase::ended || record_.count() > 0))
        return "the time control cannot change any more; set-clock sets what is left";
    if (command.info.start || other_time) return command_start(command);
    if (command.info.rules) {
        setup_.rules = *command.info.rules;
        book_ = find_book(setup_.game, setup_.rules);
        record_.set_book(book_);
    }
    tell_absent(command);
    const GameInfo changed = merge(info_, command.info);
    if (phase_ != Phase::setting_up && !(changed == GameInfo{} && command.absent))
        emit(GameUpdated{changed});
    return "";
}

std::string TableImpl::command_result(const Command& command) {
    std::string wrong = why_no_end(command.result, command.ending);
    if (!wrong.empty()) return wrong;
    std::optional<Side> winner;
    if (command.result == "1-0") winner = Side::first;
    if (command.result == "0-1") winner = Side::second;
    std::string ending = command.ending.empty() ? "arbiter" : command.ending;
    if (command.ending.empty() && phase_ == Phase::ended && command.result == ended_result_)
        ending = ended_how_; // what was proposed is confirmed
    end_game(command.result, ending, winner, "signed");
    return "";
}

// A foul or a loss is somebody's. The alert says whose; where it cannot, the arbiter must, and
// where both are late he may choose (000/4.2.4).
std::string TableImpl::why_no_ruling(const AlertData& alert, const Command& command) const {
    const std::string& ruling = command.ruling;
    if (ruling == "dismiss" || ruling == "warning" || ruling == "stands") return "";
    if (ruling != "foul" && ruling != "loss")
        return "ruling: '" + ruling + "' is none of dismiss, warning, foul, loss, stands";
    if (!alert.side && !command.side)
        return "side: the alert does not know whose " + ruling +
               " it would be; name the side, red or black";
    if (alert.side && command.side && alert.side != command.side && !both_late(alert))
        return "side: the alert is about " + messages::side_en(*alert.side);
    return ruling == "foul" ? why_no_foul(alert) : "";
}

// An illegal move that was found only when it had been answered is an error and a foul as before
// (000/4.1.3(3), 000/3.6.3(1)), and loses where such a move does (001/5.8), until the game is over;
// so is one that was put back at once (001/4.1.6). Its alert is told again, for the ruling.
std::string TableImpl::rule_closed(const Command& command) {
    const auto found =
        std::find_if(closed_illegal_.begin(), closed_illegal_.end(),
                     [&](const auto& closed) { return closed.alert.alert == command.alert; });
    if (found == closed_illegal_.end()) return "no open alert is called '" + command.alert + "'";
    AlertData alert = found->alert;
    const bool restored = found->restored;
    if (std::string why = why_no_ruling(alert, command); !why.empty()) return why;
    if (command.ruling == "stands")
        return restored ? "ruling: the move has been put back"
                        : "ruling: the move stands in the record already";
    if (std::string over = why_over(); command.ruling == "loss" && !over.empty()) return over;
    closed_illegal_.erase(found);
    if (restored)
        messages::remark_restored(alert);
    else
        messages::remark_overtaken(alert);
    Command again = command;
    again.alert = alerts_.raise(alert);
    return command_rule(again);
}

std::string TableImpl::command_rule(const Command& command) {
    const AlertData* open = alerts_.find(command.alert);
    if (open == nullptr) return rule_closed(command);
    const AlertData alert = *open;
    if (std::string why = why_no_ruling(alert, command); !why.empty()) return why;
    if (command.ruling == "stands") {
        if (alert.code == "natural-limit" || alert.code == "dead-position" ||
            alert.code == "repetition")
            return rule_draw(alert);
        if (alert.alert != illegal_.alert || phase_ != Phase::playing)
            return "only an illegal move that stands on the board, a claim in order, a repetition "
                   "or a dead position can be let stand";
        const inference::Hypothesis& best = tracker_.best();
        if (tracker_.lost() || best.reading.illegal < 0 || best.standing() <= best.reading.illegal)
            return "the move does not stand on the board just now";
        tracker_.decide_shown(now_);
        illegal_ = {};
        alerts_.resolve(alert.alert, "arbiter", command.ruling);
        follow_game();
        return "";
    }
    if (command.ruling == "foul" || command.ruling == "loss") {
        const Side side = command.side ? *command.side : *alert.side;
        if (command.ruling == "loss" && !command.side && both_late(alert)) {
            for (const std::string& id : late_alerts_)
                alerts_.resolve(id, "arbiter", command.ruling);
            end_game("0-0", "double-forfeit", std::nullopt, "signed");
            return "";
        }
        alerts_.resolve(alert.alert, "arbiter", command.ruling);
        forget_alert(alert.alert, command.ruling);
        if (command.ruling == "loss") {
            end_game(loss_of(side), ending_of(alert.code), opponent(side), "signed");
            return "";
        }
        rule_foul(alert, side, command.by);
        return "";
    }
    alerts_.resolve(alert.alert, "arbiter", command.ruling);
    forget_alert(alert.alert, command.ruling);
    return "";
}

// What was ruled is not raised again for the same state of the board; a side that was told to
// change is watched on.
void TableImpl::forget_alert(const std::string& id, const std::string& ruling) {
    forget_repetition(id, ruling);
    if (ruling == "dismiss") forget_touched(id);
    if (contradiction_alert_ == id) vouched_for_ = record_.count();
    if (orientation_alert_ == id) {
        if (!orientation_.straight()) known_orientation_ = orientation_;
        orientation_unclear_ = false;
        orientation_alert_.clear();
        opening_.stop();
    }
    if (jump_alert_ == id && ruling == "dismiss") { // then the clock is right as it is
        jump_alert_.clear();
        time_.trust_device();
        tell_clock("device");
    }
    if (illegal_.alert != id) return;
    illegal_.ruled = true;
    illegal_.alert.clear();
}

} // namespace jipu
