// SPDX-License-Identifier: Apache-2.0
// tracker_campaign: games on boards in trouble, and whether the record is right or says that it may
// not be.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

#include "tests/bench/tracker_campaign/tracker_campaign.hpp"

namespace {

using namespace jipu;
using namespace jipu::tracker_campaign;

struct Settings {
    campaign::Options games;
    std::vector<std::string> only; ///< the rows whose name contains one of these; empty: all
    std::string sensors = "both";
    int silent_permille = 0; ///< so many games in a thousand may be silently wrong
    int every = 1;           ///< one of so many pairs of game and trouble
    int variant = -1;        ///< this one alone
    int show = 0;
};

struct Chosen {
    const campaign::NumberedGame* game;
    int variant;
};

// Every pair of a trouble and a game, or one in so many, spread over both.
std::vector<Chosen> choose(const Mix& mix, const std::vector<campaign::NumberedGame>& games,
                           const Settings& settings) {
    std::vector<Chosen> out;
    const std::size_t all = games.size() * static_cast<std::size_t>(mix.variants);
    for (std::size_t i = 0; i < all; ++i) {
        const int variant = static_cast<int>(i / games.size());
        if (settings.variant >= 0 && variant != settings.variant) continue;
        // A game is taken up again by another trouble, each time by another one.
        if (mix.variants > 1 && settings.every > 1 &&
            (i * 7 + i / games.size()) % static_cast<std::size_t>(settings.every) != 0)
            continue;
        out.push_back({&games[i % games.size()], variant});
    }
    return out;
}

// A game that begins on the spot, after the pieces of the one before were set up again.
void add_next(const Mix& mix, const Truth& truth, Sensors sensors, std::uint64_t seed,
              sim::Script& script, std::vector<std::string>& moves) {
    if (mix.next_plies == 0 || script.mishaps.empty() ||
        script.mishaps.back().kind != sim::MishapKind::set_up)
        return;
    std::vector<xiangqi::Move> played = truth.game.game.moves;
    played.resize(std::min(played.size(), static_cast<std::size_t>(mix.next_plies)));
    const auto plan = tool::plan_game(truth.game.game.start, played);
    sim::HandsConfig calm;
    calm.nudge = calm.hesitation = calm.no_press = 0;
    calm.think_ms = {4000, 20'000}; // the start position has to stand 3 s
    const sim::Script next = sim::play_by_hand(plan.start, plan.plies, sensors, calm, seed);
    const Duration after = Duration{(script.length.count() + 2) / 2 * 2};
    for (sim::ScriptItem item : next.items) {
        item.at += after;
        script.items.push_back(item);
    }
    script.end = next.end;
    script.length = script.items.back().at;
    for (const xiangqi::Move move : played)
        moves.push_back(test::iccs_move(move));
}

Counts play_one(const Mix& mix, const Chosen& chosen, Sensors sensors, const Settings& settings,
                std::vector<std::string>& lines, std::vector<std::string>* log) {
    const std::uint64_t seed = settings.games.seed * 1009U +
                               static_cast<std::uint64_t>(chosen.variant) * 13U +
                               static_cast<std::uint64_t>(chosen.game->number);
    Trouble trouble = mix.trouble(chosen.variant, seed);
    Truth truth{*chosen.game, {}, {}};
    if (mix.game) mix.game(truth.game, seed);
    campaign::Options options = settings.games;
    options.follow_games = true;
    options.enter_result = mix.result;
    if (mix.hands) mix.hands(options.hands);
    options.board = [&](sim::Script script, Sensors of) {
        add_next(mix, truth, of, seed, script, truth.next);
        // 000/4.1.3(1): what stands wrong since the start makes right moves look illegal.
        if (mix.game)
            script.allowed.push_back(
                {"illegal-move", 1, static_cast<int>(script.plies.size()), true});
        if (mix.turn) script = sim::turned(std::move(script), *mix.turn);
        for (sim::SensorFault& fault : trouble.faults) {
            if (trouble.from_middle) fault.from = script.length / 2;
            if (fault.point != no_point) truth.faulty.insert(fault.point);
        }
        if (trouble.faults.empty()) return script;
        return sim::with_faults(std::move(script), trouble.faults, of, seed);
    };
    const campaign::Played played = campaign::play(truth.game, sensors, options, log != nullptr);
    if (log != nullptr) *log = played.log;
    if (settings.games.dump) campaign::dump_trace(std::cout, truth.game, sensors, played);
    return judge(played, truth, lines);
}

std::string name_of(const Mix& mix, const Chosen& chosen, const std::string& board) {
    return mix.name + ", " + board + ": --first " + std::to_string(chosen.game->number) +
           " --count 1 --variant " + std::to_string(chosen.variant);
}

bool wanted(const Mix& mix, const std::vector<std::string>& only) {
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& part) {
               return mix.name.find(part) != std::string::npos;
           });
}

