// SPDX-License-Identifier: Apache-2.0
// Simulated hands: a list of moves becomes raw, bouncing edges and presses as people make them,
// with the alerts that they deserve. Pure and seeded; the rules of movement stay with the caller,
// who says per ply what the hands must know.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hal/api/levels.hpp"
#include "hal/sim/random.hpp"
#include "hal/sim/script.hpp"
#include "rules/base/ids.hpp"

namespace jipu::sim {

/// The lengths by which the hands tell what they deserve: the table's `[sensing]` settings of the
/// same names, in milliseconds.
struct HandsThresholds {
    std::int64_t debounce_ms = 10;
    std::int64_t settle_ms = 250;
    std::int64_t placed_ms = 1000;
    std::int64_t adjust_ms = 400;
    std::int64_t illegal_ms = 1500;
    std::int64_t no_press_ms = 10000;
};

/// What the hands do, how often and how long. Times in milliseconds unless said.
struct HandsConfig {
    HandsThresholds thresholds;

    Range think_ms{500, 90'000}; ///< from the opponent's press to the lift; each doubling alike
    Range travel_ms{100, 1500};  ///< from the lift to the placement, without stop-overs
    Range press_ms{20, 2000};    ///< from the placement to the press

    PerMillion bounce = one_in(2); ///< of all edges
    Range bounce_flips{0, 6};      ///< the extra flips; rounded down to an even number
    Range bounce_us{200, 5000};    ///< how long the burst lasts, microseconds

    PerMillion slide = one_in(2); ///< of straight moves with an empty point in between
    Range stop_ms{20, 120};
    PerMillion long_stop = one_in(20); ///< of the same moves: one stop-over is long
    Range long_stop_ms{120, 600};

    /// Weights of the capture styles, in the order of CaptureStyle.
    std::array<std::uint32_t, capture_styles> capture_weights{1, 1, 1, 1, 1};
    Range gap_ms{15, 150};              ///< on_top, pushed: the target is empty so long
    Range on_top_ms{30, 400};           ///< captor upon victim, until the victim is pulled out
    Range together_us{0, 8000};         ///< both lifts within this, microseconds, either first
    Range other_hand_ms{50, 700};       ///< between the lifts of captor and victim
    PerMillion pole_change = one_in(2); ///< hall, on_top: a direct change of pole without a gap

    PerMillion nudge = one_in(10); ///< before a move, a piece of either side
    Range nudge_ms{30, 350};
    PerMillion hesitation = one_in(10);      ///< before a move
    PerMillion hesitation_other = one_in(2); ///< of hesitations: with another own piece
    Range hesitation_ms{410, 10'000};

    PerMillion quick_reply = one_in(5); ///< of replies: half after, half before the press
    Range quick_reply_ms{30, 300};
    PerMillion no_press = one_in(10);

    /// What hands keep: after a nudge or a hesitation before the move's lift; on the board before a
    /// quick reply begins; ... if the reply lifts this very piece.
    Range regrip_ms{150, 900};
    std::int64_t reply_rest_ms = 60;
    std::int64_t recapture_rest_ms = 150;

    // Extras, off by default. Each has its deserved alert.
    PerMillion illegal_corrected = 0; ///< set on a wrong point, put back, then moved rightly
    Range illegal_rest_ms{300, 4000};
    PerMillion illegal_pressed = 0; ///< ... and pressed before it was put back
    PerMillion placed_breach = 0;   ///< rests on another legal point, then goes on
    Range placed_breach_ms{1100, 4000};
    PerMillion early_press = 0;   ///< pressed before anything was moved
    PerMillion touched_enemy = 0; ///< an enemy piece lifted and put back before the move

    // Mishaps, off by default: of the plies that begin in time to think and leave room for them,
    // unless said. What each deserves or allows stands beside its code.
    PerMillion silent_capture = 0; ///< of all captures; hall: the pole turns
    PerMillion knock = 0;
    PerMillion knock_in_hand = one_in(2); ///< of the knocks: with the moving piece in the hand
    Range knocked{2, 8};                  ///< pieces
    Range knock_within_ms{10, 300};
    Range knock_back_ms{3000, 30'000};
    PerMillion knock_adjusted = one_in(3); ///< of the pieces: lifted twice more
    PerMillion sleeve = 0;
    PerMillion sleeve_in_hand = one_in(2); ///< of the sleeves: with the moving piece in the hand
    Range sleeved{2, 5};                   ///< pieces
    Range sleeve_ms{20, 300};
    PerMillion fall = 0; ///< a third of them: in the air when the ply is placed
    Range fall_ms{2000, 8000};
    PerMillion stray = 0; ///< of captures: the piece taken is on the board again from the reply on
    Range stray_plies{2, 6};
    PerMillion swapped_set_up = 0; ///< of games: put right before the first move
    PerMillion rest_on_way = 0;    ///< of straight moves with an empty point in between
    Range rest_on_way_ms{600, 5000};
    PerMillion beside = 0; ///< half of them upon the sensor of another point, the others upon none
    Range beside_ms{300, 8000};
    PerMillion sweep = 0;     ///< of games, after their end
    PerMillion next_game = 0; ///< of games: the pieces are set up again on the spot
};

/// One thing that a hand is told to do before a ply, by who plants breaches and knows their law.
struct Deed {
    enum class Kind : std::uint8_t { lift, put, press, say, wait };
    Kind kind = Kind::lift;
    Duration after{0};           ///< since the deed before it; the first: since the turn's thinking
    PointIndex point = no_point; ///< lift, put
    Side side = Side::first;     ///< put: whose piece; press: whose press
};

/// What the hands must know of one ply; the rules that make it so are the caller's.
struct PlyFacts {
    PointIndex from = no_point;
    PointIndex to = no_point;
    Side side = Side::first;
    bool captures = false;
    /// False: a move against the rules that stands; it is pressed and answered.
    bool legal = true;
    /// Own pieces that have a legal move in the position before this ply, the moving one too.
    std::vector<PointIndex> movable;
    /// Enemy pieces that some legal move takes, in the position before this ply.
    std::vector<PointIndex> capturable;
    /// Which own piece could legally take which enemy piece, in the position before this ply.
    struct Taking {
        PointIndex from = no_point;
        PointIndex to = no_point;
        friend bool operator==(const Taking&, const Taking&) = default;
    };
    std::vector<Taking> takings;
    /// Of a capture: own pieces that could legally take the same victim, the moving one too.
    std::vector<PointIndex> takers;
    /// Where the moving piece could legally go to an empty point, without `to`. May be empty.
    std::vector<PointIndex> quiet_targets;
    /// Empty points where the moving piece may not go. May be empty: then no such extra happens.
    std::vector<PointIndex> wrong_targets;
    /// Done before the move, in time to think; then the hands do nothing of their own but brush.
    /// They leave the board as it was, but for the moving piece on `carried`.
    std::vector<Deed> deeds;
    PointIndex carried = no_point; ///< where the deeds leave the moving piece; no_point: on `from`
};

/// Who stands where at the start; indexed by PointIndex.
struct Arrangement {
    int width = 9;
    std::vector<std::optional<Side>> pieces;
};

/// The scan of an arrangement.
ScanFrame scan_of(const Arrangement& arrangement, Sensors sensors);

/// Plays `plies` from `start`. The same arguments give the same script everywhere. Asserts that
/// every ply moves a piece of its side and that `captures` is true of the arrangement.
Script play_by_hand(const Arrangement& start, std::span<const PlyFacts> plies, Sensors sensors,
                    const HandsConfig& config, std::uint64_t seed);

} // namespace jipu::sim
