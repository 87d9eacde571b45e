// SPDX-License-Identifier: Apache-2.0
// What the table remembers of touching until the ply in question is confirmed.
#pragma once

#include <string>
#include <vector>

#include "rules/arbiter/placed_piece.hpp"
#include "rules/arbiter/touch_move.hpp"
#include "rules/base/instant.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu {

/// An illegal move that was taken back: what had moved counts as touched (000/4.1.3(3)1).
struct RetakenMove {
    int ply = 0;
    xiangqi::Point piece = 0;
    Instant at;            ///< when it was put right
    bool led_back = false; ///< by the arbiter, later: no touch was seen of it in this turn
};

/// What had been touched before a ply that broke touch-move and that the arbiter took back: it is
/// owed when the ply is made again (000/4.1.1).
struct OwedTouch {
    int ply = 0;
    xiangqi::Position before; ///< where it was touched
    std::vector<arbiter::TouchedPiece> touched;
};

/// A placement that was moved on or put back before its ply was confirmed.
struct MovedOn {
    int ply = 0;
    xiangqi::Move placed;
    std::string alert;
    bool put_back = false;
};

/// A touch that was told as a foul by itself (001/9.1.5, 001/9.1.6).
struct TouchFoulTold {
    int ply = 0;
    xiangqi::Point point = 0;
    std::string alert;
};

} // namespace jipu
