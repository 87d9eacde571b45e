// SPDX-License-Identifier: Apache-2.0
// arbiter_campaign: plants breaches into games, plays them through the table, and counts what was
// found with the right article and duty, what was missed, and what was invented.
#include <algorithm>
#include <array>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "tests/bench/arbiter_campaign/campaign.hpp"
#include "tests/bench/arbiter_campaign/detours.hpp"
#include "tests/bench/arbiter_campaign/timed_game.hpp"
#ifdef JIPU_CAMPAIGN_TRACE
#include "daemon/trace/trace.hpp"
#endif

namespace {

using namespace jipu;
using namespace jipu::arbiter_campaign;

constexpr std::string_view usage =
    "usage: arbiter_campaign [--sample] [--games FILE]... [--first N] [--count N] [--every N]\n"
    "                        [--book BOOK] [--sensors reed|hall|both] [--seed S] [--rate N]\n"
    "                        [--only KIND] [--timed] [--show N] [--dump]\n"
    "  --sample   the carried games alone, each under one book in turn\n"
    "  --rate N   a breach before one ply in N (4)\n"
    "  --only     kinds whose name holds this\n"
    "  --timed    games by a time control alone\n"
    "  --reed-permille N  on reed, so many thousandths may be missed, invented, misread (0)\n"
    "  --dump     the first game as a trace, on standard output\n"
    "Exit status: 0 all exact, 1 something differs, 2 wrong use.\n";

constexpr std::array<std::string_view, 4> all_books{"xiangqi-state", "xiangqi-association",
                                                    "xiangqi-2020", "xiangqi-world"};

struct Options {
    std::vector<std::string> files, books;
    std::vector<Sensors> sensors{Sensors::reed, Sensors::hall};
    int first = 1, count = 0, every = 1, rate = 4, show = 8, reed_permille = 0;
    std::uint64_t seed = 1;
    std::string only;
    bool sample = false, dump = false, timed = false;
};

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        const auto value = [&]() -> std::string {
            if (i + 1 >= argc) throw std::invalid_argument(std::string(name) + " needs a value");
            return argv[++i];
        };
        if (name == "--games")
            options.files.push_back(value());
        else if (name == "--book")
            options.books.push_back(value());
        else if (name == "--first")
            options.first = std::stoi(value());
        else if (name == "--count")
            options.count = std::stoi(value());
        else if (name == "--every")
            options.every = std::max(1, std::stoi(value()));
        else if (name == "--rate")
            options.rate = std::max(1, std::stoi(value()));
        else if (name == "--reed-permille")
            options.reed_permille = std::stoi(value());
        else if (name == "--show")
            options.show = std::stoi(value());
        else if (name == "--seed")
            options.seed = std::stoull(value());
        else if (name == "--only")
            options.only = value();
        else if (name == "--sample")
            options.sample = true;
        else if (name == "--timed")
            options.timed = true;
        else if (name == "--dump")
            options.dump = true;
        else if (name == "--sensors") {
            const std::string kind = value();
            if (kind == "reed") options.sensors = {Sensors::reed};
            if (kind == "hall") options.sensors = {Sensors::hall};
            if (kind != "reed" && kind != "hall" && kind != "both")
                throw std::invalid_argument("--sensors " + kind);
        } else
            throw std::invalid_argument("what is " + std::string(name) + "?");
    }
    const std::filesystem::path source = JIPU_SOURCE_DIR;
    const auto masters = source.parent_path() / "shared/games/xiangqi/masters.iccs";
    if (options.files.empty() && !options.sample && std::filesystem::exists(masters))
        options.files.push_back(masters.string());
    if (options.files.empty()) {
        for (const char* name : {"openings.iccs", "generated.iccs"})
            options.files.push_back((source / "tests/data/games" / name).string());
    }
    return options;
}

void print(const std::map<std::string, Count>& kinds) {
    std::cout << std::left << std::setw(40) << "kind" << std::right;
    for (const char* head : {"plies", "owed", "found", "wrong", "missed", "invented"})
        std::cout << std::setw(10) << head;
    std::cout << "\n";
    Count all;
    const auto line = [](const std::string& name, const Count& c) {
        std::cout << std::left << std::setw(40) << name << std::right;
        for (const int n : {c.planted, c.owed, c.found, c.wrong, c.missed, c.invented})
            std::cout << std::setw(10) << n;
        std::cout << "\n";
    };
    for (const auto& [name, count] : kinds) {
        line(name.empty() ? "(nothing planted)" : name, count);
        all.add(count);
    }
    line("all", all);
}

