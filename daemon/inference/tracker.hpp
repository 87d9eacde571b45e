// SPDX-License-Identifier: Apache-2.0
// Long because one class holds the set of explanations; its functions are parted among files.
// Follows the hands: a bounded, weighted set of explanations, each extended by every stable edge
// and every press, pruned by the rules of movement and by weight. Says which one the board shows.
// Pure: no clock, no notation, no article; what is owed to the arbiter is decided by the table.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "daemon/inference/flicker.hpp"
#include "daemon/inference/hypothesis.hpp"
#include "daemon/sensing/debounce.hpp"
#include "hal/api/levels.hpp"

namespace jipu::inference {

struct TrackerSettings {
    Sensors sensors = Sensors::reed;
    Duration settle{};   ///< a reply that has rested this long answers the ply before it
    Duration adjust{};   ///< a piece back within this was brushed, not touched
    Duration placed{};   ///< a legal placement that rested so long was put down for good
    bool presses = true; ///< a clock is pressed; without one only replies tell what was meant
};

/// Does a sensor at this level show this piece; where there is none: nothing?
bool shows(Sensors sensors, Level level, Piece piece);

/// May a piece that is pushed have come from `from` to `to` while its old sensor still showed it?
bool pushed_along(Point from, Point to);

class Tracker {
  public:
    explicit Tracker(TrackerSettings settings);

    /// Begins anew: `history` holds every position of the game so far (at least one), the last is
    /// to be played from; `plies` led from each to the next; `sensed` are the stable levels now.
    /// Points whose sensor differs are phantoms.
    void reset(std::span<const Position> history, std::span<const DecidedPly> plies,
               std::span<const Level> sensed);
    /// Forgets everything, what was learnt of the sensors too; reset() has to follow. Allocates
    /// nothing.
    void forget();
    /// Nothing has changed since `at`: the first scan came.
    void begin_at(Instant at) { newest_edge_ = at; }
    /// Nobody watched the board between these two: what the scan of `until` shows as put back may
    /// have been put back at once.
    void unwatched(Instant since, Instant until) { unwatched_ = {since, until}; }
    /// The board came back showing the position after `ply`, the latest or an earlier one: the
    /// record stands.
    void stand_at(int ply, std::span<const Level> sensed, Instant at);
    /// Lost: does the board stand as before the present ply, but for a piece of the side to move,
    /// which is in the hand or has made a ply? Then it is followed from there.
    bool resume_ply(Instant at);
    /// The record was edited: begins anew, but what belongs to the present turn stays as it is
    /// believed: what stands where, who holds what, what was touched. False, and nothing happens,
    /// when the edit changed what that rests on.
    bool edit(std::span<const Position> history, std::span<const DecidedPly> plies);
    /// These sensors are not to be believed, until they show a piece rightly.
    void doubt(const std::bitset<xiangqi::points>& points);
    /// What has been lifted since then, and stands again or will on its point, was nobody's touch.
    void forget_touches(Instant since);
    /// The board has to be put right first: nothing is followed until expected() stands.
    void wait_for_expected() { lost_ = must_stand_ = disagreements(expected_) > 0; }
    /// Begins a game.
    void reset(const Position& start, std::span<const Level> sensed) {
        reset(std::span(&start, 1), {}, sensed);
    }

    /// Extends every explanation by a stable edge. Edges come in the order of their times.
    void edge(const StableEdge& edge);
    /// The edges of one look: each by itself, but where a whole row or column of points falls
    /// silent, or comes back, at once, a wire is broken there and nothing was lifted.
    void edges(std::span<const StableEdge> edges);
    /// Extends every explanation by a press.
    PressMeans press(Side side, Instant at);
    /// Decides plies that a rested reply has answered. True when anything was decided.
    bool decide_answered(Instant now);
    /// When, after `now`, decide_answered() could next decide something; nullopt: not without
    /// another event.
    std::optional<Instant> next_answer(Instant now) const;
    /// Decides the shown ply of the likeliest explanation by the arbiter's word.
    void decide_shown(Instant at);

