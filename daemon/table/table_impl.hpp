// SPDX-License-Identifier: Apache-2.0
// The table from the inside: one game on one board. Split over files by question: table.cpp (events
// and time), orienting.cpp (which way the board stands), set_up.cpp (when does a game begin),
// next_game.cpp (and the one after it), game.cpp (what stands in the record), judging.cpp (what is
// owed to the arbiter), touching.cpp (touch and move, placed pieces), repeating.cpp (moves that go
// round), uncounted.cpp (moves that fill no quota), disorder.cpp (when the board is in no state to
// record), timing.cpp (clocks, flags, lateness), adjourning.cpp (sealed moves and resumption),
// commands.cpp, corrections.cpp (the arbiter's pen), fouls.cpp, ends.cpp (draws), claims.cpp,
// acting.cpp, machine.cpp (restarts and the wall clock). Long because one class holds all that a
// table knows.
#pragma once

#include <bitset>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "daemon/inference/tracker.hpp"
#include "daemon/sensing/debounce.hpp"
#include "daemon/table/alerts.hpp"
#include "daemon/table/opening.hpp"
#include "daemon/table/orientation.hpp"
#include "daemon/table/record.hpp"
#include "daemon/table/repeating.hpp"
#include "daemon/table/table.hpp"
#include "daemon/table/timekeeper.hpp"
#include "daemon/table/touching.hpp"
#include "rules/arbiter/correction.hpp"
#include "rules/arbiter/draws.hpp"
#include "rules/arbiter/fouls.hpp"
#include "rules/arbiter/repetition_ruling.hpp"
#include "rules/arbiter/sealed_move.hpp"
#include "rules/books/book.hpp"
#include "rules/timing/lateness.hpp"

namespace jipu {

/// The start position has to stand so long before a next game begins.
inline constexpr std::int64_t next_game_ms = 3000;

/// A piece that was held for so long may not be in the hand any more.
inline constexpr std::int64_t held_long_ms = 30'000;

enum class Phase {
    setting_up, ///< the start position does not stand yet; waits for it
    playing,    ///< a game is on
    adjourned,  ///< it stands still until it is resumed and the board stands again
    ended,      ///< it is over; waits for the start position to stand again
};

/// An illegal ply that stands on the board.
struct IllegalState {
    std::string alert; ///< id; empty: not raised yet
    xiangqi::Move move;
    int ply = 0;        ///< that it would have been
    bool ruled = false; ///< the arbiter has spoken; it is not raised again
};

/// An illegal ply whose alert has closed, and that nobody has ruled on.
struct ClosedIllegal {
    AlertData alert;
    bool restored = false; ///< it was put back; else it was answered, and stands in the record
};

/// Play was stopped by command: no press counted meanwhile.
struct Stop {
    Instant from, to;
};

/// What stood when an error was found that the arbiter put right, maybe in several steps.
struct FoundError {
    std::vector<Side> movers;                       ///< of all plies made by then
    std::optional<std::array<Duration, 2>> used;    ///< by both sides; absent: nobody knows
    std::optional<std::array<Duration, 2>> left_at; ///< ... after the latest step
    int kept = -1;                                  ///< plies after that step; -1: there was none
    int edits = -1;                                 ///< Record::edits() then
};

class TableImpl {
  public:
    TableImpl(TableSetup setup, std::unique_ptr<ClockDecoder> decoder);

    void handle(const Event& event, EffectSink& sink);
    std::optional<Instant> next_wakeup() const;
    void quiesce() { quiet_end_ = true; }
    bool next_game_stands() const { return next_game_ready_; }
    std::optional<Instant> next_game_since() const { return next_since_; }
    TableView view(Instant at) const;

