// SPDX-License-Identifier: Apache-2.0
// What there is to say of an assignment: first of whole lines, then of single points, so that one
// mistake of the solderer is one finding.
#include "daemon/calibration/find_wiring.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "daemon/calibration/assignment.hpp"
#include "daemon/calibration/line_words.hpp"
#include "daemon/calibration/matrix_lines.hpp"

namespace jipu::calibration {
namespace {

class Describer {
  public:
    Describer(const BoardWiring& old, const Walk& walk)
        : walk_(walk), found_(assign(old, walk)), grid_(found_.grid), dead_(grid_.points()) {
        BoardWiring wiring = old;
        for (std::size_t point = 0; point < grid_.points(); ++point) {
            wiring.points[point] = {found_.first.bits[point], found_.second.bits[point]};
            for (const Bit bit : {found_.first.bits[point], found_.second.bits[point]})
                if (bit != no_bit) point_of_[bit] = static_cast<PointIndex>(point);
        }
        out_.wiring = with_lines_in_order(wiring);
    }
    FoundWiring describe();

  private:
    void say(FindingKind kind, std::vector<PointIndex> points, std::string words, bool mended) {
        out_.findings.push_back({kind, std::move(points), std::move(words), mended});
    }
    bool tried(std::size_t p) const { return found_.first.tried[p] || found_.second.tried[p]; }
    bool is_stuck(std::size_t point) const;
    void say_lines();
    void say_points();
    void say_poles();
    void say_dead();
    bool say_dead_lines(LineKind kind);
    void say_half_dead();
    void say_joined();
    bool say_joined_lines(LineKind kind);
    void say_shared();
    void say_stuck();
    void say_not_tried();
    /// The points of the board that answered together, by the wiring that was found.
    std::vector<PointIndex> woken(std::size_t point) const;

