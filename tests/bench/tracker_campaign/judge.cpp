// SPDX-License-Identifier: Apache-2.0
// What is right, wrong and said to be doubtful, wrong and not said; and what was said for nothing.
#include <algorithm>
#include <iomanip>
#include <ostream>

#include "tests/bench/tracker_campaign/tracker_campaign.hpp"

namespace jipu::tracker_campaign {

namespace {

using campaign::SeenAlert;

bool accuses(const std::string& code) {
    return code == "illegal-move" || code == "placed-piece" || code.starts_with("touch-");
}

bool doubts(const std::string& code) {
    return code == "ambiguous-move" || code == "board-disturbed" || code == "setup-wrong";
}

// What the hands allow though they do not ask for it; `doubt`: only what says that the record may
// be wrong.
bool allowed(const campaign::Played& played, const AlertData& alert, bool doubt) {
    const auto& all = played.script.allowed;
    return std::any_of(all.begin(), all.end(), [&](const sim::AllowedAlert& one) {
        return one.code == alert.code && one.first_ply <= alert.ply && alert.ply <= one.last_ply &&
               (one.says_doubt || !doubt);
    });
}

// Is an alert open that says of this ply, or of the whole record, that it may be wrong?
bool flagged(const campaign::Played& played, int ply) {
    return std::any_of(played.alerts.begin(), played.alerts.end(), [&](const SeenAlert& seen) {
        if (seen.game > 0) return false;
        const AlertData& alert = seen.last;
        // Overtaken is told and over: the record goes on from what the alert says of it.
        if (alert.code == "illegal-move" && (seen.resolved.empty() || seen.resolved == "overtaken"))
            return alert.ply <= ply && allowed(played, alert, true);
        if (!seen.resolved.empty()) return false;
        if (alert.code == "ambiguous-move") return alert.ply <= ply;
        return alert.code == "board-disturbed" || alert.code == "setup-wrong" ||
               alert.reason.starts_with("ghost");
    });
}

bool deserved(const campaign::Played& played, const AlertData& alert) {
    if (allowed(played, alert, false)) return true;
    return std::any_of(played.script.deserved.begin(), played.script.deserved.end(),
                       [&](const sim::DeservedAlert& owed) {
                           return owed.code == alert.code && owed.ply == alert.ply;
                       });
}

// Does an open alert say that the board is not as the record has it, at the end?
bool disturbed(const campaign::Played& played) {
    return std::any_of(played.alerts.begin(), played.alerts.end(), [](const SeenAlert& seen) {
        return seen.resolved.empty() &&
               (seen.last.code == "board-disturbed" || seen.last.code == "setup-wrong");
    });
}

// The moves of a game against those of the record; of a game on the spot no ply has a flag of its
// own.
void judge_moves(const campaign::Played& played, const std::vector<std::string>& moves,
                 const std::vector<std::string>& record, bool first, Counts& counts,
                 std::vector<std::string>& lines) {
    counts.plies += static_cast<std::int64_t>(moves.size());
    int wrong = 0;
    for (std::size_t i = 0; i < std::max(moves.size(), record.size()); ++i) {
        const std::string right = i < moves.size() ? moves[i] : "nothing";
        const std::string told = i < record.size() ? record[i] : "nothing";
        if (right == told) continue;
        const bool said = first ? flagged(played, static_cast<int>(i) + 1) : disturbed(played);
        ++(said ? counts.flagged : counts.unflagged);
        if (++wrong <= 3)
            lines.push_back((first ? "ply " : "next game, ply ") + std::to_string(i + 1) +
                            ": played " + right + ", recorded " + told +
                            (said ? " (flagged)" : " (NOT flagged)"));
    }
}

// Has every alert of arbiter grade that was deserved been raised?
int missed(const campaign::Played& played, std::vector<std::string>& lines) {
    int count = 0;
    for (const sim::DeservedAlert& owed : played.script.deserved) {
        const auto raised = [&](const SeenAlert& seen) {
            return seen.last.code == owed.code && seen.last.ply == owed.ply && seen.game == 0;
        };
        if (owed.grade == sim::DeservedGrade::notice ||
            std::any_of(played.alerts.begin(), played.alerts.end(), raised))
            continue;
        ++count;
        lines.push_back("missed: " + campaign::describe(owed));
    }
    return count;
}

template <typename T>
T part_of(std::vector<T>& sorted, double part) {
    if (sorted.empty()) return {};
    return sorted[static_cast<std::size_t>(static_cast<double>(sorted.size() - 1) * part)];
}

} // namespace

void Counts::add(const Counts& other) {
    games += other.games;
    perfect += other.perfect;
    silent += other.silent;
    plies += other.plies;
    flagged += other.flagged;
    unflagged += other.unflagged;
    accusations += other.accusations;
    doubts += other.doubts;
    missed += other.missed;
    faults += other.faults;
    faults_told += other.faults_told;
    delays_ms.insert(delays_ms.end(), other.delays_ms.begin(), other.delays_ms.end());
}

Counts judge(const campaign::Played& played, const Truth& truth, std::vector<std::string>& lines) {
    Counts counts;
    counts.games = 1;
    std::vector<std::string> moves;
    for (const xiangqi::Move move : truth.game.game.moves)
        moves.push_back(test::iccs_move(move));
    const auto record = [&](std::size_t game) {
        return game < played.games.size() ? played.games[game] : std::vector<std::string>{};
    };
    judge_moves(played, moves, record(0), true, counts, lines);
    judge_moves(played, truth.next, record(1), false, counts, lines);
    if (const std::size_t games = truth.next.empty() ? 1 : 2; played.games.size() > games)
        lines.push_back("games begun: " + std::to_string(played.games.size()));
    counts.missed = missed(played, lines);
    counts.perfect = counts.flagged + counts.unflagged == 0 ? 1 : 0;
    counts.silent = counts.unflagged > 0 ? 1 : 0;
    std::set<PointIndex> told;
    for (const SeenAlert& seen : played.alerts) {
        const AlertData& alert = seen.last;
        if (alert.code == "sensor-fault" && !alert.reason.starts_with("ghost"))
            told.insert(alert.points.begin(), alert.points.end());
        if (alert.grade == Grade::notice || (seen.game == 0 && deserved(played, alert))) continue;
        if (!accuses(alert.code) && !doubts(alert.code)) continue;
        ++(accuses(alert.code) ? counts.accusations : counts.doubts);
        lines.push_back("undeserved at " + std::to_string(to_us(seen.raised) / 1000) +
                        " ms: " + campaign::describe(seen));
    }
    counts.faults = static_cast<int>(truth.faulty.size());
    for (const PointIndex point : told) {
        if (truth.faulty.count(point) != 0)
            ++counts.faults_told;
        else
            lines.push_back("a sound sensor is called faulty: " + test::iccs_point(point));
    }
    const auto& plies = played.script.plies;
    for (std::size_t i = 0; i < std::min(played.confirmed.size(), plies.size()); ++i) {
        const Duration last = plies[i].press.value_or(plies[i].last_edge);
        counts.delays_ms.push_back(
            std::max<std::int64_t>(0, to_us(played.confirmed[i]) - last.count()) / 1000);
    }
    return counts;
}

void print_head(std::ostream& out) {
    out << std::left << std::setw(30) << "trouble" << std::setw(6) << "board" << std::right
        << std::setw(7) << "games" << std::setw(9) << "perfect" << std::setw(8) << "silent"
        << std::setw(9) << "plies" << std::setw(9) << "flagged" << std::setw(10) << "unflagged"
        << std::setw(9) << "accuse/k" << std::setw(9) << "doubt/k" << std::setw(9) << "missed/k"
        << std::setw(8) << "found" << std::setw(9) << "delay50" << std::setw(9) << "delay99"
        << "\n";
}

void print_row(std::ostream& out, const std::string& mix, const std::string& sensors,
               Counts& counts) {
    const auto percent = [](double part, double whole) {
        return whole > 0 ? 100 * part / whole : 100;
    };
    const auto per_thousand = [&](std::int64_t n) {
        return counts.plies > 0 ? 1000 * static_cast<double>(n) / static_cast<double>(counts.plies)
                                : 0;
    };
    std::sort(counts.delays_ms.begin(), counts.delays_ms.end());
    out << std::left << std::setw(30) << mix << std::setw(6) << sensors << std::right
        << std::setw(7) << counts.games << std::fixed << std::setprecision(2) << std::setw(8)
        << percent(counts.perfect, counts.games) << "%" << std::setw(8) << counts.silent
        << std::setw(9) << counts.plies << std::setw(9) << counts.flagged << std::setw(10)
        << counts.unflagged << std::setw(9) << per_thousand(counts.accusations) << std::setw(9)
        << per_thousand(counts.doubts) << std::setw(9) << per_thousand(counts.missed)
        << std::setprecision(0) << std::setw(7) << percent(counts.faults_told, counts.faults) << "%"
        << std::setw(9) << part_of(counts.delays_ms, 0.5) << std::setw(9)
        << part_of(counts.delays_ms, 0.99) << std::endl;
}

} // namespace jipu::tracker_campaign
