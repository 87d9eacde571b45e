// SPDX-License-Identifier: Apache-2.0
// A tracker fed edge by edge, with the sensors that it sees.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "daemon/inference/tracker.hpp"
#include "tests/unit/daemon/inference/helpers.hpp"

namespace jipu::test {

inline std::vector<Level> levels_of(const inference::Board& board, Sensors sensors) {
    std::vector<Level> out;
    for (const xiangqi::Piece piece : board)
        out.push_back(piece.empty()              ? Level::off
                      : sensors == Sensors::reed ? Level::on
                      : piece.is(Side::first)    ? Level::north
                                                 : Level::south);
    return out;
}

/// A tracker and the sensors that it sees.
struct Follow {
    explicit Follow(const xiangqi::Position& from = xiangqi::Position::start(),
                    Sensors sensors = Sensors::reed)
        : tracker({sensors, from_ms(250), from_ms(400)}), levels(levels_of(from.board(), sensors)) {
        tracker.reset(from, levels);
    }
    void set(xiangqi::Point p, Level level) {
        tracker.edge({at_ms(now), p, levels[p], level});
        levels[p] = level;
        now += 300;
    }
    void lift(std::string_view name) { set(point(name), Level::off); }
    void put(std::string_view name, Level level = Level::on) { set(point(name), level); }
    /// So many points change within one look, `apart_us` between each and the next.
    void together(std::initializer_list<std::string_view> names, Level level,
                  std::int64_t apart_us = 0) {
        std::vector<StableEdge> edges;
        std::int64_t us = now * 1000;
        for (const auto name : names) {
            const xiangqi::Point p = point(name);
            edges.push_back({instant_from_us(us), p, levels[p], level});
            levels[p] = level;
            us += apart_us;
        }
        tracker.edges(edges);
        now += 300;
    }
    /// A quiet ply of this side, pressed.
    void ply(Side side, std::string_view text) {
        lift(text.substr(0, 2));
        put(text.substr(2));
        press(side);
        now += 1000;
    }
    inference::PressMeans press(Side side) {
        tracker.decide_answered(at_ms(now));
        const inference::PressMeans means = tracker.press(side, at_ms(now));
        now += 300;
        return means;
    }
    const inference::Hypothesis& best() const { return tracker.best(); }

    inference::Tracker tracker;
    std::vector<Level> levels;
    std::int64_t now = 1000;
};

} // namespace jipu::test
