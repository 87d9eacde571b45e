// SPDX-License-Identifier: Apache-2.0
// See start_position.hpp. Several thousand ways are few: each is held against the bits that are
// seen, and those that explain most of them stay.
#include "daemon/calibration/start_position.hpp"

#include <algorithm>
#include <set>

#include "daemon/calibration/find_wiring.hpp"
#include "daemon/calibration/line_words.hpp"
#include "hal/gpiod/ghosts.hpp"

namespace jipu::calibration {
namespace {

// Of the bits that stand or are seen, so many may be unexplained: two dead lines, or the ghosts of
// a diode.
constexpr std::size_t most_unexplained = 20;

// As they are and the other way round, each with two exchanged or none.
std::vector<Order> usual_orders(std::size_t size) {
    std::vector<Order> out;
    for (const Order& base : {same_order(size), reversed(size)}) {
        out.push_back(base);
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = i + 1; j < size; ++j) {
                out.push_back(base);
                std::swap(out.back()[i], out.back()[j]);
            }
        }
    }
    return out;
}

// The points in the order in which a chain visits them.
std::vector<PointIndex> visited(const Grid& grid, bool from_right, bool from_top, bool along_ranks,
                                bool turns) {
    std::vector<PointIndex> out;
    const std::size_t lines = along_ranks ? grid.height : grid.width;
    const std::size_t length = along_ranks ? grid.width : grid.height;
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t step = 0; step < length; ++step) {
            const std::size_t along = turns && line % 2 == 1 ? length - 1 - step : step;
            std::size_t file = along_ranks ? along : line, rank = along_ranks ? line : along;
            if (from_right) file = grid.width - 1 - file;
            if (from_top) rank = grid.height - 1 - rank;
            out.push_back(grid.at(file, rank));
        }
    }
    return out;
}

} // namespace

StartSearch::StartSearch(const BoardWiring& old, std::vector<Level> standing, const Bits& seen)
    : old_(old), grid_(grid_of(old)), standing_(std::move(standing)), asked_(grid_.points()) {
    std::size_t bits = 0;
    for (const PointBits& at : old_.points) {
        for (const Bit bit : {at.first, at.second})
            if (bit != no_bit) bits = std::max<std::size_t>(bits, bit + 1U);
    }
    for (const Bit bit : seen)
        bits = std::max<std::size_t>(bits, bit + 1U);
    seen_.resize(bits);
    for (const Bit bit : seen)
        seen_[bit] = 1;
    seen_count_ = static_cast<std::size_t>(std::count(seen_.begin(), seen_.end(), 1));
    try_lines();
    if (old_.matrix.rows.empty()) try_chains();
    keep_different();
}

void StartSearch::keep(const std::vector<PointIndex>& sites) {
    Way way{sites, false, 0};
    for (const bool exchanged : {false, true}) {
        if (exchanged && old_.sensors == Sensors::reed) break;
        way.exchanged = exchanged;
        way.cost = cost_of(way);
        if (!ways_.empty() && way.cost > ways_.back().cost) continue;
        if (!ways_.empty() && way.cost < ways_.back().cost) ways_.clear();
        ways_.push_back(way);
    }
}

void StartSearch::try_lines() {
    const std::vector<Order> all_files = usual_orders(grid_.width);
    const std::vector<Order> all_ranks = usual_orders(grid_.height);
    std::vector<PointIndex> sites(grid_.points());
    for (const Order& files : all_files) {
        for (const Order& ranks : all_ranks) {
            for (std::size_t point = 0; point < sites.size(); ++point)
                sites[point] = LineOrder{files, ranks}.site(grid_, point);
            keep(sites);
        }
    }
    for (const Order& ranks : {all_ranks.front(), reversed(grid_.height)}) {
        for (const std::size_t odd : {std::size_t{0}, std::size_t{1}}) {
            for (std::size_t point = 0; point < sites.size(); ++point) {
                const std::size_t file = grid_.file(point), rank = grid_.rank(point);
                sites[point] =
                    grid_.at(rank % 2 == odd ? grid_.width - 1 - file : file, ranks[rank]);
            }
            keep(sites);
        }
    }
}

void StartSearch::try_chains() {
    std::vector<PointIndex> by_place(grid_.points());
    for (std::size_t i = 0; i < by_place.size(); ++i)
        by_place[i] = static_cast<PointIndex>(i);
    std::sort(by_place.begin(), by_place.end(), [this](PointIndex one, PointIndex other) {
        return old_.points[one].first < old_.points[other].first;
    });
    for (unsigned rule = 0; rule < 16; ++rule) {
        const auto chain =
            visited(grid_, (rule & 1U) != 0, (rule & 2U) != 0, (rule & 4U) != 0, (rule & 8U) != 0);
        std::vector<PointIndex> sites(grid_.points());
        for (std::size_t place = 0; place < chain.size(); ++place)
            sites[chain[place]] = by_place[place];
        keep(sites);
    }
}