  private:
    // table.cpp: events and time
    void emit(decltype(Effect::data) data);
    void on_scan(const ScanFrame& frame);
    void on_reports(const std::vector<ClockReport>& reports);
    void on_press(Side side);
    void on_idle_press();
    void on_device(Device device, bool back);
    /// What follows from a device that went or came.
    void tell_device(Device device, bool back);
    std::string raise_lost(const std::string& device);
    bool shows_other_start(const ScanFrame& frame) const;
    std::optional<int> earlier_shown(const ScanFrame& frame) const;
    void run_edges();
    void evaluate();
    void view_clocks(TableView& view, Instant at) const;
    Duration ms(std::int64_t value) const { return from_ms(value); }
    bool passed(Instant since, std::int64_t milliseconds) const {
        return now_ - since >= from_ms(milliseconds);
    }

    // orienting.cpp: which way the board stands
    void begin_tracking(); ///< of a game, from what stands
    const ScanFrame& as_seen(const ScanFrame& raw);
    bool orient_by_set_up(); ///< true: the board is seen another way now
    double cost_as(const Orientation& as, std::optional<Side> press);
    bool plays(const inference::Tracker& tracker) const;
    double enough_to_turn(const inference::Tracker& tracker) const;
    std::optional<Orientation> likelier_orientation(std::optional<Side> press);
    bool may_turn() const;
    bool explained_oddly() const;
    void watch_orientation();
    Side weigh_press(Side side); ///< whose press it is, as the board is seen then
    void follow_as(const Orientation& to);
    void orient(const Orientation& to);
    void exchange_clock();
    void forget_seen();
    void tell_orientation();

    // set_up.cpp: when a game begins
    void watch_set_up();
    /// `followed_since`: its start position stood then, and tracker_ has followed what came.
    void begin_game(std::optional<Instant> followed_since = std::nullopt);
    bool shows_next_start() const; ///< the position that begins the next game
    static xiangqi::Position start_position(const TableSetup& setup); ///< of a valid one
    TableSetup setup_as_told(const GameInfo& told) const;
    void set_up_as(const TableSetup& setup); ///< the game that is on, or begins
    std::vector<PointIndex> set_up_differences() const;
    void raise_set_up_wrong(const std::vector<PointIndex>& points);
    std::string why_no_set_up(const std::vector<PointIndex>& differing) const;
    std::string confirm_set_up();
    bool under_way() const;
    std::vector<Level> levels() const; ///< the stable ones

    // next_game.cpp: the game after this one
    void watch_next_game();
    void watch_next_opening();
    void forget_next_game();
    bool is_next_game_played(bool pressed); ///< other_tracker_ has followed it then
    void begin_if_played(bool pressed);
    void begin_next_game(std::optional<Instant> played_since = std::nullopt);
    std::string next_game_name(const std::string& previous) const;

    // game.cpp: what stands in the record
    void follow_game();
    bool follow_decided();
    void bring_back_gap(int number); ///< false: the likeliest explanation is not believed yet
    bool contradicts_confirmed(int first) const;
    void confirm_decided(int number);
    bool king_taken_by(int number) const;
    void end_ruled_turn(Side side);
    void follow_shown();
    bool show_ply(int number, xiangqi::Move move); ///< false: not believed yet
    void drop_shown(int keep);
    bool in_air(xiangqi::Point origin) const; ///< the piece that stood there, and was not taken
    /// Removes the plies after `keep`, and closes what they alone gave rise to.
    void retract_after(int keep, const std::string& why);
    void follow_illegal();
    void tell_undone();
    void note_lifted();
    void end_by_position(int number);
    void propose_end(const xiangqi::Position& after); ///< who is to move there has no move
    void withdraw_unmade_end(bool pressed);
    void end_by_record(); ///< after an edit
    void end_game(const std::string& result, const std::string& ending, std::optional<Side> winner,
                  const std::string& status);
    void stop_by_end();
    Basis basis_of(const inference::DecidedPly& ply) const;
    /// Takes the record's positions as the truth and follows the board from there. With `made`,
    /// only so many plies have been made, and what stands after them stays as it is, if it can.
    void follow_from_record(int made = -1);

