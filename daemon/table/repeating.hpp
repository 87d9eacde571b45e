// SPDX-License-Identifier: Apache-2.0
// What the table keeps of moves that go round in a cycle. All of it follows from the record and
// from what was claimed and ruled.
#pragma once

#include <optional>
#include <string>

#include "rules/base/ids.hpp"

namespace jipu {

/// A repetition that goes on: some position has stood as often as the book demands, and since then
/// none stood for the first time. Counted in plies.
struct Repetition {
    int from = 0;             ///< the cycles to rule on begin after this ply
    int at = 0;               ///< the last ply whose position stands often enough
    int due = 0;              ///< the first such ply
    int times = 0;            ///< how often the position after `at` stands
    bool pattern = false;     ///< no repetition, but a long run of nothing but forbidden moves
    bool red_went_on = false; ///< repeated once more after `due`
    bool black_went_on = false;
};

/// What was said and heard of the present repetition.
struct RepetitionState {
    std::string alert;           ///< id; empty: not raised
    bool dismissed = false;      ///< by the arbiter: not raised again while the cycle goes on
    int told_times = 0;          ///< how often the position stood when the alert last changed
    std::optional<Side> claimed; ///< a side has asked for the ruling
    int edits = 0;               ///< the record's, when last looked at
};

/// Moves of one run of repeated attacks that do not count towards their quota (000/4.2.1(5)).
struct UncountedMoves {
    std::string alert;      ///< id; empty: none
    int last = 0;           ///< the last such ply
    bool dismissed = false; ///< by the arbiter: the moves of this run count
    int in_period = 0;      ///< how many of them in the period of the last
    int period = 0;
};

} // namespace jipu