PointBits StartSearch::two_bits_of(const Way& way, std::size_t point, Level magnet) const {
    const PointBits& at = old_.points[way.sites[point]];
    if (magnet == Level::off) return {};
    if (old_.sensors == Sensors::reed) return {at.first, no_bit};
    const bool north = (magnet == Level::north) != way.exchanged;
    if (old_.poles == PoleCode::magnet_north) return {at.first, north ? at.second : no_bit};
    return {north ? at.first : at.second, no_bit};
}

Bits StartSearch::bits_of(const Way& way, std::size_t point, Level magnet) const {
    const PointBits two = two_bits_of(way, point, magnet);
    Bits bits;
    for (const Bit bit : {two.first, two.second})
        if (bit != no_bit) bits.push_back(bit);
    return bits;
}

std::size_t StartSearch::cost_of(const Way& way) const {
    std::size_t missing = 0, explained = 0;
    for (std::size_t point = 0; point < standing_.size(); ++point) {
        if (!is_on(standing_[point])) continue;
        const PointBits two = two_bits_of(way, point, standing_[point]);
        for (const Bit bit : {two.first, two.second})
            if (bit != no_bit) ++(seen_[bit] != 0 ? explained : missing);
    }
    return missing + (seen_count_ - explained);
}

void StartSearch::keep_different() {
    // What is said in two ways is one wiring.
    std::set<std::pair<std::vector<PointIndex>, bool>> said;
    std::erase_if(ways_, [&said](const Way& way) {
        return !said.insert({way.sites, way.exchanged}).second;
    });
}

bool StartSearch::fits() const {
    return ways_.front().cost <= most_unexplained;
}

// How many ways are left on the average when the point has answered; the fewer the better.
std::size_t StartSearch::worth(std::size_t point) const {
    std::vector<std::size_t> by_answer(2 * grid_.points());
    for (const Way& way : ways_)
        ++by_answer[2U * way.sites[point] + (way.exchanged ? 1U : 0U)];
    std::size_t squares = 0;
    for (const std::size_t count : by_answer)
        squares += count * count;
    return squares;
}

std::optional<Question> StartSearch::next() const {
    if (ways_.size() < 2 || !fits()) return std::nullopt;
    std::size_t least = ways_.size() * ways_.size();
    std::optional<Question> best;
    // A piece that stands there is lifted sooner than another is fetched.
    for (const bool lift : {true, false}) {
        for (std::size_t i = 0; i < grid_.points(); ++i) {
            if (asked_[i] || is_on(standing_[i]) != lift) continue;
            const std::size_t squares = worth(i);
            if (squares >= least) continue;
            least = squares;
            best = Question{static_cast<PointIndex>(i), lift};
        }
        if (best) return best;
    }
    return std::nullopt;
}

void StartSearch::answer(const Question& question, const Bits& changed) {
    asked_[question.point] = true;
    if (changed.empty()) return;
    const auto agrees = [&](const Way& way) {
        const Level stood = standing_[question.point];
        for (const Level magnet : {Level::on, Level::north, Level::south}) {
            const bool possible = question.lift
                                      ? magnet == stood
                                      : (magnet == Level::on) == (old_.sensors == Sensors::reed);
            if (!possible) continue;
            for (const Bit bit : bits_of(way, question.point, magnet))
                if (std::find(changed.begin(), changed.end(), bit) != changed.end()) return true;
        }
        return false;
    };
    // An answer that none of them gives was a slip of the hand: it decides nothing.
    if (std::none_of(ways_.begin(), ways_.end(), agrees)) return;
    std::erase_if(ways_, [&](const Way& way) { return !agrees(way); });
}

const StartSearch::Way& StartSearch::simplest() const {
    const auto moved = [](const Way& way) {
        std::size_t count = way.exchanged ? way.sites.size() : 0;
        for (std::size_t i = 0; i < way.sites.size(); ++i)
            count += way.sites[i] != i ? 1U : 0U;
        return count;
    };
    return *std::min_element(ways_.begin(), ways_.end(), [&](const Way& one, const Way& other) {
        return moved(one) < moved(other);
    });
}