    /// The likeliest explanation.
    const Hypothesis& best() const { return alive_.front(); }
    int alive() const { return static_cast<int>(alive_.size()); }
    /// What the likeliest explanation has cost since the last reset.
    double spent() const;
    /// How much dearer the best explanation with another record is; large when there is none.
    double margin() const;
    /// The same for explanations in which another move has been made or stands at ply `ply`.
    double margin_at(int ply) const;
    /// The same for explanations in which no illegal ply was pressed.
    double margin_of_breach() const;
    /// The same for explanations in which the sensor of this point is sound.
    double margin_of_fault(Point p) const;
    /// The illegal move that may stand although the likeliest explanation holds its piece in the
    /// hand: of the cheapest explanation in which it does; nullopt: none is followed.
    std::optional<Move> perhaps_illegal() const;
    /// The moves which the explanations near the best give for the decided ply `ply` (1 = first),
    /// best first; without duplicates. Near is within model::doubt; where nothing was seen of the
    /// ply, every explanation is.
    FixedList<Move, 24> candidates(int ply) const;

    /// Too much has moved to follow single pieces: waiting until expected() stands again.
    bool lost() const { return lost_; }
    /// ... and nothing less: no earlier position either.
    bool must_stand() const { return must_stand_; }
    /// What should stand: the last board that was understood.
    const Board& expected() const { return expected_; }
    /// Does the sensor of this point show what the board expects?
    bool agrees(const Board& board, Point p) const;
    /// Points whose sensor differs from `board`.
    int disagreements(const Board& board) const;

    /// Pieces that the likeliest explanation leaves where they stood, or holds in the air, beside a
    /// sensor that closed of itself within the same hand; neither point has changed since. That is
    /// rather a piece that was pushed there than two sensors that fail at once. From the points of
    /// `pushed` one is known to have gone: it may have gone on since.
    FixedList<Move, 8> shifted(const std::bitset<xiangqi::points>& pushed = {}) const;
    /// Points whose sensor opens and closes of itself.
    const Flicker& flicker() const { return flicker_; }
    /// Positions of the agreed record, from the start.
    std::span<const Position> history() const { return history_; }
    /// The position after `ply` plies of the likeliest record.
    Position position_after(int ply) const;
    /// The decided ply number `ply` (1 = first, at most best().path()).
    DecidedPly decided(int ply) const;
    /// When the sensor of this point last changed.
    Instant last_edge(Point p) const { return last_edge_[p]; }
    Instant last_edge() const { return newest_edge_; }

