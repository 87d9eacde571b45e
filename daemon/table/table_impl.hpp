// SPDX-License-Identifier: Apache-2.0
// The table from the inside: one game on one board. Split over files by question: table.cpp (events
// and time), set_up.cpp (when does a game begin), game.cpp (what stands in the record), judging.cpp
// (what is owed to the arbiter), touching.cpp (touch and move, placed pieces), disorder.cpp (when
// the board is in no state to record), commands.cpp, machine.cpp (restarts and the wall clock).
// Long because all these parts share the state of one game.
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
#include "daemon/table/record.hpp"
#include "daemon/table/table.hpp"
#include "daemon/table/timekeeper.hpp"
#include "daemon/table/touching.hpp"
#include "rules/books/book.hpp"

namespace jipu {

/// The start position has to stand so long before a next game begins.
inline constexpr std::int64_t next_game_ms = 3000;

enum class Phase {
    setting_up, ///< the start position does not stand yet; waits for it
    playing,    ///< a game is on
    ended,      ///< it is over; waits for the start position to stand again
};

/// An illegal ply that stands on the board.
struct IllegalState {
    std::string alert; ///< id; empty: not raised yet
    xiangqi::Move move;
    int ply = 0;        ///< that it would have been
    bool ruled = false; ///< the arbiter has spoken; it is not raised again
};

class TableImpl {
  public:
    TableImpl(TableSetup setup, std::unique_ptr<ClockDecoder> decoder);

    void handle(const Event& event, EffectSink& sink);
    std::optional<Instant> next_wakeup() const;
    void quiesce() { quiet_end_ = true; }
    bool next_game_stands() const { return next_game_ready_; }
    TableView view() const;

  private:
    // table.cpp: events and time
    void emit(decltype(Effect::data) data);
    void on_scan(const ScanFrame& frame);
    void on_reports(const std::vector<ClockReport>& reports);
    void on_press(Side side);
    void on_times(const TimesReport& report);
    void on_device(Device device, bool back);
    void tell_clock(const std::string& source);
    std::string raise_lost(const std::string& device);
    bool shows_other_start(const ScanFrame& frame) const;
    std::optional<int> earlier_shown(const ScanFrame& frame) const;
    void run_edges();
    void evaluate();
    Duration ms(std::int64_t value) const { return from_ms(value); }
    bool passed(Instant since, std::int64_t milliseconds) const {
        return now_ - since >= from_ms(milliseconds);
    }

    // set_up.cpp: when a game begins
    void watch_set_up();
    void begin_game();
    void watch_next_game();
    void begin_next_game();
    bool shows_start() const;
    std::vector<PointIndex> set_up_differences() const;
    void raise_set_up_wrong(const std::vector<PointIndex>& points);
    std::string next_game_name(const std::string& previous) const;
    std::vector<Level> levels() const; ///< the stable ones

    // game.cpp: what stands in the record
    void follow_game();
    bool follow_decided(); ///< false: the likeliest explanation is not believed yet
    bool contradicts_confirmed(int first) const;
    void confirm_decided(int number);
    void end_ruled_turn(Side side);
    void follow_shown();
    bool show_ply(int number, xiangqi::Move move); ///< false: not believed yet
    void drop_shown(int keep);
    void follow_illegal();
    void note_lifted();
    void end_by_position(int number);
    void end_game(const std::string& result, const std::string& ending, std::optional<Side> winner,
                  const std::string& status);
    Basis basis_of(const inference::DecidedPly& ply) const;
    /// Takes the record's positions as the truth and follows the board from there.
    void follow_from_record();

    // judging.cpp: what is owed to the arbiter
    AlertData make_alert(const std::string& code, Grade grade, std::optional<Side> side) const;
    void judge_doubt(RecordedPly& ply, const inference::DecidedPly& decided);
    void judge_no_press();
    void judge_flag();
    void judge_press(inference::PressMeans means, Side side);
    void complete_alerts(int number);
    void raise_illegal(bool pressed);
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
    void tell_placed(RecordedPly& ply, const arbiter::PlacedVerdict& verdict,
                     const inference::Rest& rest, bool put_back);
    void follow_touch_fouls();
    void judge_touch_fouls(const xiangqi::Position& before,
                           std::span<const inference::Touch> touches, int number, bool all);
    void note_retaken(int number, xiangqi::Point piece, bool led_back);
    std::optional<xiangqi::Point> illegal_piece_after(int number) const;
    void explain_touching(int after);
    void judge_touching_again(int number);
    void forget_touching(int settled); ///< what concerns plies up to this one; negative: all

    // disorder.cpp: when the board is in no state to record
    void follow_disorder();
    bool disordered() const;
    bool missing() const;
    bool missing(const inference::AirPiece& piece) const;
    void raise_disturbed();
    void keep_disturbed_alert();
    void follow_out_of_turn();
    void follow_board_state();
    std::vector<PointIndex> disturbed_points() const;
    bool swept() const;

    // commands.cpp
    void on_command(const Command& command);
    std::string run_command(const Command& command); ///< why it is refused; empty: done
    std::string command_start(const Command& command);
    std::string command_update(const Command& command);
    std::string command_result(const Command& command);
    std::string command_draw(const Command& command);
    std::string command_rule(const Command& command);
    std::string command_foul(Side side, const std::string& kind, const std::string& article,
                             const std::string& by);
    std::string command_correct(const Command& command);
    std::string command_edit(const Command& command);
    std::string command_confirm_position(const Command& command);
    void adopt_position(const xiangqi::Position& position, const std::string& why);
    void settle_alerts_by_arbiter();
    void forget_alert(const std::string& id);
    void reopen(); ///< a game that had ended goes on

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
    GameInfo next_info_; ///< told before the next game stands
    std::string game_name_;

    Instant now_;
    EffectSink* sink_ = nullptr;
    Debouncer debouncer_;
    inference::Tracker tracker_;
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
    std::optional<Instant> start_since_; ///< the start position has stood since
    std::optional<Instant> differs_since_;
    std::string set_up_alert_;

    IllegalState illegal_;
    std::vector<RetakenMove> retaken_;
    std::vector<MovedOn> moved_on_;
    std::vector<TouchFoulTold> touch_fouls_;
    std::string disturbed_alert_;
    std::string ended_result_ = "*";
    bool was_taken_back_ = false;
    bool swept_ = false;            ///< the board is being cleared, or set up anew
    bool start_after_back_ = false; ///< the board came back with the start position
    bool await_last_press_ = false; ///< ended on the board by a ply whose press may still come
    int out_of_turn_ply_ = -1;      ///< noticed once a ply
    std::array<std::optional<Instant>, 2> adjust_said_;
    std::array<int, 2> fouls_{};
    std::optional<Side> draw_offer_;
    std::string flag_alert_;
    std::string lost_board_alert_, lost_clock_alert_;
    std::string reboot_alert_, sync_alert_;
    std::string board_state_ = "in-position";
    std::bitset<xiangqi::points> suspects_; ///< points doubted since the start
    std::optional<Instant> clock_back_;
    int clock_errors_ = 0;
};

} // namespace jipu