int dump(const Outcome& outcome) {
#ifdef JIPU_CAMPAIGN_TRACE
    std::cout << format_trace_header(outcome.setup);
    for (const PlantedPly& planted : outcome.planted)
        std::cout << "# ply " << planted.ply << ": " << planted.planted.kind << "\n";
    for (const Event& event : outcome.events)
        std::cout << format_trace_line(event, outcome.setup) << "\n";
    return 0;
#else
    (void)outcome;
    return 2;
#endif
}

/// Does `--only` leave something to plant into a game with, or without, a time control?
bool asked_for(const Options& options, const std::vector<Planter>& planters, bool timed) {
    if (options.timed && !timed) return false;
    if (options.only.empty()) return true;
    if (timed) return names_a_time_case(options.only);
    return names_a_cycle(options.only) ||
           std::any_of(planters.begin(), planters.end(), [&](const Planter& planter) {
               return planter.name.find(options.only) != std::string::npos;
           });
}

/// What came of all games so far.
class Totals {
  public:
    explicit Totals(const Options& options) : options_(options) {}

    void take(const Difference& result, const Run& run, const std::string& file, int number) {
        const bool hall = run.sensors == Sensors::hall;
        ++games_;
        plies_ += result.plies;
        plies_wrong_ += result.plies_wrong;
        for (const auto& [kind, count] : result.by_kind) {
            kinds_[kind].add(count);
            if (!hall) reed_.add(count);
        }
        if (result.exact()) return;
        exact_ = exact_ && !hall;
        if (++shown_ > options_.show) return;
        std::cout << "--games " << file << " --first " << number << " --count 1 --book " << run.book
                  << " --sensors " << (hall ? "hall" : "reed") << " --seed " << options_.seed
                  << " --rate " << options_.rate << (run.timed ? " --timed" : "") << "\n";
        for (const std::string& text : result.lines)
            std::cout << "    " << text << "\n";
        if (result.plies_wrong > 0) std::cout << "    " << result.plies_wrong << " plies wrong\n";
    }

    /// Prints the counts; the exit status.
    int end() const {
        if (games_ == 0) throw std::invalid_argument("no such game or kind");
        print(kinds_);
        std::cout << games_ << " games, " << plies_ << " plies, " << plies_wrong_
                  << " of them recorded wrongly\n";
        const auto tolerable = [&](std::int64_t n, std::int64_t of) {
            return n * 1000 <= of * options_.reed_permille;
        };
        return exact_ && tolerable(reed_.owed - reed_.found, reed_.owed) &&
                       tolerable(reed_.invented, reed_.owed) &&
                       tolerable(static_cast<std::int64_t>(plies_wrong_),
                                 static_cast<std::int64_t>(plies_))
                   ? 0
                   : 1;
    }

  private:
    const Options& options_;
    std::map<std::string, Count> kinds_;
    Count reed_;
    std::size_t games_ = 0, plies_ = 0, plies_wrong_ = 0;
    int shown_ = 0;
    bool exact_ = true;
};

/// The runs of one game: its book, each kind of sensors, without and with a time control.
std::vector<Run> runs_of(const Options& options, const std::vector<Planter>& planters, int number) {
    std::vector<Run> out;
    for (std::size_t b = 0; b < all_books.size(); ++b) {
        const std::string book(all_books[b]);
        if (!options.books.empty() && book != options.books.front()) continue;
        // In turn, the two that have their own text first.
        if (options.books.empty() && static_cast<std::size_t>(number) % 4 != b) continue;
        for (const Sensors sensors : options.sensors) {
            for (const bool timed : {false, true}) {
                if (!asked_for(options, planters, timed)) continue;
                const std::uint64_t seed = options.seed * 1'000'003U +
                                           static_cast<std::uint64_t>(number) * 2U +
                                           (sensors == Sensors::hall ? 1U : 0U);
                out.push_back({book, sensors, seed, options.rate, options.only, timed});
            }
        }
    }
    return out;
}

int run_all(const Options& options) {
    const std::vector<Planter> planters = all_planters();
    Totals totals(options);
    int number = 0;
    for (const std::string& file : options.files) {
        for (const test::IccsGame& game : test::read_iccs_games(file)) {
            ++number;
            if (number < options.first || (number - options.first) % options.every != 0) continue;
            if (options.count > 0 && number >= options.first + options.count * options.every) break;
            for (const Run& run : runs_of(options, planters, number)) {
                const Outcome outcome = play(game, run, planters);
                if (options.dump) return dump(outcome);
                totals.take(compare(outcome), run, file, number);
            }
        }
    }
    return totals.end();
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run_all(read_options(argc, argv));
    } catch (const std::exception& error) {
        std::cerr << "arbiter_campaign: " << error.what() << "\n" << usage;
        return 2;
    }
}
