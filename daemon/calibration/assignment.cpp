// SPDX-License-Identifier: Apache-2.0
// See assignment.hpp. A point takes the only bit that answered; of several the one that its lines
// promise; a point without an answer what its lines promise, if nobody else has it.
#include "daemon/calibration/assignment.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace jipu::calibration {
namespace {

bool has(const Bits& bits, Bit bit) {
    return std::find(bits.begin(), bits.end(), bit) != bits.end();
}

Bits both(const Bits& one, const Bits& other, bool in_other) {
    Bits out;
    for (const Bit bit : one)
        if (has(other, bit) == in_other) out.push_back(bit);
    return out;
}

class Assigner {
  public:
    Assigner(const BoardWiring& old, const Walk& walk) : old_(old), walk_(walk) {
        out_.grid = grid_of(old);
        out_.hall = old.sensors == Sensors::hall;
        out_.upside_down.resize(points());
        own();
        for (Role* role : {&out_.first, &out_.second}) {
            role->answers.resize(points());
            role->tried.resize(points());
            role->bits.assign(points(), no_bit);
            role->sites.assign(points(), no_point);
        }
    }
    Assignment run();

  private:
    std::size_t points() const { return out_.grid.points(); }
    void own();
    void sort_answers();
    void sort_poles(PointIndex point, const Bits* north, const Bits* south);
    void elect_all();
    void look_for_turns();
    void claim_single(Role& role);
    void claim_several(Role& role);
    void claim_rest();
    void claim(Role& role, PointIndex point, Bit bit);
    Bit partner(Bit bit) const;
    Bit promised(PointIndex point, bool second) const;
    Bit any_left(bool second) const;
    Owner owner(Bit bit) const { return bit < out_.owners.size() ? out_.owners[bit] : Owner{}; }

