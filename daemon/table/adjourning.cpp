// SPDX-License-Identifier: Apache-2.0
// A game that is adjourned and goes on another day (000/4.4): the sealed move, what the board must
// show again, whose clock runs for whom. Who may do what is rules/arbiter/sealed_move's question.
#include <algorithm>
#include <utility>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/move_text.hpp"
#include "rules/notation/utf8.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

using arbiter::Absent;
using arbiter::AdjournedStage;

namespace {

Absent absent_of(const std::optional<std::array<bool, 2>>& sides) {
    if (!sides || (!(*sides)[0] && !(*sides)[1])) return Absent::nobody;
    if ((*sides)[0] && (*sides)[1]) return Absent::both;
    return (*sides)[0] ? Absent::first : Absent::second;
}

} // namespace

// A ply that stands unpressed is made: the arbiter's word ends it.
void TableImpl::end_shown_ply() {
    if (record_.count() == record_.confirmed() || tracker_.lost()) return;
    tracker_.decide_shown(now_);
    follow_game();
}

std::string TableImpl::command_pause(const Command& command) {
    if (phase_ == Phase::adjourned) return "the game is adjourned already";
    const bool paused = time_.paused();
    if (paused && !command.adjourn) return "the game is paused already";
    note_played_openly();
    const bool sealing = adjournment_.stage() == AdjournedStage::sealing;
    if (command.adjourn && !sealing && record_.count() == 0)
        return "no move has been made: there is nothing to adjourn";
    if (!paused) {
        time_.pause(now_);
        paused_at_ = now_;
        note_stopped();
        emit(GamePaused{command.by});
    }
    if (sealing) {
        stop_for_adjournment(command.by);
    } else if (command.adjourn) {
        end_shown_ply();
        if (phase_ != Phase::playing) return ""; // that ply ended the game
        adjournment_.adjourn_openly();
        adjourn(command.by);
    }
    return "";
}

std::string TableImpl::command_resume(const Command& command) {
    if (phase_ == Phase::adjourned) return resume_adjourned(command);
    if (!time_.paused() && !finished_) return "the game is not paused";
    if (command.absent && adjournment_.stage() == AdjournedStage::none)
        return "absent: who is not there is told when an adjourned game is resumed";
    time_.resume(now_);
    if (paused_at_) tracker_.forget_touches(*paused_at_);
    paused_at_.reset();
    note_going_on();
    if (finished_) follow_from_record(record_.confirmed());
    finished_ = false;
    emit(GameResumed{command.by});
    return "";
}

std::string TableImpl::command_seal(const Command& command) {
    if (phase_ == Phase::setting_up) return "no game has begun";
    if (phase_ == Phase::ended || finished_) return "the game is over";
    if (!command.side) return "a sealed move needs its side";
    const Side side = *command.side;
    arbiter::Adjournment::Sealing how;
    how.to_move = record_.position(record_.count()).to_move();
    const bool unpressed = record_.count() > record_.confirmed();
    if (unpressed && record_.plies().back().data.side == side) {
        how.to_move = side;
        how.on_board = true;
    }
    how.stopped = time_.paused() ||
                  (setup_.clock == ClockKind::none && !time_.counted(side, now_)) ||
                  (time_.from_device() && !time_.running());
    const bool resuming = adjournment_.stage() == AdjournedStage::resuming;
    std::string why = adjournment_.seal(side, command.digest, how, *book_);
    if (!why.empty()) return why;
    end_shown_ply();
    keep_sealed_touches(side);
    sealed_after_ = record_.count();
    if (phase_ == Phase::ended) return "";
    if (resuming && adjournment_.stage() == AdjournedStage::resuming) {
        // A reply: his move is made, and the clock of who is not there runs.
        sealed_took_ = now_ - time_.turn_began();
        phase_ = Phase::adjourned;
        run_resumed_clock();
    } else if (adjournment_.stage() == AdjournedStage::adjourned) {
        adjourn(command.by);
    }
    return "";
}

