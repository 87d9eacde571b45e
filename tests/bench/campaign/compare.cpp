// SPDX-License-Identifier: Apache-2.0
// Exactly the moves that were played, exactly the alerts that were deserved.
#include <algorithm>
#include <array>

#include "tests/bench/campaign/campaign.hpp"

namespace jipu::campaign {

namespace {

constexpr std::array<std::string_view, 3> grades{"notice", "observed", "completed"};

std::string points(const std::vector<PointIndex>& all) {
    std::string text;
    for (const PointIndex point : all)
        text += (text.empty() ? "" : ",") + test::iccs_point(point);
    return text;
}

std::string side_word(std::optional<Side> side) {
    return side ? std::string(side_name(Game::xiangqi, *side)) : "unknown";
}

/// Alerts of the game's law (repetition, natural limit, ...) follow from the moves and not from the
/// hands, which do not know the law.
bool of_the_law(const std::string& code) {
    constexpr std::array<std::string_view, 5> law{"repetition", "perpetual", "natural-limit",
                                                  "dead-position", "flag-fall"};
    return std::find(law.begin(), law.end(), code) != law.end();
}

bool same_points(std::vector<PointIndex> a, std::vector<PointIndex> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

bool fits(const sim::DeservedAlert& deserved, const SeenAlert& seen) {
    const AlertData& alert = seen.last;
    if (alert.code != deserved.code || alert.side != deserved.side || alert.ply != deserved.ply ||
        static_cast<int>(alert.grade) != static_cast<int>(deserved.grade)) {
        return false;
    }
    // An alert that states no duty may be right; one of touch-move never is.
    if (!alert.must) return deserved.code.rfind("touch-", 0) != 0;
    if (deserved.must_kind.empty()) return true;
    return alert.must->kind == deserved.must_kind &&
           (deserved.must_from.empty() || same_points(alert.must->from, deserved.must_from)) &&
           (deserved.must_to.empty() || same_points(alert.must->to, deserved.must_to));
}

void compare_moves(const Played& played, const NumberedGame& game, Difference& difference) {
    const auto& moves = game.game.moves;
    const std::size_t longer = std::max(moves.size(), played.moves.size());
    for (std::size_t i = 0; i < longer; ++i) {
        const std::string wanted = i < moves.size() ? test::iccs_move(moves[i]) : "nothing";
        const std::string got = i < played.moves.size() ? played.moves[i] : "nothing";
        if (wanted == got) continue;
        if (++difference.plies_wrong <= 3) {
            difference.lines.push_back("ply " + std::to_string(i + 1) + ": played " + wanted +
                                       ", recorded " + got);
        }
    }
}

} // namespace

std::string describe(const sim::DeservedAlert& alert) {
    std::string text = alert.code + " " + side_word(alert.side) + " ply " +
                       std::to_string(alert.ply) + " " +
                       std::string(grades[static_cast<std::size_t>(alert.grade)]);
    if (!alert.must_kind.empty()) {
        text += " must " + alert.must_kind + " [" + points(alert.must_from) + "] [" +
                points(alert.must_to) + "]";
    }
    return text;
}

std::string describe(const SeenAlert& seen) {
    const AlertData& alert = seen.last;
    std::string text = alert.code + " " + side_word(alert.side) + " ply " +
                       std::to_string(alert.ply) + " " +
                       std::string(grades[static_cast<std::size_t>(alert.grade)]);
    if (alert.must) {
        text += " must " + alert.must->kind + " [" + points(alert.must->from) + "] [" +
                points(alert.must->to) + "]";
    }
    if (!alert.move.empty()) text += " move " + alert.move;
    if (!alert.reason.empty()) text += " (" + alert.reason + ")";
    if (!seen.resolved.empty()) text += " resolved " + seen.resolved;
    return text;
}

Difference compare(const Played& played, const NumberedGame& game) {
    Difference difference;
    compare_moves(played, game, difference);
    std::vector<bool> used(played.alerts.size(), false);
    for (const sim::DeservedAlert& deserved : played.script.deserved) {
        bool found = false;
        for (std::size_t i = 0; i < played.alerts.size() && !found; ++i) {
            if (used[i] || !fits(deserved, played.alerts[i])) continue;
            used[i] = found = true;
        }
        if (found) continue;
        ++difference.missed;
        difference.lines.push_back("missed: " + describe(deserved));
    }
    for (std::size_t i = 0; i < played.alerts.size(); ++i) {
        if (used[i]) continue;
        const SeenAlert& seen = played.alerts[i];
        if (of_the_law(seen.last.code)) {
            ++difference.law[seen.last.code];
            continue;
        }
        ++difference.undeserved[seen.last.code];
        difference.lines.push_back("undeserved at " +
                                   std::to_string(static_cast<double>(to_us(seen.raised)) * 1e-6) +
                                   " s: " + describe(seen));
    }
    return difference;
}

} // namespace jipu::campaign
