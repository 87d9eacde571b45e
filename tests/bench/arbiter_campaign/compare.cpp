// SPDX-License-Identifier: Apache-2.0
// What was owed against what was told: code, article, must, side, grade and end.
#include <algorithm>

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
    if (owed.must.has_value() != alert.must.has_value()) return false;
    return !owed.must ||
           (alert.must->kind == owed.must->kind && same(alert.must->from, owed.must->from) &&
            same(alert.must->to, owed.must->to));
}

const std::string own_moves = "(the game's own moves)";

class Comparing {
  public:
    explicit Comparing(const Outcome& outcome)
        : outcome_(outcome), used_(outcome.alerts.size(), false) {
        result.plies = outcome.plies;
        result.plies_wrong = outcome.plies_wrong;
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
            std::string kind;
            for (const PlantedPly& planted : outcome_.planted)
                if (planted.ply == seen.last.ply || planted.ply == 0) kind = planted.planted.kind;
            ++result.by_kind[kind].invented;
            result.lines.push_back(kind + ": invented " + words(seen.last, seen.resolved));
        }
    }

    Difference result;

  private:
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
    comparing.by_the_hands();
    comparing.invented();
    return std::move(comparing.result);
}

} // namespace jipu::arbiter_campaign