    // judging.cpp: what is owed to the arbiter
    AlertData make_alert(const std::string& code, Grade grade, std::optional<Side> side) const;
    void judge_doubt(RecordedPly& ply, const inference::DecidedPly& decided);
    void judge_no_press();
    void follow_held();
    void doubt_before_sweep();
    void note_contradiction(const std::string& what);
    void doubt_illegal_plies();
    Instant no_press_due(Instant landed) const;
    void note_stopped();
    void note_going_on();
    void judge_press(inference::PressMeans means, Side side);
    void complete_alerts(int number);
    AlertData illegal_alert(const xiangqi::Position& before, xiangqi::Move move, int ply,
                            bool completed) const;
    void raise_illegal(bool pressed);
    void overtake_illegal(int number, const inference::DecidedPly& decided);
    void tell_king_taken(int number);
    void forget_overtaken();
    std::optional<PointIndex> swapped_with(const xiangqi::Position& before,
                                           xiangqi::Move move) const;

    // touching.cpp: touch and move, placed pieces stay
    void judge_touch(RecordedPly& ply, const xiangqi::Position& before,
                     std::span<const inference::Touch> touches, Instant lifted, bool completed);
    bool resolve_touch(int number); ///< false: no such alert was open
    std::vector<arbiter::TouchedPiece> touched_in(const xiangqi::Position& before,
                                                  std::span<const inference::Touch> touches,
                                                  int number) const;
    void tell_touch(RecordedPly& ply, const arbiter::TouchVerdict& verdict, Instant from,
                    bool completed);
    void judge_placed(RecordedPly& ply, const xiangqi::Position& before,
                      const inference::Rest& rest, bool put_back = false);
    MovedOn* moved_on(int number);
    void judge_taken_away(RecordedPly& ply, const xiangqi::Position& before);
    void tell_placed(RecordedPly& ply, const arbiter::PlacedVerdict& verdict,
                     const inference::Rest& rest, bool put_back);
    void follow_touch_fouls();
    void judge_touch_fouls(const xiangqi::Position& before,
                           std::span<const inference::Touch> touches, int number, bool all);
    void note_retaken(int number, xiangqi::Point piece, bool led_back);
    void forget_touched(const std::string& alert);
    OwedTouch owed_touch(int number) const;
    void explain_touching(int after);
    void explain_touch_foul(int ply, xiangqi::Point point);
    void explain_touches_of(xiangqi::Point point);
    void judge_touching_again(int number);
    void forget_touching(int settled); ///< what concerns plies up to this one; negative: all

    // repeating.cpp: when moves go round
    void follow_repetition();
    std::optional<Repetition> find_repetition(int last) const;
    std::optional<Repetition> find_pattern(int last) const;
    arbiter::RepetitionRuling rule_on(const Repetition& found) const;
    bool is_doubtful(const Repetition& found) const;
    void forget_repetition(const std::string& id, const std::string& ruling);
    void tell_repetition(const Repetition& found, const arbiter::RepetitionRuling& ruling);

    // uncounted.cpp: moves that fill no quota
    void judge_quota_move(int number);
    bool fills_quota(int number) const;
    void count_after_all();
    void shorten_uncounted();

    // faults.cpp: sensors that do not show what happens
    void follow_faults();
    void follow_flicker();
    void forget_flicker();
    void raise_sensor_fault(xiangqi::Point point, const char* reason);
    void take_back_fault(xiangqi::Point point);
    void note_slow(const inference::DecidedPly& ply);
    // ghosts.cpp: a matrix without diodes
    std::bitset<xiangqi::points> ghosts_of(const inference::Board& board) const;
    bool tell_ghosts_of_set_up(); ///< true: they are known
    void follow_ghosts();
    void tell_ghosts(const std::bitset<xiangqi::points>& found);
    void forget_ghosts();

    // disorder.cpp: when the board is in no state to record
    void follow_disorder();
    bool disordered() const;
    bool held_over_press(const inference::AirPiece& piece) const;
    std::optional<Instant> held_since_press() const;
    std::optional<xiangqi::Point> held_in_hand() const;
    bool missing() const;
    bool missing(const inference::AirPiece& piece) const;
    inference::FixedList<xiangqi::Move, 8> shifted() const;
    void follow_shifted();
    std::bitset<xiangqi::points> pushed_points() const; ///< where pieces were pushed from and to
    AlertData disturbed_alert_data() const;
    void raise_disturbed();
    void keep_disturbed_alert(int first, xiangqi::Move instead);
    void follow_out_of_turn();
    void follow_board_state();
    std::vector<PointIndex> disturbed_points() const;
    bool swept() const;
    bool put_back() const;
    bool arbiter_at_board() const;
    void find_position();

