// SPDX-License-Identifier: Apache-2.0
// tracker_campaign: games on boards in trouble, and whether the record is right or says that it may
// not be.
#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>

#include "tests/bench/tracker_campaign/tracker_campaign.hpp"

namespace {

using namespace jipu;
using namespace jipu::tracker_campaign;

struct Settings {
    campaign::Options games;
    std::string only, sensors = "both";
    std::string known;       ///< a file of games that may be silently wrong
    int silent_permille = 0; ///< ... and so many more in a thousand
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

Counts play_one(const Mix& mix, const Chosen& chosen, Sensors sensors, const Settings& settings,
                std::vector<std::string>& lines, std::vector<std::string>* log) {
    const std::uint64_t seed = settings.games.seed * 1009U +
                               static_cast<std::uint64_t>(chosen.variant) * 13U +
                               static_cast<std::uint64_t>(chosen.game->number);
    Trouble trouble = mix.trouble(chosen.variant, seed);
    std::set<PointIndex> faulty;
    campaign::Options options = settings.games;
    if (mix.hands) mix.hands(options.hands);
    if (!trouble.faults.empty())
        options.board = [&](sim::Script script, Sensors of) {
            for (sim::SensorFault& fault : trouble.faults) {
                if (trouble.from_middle) fault.from = script.length / 2;
                faulty.insert(fault.point);
            }
            return sim::with_faults(std::move(script), trouble.faults, of, seed);
        };
    const campaign::Played played = campaign::play(*chosen.game, sensors, options, log != nullptr);
    if (log != nullptr) *log = played.log;
    if (settings.games.dump) campaign::dump_trace(std::cout, *chosen.game, sensors, played);
    return judge(played, *chosen.game, faulty, lines);
}

std::string name_of(const Mix& mix, const Chosen& chosen, const std::string& board) {
    return mix.name + ", " + board + ": --first " + std::to_string(chosen.game->number) +
           " --count 1 --variant " + std::to_string(chosen.variant);
}

/// A name as above a line; `#` begins a comment.
std::set<std::string> read_known(const std::string& file) {
    std::set<std::string> out;
    if (file.empty()) return out;
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file);
    for (std::string line; std::getline(in, line);)
        if (!line.empty() && line.front() != '#') out.insert(line);
    return out;
}

class Run {
  public:
    explicit Run(const Settings& settings)
        : settings_(settings), known_(read_known(settings.known)) {}

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
        std::cout << games_ << " games, " << silent_ << " silently wrong";
        if (known_seen_ > 0) std::cout << " and " << known_seen_ << " known to be";
        std::cout << ", " << inexact_ << " on sound boards not exact\n";
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
        const bool known = known_.count(name) != 0;
        if (settings_.games.dump) return;
        if (inexact) {
            ++inexact_;
            std::cout << "not exact on a sound board: " << name << "\n";
        }
        if (counts.silent > 0) {
            ++(known ? known_seen_ : silent_);
            if (!known) std::cout << "silently wrong: " << name << "\n";
        } else if (known) {
            std::cout << "no longer silently wrong: " << name << "\n";
        }
    }

    const Settings& settings_;
    std::set<std::string> known_;
    int games_ = 0, silent_ = 0, known_seen_ = 0, inexact_ = 0, shown_ = 0;
};

bool run(const Settings& settings, const std::vector<campaign::NumberedGame>& games) {
    Run all(settings);
    if (!settings.games.dump) print_head(std::cout);
    for (const Mix& mix : all_mixes()) {
        if (mix.name.find(settings.only) == std::string::npos) continue;
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
    app.add_option("--only", settings.only, "the troubles whose name contains this");
    app.add_option("--sensors", settings.sensors)->check(CLI::IsMember({"reed", "hall", "both"}));
    app.add_option("--every", settings.every, "one pair of game and trouble in so many")
        ->check(CLI::PositiveNumber);
    app.add_option("--variant", settings.variant, "one trouble of a row, e.g. one point");
    app.add_option("--games", settings.games.files);
    app.add_option("--first", settings.games.first);
    app.add_option("--count", settings.games.count);
    app.add_option("--seed", settings.games.seed);
    app.add_option("--show", settings.show, "so many games that are not exact in full");
    app.add_option("--known", settings.known,
                   "a file of games that may be silently wrong, a name a line as they are printed");
    app.add_option("--silent-permille", settings.silent_permille,
                   "so many more games in a thousand may be")
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