class Run {
  public:
    explicit Run(const Settings& settings) : settings_(settings) {}

    void row(const Mix& mix, Sensors sensors, const std::vector<campaign::NumberedGame>& games) {
        const std::string board = sensors == Sensors::reed ? "reed" : "hall";
        Counts counts;
        for (const Chosen& chosen : choose(mix, games, settings_))
            counts.add(one(mix, chosen, sensors, name_of(mix, chosen, board)));
        if (!settings_.games.dump) print_row(std::cout, mix.name, board, counts);
        games_ += counts.games;
    }
    /// Is nothing wrong and not flagged but what may be, and every sound board exact?
    bool good() const {
        return inexact_ == 0 && silent_ * 1000 <= settings_.silent_permille * games_;
    }
    void close() const {
        std::cout << games_ << " games, " << silent_ << " silently wrong, " << inexact_
                  << " on sound boards not exact\n";
    }

  private:
    Counts one(const Mix& mix, const Chosen& chosen, Sensors sensors, const std::string& name) {
        std::vector<std::string> lines;
        std::vector<std::string> log;
        const Counts counts = play_one(mix, chosen, sensors, settings_, lines,
                                       settings_.games.verbose ? &log : nullptr);
        note(counts, mix.sound && !lines.empty(), name);
        if (lines.empty() || ++shown_ > settings_.show) return counts;
        std::cout << name << "\n";
        for (const auto& line : lines)
            std::cout << "    " << line << "\n";
        for (const auto& line : log)
            std::cout << "        " << line << "\n";
        return counts;
    }
    void note(const Counts& counts, bool inexact, const std::string& name) {
        if (settings_.games.dump) return;
        if (inexact) {
            ++inexact_;
            std::cout << "not exact on a sound board: " << name << "\n";
        }
        if (counts.silent > 0) {
            ++silent_;
            std::cout << "silently wrong: " << name << "\n";
        }
    }

    const Settings& settings_;
    int games_ = 0, silent_ = 0, inexact_ = 0, shown_ = 0;
};

bool run(const Settings& settings, const std::vector<campaign::NumberedGame>& games) {
    Run all(settings);
    if (!settings.games.dump) print_head(std::cout);
    for (const Mix& mix : all_mixes()) {
        if (!wanted(mix, settings.only)) continue;
        if (settings.sensors != "hall") all.row(mix, Sensors::reed, games);
        if (settings.sensors != "reed") all.row(mix, Sensors::hall, games);
    }
    if (!settings.games.dump) all.close();
    return all.good();
}

} // namespace

int main(int argc, char** argv) {
    Settings settings;
    int dump = 0;
    CLI::App app{
        "Plays games on boards in trouble. Exit status: 0 nothing is wrong and not flagged, and "
        "sound boards are exact; 1 something is, or they are not; 2 wrong use."};
    app.add_option("--only", settings.only, "the rows whose name contains one of these");
    app.add_option("--sensors", settings.sensors)->check(CLI::IsMember({"reed", "hall", "both"}));
    app.add_option("--every", settings.every, "one pair of game and trouble in so many")
        ->check(CLI::PositiveNumber);
    app.add_option("--variant", settings.variant, "one trouble of a row, e.g. one point");
    app.add_option("--games", settings.games.files);
    app.add_option("--first", settings.games.first);
    app.add_option("--count", settings.games.count);
    app.add_option("--seed", settings.games.seed);
    app.add_option("--show", settings.show, "so many games that are not exact in full");
    app.add_option("--silent-permille", settings.silent_permille,
                   "so many games in a thousand may be silently wrong")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--think-ms", settings.games.think_ms, "the longest thinking time");
    app.add_flag("--verbose", settings.games.verbose);
    app.add_option("--dump", dump, "write this game as a trace instead");
    CLI11_PARSE(app, argc, argv);
    if (dump > 0) settings.games.dump = dump;
    try {
        const auto games = campaign::choose_games(settings.games);
        if (games.empty()) {
            std::cerr << "tracker_campaign: no such game\n";
            return 2;
        }
        return run(settings, games) ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "tracker_campaign: " << error.what() << "\n";
        return 2;
    }
}