    // timing.cpp: clocks, flags, lateness
    void on_clock_times(const TimesReport& report); ///< as the clock has them
    void on_times(const TimesReport& report);
    void tell_clock(const std::string& source);
    Side side_to_move() const; ///< after the confirmed plies
    std::array<int, 2> moves_made() const;
    void clock_follows_record();
    std::string raise_clock_fault(Grade grade, std::optional<Side> side, const std::string& reason);
    void judge_reading(const ReadingVerdict& verdict);
    bool runs_for_the_wrong_side() const;
    void judge_running();
    void judge_flag();
    void note_late_press(Side side);
    std::optional<Side> late_turn() const;
    void settle_lateness();
    std::optional<Instant> next_lateness() const;
    void note_arrivals();
    void judge_lateness();
    bool both_late(const AlertData& alert) const;
    void note_absent(const std::array<bool, 2>& absent, const std::string& by);
    std::string command_set_clock(const Command& command);
    std::string replace_clock(const std::array<bool, 2>& faulty, ClockMs& clock) const;

    // adjourning.cpp: sealed moves and resumption
    void end_shown_ply();
    std::string command_pause(const Command& command);
    std::string command_resume(const Command& command);
    std::string command_seal(const Command& command);
    std::string command_unseal(const Command& command);
    void note_played_openly();
    void note_resumed_play();
    void stop_for_adjournment(const std::string& by);
    void adjourn(const std::string& by);
    void tell_adjourned(const std::string& by);
    void tell_adjourned_again(const std::string& by);
    std::string resume_adjourned(const Command& command);
    void run_resumed_clock();
    /// `but_for`: whatever this move's two points show.
    bool board_stands(const xiangqi::Position& position,
                      std::optional<xiangqi::Move> but_for = std::nullopt) const;
    bool about_to_take() const;
    std::string waits_for() const;
    void judge_resumed_set_up(bool at_once);
    void follow_resumption();
    void play_on();
    std::string confirm_resumed_position();
    bool sealed_verdict_open() const;
    void raise_sealed(const arbiter::SealedVerdict& verdict, std::optional<Side> side,
                      const std::string& move);
    void play_sealed(Side sealer, xiangqi::Move move);
    void keep_sealed_touches(Side sealer);

    // commands.cpp
    void on_command(const Command& command);
    std::string run_command(const Command& command); ///< why it is refused; empty: done
    std::string command_start(const Command& command);
    void tell_absent(const Command& command);
    std::string tell_next_game(const Command& command);
    std::string command_update(const Command& command);
    std::string command_result(const Command& command);
    std::string command_rule(const Command& command);
    std::string rule_closed(const Command& command);
    std::string why_no_ruling(const AlertData& alert, const Command& command) const;
    void forget_alert(const std::string& id, const std::string& ruling);

    // corrections.cpp: the arbiter's pen in the record
    std::string command_correct(const Command& command);
    std::string command_edit(const Command& command);
    std::string command_confirm_position(const Command& command);
    void adopt_position(const xiangqi::Position& position, const std::string& why);
    void settle_alerts_by_arbiter();
    void lead_back(int kept, const std::optional<xiangqi::Position>& set, const std::string& by);
    std::string why_no_position(const xiangqi::Position& position) const;
    std::string correct_to(const xiangqi::Position& position, const std::string& by);
    std::optional<int> plies_before(const xiangqi::Position& position) const;
    void remark_clocks_unknown(const xiangqi::Position& position, const std::string& by);
    FoundError found_error() const;
    void set_clocks_back(const arbiter::LedBack& game,
                         const std::optional<std::array<Duration, 2>>& shown,
                         const std::string& by);
    void remark_remedy(AlertData& alert, arbiter::BoardError error) const;
    /// Why the record cannot be led to `kept` plies, or changed otherwise: a sealed move.
    std::string why_sealed(std::optional<int> kept) const;
    std::string why_unfit(const Command& command, xiangqi::Move move, bool legal) const;
    std::string why_over() const; ///< why nothing can be corrected any more; empty: it can
    void reopen();                ///< a game that had ended goes on