// The move that was to be sealed was made on the board: it stands, and nobody seals. Where play
// went on after it, nobody adjourns any more.
void TableImpl::note_played_openly() {
    if (adjournment_.stage() != AdjournedStage::sealing) return;
    if (record_.count() > sealed_after_ + 1)
        adjournment_.over();
    else if (record_.count() > sealed_after_)
        adjournment_.played_openly();
}

void TableImpl::stop_for_adjournment(const std::string& by) {
    end_shown_ply();
    if (phase_ != Phase::playing) return;
    note_played_openly();
    if (adjournment_.stop()) adjourn(by);
}

// What the sealer has touched he owes in his envelope, too (000/4.1.1); what is lifted once the
// clocks stand is nobody's touch.
void TableImpl::keep_sealed_touches(Side sealer) {
    sealed_touches_.clear();
    if (tracker_.lost()) return;
    for (const inference::Touch& touch : tracker_.best().touches)
        if (touch.turn == sealer && !(paused_at_ && touch.lifted >= *paused_at_))
            sealed_touches_.push(touch);
    // What stands elsewhere will be put back for the sealed move: it was touched, too.
    for (const inference::DisplacedPiece& piece : tracker_.best().displaced) {
        const inference::AirPiece& was = piece.was;
        if (!was.piece.is(sealer) || was.turn != sealer || was.accident ||
            (paused_at_ && was.lifted >= *paused_at_))
            continue;
        const inference::Rest rest{piece.at, piece.placed, now_ - piece.placed};
        sealed_touches_.push(
            {was.piece, was.origin, was.lifted, now_, sealer, true, was.beside_own, false, rest});
    }
}

void TableImpl::adjourn(const std::string& by) {
    time_.pause(now_);
    if (adjournment_.sealed_by()) keep_sealed_touches(*adjournment_.sealed_by());
    paused_at_.reset();
    stopped_at_.reset();
    phase_ = Phase::adjourned;
    start_after_back_ = false;
    start_since_.reset();
    sealed_took_ = now_ - time_.turn_began();
    resumed_after_ = record_.count();
    tell_adjourned(by);
}

void TableImpl::tell_adjourned(const std::string& by) {
    const std::optional<Side> sealer = adjournment_.sealed_by();
    const Side counted_side = sealer.value_or(side_to_move());
    GameAdjourned effect;
    effect.by = by;
    effect.digest = adjournment_.digest();
    effect.position = xiangqi::format_fen(record_.position(record_.count()));
    effect.sealed_by = sealer;
    effect.clock = time_.clock(now_);
    effect.moves_made = moves_made()[index_of(counted_side)];
    if (const auto counted = time_.counted(counted_side, now_); counted && counted->quota > 0)
        effect.moves_to_go = counted->moves_to_go;
    emit(effect);
}

// A game whose result was taken back stands as its envelope has it.
void TableImpl::tell_adjourned_again(const std::string& by) {
    if (phase_ != Phase::adjourned || !std::exchange(reopened_, false)) return;
    if (adjournment_.stage() == AdjournedStage::adjourned) tell_adjourned(by);
}

std::string TableImpl::resume_adjourned(const Command& command) {
    const bool first = adjournment_.stage() != AdjournedStage::resuming;
    adjournment_.resume(absent_of(command.absent));
    if (first) {
        emit(GameResumed{command.by});
        emit(PositionSet{xiangqi::format_fen(record_.position(record_.count())), record_.count(),
                         "resumed"});
        judge_resumed_set_up(true);
    }
    run_resumed_clock();
    follow_resumption();
    return "";
}

void TableImpl::run_resumed_clock() {
    const auto side = adjournment_.clock_to_run(record_.position(record_.count()).to_move());
    if (!side) return;
    const bool runs = !time_.paused() && time_.counted(*side, now_) && time_.running() == *side;
    time_.resume_with(*side, now_);
    if (!runs && time_.counted(*side, now_) && !time_.from_device()) tell_clock("daemon");
}

