// SPDX-License-Identifier: Apache-2.0
// What was owed against what was told: code, article, must, side, grade and end.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "tests/bench/arbiter_campaign/campaign.hpp"

namespace jipu::arbiter_campaign {

namespace {

std::string points(const std::vector<PointIndex>& all) {
    std::string text;
    for (const PointIndex point : all)
        text += (text.empty() ? "" : ",") + test::iccs_point(point);
    return text;
}

template <typename A>
std::string words(const A& alert, const std::string& resolved) {
    constexpr std::string_view grades[]{"notice", "observed", "completed"};
    std::string text =
        alert.code + " ply " + std::to_string(alert.ply) + " " +
        (alert.side ? std::string(side_name(Game::xiangqi, *alert.side)) : std::string("unknown")) +
        " " + std::string(grades[static_cast<std::size_t>(alert.grade)]) + " " + alert.article;
    if (alert.must)
        text += " must " + alert.must->kind + " [" + points(alert.must->from) + "] [" +
                points(alert.must->to) + "]";
    if (!alert.reason.empty()) text += " (" + alert.reason + ")";
    if (!resolved.empty()) text += " resolved " + resolved;
    return text;
}

bool same(std::vector<PointIndex> a, std::vector<PointIndex> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

// A `*` stands for whatever follows.
bool same_reason(const std::string& owed, const std::string& told) {
    if (owed.back() != '*') return owed == told;
    return told.compare(0, owed.size() - 1, owed, 0, owed.size() - 1) == 0;
}

bool right(const Expected& owed, const SeenAlert& seen) {
    const AlertData& alert = seen.last;
    if (alert.side != owed.side || alert.grade != owed.grade || alert.article != owed.article ||
        seen.resolved != owed.resolved)
        return false;
    if (!owed.reason.empty() && !same_reason(owed.reason, alert.reason)) return false;
    if (!owed.ruling.empty() && seen.ruling != owed.ruling) return false;
    if (owed.must.has_value() != alert.must.has_value()) return false;
    return !owed.must ||
           (alert.must->kind == owed.must->kind && same(alert.must->from, owed.must->from) &&
            same(alert.must->to, owed.must->to));
}

// The clocks are told to the millisecond; what both were before is known as well.
bool fit(const std::array<UsedTime, 2>& owed, const SeenTold& seen) {
    if (!seen.used_before) return false;
    for (std::size_t i = 0; i < owed.size(); ++i) {
        const auto& [part, whole, cost] = owed[i];
        const std::int64_t wanted = (*seen.used_before)[i] * part / whole + cost;
        if (std::abs((*seen.used_after)[i] - wanted) > 2) return false;
    }
    return true;
}

std::string clocks_of(const SeenTold& seen) {
    if (!seen.used_before) return "";
    const auto& before = *seen.used_before;
    const auto& after = *seen.used_after;
    return " used " + std::to_string(before[0]) + "," + std::to_string(before[1]) + " then " +
           std::to_string(after[0]) + "," + std::to_string(after[1]);
}

const std::string own_moves = "(the game's own moves)";

class Comparing {
  public:
    explicit Comparing(const Outcome& outcome)
        : outcome_(outcome), used_(outcome.alerts.size(), false) {
        const auto& moves = outcome.moves;
        const auto& recorded = outcome.recorded;
        result.plies = moves.size();
        for (std::size_t i = 0; i < std::max(recorded.size(), moves.size()); ++i)
            if (i >= recorded.size() || i >= moves.size() ||
                recorded[i] != test::iccs_move(moves[i]))
                ++result.plies_wrong;
    }

    void planted() {
        for (const PlantedPly& planted : outcome_.planted) {
            Count& count = result.by_kind[planted.planted.kind];
            ++count.planted;
            for (const Expected& owed : planted.planted.expected) {
                ++count.owed;
                look_for(owed, planted.planted.kind, count);
            }
        }
    }

    void by_the_moves() {
        for (const Expected& owed : outcome_.by_the_moves) {
            Count& count = result.by_kind[own_moves];
            ++count.owed;
            look_for(owed, own_moves, count);
        }
    }

    // What was said before a ply, and what it led to, in order.
    void told() {
        std::vector<bool> used(outcome_.told.size(), false);
        for (const PlantedPly& planted : outcome_.planted) {
            const std::string& kind = planted.planted.kind;
            std::size_t from = 0;
            for (const Told& owed : planted.planted.told)
                look_for(owed, planted.ply, kind, used, from);
        }
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (used[i]) continue;
            const std::string kind = kind_at(outcome_.told[i].ply);
            ++result.by_kind[kind].invented;
            result.lines.push_back(kind + ": invented " + outcome_.told[i].words + " ply " +
                                   std::to_string(outcome_.told[i].ply));
        }
    }

    // The hands' own deeds, where nothing was planted.
    void by_the_hands() {
        for (const sim::DeservedAlert& owed : outcome_.by_the_hands) {
            const int found = find(owed.code, owed.ply);
            Count& count = result.by_kind[""];
            ++count.owed;
            ++(found < 0 ? count.missed : count.found);
            if (found < 0) result.lines.push_back("by the hands: missed " + owed.code);
        }
    }

    void invented() {
        for (std::size_t i = 0; i < used_.size(); ++i) {
            const SeenAlert& seen = outcome_.alerts[i];
            if (used_[i]) continue;
            const std::string kind = kind_at(seen.last.ply);
            ++result.by_kind[kind].invented;
            result.lines.push_back(kind + ": invented " + words(seen.last, seen.resolved));
        }
    }

    Difference result;

  private:
    // What was planted before this ply (0: into the whole game), or said after it, when none but
    // those before stood yet.
    std::string kind_at(int ply) const {
        std::string said_after;
        for (const auto& [number, planted] : outcome_.planted) {
            if (number == ply || number == 0) return planted.kind;
            if (number == ply + 1 && !planted.commands.empty()) said_after = planted.kind;
        }
        return said_after;
    }

    int find(const std::string& code, int ply) {
        for (std::size_t i = 0; i < used_.size(); ++i) {
            const AlertData& alert = outcome_.alerts[i].last;
            if (used_[i] || alert.code != code || alert.ply != ply) continue;
            used_[i] = true;
            return static_cast<int>(i);
        }
        return -1;
    }

    void look_for(const Expected& owed, const std::string& kind, Count& count) {
        for (std::size_t i = 0; i < used_.size(); ++i) {
            const SeenAlert& seen = outcome_.alerts[i];
            if (used_[i] || seen.last.code != owed.code || seen.last.ply != owed.ply) continue;
            if (!right(owed, seen)) continue;
            used_[i] = true;
            ++count.found;
            return;
        }
        const int other = find(owed.code, owed.ply);
        ++(other < 0 ? count.missed : count.wrong);
        const std::string what = words(owed, owed.resolved);
        if (other < 0) {
            result.lines.push_back(kind + ": missed " + what);
            return;
        }
        const SeenAlert& seen = outcome_.alerts[static_cast<std::size_t>(other)];
        result.lines.push_back(kind + ": owed " + what + ", told " +
                               words(seen.last, seen.resolved));
    }

    void look_for(const Told& owed, int ply, const std::string& kind, std::vector<bool>& used,
                  std::size_t& from) {
        Count& count = result.by_kind[kind];
        ++count.owed;
        for (std::size_t i = from; i < used.size(); ++i) {
            const SeenTold& seen = outcome_.told[i];
            if (used[i] || seen.ply != ply || seen.words != owed.words) continue;
            used[i] = true;
            from = i + 1;
            const bool right = !owed.clocks || fit(*owed.clocks, seen);
            ++(right ? count.found : count.wrong);
            if (!right)
                result.lines.push_back(kind + ": wrong clocks, " + seen.words + clocks_of(seen));
            return;
        }
        ++count.missed;
        result.lines.push_back(kind + ": missed " + owed.words + " ply " + std::to_string(ply));
    }

    const Outcome& outcome_;
    std::vector<bool> used_;
};

} // namespace

void Count::add(const Count& other) {
    planted += other.planted;
    owed += other.owed;
    found += other.found;
    wrong += other.wrong;
    missed += other.missed;
    invented += other.invented;
}

bool Difference::exact() const {
    return plies_wrong == 0 && std::all_of(by_kind.begin(), by_kind.end(), [](const auto& kind) {
               return kind.second.found == kind.second.owed && kind.second.invented == 0;
           });
}

Difference compare(const Outcome& outcome) {
    Comparing comparing(outcome);
    comparing.planted();
    comparing.by_the_moves();
    comparing.told();
    comparing.by_the_hands();
    comparing.invented();
    return std::move(comparing.result);
}

} // namespace jipu::arbiter_campaign