    // fouls.cpp: what is entered in the ledger
    std::string command_foul(const Command& command);
    std::string why_no_foul(const AlertData& alert) const;
    void rule_foul(const AlertData& alert, Side side, const std::string& by);
    void enter_foul(Side side, const std::string& kind, const std::string& article,
                    const std::string& by, int ply);

    // ends.cpp: ends that the board does not show; claims.cpp: claims of all kinds
    std::string command_draw(const Command& command);
    std::string offer_draw(Side side);
    void answer_draw(Side side, bool accepted);
    void remark_agreed();
    void spare_resigned(Side side);
    void judge_ends();
    void judge_natural_limit();
    AlertData natural_limit_alert(const arbiter::NaturalLimit& limit) const;
    std::string command_claim(const Command& command);
    std::string claim_natural_limit(Side side);
    std::string claim_repetition(Side claimant);
    ClockAdjusted charge(Side side, Duration cost, const std::string& by);
    void charge_false_claim(Side side, const std::string& by);
    std::string rule_draw(const AlertData& alert);

    // acting.cpp: where the organiser lets a rule end the game
    void act(const std::string& ending, std::optional<Side> winner);

    // machine.cpp: what happened to the machine itself
    std::string command_machine(const Command& command);
    void note_reboot();
    void note_synced(std::optional<std::int64_t> off_ms);
    std::string raise_not_synced();

    TableSetup setup_;
    std::unique_ptr<ClockDecoder> decoder_;
    const RuleBook* book_;
    xiangqi::Position start_;
    GameInfo info_;
    GameInfo next_info_;                             ///< told before the next game stands
    std::optional<std::array<bool, 2>> next_absent_; ///< who is not there when it begins
    xiangqi::Position next_start_; ///< that game's: start_, unless another was told
    std::string game_name_;

    Instant now_, board_lost_at_;
    EffectSink* sink_ = nullptr;
    Orientation orientation_;          ///< what comes in is seen so
    Orientation known_orientation_;    ///< the arbiter has been told, and knows
    bool turned_doubtful_ = false;     ///< not every ply by which it was found was as it should be
    bool orientation_unclear_ = false; ///< the first plies fit a turned board as well
    std::string orientation_alert_;
    Opening opening_;
    double weighed_at_ = 0;                  ///< what explaining the opening had cost then
    ScanFrame seen_;                         ///< the latest scan, if it had to be turned
    std::optional<TimesReport> clock_times_; ///< the latest, as the clock has them
    Debouncer debouncer_;
    inference::Tracker tracker_;
    inference::Tracker other_tracker_; ///< for the opening, seen another way
    Record record_;
    AlertBook alerts_;
    Timekeeper time_;
    std::vector<StableEdge> edges_;
    std::vector<ClockReport> reports_;

    Phase phase_ = Phase::setting_up;
    bool scanned_ = false;   ///< the first scan has come
    bool await_scan_ = true; ///< the board is not there, or has not shown itself since it came back
    bool quiet_end_ = false;
    bool finished_ = false; ///< recording was frozen by command
    bool next_game_ready_ = false;
    std::optional<Instant> start_since_;    ///< the start position has stood since
    Opening next_opening_;                  ///< after an end: what came since that stood at rest
    std::optional<Instant> next_since_;     ///< ... which was then
    std::optional<Instant> next_looked_at_; ///< whether the next game is being played
    std::optional<Instant> differs_since_;
    std::string set_up_alert_;

