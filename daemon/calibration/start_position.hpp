// SPDX-License-Identifier: Apache-2.0
// Finds a board's wiring from a position that is known to stand on it, by trying every way in which
// lines are usually exchanged, and asks for single pieces where the position looks the same in
// several. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "daemon/calibration/board_lines.hpp"

namespace jipu::calibration {

/// To be asked of who sits at the board: lift the piece of this point, or lay one on it.
struct Question {
    PointIndex point = no_point;
    bool lift = false;
    friend bool operator==(const Question&, const Question&) = default;
};

/// The ways that are tried: ranks and files each as they are or the other way round, with two of
/// them exchanged or none; every second rank running back; a chain of registers in every order that
/// a wiring file has a word for; the poles exchanged. Any other way wants a walk.
class StartSearch {
  public:
    /// `standing`: by point what stands there; `seen`: the bits that are on.
    StartSearch(const BoardWiring& old, std::vector<Level> standing, const Bits& seen);

    /// Whether one of the ways explains what is seen but for a few points. Else the position is not
    /// the one that stands there, or the wiring is none of these.
    bool fits() const;
    /// How many wirings still explain it equally well.
    std::size_t left() const { return ways_.size(); }
    /// What would tell most of them apart; nullopt: one is left, or nothing that was not asked
    /// does.
    std::optional<Question> next() const;
    /// The bits that changed when it was done; none: nothing was seen.
    void answer(const Question& question, const Bits& changed);

    /// By the simplest of the wirings that are left. Where several are, a finding says so.
    FoundWiring found() const;

  private:
    struct Way {
        std::vector<PointIndex> sites; ///< by point: where it answers in the old wiring
        bool exchanged = false;        ///< the poles
        std::size_t cost = 0;          ///< bits that it does not explain
        friend bool operator==(const Way&, const Way&) = default;
    };
    void try_lines();
    void try_chains();
    /// Keeps the way if no other explains more.
    void keep(const std::vector<PointIndex>& sites);
    void keep_different();
    PointBits two_bits_of(const Way& way, std::size_t point, Level magnet) const;
    Bits bits_of(const Way& way, std::size_t point, Level magnet) const;
    std::size_t cost_of(const Way& way) const;
    std::size_t worth(std::size_t point) const;
    const Way& simplest() const;
    std::vector<bool> in_dead_lines(const Way& way) const;
    void say_extra(const Way& way, FoundWiring& found) const;
    bool say_ghosts(const std::vector<std::uint8_t>& expected, FoundWiring& found) const;

    BoardWiring old_;
    Grid grid_;
    std::vector<Level> standing_;
    std::vector<std::uint8_t> seen_; ///< by bit
    std::size_t seen_count_ = 0;
    std::vector<Way> ways_; ///< all of the same cost
    std::vector<bool> asked_;
};

} // namespace jipu::calibration