  private:
    void lift(const Hypothesis& from, Point p, Instant at);
    void take_as_made(const Hypothesis& from, std::size_t child, Piece piece, bool moved);
    static void note_accident(Hypothesis& h);
    static double lifted_beside(const Hypothesis& h, const AirPiece& piece);
    static void mark_made(Hypothesis& h, int plies, Side turn);
    void slide_over(const Hypothesis& from, std::size_t child, Point p, Instant at);
    double brush(const Hypothesis& from, const AirPiece& piece) const;
    void put(const Hypothesis& from, Point p, Level level, Instant at);
    /// How pieces in the air explain a sensor that closes.
    struct Fit {
        bool fits = false;  ///< well enough
        bool aside = false; ///< what may have been taken is set down on the board
    };
    template <typename Predicate>
    void put_on_unseen(const Hypothesis& from, Point p, Level level, Instant at, Predicate may_go);
    template <typename Predicate>
    void put_fallbacks(const Hypothesis& from, Point p, Level level, Instant at, Fit fit,
                       Predicate may_go);
    template <typename Use>
    void each_dead(const Hypothesis& from, Instant at, Use use);
    void lift_beside_dead(const Hypothesis& from, Point p, Instant at);
    void lift_after_unseen(const Hypothesis& from, Point p, Instant at);
    void press_beside_dead(const Hypothesis& from, Side side, Instant at);
    void lift_after_silent(const Hypothesis& from, Point p, Instant at);
    void lift_instead(std::size_t first, Point p, Instant at);
    void press_silent(const Hypothesis& from, Side side, Instant at);
    std::optional<Hypothesis> at_turn_of(const Hypothesis& from, Side side, Instant at) const;
    void play_silent(const Hypothesis& from, Point s, Point q, double cost, ConfirmedBy by,
                     Instant at);
    void play_where_silent(const Hypothesis& from, Side side, double cost, ConfirmedBy by,
                           Instant at);
    std::optional<Hypothesis> stands_dead(const Hypothesis& from, std::size_t air) const;
    void move_unseen(Hypothesis& h, Point from, Point to, Instant at) const;
    double fault(const Hypothesis& h, Point p) const;
    void note_stuck(Hypothesis& h) const;
    std::optional<std::bitset<xiangqi::points>>
    line_at_once(std::span<const StableEdge> edges) const;
    void note_line(Hypothesis& h, Point p) const;
    static void trust(Hypothesis& h, Point p);
    Instant turn_began(const Hypothesis& h) const;
    void place(Hypothesis& h, std::size_t air, Point p, Instant at) const;
    void touch_made(Hypothesis& h, const AirPiece& piece, Instant at) const;
    void press_one(const Hypothesis& from, Side side, Instant at);
    double lifted_by_other(const Hypothesis& h, Point p, Instant pressed) const;
    void put_unseen(const Hypothesis& from, Side side, int plies, double alone, Instant at);
    template <typename CostAt>
    bool put_where(const Hypothesis& from, const Position& base, int plies, Instant at,
                   CostAt cost_at);
    bool last_brushed(const Hypothesis& h, const AirPiece& piece) const;
    void advance(Hypothesis& h, int plies, ConfirmedBy by, Instant at) const;
    void advance_one(Hypothesis& h, Move move, bool legal, ConfirmedBy by, Instant at) const;
    bool order_unknown(const Hypothesis& h) const;
    static std::size_t still_missing(const Hypothesis& h);
    int answered_plies(const Hypothesis& h, Instant now) const;
    std::optional<Instant> unseen_due(const Hypothesis& h) const;
    void read(Hypothesis& h) const;
    void take_back(Hypothesis& h) const;
    Position position_in(const Hypothesis& h, int ply) const;
    DecidedPly decided_in(const Hypothesis& h, int ply) const;
    double total(const Hypothesis& h) const;
    template <typename Predicate>
    double dearer(Predicate differs) const;
    std::optional<Move> move_at(const Hypothesis& h, int ply) const;
    Hypothesis& add(const Hypothesis& from, double cost);
    bool shows_pole(Piece piece, Level level) const;
    bool crowded() const;
    void note_phantoms(Hypothesis& h) const;
    std::optional<Point> twin_of(Point p) const;
    void resume_with(const Hypothesis& before, Point s, Instant at);
    void fall_silent(const std::bitset<xiangqi::points>& line);
    void speak_again(const std::bitset<xiangqi::points>& line);
    void order_next();
    void make_room();
    void finish_step();
    void rebase();
    bool worth_keeping(const Hypothesis& h) const;
    void settle_oldest();
    void share_past();
    void append_past(const Hypothesis& h, std::size_t plies);
    void follow_lost();

    TrackerSettings settings_;
    std::vector<Position> history_; ///< positions of the record that all explanations share
    std::vector<DecidedPly> past_;  ///< its plies: past_[k] leads to history_[k + 1]
    std::vector<Hypothesis> alive_;
    std::vector<Hypothesis> next_;
    Hypothesis spare_; ///< takes what no longer fits
    std::vector<std::pair<double, std::uint16_t>> order_;
    std::array<Level, xiangqi::points> sensed_{};
    std::array<Instant, xiangqi::points> last_edge_{};
    std::bitset<xiangqi::points> opened_;       ///< its sensor has been seen off
    std::bitset<xiangqi::points> closed_;       ///< ... on
    std::bitset<xiangqi::points> closed_alone_; ///< ... and no neighbour's with it, the last time
    std::span<const StableEdge> look_;          ///< the edges of the look that is followed now
    Landings landed_{};
    Flicker flicker_;
    Instant newest_edge_;
    FixedList<Instant, 4> latest_; ///< when the last four edges were
    Instant rested_until_;         ///< what stood then, on a reply to an unseen ply, was no passing
    Duration quiet_before_{};      ///< nothing had changed for so long before the newest edge
    std::array<Instant, 2> unwatched_{}; ///< the latest: its begin and its end
    Board expected_{};
    double spent_ = 0; ///< by the best explanation's past, of which its cost is free
    bool lost_ = false;
    bool must_stand_ = false; ///< nothing less than expected() ends that
    bool overflow_ = false;   ///< an explanation ran out of room: too much is in the air
};

} // namespace jipu::inference