    const BoardWiring& old_;
    const Walk& walk_;
    Assignment out_;
    std::map<Bit, PointIndex> claimed_;
};

void Assigner::own() {
    for (std::size_t point = 0; point < points(); ++point) {
        for (const bool second : {false, true}) {
            const Bit bit = second ? old_.points[point].second : old_.points[point].first;
            if (bit == no_bit) continue;
            if (bit >= out_.owners.size()) out_.owners.resize(bit + 1U);
            out_.owners[bit] = {static_cast<PointIndex>(point), second};
        }
    }
}

void Assigner::sort_answers() {
    std::map<std::pair<PointIndex, Level>, Bits> last;
    for (const Touch& touch : walk_.touches)
        last[{touch.point, touch.magnet}] = both(touch.bits, walk_.stuck, false);
    for (std::size_t i = 0; i < points(); ++i) {
        const auto point = static_cast<PointIndex>(i);
        const auto find = [&](Level magnet) {
            const auto found = last.find({point, magnet});
            return found == last.end() ? nullptr : &found->second;
        };
        if (out_.hall) {
            sort_poles(point, find(Level::north), find(Level::south));
        } else if (const Bits* bits = find(Level::on)) {
            out_.first.tried[i] = true;
            out_.first.answers[i] = *bits;
        }
    }
}

// Which of the bits that answered say what, by the code of the poles.
void Assigner::sort_poles(PointIndex point, const Bits* north, const Bits* south) {
    Bits first, second;
    bool first_tried = false, second_tried = false;
    if (old_.poles == PoleCode::north_south) {
        first_tried = north != nullptr;
        second_tried = south != nullptr;
        if (north != nullptr) first = *north;
        if (south != nullptr) second = *south;
    } else if (north != nullptr && south != nullptr && !north->empty() && !south->empty()) {
        first_tried = second_tried = true;
        first = both(*north, *south, true);
        second = both(*north, *south, false);
        const Bits only_south = both(*south, *north, false);
        if (second.empty() && !only_south.empty()) {
            out_.upside_down[point] = true;
            second = only_south;
        }
    } else if (south != nullptr && !south->empty()) {
        first_tried = true;
        first = *south;
    } else if (north != nullptr) {
        first_tried = second_tried = true;
        // Alone it does not tell which is which: as the old wiring has them.
        for (const Bit bit : *north) {
            const Owner at = owner(bit);
            const bool to_second = at.site == no_point ? !first.empty() : at.second;
            (to_second ? second : first).push_back(bit);
        }
    }
    out_.first.tried[point] = first_tried;
    out_.second.tried[point] = second_tried;
    out_.first.answers[point] = std::move(first);
    out_.second.answers[point] = std::move(second);
}

void Assigner::elect_all() {
    for (Role* role : {&out_.first, &out_.second}) {
        for (std::size_t point = 0; point < points(); ++point) {
            const Bits& bits = role->answers[point];
            if (bits.size() == 1) role->sites[point] = owner(bits[0]).site;
        }
        role->lines = elect_lines(out_.grid, role->sites);
    }
    look_for_turns();
    out_.expected.resize(points());
    for (std::size_t point = 0; point < points(); ++point) {
        const std::size_t rank = out_.grid.rank(point);
        PointIndex site = out_.first.lines.site(out_.grid, point);
        if (out_.turning && rank % 2 == 1) {
            const std::size_t file = out_.grid.width - 1 - out_.grid.file(site);
            site = out_.grid.at(file, out_.grid.rank(site));
        }
        out_.expected[point] = site;
    }
}

// Every second rank the other way: then the files alone explain no more than half of the points.
void Assigner::look_for_turns() {
    std::array<std::vector<PointIndex>, 2> sites{out_.first.sites, out_.first.sites};
    std::size_t fit = 0, fit_turning = 0;
    LineOrder turned;
    for (std::size_t point = 0; point < points(); ++point) {
        const PointIndex site = out_.first.sites[point];
        if (site == no_point || out_.grid.rank(point) % 2 == 0) continue;
        sites[1][point] =
            out_.grid.at(out_.grid.width - 1 - out_.grid.file(site), out_.grid.rank(site));
    }
    turned = elect_lines(out_.grid, sites[1]);
    for (std::size_t point = 0; point < points(); ++point) {
        if (sites[0][point] == no_point) continue;
        fit += out_.first.lines.site(out_.grid, point) == sites[0][point] ? 1U : 0U;
        fit_turning += turned.site(out_.grid, point) == sites[1][point] ? 1U : 0U;
    }
    if (fit_turning <= fit + out_.grid.width) return;
    out_.turning = true;
    out_.first.lines = turned;
}

void Assigner::claim(Role& role, PointIndex point, Bit bit) {
    role.bits[point] = bit;
    claimed_[bit] = point;
}

// Of several points that one bit answered for, it belongs to the one whose lines promise it.
void Assigner::claim_single(Role& role) {
    std::map<Bit, std::vector<PointIndex>> wanted;
    for (std::size_t point = 0; point < points(); ++point) {
        const Bits& bits = role.answers[point];
        if (bits.size() == 1) wanted[bits[0]].push_back(static_cast<PointIndex>(point));
    }
    for (const auto& [bit, by] : wanted) {
        const PointIndex site = owner(bit).site;
        const auto right = std::find_if(
            by.begin(), by.end(), [&](PointIndex point) { return out_.expected[point] == site; });
        const PointIndex winner = right == by.end() ? by.front() : *right;
        if (claimed_.count(bit) == 0) claim(role, winner, bit);
        for (const PointIndex point : by)
            if (point != winner) out_.shared.emplace_back(point, winner);
    }
}

void Assigner::claim_several(Role& role) {
    for (std::size_t i = 0; i < points(); ++i) {
        const auto point = static_cast<PointIndex>(i);
        const Bits& bits = role.answers[point];
        if (bits.size() < 2) continue;
        const auto free = [&](Bit bit) { return claimed_.count(bit) == 0; };
        auto chosen = std::find_if(bits.begin(), bits.end(), [&](Bit bit) {
            return free(bit) && owner(bit).site == out_.expected[point];
        });
        if (chosen == bits.end()) chosen = std::find_if(bits.begin(), bits.end(), free);
        if (chosen != bits.end()) claim(role, point, *chosen);
    }
}

Bit Assigner::partner(Bit bit) const {
    const Owner at = owner(bit);
    if (at.site == no_point) return no_bit;
    const PointBits& bits = old_.points[at.site];
    return at.second ? bits.first : bits.second;
}

// What a point without an answer of this kind is to have: the other wire of its sensor, where that
// one answered, else what its lines promise.
Bit Assigner::promised(PointIndex point, bool second) const {
    const Role& other = second ? out_.first : out_.second;
    if (out_.hall && other.bits[point] != no_bit) return partner(other.bits[point]);
    const PointBits& bits = old_.points[out_.expected[point]];
    return second ? bits.second : bits.first;
}

// There is always one: a wiring has as many bits as its points want.
Bit Assigner::any_left(bool second) const {
    for (const bool other : {second, !second}) {
        for (const PointBits& at : old_.points) {
            const Bit bit = other ? at.second : at.first;
            if (bit != no_bit && claimed_.count(bit) == 0) return bit;
        }
    }
    return no_bit;
}

void Assigner::claim_rest() {
    for (const bool second : {false, true}) {
        if (second && !out_.hall) break;
        Role& role = second ? out_.second : out_.first;
        for (std::size_t i = 0; i < points(); ++i) {
            const auto point = static_cast<PointIndex>(i);
            if (role.bits[point] != no_bit) continue;
            const Bit bit = promised(point, second);
            if (bit != no_bit && claimed_.count(bit) == 0) claim(role, point, bit);
        }
        for (std::size_t point = 0; point < points(); ++point)
            if (role.bits[point] == no_bit)
                claim(role, static_cast<PointIndex>(point), any_left(second));
    }
}

Assignment Assigner::run() {
    sort_answers();
    elect_all();
    claim_single(out_.first);
    if (out_.hall) claim_single(out_.second);
    claim_several(out_.first);
    if (out_.hall) claim_several(out_.second);
    claim_rest();
    return out_;
}

} // namespace

Assignment assign(const BoardWiring& old, const Walk& walk) {
    return Assigner(old, walk).run();
}

} // namespace jipu::calibration