bool TableImpl::board_stands(const xiangqi::Position& position,
                             std::optional<xiangqi::Move> but_for) const {
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        if (but_for && (p == but_for->from || p == but_for->to)) continue;
        if (!suspects_[p] && !tracker_.agrees(position.board(), p)) return false;
    }
    return true;
}

// 000/4.4.2: the pieces are set up as the envelope has it, and both players look at it. Until an
// opened move has been made on the board the position before it is right too, and for `no_press_ms`
// so is its piece in the hand.
void TableImpl::judge_resumed_set_up(bool at_once) {
    if (await_scan_ || !scanned_) return;
    const xiangqi::Position& wanted = record_.position(record_.count());
    const bool opened = record_.count() > resumed_after_;
    const bool before = opened && board_stands(record_.position(record_.count() - 1));
    if (board_stands(wanted) || before) {
        alerts_.resolve(set_up_alert_, "restored");
        set_up_alert_.clear();
        return;
    }
    const SensingConfig& sensing = setup_.sensing;
    const bool in_hand = opened && board_stands(wanted, record_.plies().back().move);
    const std::int64_t bound = in_hand ? sensing.no_press_ms : sensing.illegal_ms;
    if (!at_once && !passed(tracker_.last_edge(), bound)) return;
    std::vector<PointIndex> points;
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p)
        if (!suspects_[p] && !tracker_.agrees(wanted.board(), p)) points.push_back(p);
    AlertData alert = make_alert("setup-wrong", Grade::observed, std::nullopt);
    alert.article = book_->resumption.empty() ? book_->set_up : book_->resumption;
    alert.reason = "resumption";
    alert.points = points;
    if (opened) alert.move = record_.plies().back().data.move;
    messages::describe(alert);
    if (set_up_alert_.empty()) {
        set_up_alert_ = alerts_.raise(alert);
        return;
    }
    if (const AlertData* old = alerts_.find(set_up_alert_))
        alert.evidence_from = old->evidence_from;
    alerts_.replace(set_up_alert_, alert);
}

// The game goes on as soon as nothing is sealed and the board stands as the record has it.
void TableImpl::follow_resumption() {
    if (phase_ != Phase::adjourned || adjournment_.stage() != AdjournedStage::resuming) return;
    judge_resumed_set_up(false);
    if (adjournment_.sealed_by() || await_scan_ || sealed_verdict_open()) return;
    if (board_stands(record_.position(record_.count())) && !about_to_take()) play_on();
}

// What has to happen before an adjourned game is played on.
std::string TableImpl::waits_for() const {
    using arbiter::AdjournedStage;
    if (phase_ != Phase::adjourned) return "";
    if (adjournment_.stage() != AdjournedStage::resuming) return "resume";
    if (adjournment_.sealed_by()) return "unseal";
    if (sealed_verdict_open()) return "ruling";
    return about_to_take() ? "move" : "set-up";
}

// While the piece of an opened capture is in the hand and nothing has changed at its target, a
// board that knows no colours looks as if it had been made.
bool TableImpl::about_to_take() const {
    if (record_.count() <= resumed_after_ || record_.plies().back().data.captured.empty())
        return false;
    return opened_at_ && tracker_.last_edge(record_.plies().back().move.to) < *opened_at_ &&
           !passed(tracker_.last_edge(), setup_.sensing.no_press_ms);
}

void TableImpl::play_on() {
    alerts_.resolve(set_up_alert_, "restored");
    set_up_alert_.clear();
    phase_ = Phase::playing;
    played_on_after_ = record_.count();
    follow_from_record();
    follow_repetition(); // the opened move may have changed
    run_resumed_clock();
}

// With the first move of the resumption what was to be said before it is too late.
void TableImpl::note_resumed_play() {
    using arbiter::AdjournedStage;
    note_played_openly();
    if (adjournment_.stage() == AdjournedStage::resuming && record_.confirmed() > played_on_after_)
        adjournment_.over();
}

