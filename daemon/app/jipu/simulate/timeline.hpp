// SPDX-License-Identifier: Apache-2.0
// What a simulated table does and when, as one list: games played by the simulated hands, the board
// swept and set up between them. Pure and seeded; it knows no device and no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "hal/sim/hands.hpp"
#include "rules/base/result.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::tool {

enum class TableEnd : std::uint8_t {
    stand, ///< the pieces stay where the game ended
    sweep, ///< they are taken off the board
    reset, ///< ... and set up again, long enough for a new game to begin
};

struct HandsChoice {
    Sensors sensors = Sensors::reed;
    std::uint64_t seed = 1;
    /// Thinking and travelling go so many times faster; bounce and what the rules measure do not.
    double speed = 1.0;
    std::optional<sim::Range> think_ms; ///< before the speed
    /// A demonstration: one illegal move pressed and put back, one breach of touch-move, and no
    /// other deed against the rules.
    bool mistakes = false;
};

/// The hands' settings for a choice.
sim::HandsConfig hands_config(const HandsChoice& choice);

/// One game as the hands play it; times from its beginning.
struct PlayedGame {
    std::vector<xiangqi::Move> moves;
    sim::Script script;
};

/// Plays the moves from the start position; the last ply is always pressed. Fails when a move
/// moves nothing, a piece of the side not to move, or onto a piece of its own.
Result<PlayedGame> play_game(std::span<const xiangqi::Move> moves, const HandsChoice& choice);

struct GameBegins {
    std::size_t game = 0;
};
struct PlyPlayed {
    std::size_t game = 0;
    std::size_t ply = 0; ///< 0 = first
};
struct GameEnds {
    std::size_t game = 0;
};
struct ClockCable {
    bool plugged_in = false;
};
struct Act {
    Duration at{0};
    std::variant<PointChange, PressReport, GameBegins, PlyPlayed, GameEnds, ClockCable> what;
};

struct CableChoice {
    std::size_t after_ply = 0; ///< of the first game, 1 = first
    Duration away{0};
};

/// All games one after the other. Times never decrease; the first game begins at 0 with the start
/// position standing.
std::vector<Act> make_timeline(std::span<const PlayedGame> games, TableEnd end, std::uint64_t seed,
                               std::optional<CableChoice> cable);

} // namespace jipu::tool
