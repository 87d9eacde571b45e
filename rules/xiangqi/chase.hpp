// SPDX-License-Identifier: Apache-2.0
// What one side could win with its next move: the captures that pay after the exchanges that
// follow, at once or by a series of checks (捉, 1999 art. 29). It compares nothing with the move
// before and gives no label: labels.hpp does.
#pragma once

#include <vector>

#include "rules/xiangqi/material.hpp"
#include "rules/xiangqi/movement.hpp"
#include "rules/xiangqi/repetition_rules.hpp"

namespace jipu::xiangqi {

/// One way to win something. Points are those of the position that was looked at.
struct Threat {
    Point attacker = 0;    ///< the piece that moves first
    Point target = 0;      ///< what is won
    Move first;            ///< the move that carries the threat out; a check when `by_check`
    bool by_check = false; ///< checks, or another capture, come before the gain
    bool even = false;     ///< each side takes what it can: equal, not a gain
    bool joint = false;    ///< more than one piece is needed, or the target has too few roots
    bool grave = false;    ///< world rules: of a rook by a cannon, or of one that a horse pins
};

struct ChaseLimits {
    int checks = 3;   ///< checks in a row before the capture
    int answers = 2;  ///< checks with which the other side may answer a capture
    int depth = 10;   ///< plies of an exchange
    int nodes = 1500; ///< positions looked at for one question
};

/// What the side to move could do.
struct Prospects {
    std::vector<Threat> threats;
    std::vector<Move> exchanges; ///< captures of equals that could as well capture: 兑
    std::vector<Move> duels;     ///< the same where the equal would lose by capturing
};

/// Everything that pays for the side to move. While it is in check, its captures are looked at as
/// if the check were not there: what it could have won but for that check. `old`: captures that a
/// series of checks may not end with, since they were there before.
Prospects prospects_of(const Position& position, const RepetitionRules& rules,
                       const std::vector<Move>& old = {}, ChaseLimits limits = {});

/// Does the capture pay on its own point, nothing else being looked at?
bool pays_on_its_point(const Position& position, Move capture, const RepetitionRules& rules);

} // namespace jipu::xiangqi
