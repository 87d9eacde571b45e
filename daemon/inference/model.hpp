// SPDX-License-Identifier: Apache-2.0
// The model of hands and sensors: what each kind of action costs. A cost is minus the natural
// logarithm of how often it happens where something likelier could have; only differences count.
#pragma once

#include "daemon/inference/reading.hpp"
#include "rules/base/instant.hpp"

namespace jipu::inference::model {

inline constexpr double legal_place = 0;       ///< a piece goes where it may go
inline constexpr double illegal_place = 3;     ///< ... where it may not (a stop-over, a mistake)
inline constexpr double illegal_capture = 6;   ///< ... onto a piece it may not take
inline constexpr double captured_returns = 12; ///< a captured piece appears somewhere else
inline constexpr double taken_restored = 3;    ///< a piece taken earlier is put where it once stood
inline constexpr double taken_appears = 9;     ///< ... or elsewhere
inline constexpr double from_faulty = 3; ///< a piece left a point whose sensor did not show it
inline constexpr double not_dragged = 4; ///< lifted, and the point that closed just before is noise
inline constexpr double phantom = 8;     ///< a sensor says what is not there
inline constexpr double unseen_place = 4;    ///< a piece was put down and nothing was seen of it
inline constexpr double press_with_hand = 5; ///< pressed with the piece in the air
inline constexpr double press_early = 2;     ///< pressed with nothing moved
inline constexpr double press_odd = 4;       ///< pressed on a board that shows no move

/// An explanation this much dearer than the best is dropped.
inline constexpr double prune = 10;
/// With less than this between the best and another record, the record is doubtful.
inline constexpr double doubt = 2;
/// At most this many explanations are kept.
inline constexpr int most_alive = 64;

/// A piece back on its own point after `gone`: the longer it was away, the likelier it was moved.
constexpr double returned(Duration gone) {
    const double hundreds = static_cast<double>(gone.count()) / 100'000.0;
    return 1 + (hundreds < 6 ? hundreds : 6);
}

/// A capture whose victim's point was empty for only so long: a brush would have looked the same.
constexpr double capture(Duration empty) {
    const double part = static_cast<double>(empty.count()) / 300'000.0;
    return part < 1 ? 1.5 * (1 - part) : 0;
}

/// What a reading costs: players seldom leave such a board.
constexpr double reading(const Reading& r) {
    switch (r.shows) {
    case Shows::nothing:
        return 0;
    case Shows::line:
        return (r.first_legal ? 0 : 5) + (r.count == 1 ? 0 : r.count == 2 ? 0.25 : 1.5);
    case Shows::earlier:
        return 3;
    case Shows::odd:
        return 9;
    }
    return 9;
}

} // namespace jipu::inference::model
