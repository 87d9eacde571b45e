// SPDX-License-Identifier: Apache-2.0
// The table of results, and a game as a trace file.
#include <algorithm>
#include <iomanip>
#include <ostream>

#include "tests/bench/campaign/campaign.hpp"
#ifdef JIPU_CAMPAIGN_TRACE
#include "daemon/trace/trace.hpp"
#endif

namespace jipu::campaign {

namespace {

void add_all(std::map<std::string, int>& sum, const std::map<std::string, int>& part) {
    for (const auto& [code, times] : part)
        sum[code] += times;
}

void print_counts(std::ostream& out, const char* head, const std::map<std::string, int>& counts) {
    out << "    " << head << ":";
    if (counts.empty()) out << " none";
    for (const auto& [code, times] : counts)
        out << " " << code << " " << times;
    out << "\n";
}

void print_times(std::ostream& out, std::vector<float> us) {
    if (us.empty()) return;
    std::sort(us.begin(), us.end());
    const auto at = [&](double part) {
        return us[static_cast<std::size_t>(static_cast<double>(us.size() - 1) * part)];
    };
    out << "    microseconds an event: " << std::setprecision(1) << at(0.5) << " at the median, "
        << at(0.999) << " at 999 of 1000, " << us.back() << " at the slowest\n";
}

double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

} // namespace

void Total::add(const Played& played, const Difference& difference) {
    ++games;
    games_wrong += difference.any() ? 1 : 0;
    plies += static_cast<std::int64_t>(played.plan.plies.size());
    plies_wrong += difference.plies_wrong;
    deserved += static_cast<std::int64_t>(played.script.deserved.size());
    for (const auto& alert : played.script.deserved)
        ++deserved_by[alert.code];
    missed += difference.missed;
    for (const auto& [code, times] : difference.undeserved)
        undeserved += times;
    add_all(undeserved_by, difference.undeserved);
    add_all(law, difference.law);
    edges += played.edges;
    cpu_seconds += played.cpu_seconds;
    game_seconds += played.game_seconds;
    allocations += played.allocations;
    quiet_allocations += played.quiet_allocations;
    quiet_edges += played.quiet_edges;
    event_us.insert(event_us.end(), played.event_us.begin(), played.event_us.end());
}

void print_totals(std::ostream& out, const std::map<std::string, Total>& totals) {
    out << std::left << std::setw(8) << "sensors" << std::right << std::setw(7) << "games"
        << std::setw(7) << "wrong" << std::setw(9) << "plies" << std::setw(7) << "wrong"
        << std::setw(10) << "deserved" << std::setw(8) << "missed" << std::setw(12) << "undeserved"
        << std::setw(10) << "edges" << std::setw(12) << "s per CPU-s" << std::setw(13)
        << "alloc/edge" << std::setw(13) << "quiet a/e"
        << "\n";
    for (const auto& [name, t] : totals) {
        out << std::left << std::setw(8) << name << std::right << std::setw(7) << t.games
            << std::setw(7) << t.games_wrong << std::setw(9) << t.plies << std::setw(7)
            << t.plies_wrong << std::setw(10) << t.deserved << std::setw(8) << t.missed
            << std::setw(12) << t.undeserved << std::setw(10) << t.edges << std::fixed
            << std::setprecision(0) << std::setw(12) << ratio(t.game_seconds, t.cpu_seconds)
            << std::setprecision(3) << std::setw(13)
            << ratio(static_cast<double>(t.allocations), static_cast<double>(t.edges))
            << std::setw(13)
            << ratio(static_cast<double>(t.quiet_allocations), static_cast<double>(t.quiet_edges))
            << "\n";
        print_times(out, t.event_us);
        print_counts(out, "deserved", t.deserved_by);
        print_counts(out, "undeserved", t.undeserved_by);
        if (!t.law.empty()) print_counts(out, "of the law, not judged here", t.law);
    }
    out << "s per CPU-s: seconds of play that the table works through in a second of CPU; "
           "alloc/edge: all of\nthe table's calls of operator new per raw edge; quiet a/e: those "
           "in events without an effect.\n";
}

bool dump_trace(std::ostream& out, const NumberedGame& game, Sensors sensors,
                const Played& played) {
#ifdef JIPU_CAMPAIGN_TRACE
    const TableSetup setup = setup_of(game, sensors);
    out << format_trace_header(setup);
    out << "# played:";
    for (const auto& move : game.game.moves)
        out << " " << test::iccs_move(move);
    out << "\n";
    for (const auto& alert : played.script.deserved)
        out << "# deserved: " << describe(alert) << "\n";
    std::size_t ply = 0;
    for (const Event& event : played.events) {
        const auto& plies = played.script.plies;
        while (ply < plies.size() && instant_from_us(plies[ply].first_edge.count()) <= event.at) {
            out << "# ply " << ply + 1 << " " << test::iccs_move(game.game.moves[ply]) << "\n";
            ++ply;
        }
        out << format_trace_line(event, setup) << "\n";
    }
    return true;
#else
    (void)game, (void)sensors, (void)played;
    out << "built without trace files\n";
    return false;
#endif
}

} // namespace jipu::campaign
