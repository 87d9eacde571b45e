// SPDX-License-Identifier: Apache-2.0
// Which alert each deed of the hands deserves, and by which row of the contract's table "What
// happens, case by case". Decided from the deed and the thresholds alone; no tracker is asked.
#pragma once

#include <optional>
#include <vector>

#include "hal/sim/hands.hpp"
#include "hal/sim/script.hpp"

namespace jipu::sim {

/// "own piece lifted over `adjust_ms` and put back ... then another piece's move is placed:
/// `touch-move` with `must`, observed; `completed` at the press" (000/4.1.1(1)). Only if the piece
/// had a legal move: one that cannot move at all obliges to nothing.
/// `ends`: the ply is neither pressed nor answered.
DeservedAlert touch_move(int ply, Side side, PointIndex touched, bool ends);

/// "a finished move without a press is noticed after" no_press_ms, unless it was answered before:
/// the reply placed and rested.
DeservedAlert no_press(int ply, Side side);

/// "an illegal placement rests `illegal_ms` unpressed: `illegal-move` observed"; "pressed: raised
/// or updated to `completed`, at once" (000/3.6.3(1)).
DeservedAlert illegal_move(int ply, Side side, bool pressed);

/// "provisional, the piece goes on to another point: ... if it had rested `placed_ms`:
/// `placed-piece`, observed" (000/4.1.2); the grade is `completed` once pressed or answered.
DeservedAlert placed_piece(int ply, Side side, PointIndex from, PointIndex placed, bool ends);

/// "press with nothing moved: `early-press`; the turn stays" (000/4.2.1(2)).
DeservedAlert early_press(int ply, Side side);

/// "opponent's piece lifted over `adjust_ms` and put back: remembered; who did it is unknown ...:
/// at the breach `touch-capture`, grade `notice` and side `unknown`" (000/4.1.1(2)). Only if some
/// piece could take it.
DeservedAlert touch_capture(int ply, PointIndex touched);

/// What the hands touched in one turn over `adjust_ms` and put back: an own piece, then one of the
/// opponent's; either may be absent (no_point).
struct Touched {
    PointIndex own = no_point;
    PointIndex other = no_point;
};
/// What `touched` deserves when the ply of `facts` follows, which does not take `touched.other`:
/// one alert, for the cases of 000/4.1.1 make one duty of several touches. Whose hand was on the
/// enemy piece nobody knows: certain is what is owed if it was not the player's.
std::optional<DeservedAlert> touch_alert(int ply, const PlyFacts& facts, const Touched& touched,
                                         bool ends);

/// What an unpressed move and its reply deserve.
struct AnswerTimes {
    Duration placed{0};          ///< the unpressed move stands
    Duration earliest_answer{0}; ///< the reply may count from here on
    Duration latest_answer{0};   ///< its last placement
};

/// Would it depend on milliseconds that nobody fixed whether the notice is deserved? Then the hands
/// wait: this is by how much the reply must begin later; zero when all is clear.
Duration unclear_by(const AnswerTimes& times, const HandsThresholds& thresholds);
/// Was the move noticed as unpressed before the reply had rested? Asks for clear times.
bool noticed_unpressed(const AnswerTimes& times, const HandsThresholds& thresholds);

} // namespace jipu::sim