    IllegalState illegal_;
    std::vector<ClosedIllegal> closed_illegal_;
    RepetitionState repetition_;
    UncountedMoves uncounted_;
    std::vector<RetakenMove> retaken_;
    OwedTouch owed_touch_;
    FoundError found_;
    std::vector<MovedOn> moved_on_;
    std::vector<TouchFoulTold> touch_fouls_;
    std::string disturbed_alert_;
    Instant illegal_pressed_at_;        ///< the latest illegal ply that was told as pressed
    Instant undone_told_;               ///< ... that was told after it had been put back
    std::optional<Instant> lost_since_; ///< nothing has explained the board since
    std::string sweep_alert_;
    int put_back_ply_ = 0; ///< the latest provisional ply that was put back
    Instant put_back_at_;
    std::string contradiction_alert_; ///< the record does not fit what happens on a faulty board
    int vouched_for_ = 0;             ///< plies that the arbiter has looked at since
    std::string held_alert_; ///< a piece is in the hand, or has been put down against the rules
    std::string ended_result_ = "*";
    std::string ended_how_;       ///< the ending, once there is one
    bool signed_ = false;         ///< the end was
    bool reopened_ = false;       ///< and the clock has not been told since
    bool stopped_by_end_ = false; ///< the clock was
    bool was_taken_back_ = false;
    bool swept_ = false;            ///< the board is being cleared, or set up anew
    bool start_after_back_ = false; ///< the board came back with the start position
    bool leading_back_ = false;     ///< corrected, and the board has not stood so since
    bool start_left_ = false;       ///< in this game something else has rested than the start
    bool await_last_press_ = false; ///< ended on the board by a ply whose press may still come
    int out_of_turn_ply_ = -1;      ///< noticed once a ply
    std::array<std::optional<Instant>, 2> adjust_said_;
    std::optional<Instant> paused_at_;  ///< by command, and not resumed yet
    std::optional<Instant> stopped_at_; ///< the same, or recording was frozen
    std::vector<Stop> stops_;           ///< that are over, since the oldest unpressed ply landed
    arbiter::FoulLedger fouls_;
    arbiter::DrawOffers offers_;
    std::string natural_alert_; ///< told, though the arbiter may have closed it
    std::string dead_alert_;    ///< the same
    std::array<std::string, 2> flag_alerts_;
    std::array<int, 2> flag_plies_{}; ///< the ply in whose turn the flag fell
    std::string jump_alert_, rate_alert_, wrong_side_alert_; ///< clock-fault
    bool clock_ran_ = false; ///< in this game, as a device showed it
    int rise_ply_ = -1;      ///< noticed once a ply
    std::optional<Instant> wrong_side_since_;
    std::array<Instant, 2> pressed_at_{}; ///< the latest press of each side
    LateCount late_;
    std::array<std::string, 2> late_alerts_;
    arbiter::Adjournment adjournment_;
    int sealed_after_ = 0, resumed_after_ = 0, played_on_after_ = 0; ///< plies
    inference::FixedList<inference::Touch, 8> sealed_touches_; ///< by who sealed, before he did
    std::optional<int> opened_ply_;    ///< the latest ply that was played from an envelope
    Duration sealed_took_{};           ///< how long the sealed ply took
    std::optional<Instant> opened_at_; ///< the envelope; absent: its move had been made then
    std::string lost_board_alert_, lost_clock_alert_;
    std::string reboot_alert_, sync_alert_;
    std::string board_state_ = "in-position";
    std::bitset<xiangqi::points> suspects_; ///< points whose sensor was told as faulty
    std::bitset<xiangqi::points> pushed_;   ///< ... from which a piece was pushed by accident
    std::bitset<xiangqi::points> ghosts_;   ///< ... as a ghost of its matrix, in this game
    std::string ghost_alert_;
    std::bitset<xiangqi::points> flickers_; ///< ... as one that opens and closes of itself
    std::bitset<xiangqi::points> slow_;     ///< ... as one that opens late
    std::array<std::uint8_t, xiangqi::points> opened_late_{}; ///< so often, one after the other
    std::optional<Instant> clock_back_;
    int clock_errors_ = 0;
};

} // namespace jipu