// The arbiter says that the position is right though the sensors do not.
std::string TableImpl::confirm_resumed_position() {
    if (adjournment_.stage() != AdjournedStage::resuming)
        return "the game is adjourned; resume it first";
    if (adjournment_.sealed_by()) return "the envelope has not been opened";
    const xiangqi::Board board = record_.position(record_.count()).board();
    for (xiangqi::Point p = 0; p < xiangqi::points; ++p) {
        if (suspects_[p] || tracker_.agrees(board, p)) continue;
        suspects_[p] = true;
        raise_sensor_fault(p, "suspected");
    }
    tracker_.doubt(suspects_);
    play_on();
    return "";
}

// An envelope that was wrong has cost the game, unless the arbiter rules otherwise.
bool TableImpl::sealed_verdict_open() const {
    return std::any_of(alerts_.open().begin(), alerts_.open().end(), [](const AlertData& alert) {
        return alert.code == "sealed-move" && alert.reason != "unclear";
    });
}

void TableImpl::raise_sealed(const arbiter::SealedVerdict& verdict, std::optional<Side> side,
                             const std::string& move) {
    AlertData alert = make_alert("sealed-move", Grade::completed, side);
    alert.ply = record_.count() + 1;
    alert.article = verdict.article;
    alert.reason = verdict.reason;
    alert.move = move;
    messages::describe(alert);
    alerts_.raise(alert);
}

std::string TableImpl::command_unseal(const Command& command) {
    if (phase_ == Phase::ended || finished_) return "the game is over: what was agreed stands";
    std::string why = adjournment_.why_not_open(*book_);
    const bool adjourned = adjournment_.stage() != AdjournedStage::sealing;
    if (!command.missing.empty() && adjournment_.sealed_by() && adjourned) why.clear();
    if (!why.empty()) return why;
    const Side sealer = *adjournment_.sealed_by();
    if (!command.missing.empty()) {
        const bool sheet = command.missing == "sheet";
        raise_sealed(sheet ? arbiter::judge_empty_envelope(*book_)
                           : arbiter::judge_lost_envelope(*book_),
                     sheet ? std::optional(sealer) : std::nullopt, "");
        adjournment_.opened();
        return "";
    }
    if (!adjournment_.fits(command.digest))
        return "the move and the salt do not give the digest that was sealed";
    const auto move = notation::try_parse_iccs(command.move);
    if (!move) return "move: '" + command.move + "' is no move";
    const xiangqi::Position& position = record_.position(record_.count());
    bool plain = true;
    if (!command.written.empty()) {
        // Spaces between the characters of a sheet say nothing.
        const std::string sheet = notation::without_spaces(command.written);
        const auto read = notation::parse_move(position, sheet);
        if (read && *read != *move)
            return "move: what was written says " + notation::format_iccs(*read);
        plain = bool(read);
    }
    const auto verdict = arbiter::judge_sealed(position.is_legal(*move), plain, *book_);
    if (verdict) raise_sealed(*verdict, sealer, command.move);
    adjournment_.opened();
    if (verdict && verdict->remedy == arbiter::SealedVerdict::Remedy::loss) return "";
    play_sealed(sealer, *move);
    follow_resumption();
    return "";
}

void TableImpl::play_sealed(Side sealer, xiangqi::Move move) {
    if (offers_.open() == opponent(sealer)) answer_draw(sealer, false); // by the reply
    record_.append(move, true, Basis::arbiter, time_.clock(now_));
    const bool runs = !time_.paused(); // since the resumption, or since the reply was sealed
    const Instant began = time_.turn_began();
    time_.turn_ended(sealer, now_, now_);
    if (runs) time_.turn_begins(began);
    const int number = record_.count();
    opened_ply_ = number;
    record_.confirm(number, time_.clock(now_), to_ms(sealed_took_));
    judge_touch(record_.ply(number), record_.position(number - 1),
                {sealed_touches_.begin(), sealed_touches_.size()}, now_, true);
    adjust_said_[index_of(sealer)].reset();
    const xiangqi::Position& after = record_.position(number);
    opened_at_ = board_stands(after) ? std::nullopt : std::optional(now_);
    if (after.has_legal_move()) {
        run_resumed_clock();
        return;
    }
    propose_end(after);
}

} // namespace jipu
