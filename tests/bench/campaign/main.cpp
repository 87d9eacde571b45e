// SPDX-License-Identifier: Apache-2.0
// bench_campaign: plays games by simulated hands through the table and says what differs.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

#include "tests/bench/campaign/campaign.hpp"

namespace {

using namespace jipu;
using namespace jipu::campaign;

/// What is being played, for the last words when a contract of the table breaks.
char playing[300] = "";

void say_what_was_playing(int) {
    std::fputs(playing, stderr);
    _exit(134);
}

std::string how_to_run(const NumberedGame& game, const char* sensors, const Options& options) {
    std::string command = "bench_campaign --games " + game.file + " --sensors " + sensors +
                          " --seed " + std::to_string(options.seed);
    if (options.erring > 0) command += " --erring " + std::to_string(options.erring);
    if (options.think_ms) command += " --think-ms " + std::to_string(*options.think_ms);
    const std::string number = std::to_string(game.number);
    return command + " --first " + number + " --count 1";
}

void show(const NumberedGame& game, Sensors sensors, const Options& options,
          const Difference& difference, const Played& played) {
    const char* name = sensors == Sensors::reed ? "reed" : "hall";
    std::cout << name << " game " << game.number << " (" << how_to_run(game, name, options)
              << ")\n";
    for (const std::string& line : difference.lines)
        std::cout << "    " << line << "\n";
    if (!options.verbose) return;
    for (const std::string& line : played.log)
        std::cout << "        " << line << "\n";
}

int run(Options options) {
    const std::vector<NumberedGame> games = choose_games(options);
    if (games.empty()) {
        std::cerr << "bench_campaign: no such game\n";
        return 2;
    }
    if (options.dump) {
        const Sensors sensors = options.reed ? Sensors::reed : Sensors::hall;
        return dump_trace(std::cout, games.front(), sensors,
                          play(games.front(), sensors, options, false))
                   ? 0
                   : 2;
    }
    std::map<std::string, Total> totals;
    int shown = 0;
    bool wrong = false;
    for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
        if (!(sensors == Sensors::reed ? options.reed : options.hall)) continue;
        const char* name = sensors == Sensors::reed ? "reed" : "hall";
        Total& total = totals[name];
        for (const NumberedGame& game : games) {
            std::snprintf(playing, sizeof playing, "while playing: %s\n",
                          how_to_run(game, name, options).c_str());
            const Played played = play(game, sensors, options, options.verbose);
            const Difference difference = compare(played, game);
            total.add(played, difference);
            wrong = wrong || difference.any();
            if (difference.any() && ++shown <= options.show) {
                show(game, sensors, options, difference, played);
            }
        }
    }
    print_totals(std::cout, totals);
    return wrong ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGABRT, say_what_was_playing);
    const auto options = read_options(argc, argv);
    if (!options) return 2;
    try {
        return run(*options);
    } catch (const std::exception& error) {
        std::cerr << "bench_campaign: " << error.what() << "\n";
        return 2;
    }
}