// Ghosts, each with the diodes that would explain it and every other corner that they would light.
bool StartSearch::say_ghosts(const std::vector<std::uint8_t>& expected, FoundWiring& found) const {
    const std::size_t columns = old_.matrix.columns.size();
    if (columns == 0 || old_.sensors != Sensors::reed) return false;
    std::vector<std::uint8_t> all(old_.matrix.rows.size() * columns, 1);
    std::vector<std::uint8_t> seen = seen_;
    seen.resize(all.size());
    std::set<std::size_t> diodes;
    for (const gpio::Ghost& ghost : gpio::find_ghosts(seen, expected, columns))
        diodes.insert(ghost.back);
    for (const gpio::Ghost& would : gpio::find_ghosts(all, expected, columns))
        if (seen[would.bit] == 0) diodes.erase(would.back);
    if (diodes.empty()) return false;
    const Way& way = simplest();
    Finding said{FindingKind::ghost, {}, {}, false};
    for (std::size_t point = 0; point < grid_.points(); ++point)
        if (diodes.count(old_.points[way.sites[point]].first) != 0)
            said.points.push_back(static_cast<PointIndex>(point));
    said.words = "points show pieces that are not there: the diode of " +
                 point_names(grid_, said.points) + " is missing or leads both ways";
    found.findings.push_back(std::move(said));
    return true;
}

void StartSearch::say_extra(const Way& way, FoundWiring& found) const {
    std::vector<std::uint8_t> expected(seen_.size());
    for (std::size_t point = 0; point < grid_.points(); ++point)
        for (const Bit bit : bits_of(way, point, standing_[point]))
            expected[bit] = 1;
    std::vector<PointIndex> extra;
    for (std::size_t point = 0; point < grid_.points(); ++point) {
        const PointBits& at = old_.points[way.sites[point]];
        for (const Bit bit : {at.first, at.second}) {
            if (bit == no_bit || seen_[bit] == 0 || expected[bit] != 0) continue;
            if (extra.empty() || extra.back() != point)
                extra.push_back(static_cast<PointIndex>(point));
        }
    }
    if (extra.empty()) return;
    expected.resize(
        std::max(expected.size(), old_.matrix.rows.size() * old_.matrix.columns.size()));
    if (say_ghosts(expected, found)) return;
    found.findings.push_back({FindingKind::stuck, extra,
                              "on where nothing stands: " + point_names(grid_, extra), false});
}

// Points of a line of which none of at least two pieces is seen: it is the line that is dead.
std::vector<bool> StartSearch::in_dead_lines(const Way& way) const {
    std::vector<bool> dead(grid_.points());
    for (const LineKind kind : {LineKind::file, LineKind::rank}) {
        for (std::size_t line = 0; line < (kind == LineKind::file ? grid_.width : grid_.height);
             ++line) {
            const auto points = points_of(grid_, kind, line);
            std::size_t stand = 0, shown = 0;
            for (const PointIndex point : points) {
                for (const Bit bit : bits_of(way, point, standing_[point])) {
                    ++stand;
                    shown += seen_[bit];
                }
            }
            if (stand < 2 || shown > 0) continue;
            for (const PointIndex point : points)
                dead[point] = true;
        }
    }
    return dead;
}

FoundWiring StartSearch::found() const {
    const Way& way = simplest();
    const std::vector<bool> dead = in_dead_lines(way);
    Walk walk;
    std::vector<PointIndex> empty;
    for (std::size_t i = 0; i < grid_.points(); ++i) {
        const auto point = static_cast<PointIndex>(i);
        const bool reed = old_.sensors == Sensors::reed;
        if (!is_on(standing_[i])) empty.push_back(point);
        for (const Level magnet : {Level::on, Level::north, Level::south}) {
            if ((magnet == Level::on) != reed) continue;
            Bits bits = bits_of(way, i, magnet);
            if (dead[i]) bits.clear();
            if (magnet == standing_[i])
                std::erase_if(bits, [this](Bit bit) { return seen_[bit] == 0; });
            walk.touches.push_back({point, magnet, std::move(bits)});
        }
    }
    FoundWiring found = find_wiring(old_, walk);
    say_extra(way, found);
    if (ways_.size() > 1) {
        found.findings.push_back({FindingKind::not_tried,
                                  {},
                                  std::to_string(ways_.size()) +
                                      " wirings look the same in this position: the simplest is "
                                      "taken; walk the board to be sure",
                                  false});
    }
    found.findings.push_back({FindingKind::not_tried, empty,
                              "nothing stands on these points, so their sensors were not tried: " +
                                  point_names(grid_, empty),
                              false});
    found.complete = false;
    return found;
}

} // namespace jipu::calibration
