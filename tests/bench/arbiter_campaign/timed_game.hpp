// SPDX-License-Identifier: Apache-2.0
// A game with a clock: the hands' times, lengthened until a case of the clock is beyond doubt, and
// what the flags then owe. A time case looks at it and plants itself, or finds no room.
#pragma once

#include <functional>

#include "tests/bench/arbiter_campaign/campaign.hpp"
#include "tests/bench/arbiter_campaign/time_model.hpp"

namespace jipu::arbiter_campaign {

class TimedGame {
  public:
    /// `deeds`: planted before this ply (by index), or none.
    struct Before {
        std::size_t ply = 0;
        Planted planted;
    };
    TimedGame(const test::IccsGame& game, const Run& run, const std::optional<Before>& deeds);

    const test::IccsGame& game() const { return *game_; }
    const Run& run() const { return *run_; }
    const sim::Script& script() const { return script_; }
    std::size_t plies() const { return script_.plies.size(); }
    Side mover(std::size_t i) const;
    const sim::PlyLog& log(std::size_t i) const { return script_.plies[i]; }
    Duration turn_begins(std::size_t i) const;
    /// At its press; forgotten, when the reply has rested or was pressed.
    Duration turn_ends(std::size_t i) const;
    /// The ply before which an illegal move was made, and what the sensors told in that turn.
    std::size_t deeds_ply() const { return deeds_ply_.value(); }
    Duration pressed_in_vain() const;
    Duration taken_back() const;
    Duration press(std::size_t i) const { return *log(i).press; }
    /// Is this turn apart from the ones before and after it, and pressed when all is still?
    bool is_calm(std::size_t i) const;
    /// The plies of this side that are calm, by index.
    std::vector<std::size_t> calm_turns(Side side) const;
    std::string cite(const char* state, const char* association) const;
    /// A ply of the side as it is written in alerts, and as a point of the record.
    std::string move(std::size_t i) const { return test::iccs_move(game_->moves[i]); }

    /// The hand begins to move so much later.
    void think_longer(std::size_t i, Duration more) { shift(turn_begins(i) + margin_, more); }
    /// ... after what it did in its time to think.
    void rest_longer(std::size_t i, Duration more);
    void press_later(std::size_t i, Duration more) { shift(press(i), more); }
    void forget_press(std::size_t i);

    /// All turns, by the presses.
    std::vector<Stretch> stretches() const;
    /// What is owed for the flags of both sides; false: one falls at a doubtful moment.
    /// `approximate`: the stretches are known to tenths of a second only.
    bool owe_flags(const Quotas& quotas, const std::vector<Stretch>& stretches,
                   bool approximate = false);

    TableSetup setup;
    Planted planted; ///< what the case owes, and its commands
    /// After what was said before.
    void say(Duration at, Command command);
    /// A line clock's lines instead of the presses; empty: the clock tells presses alone.
    std::vector<Event> device;
    std::vector<Event> events() const;

  private:
    void shift(Duration from, Duration more);
    bool owe_flag(const Fall& fall, Side side, bool approximate);

    /// From the press on nothing happens for so long.
    static constexpr Duration margin_ = from_ms(25);
    const test::IccsGame* game_;
    const Run* run_;
    std::optional<std::size_t> deeds_ply_;
    sim::Script script_;
    std::vector<Duration> said_at_; ///< of each command
};

/// A case of time: `deeds`, if it needs them, before the hands play; `plant` shapes the times and
/// says what is owed, or false: no room.
struct TimeCase {
    std::string name;
    std::function<bool(TimedGame&, sim::Random&)> plant;
    bool after_illegal = false; ///< an illegal move that is pressed, taken back and played again
};

/// Flags and quotas by the presses (000/4.2.1, 001/6).
void add_flag_cases(std::vector<TimeCase>& cases);
/// Coming late (000/4.2.4, 001/4.1.5).
void add_lateness_cases(std::vector<TimeCase>& cases);
/// A clock that shows the times (000/4.2.1(3)).
void add_device_cases(std::vector<TimeCase>& cases);

bool names_a_time_case(const std::string& only);
/// Plays the game by a time control, with a case of time in it.
Outcome play_timed(const test::IccsGame& game, const Run& run);

} // namespace jipu::arbiter_campaign
