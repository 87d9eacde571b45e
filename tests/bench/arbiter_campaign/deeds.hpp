// SPDX-License-Identifier: Apache-2.0
// Deeds in a row, and the small questions to a position that planters ask. Lengths stay clear of
// every bound of the table's settings by a margin, so that each deed has one right answer.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/bench/arbiter_campaign/planter.hpp"

namespace jipu::arbiter_campaign {

using sim::Random;
using xiangqi::Move;
using xiangqi::Point;
using xiangqi::Position;

inline constexpr sim::Range long_ms{480, 3000}; ///< over adjust_ms: a touch
inline constexpr sim::Range apart_ms{160, 900}; ///< over together_ms: in an order
inline constexpr sim::Range tied_ms{4, 70};     ///< below it: in none

/// Writes deeds one after another.
class Doing {
  public:
    Doing(const Ply& ply, Random& random) : ply_(ply), random_(random) {}

    Doing& lift(Point p) { return add(sim::Deed::Kind::lift, p, ply_.mover()); }
    /// A piece of the side that stands on `whose` in the position before.
    Doing& put(Point p, Point whose) {
        return add(sim::Deed::Kind::put, p, ply_.before.at(whose).side());
    }
    Doing& put_piece(Point p, Side side) { return add(sim::Deed::Kind::put, p, side); }
    Doing& back(Point p) { return put(p, p); }
    Doing& press(Side side) { return add(sim::Deed::Kind::press, no_point, side); }
    Doing& say(Command command) {
        commands_.push_back(std::move(command));
        return add(sim::Deed::Kind::say, no_point, ply_.mover());
    }
    /// What must be told then.
    Doing& told(std::string words, std::optional<std::array<UsedTime, 2>> clocks = {}) {
        told_.push_back({std::move(words), clocks});
        return *this;
    }
    /// Before the next deed.
    Doing& wait(sim::Range ms) {
        wait_ += from_ms(random_.in(ms));
        return *this;
    }
    Doing& touch(Point p) { return lift(p).wait(long_ms).back(p).wait(apart_ms); }
    Planted planted(std::vector<Expected> expected) {
        if (wait_ > Duration{0}) add(sim::Deed::Kind::wait, no_point, ply_.mover());
        Planted out;
        out.deeds = std::move(deeds_);
        out.commands = std::move(commands_);
        out.expected = std::move(expected);
        out.told = std::move(told_);
        return out;
    }

  private:
    Doing& add(sim::Deed::Kind kind, PointIndex p, Side side) {
        deeds_.push_back({kind, wait_, p, side});
        wait_ = Duration{0};
        return *this;
    }

    const Ply& ply_;
    Random& random_;
    std::vector<sim::Deed> deeds_;
    std::vector<Command> commands_;
    std::vector<Told> told_;
    Duration wait_{0};
};

template <typename T>
bool has(const std::vector<T>& all, const T& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

/// The points of `side` that a hand may touch: not what the opponent has just set down.
template <typename Predicate>
std::vector<Point> points_of(const Ply& ply, Side side, Predicate which) {
    std::vector<Point> out;
    for (Point p = 0; p < xiangqi::points; ++p)
        if (ply.before.at(p).is(side) && p != ply.fresh && which(p)) out.push_back(p);
    return out;
}

template <typename T>
std::optional<T> any_of(const std::vector<T>& all, Random& random) {
    if (all.empty()) return std::nullopt;
    return all[random.index(all.size())];
}

inline bool movable(const Ply& ply, Point p) {
    return has(ply.facts->movable, PointIndex{p});
}
inline bool can_take(const Ply& ply, Point from, Point victim) {
    return has(ply.facts->takings, sim::PlyFacts::Taking{from, victim});
}
inline std::vector<PointIndex> takers(const Ply& ply, Point victim) {
    std::vector<PointIndex> out;
    for (const auto& taking : ply.facts->takings)
        if (taking.to == victim) out.push_back(taking.from);
    return out;
}

inline std::string cite(const Ply& ply, const char* state, const char* association) {
    return ply.association ? association : state;
}

} // namespace jipu::arbiter_campaign
