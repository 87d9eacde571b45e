// SPDX-License-Identifier: Apache-2.0
// Runs the two clocks of a game by a time control: what each side has used and left, its period,
// its quota, and when a flag falls (000/4.2.1, 000/4.2.2, 001/6, 003/3). Pure: time comes in as
// Instants that never decrease. It judges nothing: a fallen flag is a fact, what it means is the
// arbiter's.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/base/ids.hpp"
#include "rules/timing/time_control.hpp"

namespace jipu {

/// What one side's clock shows at an instant.
struct ClockReading {
    Duration used{}; ///< in the whole game
    /// Periods with quotas: what was given in the whole game, up to the end of this period; without
    /// a device, and but for what an arbiter sets, `used` and `remaining` together. Else 0.
    Duration given{};
    Duration
        remaining{};    ///< in this period, block or reading; per-move: of the move and the reserve
    Duration reserve{}; ///< per-move: what is left of the reserve; else 0
    int period = 1;     ///< from 1; goes on counting while the last one repeats
    int moves = 0;      ///< made in the whole game
    int moves_to_go = 0;     ///< before this period's time is used up; 0: none, or no quota
    int quota = 0;           ///< moves that this period (or block) demands; 0: none
    int moves_in_period = 0; ///< made towards it, carried ones too
    /// Byo-yomi: the readings left, the present one included.
    std::optional<int> periods_left;
    bool flag_fallen = false;
    Instant fell_at{}; ///< meaningful when the flag has fallen
};

class GameClock {
  public:
    /// Both clocks stand. A control without periods counts up what is used, and no flag falls.
    explicit GameClock(TimeControl control);

    const TimeControl& control() const { return control_; }
    /// Has the control quotas in every period, so that clocks can be set back (000/4.2.1(4))?
    bool of_quotas() const;

    /// Lets this side's clock run (and the other stand); no move is counted. Ends a pause.
    void start(Instant at, Side side);
    /// The side has moved and pressed: its move counts, its increment is given, the other's clock
    /// runs. While paused the turn changes and both stand. False, and nothing happens, when it is
    /// not this side's turn or the game was never started.
    bool press(Instant at, Side side);
    /// The side has pressed after a move that does not count (an illegal one, 000/4.2.1(1)): its
    /// clock stands and the other's runs. False, and nothing happens, when it is not its turn.
    bool press_in_vain(Instant at, Side side);
    /// The move of such a press counts after all: it was answered.
    void count_after_all(Instant at, Side side);
    /// So many moves of the side stand in the record: moves that were taken back, or that were put
    /// in, change what this period has too. What an earlier period lacks then has to be made in the
    /// present one: the time of the earlier stays used (000/4.2.1(4)).
    void set_moves(Instant at, Side side, int moves);
    /// So many of the side's last moves do not count towards its quota, which is not yet over
    /// (000/4.2.1(5)); below 0: they count after all.
    void discount(Side side, int moves);
    /// Both clocks stand until resume().
    void pause(Instant at);
    void resume(Instant at);

    /// Whose clock runs; nullopt: none.
    std::optional<Side> running() const { return paused_ ? std::nullopt : turn_; }
    /// Whose turn it is by the clock; nullopt before start().
    std::optional<Side> turn() const { return turn_; }

    /// What the side's clock shows at `at`, which must not be before the last event.
    ClockReading reading(Side side, Instant at) const;
    /// The instant at which the running side's flag falls if nothing else happens; nullopt when
    /// none can or when it has fallen.
    std::optional<Instant> next_flag() const;

    /// The arbiter sets what the side has left in its present period; a fallen flag is put up
    /// again.
    void set_remaining(Instant at, Side side, Duration remaining);

    // game_clock_corrections.cpp: what the arbiter does to a clock by an article
    /// Charges this side with time that it did not think: periods end and the flag falls as ever.
    void charge(Instant at, Side side, Duration span);
    /// What the side has used by what its clock shows: what the periods gave so far, less what is
    /// left; nullopt when a period other than a quota of moves is among them.
    std::optional<Duration> shown_used(Side side, Instant at) const;
    /// Sets the side back to so many moves in so much time, as if it had made its quotas first and
    /// moved on when their times were used up. False, and only the moves are set, when
    /// shown_used() knows nothing.
    bool set_back(Instant at, Side side, Duration used, int moves);
    /// A device shows what the side has left: that counts, and between its readings no period ends
    /// and no flag falls by counting. A fallen flag stays fallen.
    void show(Instant at, Side side, Duration left);
    /// The device does not show this side's time any more: it is counted from here.
    void count_alone(Instant at, Side side);
    /// The device showed at `at` that the side's time was used up: the next period begins, or the
    /// flag falls.
    void run_out(Instant at, Side side);

  private:
    /// One side's clock, up to the last event.
    struct SideClock {
        std::size_t period = 0; ///< index in the control
        int number = 1;         ///< from 1, repeats counted
        Duration left{};        ///< of the period, block, reading, move or (in_reserve) reserve
        Duration reserve{};
        bool in_reserve = false;
        int moves_in_period = 0;
        int owed = 0; ///< moves that earlier periods lack since they were taken back
        std::vector<int> made_by_end; ///< moves of the whole game at each earlier period's end
        int readings_left = 0;
        Duration used{}, given{};
        int moves = 0;
        std::optional<Instant> fell;
        bool shown = false; ///< by a device
    };

    void enter(SideClock& clock, std::size_t period, int carried_moves) const;
    bool go_on(SideClock& clock) const;
    void consume(SideClock& clock, Duration span, Instant from) const;
    void count_move(SideClock& clock) const;
    void recount(SideClock& clock) const;
    void settle(Instant at);
    SideClock& of(Side side) { return sides_[index_of(side)]; }

    TimeControl control_;
    std::array<SideClock, 2> sides_;
    std::optional<Side> turn_;
    bool paused_ = false;
    Instant last_{};
};

} // namespace jipu