    const Walk& walk_;
    Assignment found_;
    Grid grid_;
    std::map<Bit, PointIndex> point_of_;
    std::vector<bool> dead_; ///< nothing answered, and it is not said yet
    std::map<PointIndex, std::vector<PointIndex>> doubled_;
    FoundWiring out_;
};

bool Describer::is_stuck(std::size_t point) const {
    for (const Bit bit : {found_.first.bits[point], found_.second.bits[point]})
        if (std::find(walk_.stuck.begin(), walk_.stuck.end(), bit) != walk_.stuck.end())
            return true;
    return false;
}

void Describer::say_lines() {
    if (found_.turning) {
        say(FindingKind::turning_chain, {}, "every second rank runs back", true);
    }
    for (Finding& one : describe_lines(grid_, found_.first.lines))
        out_.findings.push_back(std::move(one));
    const auto& seconds = found_.second.sites;
    const auto& firsts = found_.first.sites;
    std::vector<PointIndex> apart;
    for (std::size_t point = 0; point < grid_.points(); ++point) {
        if (firsts[point] == no_point || seconds[point] == no_point) continue;
        if (firsts[point] != seconds[point]) apart.push_back(static_cast<PointIndex>(point));
    }
    if (!apart.empty()) {
        say(FindingKind::swapped_lines, apart,
            "the wires of the second poles are exchanged at " + point_names(grid_, apart), true);
    }
}

// Points that answered where neither their rank nor their file promises.
void Describer::say_points() {
    std::vector<PointIndex> misfits;
    for (std::size_t point = 0; point < grid_.points(); ++point) {
        const bool single = found_.first.answers[point].size() == 1;
        if (single && found_.first.sites[point] != found_.expected[point])
            misfits.push_back(static_cast<PointIndex>(point));
    }
    for (const auto& [loser, winner] : found_.shared)
        std::erase(misfits, loser);
    if (misfits.empty()) return;
    if (misfits.size() == 2 && found_.first.sites[misfits[0]] == found_.expected[misfits[1]] &&
        found_.first.sites[misfits[1]] == found_.expected[misfits[0]]) {
        say(FindingKind::swapped_points, misfits,
            "the wires of " + point_names(grid_, misfits) + " are exchanged", true);
        return;
    }
    say(FindingKind::swapped_points, misfits,
        "the wires of these points hang in another order: " + point_names(grid_, misfits), true);
}

void Describer::say_poles() {
    if (!found_.hall) return;
    std::vector<PointIndex> exchanged, upside_down;
    for (std::size_t point = 0; point < grid_.points(); ++point) {
        const Bit bit = found_.first.bits[point];
        const bool answered = found_.first.answers[point].size() == 1;
        if (found_.upside_down[point]) {
            upside_down.push_back(static_cast<PointIndex>(point));
        } else if (answered && bit < found_.owners.size() && found_.owners[bit].second) {
            exchanged.push_back(static_cast<PointIndex>(point));
        }
    }
    if (exchanged.size() * 10 > grid_.points() * 9) {
        say(FindingKind::exchanged_poles, exchanged,
            "north and south are exchanged at every point: so are the wires, or the magnets were "
            "upside down",
            true);
    } else if (!exchanged.empty()) {
        say(FindingKind::exchanged_poles, exchanged,
            "the wires of both poles are exchanged at " + point_names(grid_, exchanged), true);
    }
    if (!upside_down.empty()) {
        say(FindingKind::exchanged_poles, upside_down,
            "the sensor or the magnet is upside down at " + point_names(grid_, upside_down) +
                ": turn it",
            false);
    }
}

bool Describer::say_dead_lines(LineKind kind) {
    bool any = false;
    for (std::size_t line = 0; line < (kind == LineKind::file ? grid_.width : grid_.height);
         ++line) {
        const auto points = points_of(grid_, kind, line);
        const bool all = std::all_of(points.begin(), points.end(),
                                     [this](PointIndex point) { return bool(dead_[point]); });
        if (!all) continue;
        any = true;
        const std::string wire = wire_of(out_.wiring, kind == LineKind::rank, line);
        say(FindingKind::dead_line, points,
            line_name(kind, line) + " never answers: look at its wire" +
                (wire.empty() ? "" : ", probably " + wire),
            false);
    }
    return any;
}

void Describer::say_dead() {
    std::size_t silent = 0, asked = 0;
    for (std::size_t point = 0; point < grid_.points(); ++point) {
        if (!tried(point)) continue;
        ++asked;
        if (!found_.first.answers[point].empty() || !found_.second.answers[point].empty()) continue;
        ++silent;
        dead_[point] = !is_stuck(point);
    }
    if (asked > 0 && silent == asked && walk_.stuck.empty()) {
        say(FindingKind::dead_line, {},
            "no point answers at all: is this the board of this wiring, has it power, is the "
            "active level right?",
            false);
        return;
    }
    const bool ranks = say_dead_lines(LineKind::rank), files = say_dead_lines(LineKind::file);
    if (ranks || files) {
        for (const Finding& one : out_.findings)
            if (one.kind == FindingKind::dead_line)
                for (const PointIndex point : one.points)
                    dead_[point] = false;
    }
    for (std::size_t i = 0; i < grid_.points(); ++i) {
        if (!dead_[i]) continue;
        say(FindingKind::dead_point, {static_cast<PointIndex>(i)},
            point_name(grid_, i) + " never answers: look at its sensor and its wires", false);
    }
    say_half_dead();
}

// A hall point that feels one pole alone.
void Describer::say_half_dead() {
    for (std::size_t i = 0; found_.hall && i < grid_.points(); ++i) {
        const bool first = found_.first.answers[i].empty(),
                   second = found_.second.answers[i].empty();
        if (!found_.first.tried[i] || !found_.second.tried[i] || first == second) continue;
        say(FindingKind::dead_point, {static_cast<PointIndex>(i)},
            point_name(grid_, i) + " answers to one pole alone: look at the other wire", false);
    }
}

std::vector<PointIndex> Describer::woken(std::size_t point) const {
    std::set<PointIndex> all;
    for (const Role* role : {&found_.first, &found_.second}) {
        for (const Bit bit : role->answers[point]) {
            const auto at = point_of_.find(bit);
            if (at != point_of_.end()) all.insert(at->second);
        }
    }
    all.erase(static_cast<PointIndex>(point));
    return {all.begin(), all.end()};
}

bool Describer::say_joined_lines(LineKind kind) {
    const auto line_of = [&](std::size_t p) {
        return kind == LineKind::file ? grid_.file(p) : grid_.rank(p);
    };
    const auto place_of = [&](std::size_t p) {
        return kind == LineKind::file ? grid_.rank(p) : grid_.file(p);
    };
    std::map<std::pair<std::size_t, std::size_t>, std::vector<PointIndex>> pairs;
    for (const auto& [point, others] : doubled_) {
        if (others.size() != 1 || place_of(point) != place_of(others[0])) continue;
        pairs[std::minmax({line_of(point), line_of(others[0])})].push_back(point);
    }
    bool any = false;
    const std::size_t length = kind == LineKind::file ? grid_.height : grid_.width;
    for (const auto& [pair, points] : pairs) {
        if (points.size() < length) continue;
        any = true;
        say(FindingKind::joined_lines, points,
            line_name(kind, pair.first) + " and " + line_name(kind, pair.second) +
                " touch: a magnet on one wakes both",
            false);
        for (const PointIndex point : points)
            doubled_.erase(point);
    }
    return any;
}

void Describer::say_joined() {
    for (std::size_t point = 0; point < grid_.points(); ++point) {
        auto others = woken(point);
        if (others.empty() ||
            (found_.first.answers[point].size() < 2 && found_.second.answers[point].size() < 2))
            continue;
        doubled_[static_cast<PointIndex>(point)] = std::move(others);
    }
    say_joined_lines(LineKind::file);
    say_joined_lines(LineKind::rank);
    for (const auto& [point, others] : doubled_) {
        say(FindingKind::doubled, {point},
            "a magnet on " + point_name(grid_, point) + " also wakes " +
                point_names(grid_, others) +
                ": a weaker magnet, a sensor farther away, or a wire "
                "that touches another",
            false);
    }
}

void Describer::say_shared() {
    std::set<std::pair<PointIndex, PointIndex>> said;
    for (const auto& pair : found_.shared) {
        if (!said.insert(pair).second) continue;
        say(FindingKind::shared, {pair.first, pair.second},
            point_name(grid_, pair.first) + " and " + point_name(grid_, pair.second) +
                " answer by the same wire: they cannot be told apart",
            false);
    }
}

void Describer::say_stuck() {
    std::set<PointIndex> points;
    for (const Bit bit : walk_.stuck) {
        const auto at = point_of_.find(bit);
        if (at != point_of_.end()) points.insert(at->second);
    }
    if (points.empty()) return;
    const std::vector<PointIndex> all(points.begin(), points.end());
    say(FindingKind::stuck, all,
        "on with nothing on the board: " + point_names(grid_, all) +
            ": a sensor that hangs, or a wire that touches another",
        false);
}

void Describer::say_not_tried() {
    std::vector<PointIndex> points;
    for (std::size_t i = 0; i < grid_.points(); ++i)
        if (!tried(i)) points.push_back(static_cast<PointIndex>(i));
    if (points.empty()) return;
    const bool all = points.size() == grid_.points();
    say(FindingKind::not_tried, points,
        all ? std::string("no point was tried") : "not tried: " + point_names(grid_, points),
        false);
}

FoundWiring Describer::describe() {
    say_lines();
    say_points();
    say_poles();
    say_dead();
    say_joined();
    say_shared();
    say_stuck();
    say_not_tried();
    out_.complete = std::all_of(out_.findings.begin(), out_.findings.end(),
                                [](const Finding& one) { return one.mended; });
    return std::move(out_);
}

} // namespace

FoundWiring find_wiring(const BoardWiring& old, const Walk& walk) {
    return Describer(old, walk).describe();
}

} // namespace jipu::calibration
