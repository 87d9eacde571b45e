// SPDX-License-Identifier: Apache-2.0
// The arbiter's pen: what he corrects, inserts and takes out of the record, and how record and
// board are led back to where the game goes on (000/4.1.3, 000/4.3).
#include <algorithm>
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

void TableImpl::reopen() {
    if (phase_ != Phase::ended) return;
    const bool adjourned =
        adjournment_.stage() == arbiter::AdjournedStage::adjourned ||
        (adjournment_.stage() == arbiter::AdjournedStage::resuming && adjournment_.sealed_by());
    phase_ = adjourned ? Phase::adjourned : Phase::playing;
    ended_result_ = "*";
    signed_ = false;
    reopened_ = true;
    if (std::exchange(stopped_by_end_, false)) time_.resume(now_);
    emit(GameEnded{"*", "", std::nullopt, "signed"}); // no ending: the one told before is void
    next_game_ready_ = false;
    start_since_.reset();
    forget_next_game();
}

// 000/4.1.3: once the game is over, the clock stopped and the sheets signed, nothing is corrected.
std::string TableImpl::why_over() const {
    if (phase_ != Phase::ended || !finished_) return "";
    const auto verdict =
        arbiter::judge_error(arbiter::BoardError::illegal_move, true, true, *book_);
    return std::string(arbiter::remedy_words(verdict.remedy).en) + " (" +
           std::string(verdict.article) + "); amend and insert complete the record";
}

// 000/4.4: the envelope answers the position that it was sealed in, and once it is open its move
// stands there. `kept` plies of the record would stand; nullopt: another position altogether.
std::string TableImpl::why_sealed(std::optional<int> kept) const {
    const std::string article = " (" + std::string(book_->seal) + ")";
    if (adjournment_.sealed_by() && !(phase_ == Phase::playing && record_.count() > sealed_after_))
        return kept == record_.count()
                   ? ""
                   : "a move is sealed in this position" + article +
                         "; put the board right, or open the envelope (unseal) before the record "
                         "is corrected";
    if (kept && opened_ply_ == *kept + 1)
        return "ply " + std::to_string(*opened_ply_) + " was sealed in this position and stands" +
               article + "; correct with to_ply " + std::to_string(*opened_ply_) +
               " and put the board right";
    return "";
}

std::string TableImpl::command_correct(const Command& command) {
    std::string over = why_over();
    if (!over.empty()) return over;
    if (command.ply) {
        if (*command.ply < 0 || *command.ply > record_.count())
            return "to_ply: " + std::to_string(*command.ply) + " is not between 0 and " +
                   std::to_string(record_.count());
        if (std::string sealed = why_sealed(*command.ply); !sealed.empty()) return sealed;
        reopen();
        leading_back_ = true;
        lead_back(*command.ply, std::nullopt, command.by);
        end_by_record();
        return "";
    }
    const auto position = xiangqi::parse_fen(command.fen);
    if (!position) return "fen: " + position.error();
    if (const std::string wrong = why_no_position(*position); !wrong.empty())
        return "fen: " + wrong;
    const auto plies = plies_before(*position);
    const bool stood = plies && record_.position(*plies).board() == position->board();
    if (std::string sealed = why_sealed(stood ? plies : std::nullopt); !sealed.empty())
        return sealed;
    reopen();
    leading_back_ = true;
    return correct_to(*position, command.by);
}

// What an illegal ply that stood has made of a position, no legal game has.
std::string TableImpl::why_no_position(const xiangqi::Position& position) const {
    const auto& plies = record_.plies();
    const bool stood = std::any_of(plies.begin(), plies.end(),
                                   [](const RecordedPly& ply) { return !ply.data.legal; });
    return stood ? xiangqi::why_no_set(position) : xiangqi::why_no_start_position(position);
}

// Back to where this position stood, or on from it.
std::string TableImpl::correct_to(const xiangqi::Position& position, const std::string& by) {
    const std::optional<int> plies = plies_before(position);
    if (!plies || *plies == record_.count()) {
        if (!plies) remark_clocks_unknown(position, by);
        adopt_position(position, "correction");
        return "";
    }
    const bool recorded = record_.position(*plies).board() == position.board();
    lead_back(*plies, recorded ? std::nullopt : std::optional(position), by);
    end_by_record();
    return "";
}

// How many plies of the record had been made at a position that the arbiter gives: its move number
// tells, or where that is 1, which a FEN has too when nobody counted, the latest place where it
// stood. nullopt: nobody knows.
std::optional<int> TableImpl::plies_before(const xiangqi::Position& position) const {
    const bool counted = position.move_number() > 1;
    for (int n = record_.count(); n >= 0; --n) {
        const xiangqi::Position& stood = record_.position(n);
        if (stood.to_move() != position.to_move()) continue;
        if (counted ? stood.move_number() == position.move_number()
                    : stood.board() == position.board())
            return n;
    }
    return std::nullopt;
}

