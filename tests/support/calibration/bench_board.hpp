// SPDX-License-Identifier: Apache-2.0
// A board on the bench with mistakes in its wiring: which bits answer to a magnet at which point.
// Bits are numbered as the old wiring numbers them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemon/calibration/walk.hpp"

namespace jipu::test {

inline PointIndex point_at(const std::string& name) {
    return static_cast<PointIndex>(name[0] - 'a' + 9 * (name[1] - '0'));
}

class BenchBoard {
  public:
    explicit BenchBoard(BoardWiring old) : old_(std::move(old)), truth_(old_.points) {}

    /// A board of 9 x 10 as the examples of config/boards wire them.
    static BoardWiring matrix(Sensors sensors) {
        BoardWiring wiring = empty(sensors);
        const std::size_t columns = sensors == Sensors::hall ? 18 : 9;
        for (std::size_t i = 0; i < 10; ++i)
            wiring.matrix.rows.push_back({"chip", "r" + std::to_string(i)});
        for (std::size_t i = 0; i < columns; ++i)
            wiring.matrix.columns.push_back({"chip", "c" + std::to_string(i)});
        for (std::size_t p = 0; p < 90; ++p) {
            wiring.points[p].first = static_cast<std::uint16_t>(p / 9 * columns + p % 9);
            if (sensors == Sensors::hall)
                wiring.points[p].second = static_cast<std::uint16_t>(wiring.points[p].first + 9);
        }
        return wiring;
    }
    static BoardWiring registers(Sensors sensors, PoleCode poles = PoleCode::north_south) {
        BoardWiring wiring = empty(sensors);
        wiring.poles = poles;
        wiring.shift.bits = 192;
        wiring.shift.spi = "/dev/spidev0.0";
        for (std::size_t p = 0; p < 90; ++p) {
            const std::size_t bit = sensors == Sensors::hall ? 2 * p : p;
            wiring.points[p].first = static_cast<std::uint16_t>(bit);
            if (sensors == Sensors::hall)
                wiring.points[p].second = static_cast<std::uint16_t>(bit + 1);
        }
        return wiring;
    }

    /// The board's ranks and files hang as `site(file, rank)` says in the old wiring.
    template <typename Site>
    void hang(Site site) {
        const std::vector<PointBits> before = truth_;
        for (std::size_t p = 0; p < 90; ++p) {
            const auto [file, rank] = site(p % 9, p / 9);
            truth_[p] = before[file + 9 * rank];
        }
    }
    void swap_files(std::size_t one, std::size_t other) {
        hang([=](std::size_t file, std::size_t rank) {
            return std::pair(file == one ? other : file == other ? one : file, rank);
        });
    }
    void swap_ranks(std::size_t one, std::size_t other) {
        hang([=](std::size_t file, std::size_t rank) {
            return std::pair(file, rank == one ? other : rank == other ? one : rank);
        });
    }
    void mirror_files() {
        hang([](std::size_t file, std::size_t rank) { return std::pair(8 - file, rank); });
    }
    void mirror_ranks() {
        hang([](std::size_t file, std::size_t rank) { return std::pair(file, 9 - rank); });
    }

    /// The bits that a magnet at the point wakes.
    std::set<std::uint16_t> woken(std::size_t point, Level magnet) const {
        std::set<std::uint16_t> bits;
        const auto add = [&](const PointBits& at) {
            if (magnet == Level::on || old_.poles == PoleCode::magnet_north) bits.insert(at.first);
            if (magnet == Level::north)
                bits.insert(old_.poles == PoleCode::north_south ? at.first : at.second);
            if (magnet == Level::south && old_.poles == PoleCode::north_south)
                bits.insert(at.second);
        };
        add(truth_[point]);
        for (const auto& [a, b] : doubled)
            if (a == point) add(truth_[b]);
        const auto direct = bits;
        for (const auto& [a, b] : joined) {
            if (direct.count(a) != 0) bits.insert(b);
            if (direct.count(b) != 0) bits.insert(a);
        }
        for (const std::uint16_t bit : dead)
            bits.erase(bit);
        return bits;
    }

    calibration::Walk walk() const {
        calibration::Walk walk;
        walk.stuck.assign(stuck.begin(), stuck.end());
        const bool hall = old_.sensors == Sensors::hall;
        for (std::size_t p = 0; p < 90; ++p) {
            for (const Level magnet : {Level::on, Level::north, Level::south}) {
                if ((magnet == Level::on) == hall) continue;
                if (magnet == Level::south && !both_poles) continue;
                calibration::Touch touch{static_cast<PointIndex>(p), magnet, {}};
                for (const std::uint16_t bit : woken(p, magnet))
                    if (stuck.count(bit) == 0) touch.bits.push_back(bit);
                walk.touches.push_back(std::move(touch));
            }
        }
        return walk;
    }

    /// What is on while these stand.
    calibration::Bits seen(const std::vector<Level>& standing) const {
        std::set<std::uint16_t> bits = stuck;
        for (std::size_t p = 0; p < 90; ++p)
            if (is_on(standing[p])) bits.merge(woken(p, standing[p]));
        return {bits.begin(), bits.end()};
    }

    /// The start position of xiangqi.
    static std::vector<Level> start(Sensors sensors) {
        std::vector<Level> standing(90, Level::off);
        for (const char* name : {"a0", "b0", "c0", "d0", "e0", "f0", "g0", "h0", "i0", "b2", "h2",
                                 "a3", "c3", "e3", "g3", "i3"}) {
            const bool hall = sensors == Sensors::hall;
            const PointIndex red = point_at(name);
            standing[red] = hall ? Level::north : Level::on;
            standing[89U - red] = hall ? Level::south : Level::on;
        }
        return standing;
    }

    /// By point: the wires of its bits by their names, which no order of lists changes.
    std::vector<std::pair<std::string, std::string>> truth() const { return wires(old_, truth_); }
    static std::vector<std::pair<std::string, std::string>> wires(const BoardWiring& wiring) {
        return wires(wiring, wiring.points);
    }
    PointBits bits(const std::string& point) const { return truth_[point_at(point)]; }
    void set_bits(const std::string& point, PointBits bits) { truth_[point_at(point)] = bits; }
    const BoardWiring& old() const { return old_; }

    std::set<std::uint16_t> dead, stuck;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> joined; ///< bits that answer together
    std::vector<std::pair<std::size_t, std::size_t>> doubled; ///< a magnet at one wakes the other
    bool both_poles = true; ///< hall: walked with a black piece too

  private:
    static BoardWiring empty(Sensors sensors) {
        BoardWiring wiring;
        wiring.sensors = sensors;
        wiring.points.resize(90);
        return wiring;
    }
    static std::vector<std::pair<std::string, std::string>>
    wires(const BoardWiring& wiring, const std::vector<PointBits>& points) {
        const auto name = [&](std::uint16_t bit) -> std::string {
            if (bit == no_bit) return "-";
            const std::size_t columns = wiring.matrix.columns.size();
            if (columns == 0) return std::to_string(bit);
            return wiring.matrix.rows[bit / columns].line + " " +
                   wiring.matrix.columns[bit % columns].line;
        };
        std::vector<std::pair<std::string, std::string>> out;
        for (const PointBits& at : points)
            out.emplace_back(name(at.first), name(at.second));
        return out;
    }

    BoardWiring old_;
    std::vector<PointBits> truth_;
};

} // namespace jipu::test
