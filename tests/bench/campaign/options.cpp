// SPDX-License-Identifier: Apache-2.0
// The command line of the campaign, and where its games come from.
#include <filesystem>
#include <iostream>
#include <string_view>

#include "tests/bench/campaign/campaign.hpp"

namespace jipu::campaign {

namespace {

constexpr std::string_view usage =
    "usage: bench_campaign [--sample] [--games FILE]... [--first N] [--count N] [--every N]\n"
    "                      [--sensors reed|hall|both] [--seed S] [--think-ms LONGEST]\n"
    "                      [--erring N] [--times] [--show N] [--verbose] [--dump N]\n"
    "Plays games by simulated hands through the table and compares moves and alerts.\n"
    "  --sample    200 games of the masters when they are there, else the carried ones\n"
    "  --erring N  each of the hands' errors before one ply in N, too\n"
    "  --times     a sound clock beside the board shows its times once a second\n"
    "  --dump N    write game N as a trace to standard output instead (--sensors reed or hall)\n"
    "Exit status: 0 all exact, 1 something differs, 2 wrong use.\n";

std::filesystem::path source_dir() {
    return JIPU_SOURCE_DIR;
}

} // namespace

std::optional<Options> read_options(int argc, char** argv) {
    Options options;
    try {
        for (int i = 1; i < argc; ++i) {
            const std::string_view name = argv[i];
            const auto value = [&]() -> std::string {
                if (i + 1 >= argc)
                    throw std::invalid_argument(std::string(name) + " needs a value");
                return argv[++i];
            };
            if (name == "--games")
                options.files.push_back(value());
            else if (name == "--first")
                options.first = std::stoi(value());
            else if (name == "--count")
                options.count = std::stoi(value());
            else if (name == "--every")
                options.every = std::max(1, std::stoi(value()));
            else if (name == "--seed")
                options.seed = std::stoull(value());
            else if (name == "--think-ms")
                options.think_ms = std::stoll(value());
            else if (name == "--erring")
                options.erring = std::stoi(value());
            else if (name == "--show")
                options.show = std::stoi(value());
            else if (name == "--times")
                options.times = true;
            else if (name == "--verbose")
                options.verbose = true;
            else if (name == "--sample")
                options.sample = true;
            else if (name == "--dump")
                options.dump = std::stoi(value());
            else if (name == "--sensors") {
                const std::string kind = value();
                options.reed = kind == "reed" || kind == "both";
                options.hall = kind == "hall" || kind == "both";
                if (!options.reed && !options.hall)
                    throw std::invalid_argument("--sensors " + kind);
            } else
                throw std::invalid_argument("what is " + std::string(name) + "?");
        }
    } catch (const std::exception& error) {
        std::cerr << "bench_campaign: " << error.what() << "\n" << usage;
        return std::nullopt;
    }
    return options;
}

std::vector<NumberedGame> choose_games(Options& options) {
    const auto masters = source_dir().parent_path() / "shared/games/xiangqi/masters.iccs";
    if (options.files.empty()) {
        if (std::filesystem::exists(masters)) {
            options.files.push_back(masters.string());
            if (options.sample) {
                options.every = 6;
                options.count = 200;
            }
        } else {
            std::cout << "SKIPPED: the masters' games are not there; playing the carried ones\n";
            for (const char* name : {"openings.iccs", "generated.iccs"}) {
                options.files.push_back((source_dir() / "tests/data/games" / name).string());
            }
        }
    }
    std::vector<NumberedGame> chosen;
    int number = 0;
    for (const std::string& file : options.files) {
        for (test::IccsGame& game : test::read_iccs_games(file)) {
            ++number;
            const bool wanted = options.dump ? number == *options.dump
                                             : number >= options.first &&
                                                   (number - options.first) % options.every == 0;
            if (!wanted) continue;
            if (options.count > 0 && static_cast<int>(chosen.size()) >= options.count) break;
            chosen.push_back({number, std::move(game), file});
        }
    }
    return chosen;
}

} // namespace jipu::campaign