// Without the number of moves there is no proportion (000/4.2.1(4)). A position beyond the record
// takes nothing back.
void TableImpl::remark_clocks_unknown(const xiangqi::Position& position, const std::string& by) {
    const CorrectionLaw& law = book_->corrections;
    const bool beyond = position.move_number() > record_.position(record_.count()).move_number();
    if (law.clocks.empty() || setup_.clock == ClockKind::none || time_.leaves_times() || beyond ||
        record_.count() <= 2 * law.rounds_kept)
        return;
    ClockAdjusted adjusted{time_.clock(now_), position.to_move(), by, {}};
    adjusted.why = "how many moves this position takes back is not known: the clocks stay; if they "
                   "are to go back, set them in the proportion of moves";
    adjusted.article = law.clocks;
    adjusted.by_hand = true;
    emit(adjusted);
}

// Record, board and clocks go back to where `kept` plies stand (000/4.1.3(3), (4)), to the position
// that was `set` for it where there is one.
void TableImpl::lead_back(int kept, const std::optional<xiangqi::Position>& set,
                          const std::string& by) {
    const FoundError found = found_error();
    // The piece of an illegal move counts as touched; whoever had pieces displaced is free.
    std::optional<xiangqi::Move> wrong;
    if (kept < record_.count() && !record_.ply(kept + 1).data.legal)
        wrong = record_.ply(kept + 1).move;
    else if (kept == record_.count() && (!illegal_.alert.empty() || illegal_.ruled))
        wrong = illegal_.move;
    const auto error = wrong ? arbiter::BoardError::illegal_move : arbiter::BoardError::displaced;
    const auto verdict = arbiter::judge_error(error, true, false, *book_);
    const arbiter::LedBack game = arbiter::led_back(found.movers, kept, wrong.has_value());
    const bool several = record_.count() - kept > 1 || tracker_.must_stand();
    const auto first = kept < record_.count() ? std::optional(record_.ply(kept + 1).move) : wrong;
    const bool took = first && !record_.position(kept).at(first->to).empty();
    OwedTouch owed = set ? OwedTouch{} : owed_touch(kept + 1);
    retract_after(kept, "corrected by the arbiter");
    if (set) record_.continue_from(*set);
    // A game that begins anew because two pieces had been swapped obliges nobody.
    const xiangqi::Position& position = record_.position(kept);
    const bool retaken = verdict.remedy == arbiter::Remedy::replay_touched &&
                         position.at(wrong->from).is(position.to_move()) &&
                         !(kept == 0 && swapped_with(position, *wrong));
    emit(PositionSet{xiangqi::format_fen(record_.position(kept)), kept, "correction"});
    if (kept != found.kept) set_clocks_back(game, found.used, by);
    settle_alerts_by_arbiter();
    // What was played does not tell any more which way the board stands; a set-up that does stays.
    if (kept == 0 && !set && setup_.sensors == Sensors::reed) orient({});
    follow_from_record();
    // One piece may go straight on to its right point; of several, or with another in a hand, none
    // is played while it goes back. What a faulty sensor shows does not keep the game waiting.
    if ((several || took || tracker_.lost()) && suspects_.none()) tracker_.wait_for_expected();
    if (retaken) note_retaken(kept + 1, wrong->from, true);
    owed_touch_ = std::move(owed);
    found_ = found;
    found_.kept = kept;
    found_.edits = record_.edits();
    found_.left_at = time_.used(now_);
}

// The plies and the times when the error was found (000/4.2.1(4)). Where the arbiter leads the game
// further back, and nothing was played since he led it back before, that is what stood before the
// first step, and what has passed since.
FoundError TableImpl::found_error() const {
    const auto used = time_.used(now_);
    if (found_.kept == record_.count() && found_.edits == record_.edits()) {
        FoundError found = found_;
        if (found.used && found.left_at && used && !time_.from_device())
            for (std::size_t i = 0; i < used->size(); ++i)
                (*found.used)[i] += (*used)[i] - (*found.left_at)[i];
        return found;
    }
    FoundError found;
    for (const RecordedPly& ply : record_.plies())
        found.movers.push_back(ply.data.side);
    found.used = used;
    return found;
}

void TableImpl::set_clocks_back(const arbiter::LedBack& game,
                                const std::optional<std::array<Duration, 2>>& shown,
                                const std::string& by) {
    if (time_.leaves_times()) return;
    const auto used = arbiter::clocks_set_back(game, shown.value_or(std::array<Duration, 2>{}),
                                               book_->corrections);
    if (!used) return;
    const Side turn = side_to_move();
    ClockMs clock;
    if (shown) clock = time_.lead_back(moves_made(), turn, *used, now_);
    if (setup_.clock == ClockKind::none) return;
    ClockAdjusted adjusted{clock, time_.running(), by, {}};
    adjusted.why = "both clocks are set back in the proportion of moves";
    for (const Side side : {Side::first, Side::second}) {
        const int made = game.made[index_of(side)];
        adjusted.why += std::string(side == Side::first ? ": Red " : ", Black ") +
                        std::to_string(std::min(game.error_move, made)) + "/" +
                        std::to_string(made);
    }
    adjusted.article = book_->corrections.clocks;
    adjusted.by_hand = time_.from_device() || !shown;
    if (adjusted.by_hand) adjusted.running = turn;
    emit(adjusted);
    if (!adjusted.by_hand) tell_clock("daemon"); // it may be another period
}

