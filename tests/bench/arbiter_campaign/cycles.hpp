// SPDX-License-Identifier: Apache-2.0
// Cycles of moves that can be planted at a ply: four plies after which the position stands again,
// whose class is beyond doubt (plain_reading.hpp), and what the books then say of them (1999 art.
// 24; 000/1.4.1(7), 000/1.4.2(3); China 2020 art. 26; world rules 6, 22, 32).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "hal/sim/random.hpp"
#include "rules/xiangqi/position.hpp"
#include "tests/bench/arbiter_campaign/plain_reading.hpp"

namespace jipu::arbiter_campaign {

/// What the accused side's two moves and the other's two do.
struct CycleKind {
    std::string_view name;
    enum class Law : std::uint8_t { check, chase, attacks, allowed } law = Law::allowed;
    std::array<Act, 2> own{};   ///< in either order; doubtful: whatever it does
    std::array<Act, 2> other{}; ///< the same; two doubtful ones: anything but two checks
    enum class Objects : std::uint8_t { any, one, one_by_two, two } objects = Objects::any;
};
const std::vector<CycleKind>& cycle_kinds();

struct Cycle {
    const CycleKind* kind = nullptr;
    std::array<xiangqi::Move, 4> moves;
    std::array<Reading, 4> readings;
    Side accused = Side::first; ///< whose moves are `own`
};

/// Cycles of these kinds from this position, accused either side: some of those that there are. The
/// work is bounded.
std::vector<Cycle> find_cycles(const xiangqi::Position& start,
                               const std::vector<const CycleKind*>& kinds, sim::Random& random);

/// How rare in games the rarest attack is that a move makes from here.
int rarest_attack(const xiangqi::Position& position, sim::Random& random);

/// What a book says of repeated moves.
struct RepetitionArticles {
    std::string_view check, forbidden, unchanged, claim;
    bool check_loses = false; ///< at once; else the side must change
    bool by_object = false;   ///< only check, or a chase of one piece, and it loses at once
};
RepetitionArticles repetition_articles(std::string_view book);

} // namespace jipu::arbiter_campaign
