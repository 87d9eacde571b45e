// SPDX-License-Identifier: Apache-2.0
// What the world rules (AXF/WXF) call a chase: a direct attack on a piece that is not protected, or
// dearer than its attacker. No series of checks, no exchange: see chase.hpp for the Chinese law.
#pragma once

#include <vector>

#include "rules/xiangqi/chase.hpp"

namespace jipu::xiangqi {

/// The attacks of the side to move; whether they are new is not said here. King and pawn may chase
/// (rule 28) and are left out, and so are attacks on a piece of the same kind that could as well
/// capture the attacker. While one of the sides is in check, the check is not looked at.
std::vector<Threat> world_attacks(const Position& position);

} // namespace jipu::xiangqi