// What the book asks for if it was this error.
void TableImpl::remark_remedy(AlertData& alert, arbiter::BoardError error) const {
    const auto verdict = arbiter::judge_error(error, true, false, *book_);
    const auto words = arbiter::remedy_words(verdict.remedy);
    const std::string article(verdict.article);
    alert.message_zh += "（" + std::string(words.zh) + "，" + article + "）";
    alert.message_en += " (" + std::string(words.en) + ", " + article + ")";
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
    alerts_.resolve_code("illegal-move", "arbiter"); // of a move that exposed a king
    illegal_ = {};
    alerts_.resolve(disturbed_alert_, "arbiter");
    disturbed_alert_.clear();
    alerts_.resolve_code("board-disturbed", "arbiter");
    alerts_.resolve(contradiction_alert_, "arbiter");
    vouched_for_ = record_.count();
}

std::string TableImpl::command_confirm_position(const Command&) {
    if (phase_ == Phase::adjourned) return confirm_resumed_position();
    if (tracker_.lost())
        return "what stands cannot be told; give the position with correct and fen";
    if (std::string sealed = why_sealed(std::nullopt); disordered() && !sealed.empty())
        return sealed;
    const inference::Hypothesis& best = tracker_.best();
    if (!disordered()) {
        return best.reading.illegal < 0
                   ? "the board stands as recorded"
                   : "an illegal move stands on the board; it is let stand by its alert's ruling";
    }
    xiangqi::Position position = best.base;
    const inference::Board board = best.virtual_board();
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        position.put(p, board[p]);
    const auto pushed = shifted();
    for (const xiangqi::Move move : pushed) {
        position.put(move.to, board[move.from]);
        position.put(move.from, {});
    }
    if (best.taken_back()) retract_after(best.base_ply, "confirmed by the arbiter");
    position.set_to_move(record_.position(record_.count()).to_move());
    auto lying = best.phantom & ~suspects_;
    for (const xiangqi::Move move : pushed)
        lying.reset(move.from).reset(move.to);
    suspects_ |= lying;
    tracker_.doubt(lying);
    adopt_position(position, "correction");
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        if (lying[p]) raise_sensor_fault(p, "suspected");
    return "";
}

// What was signed loses no ply while it is completed (000/4.3).
std::string TableImpl::why_unfit(const Command& command, xiangqi::Move move, bool legal) const {
    if (phase_ != Phase::ended || !signed_) return "";
    const bool inserts = command.kind == CommandKind::insert;
    Record tried = record_.silent_copy();
    if (inserts) {
        tried.insert(*command.ply, move, legal, {});
    } else {
        tried.amend(*command.ply, move, legal, Basis::arbiter, {});
        tried.replay_after(*command.ply);
    }
    const int fits = tried.count() - (inserts ? 1 : 0);
    if (fits >= record_.confirmed()) return "";
    return "ply " + std::to_string(fits + 1) +
           " could no more be played after it: the record of a signed game loses no ply";
}

// amend, insert, retract: the arbiter's pen in the record.
std::string TableImpl::command_edit(const Command& command) {
    const int number = command.ply.value_or(0);
    const bool inserts = command.kind == CommandKind::insert;
    const int last = record_.count() + (inserts ? 1 : 0);
    if (number < 1 || number > last)
        return "ply: " + std::to_string(number) + " is not between 1 and " + std::to_string(last);
    if (command.kind == CommandKind::retract) {
        std::string over = why_over();
        if (over.empty()) over = why_sealed(number - 1);
        if (!over.empty()) return over;
        reopen();
        OwedTouch owed = owed_touch(number);
        retract_after(number - 1, "retracted by the arbiter");
        follow_from_record();
        owed_touch_ = std::move(owed);
        return "";
    }
    const auto move = notation::try_parse_iccs(command.move);
    if (!move) return "move: '" + command.move + "' is no move";
    const xiangqi::Position before =
        inserts ? record_.insertion_base(number, *move) : record_.position(number - 1);
    if (!before.at(move->from).is(before.to_move()))
        return "move: no piece of the side to move stands on " + messages::point_text(move->from);
    if (inserts && number > record_.confirmed() + 1)
        return "ply: the ply before it has not been confirmed yet";
    const bool legal = before.is_legal(*move);
    if (phase_ != Phase::ended)
        if (std::string sealed = why_sealed(std::nullopt); !sealed.empty()) return sealed;
    if (std::string unfit = why_unfit(command, *move, legal); !unfit.empty()) return unfit;
    if (!signed_) reopen(); // what was signed stands while the record is completed (000/4.3)
    if (inserts) {
        record_.insert(number, *move, legal, time_.clock(now_));
    } else {
        record_.amend(number, *move, legal, Basis::arbiter, time_.clock(now_));
        record_.replay_after(number);
    }
    follow_from_record(std::max(record_.confirmed(), inserts ? 0 : number));
    end_by_record();
    return "";
}

} // namespace jipu
