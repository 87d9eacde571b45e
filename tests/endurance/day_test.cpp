// SPDX-License-Identifier: Apache-2.0
// A day of games at one board: what was played is recorded, nothing that a device sent is missed,
// and what the daemon holds does not grow from game to game.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "tests/endurance/memory_use.hpp"
#include "tests/endurance/simulated_day.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/iccs_games.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using jipu::test::growth;
using jipu::test::memory_use;
using jipu::test::MemoryUse;

namespace {

/// How long is played, and how many times faster than people do.
struct Pace {
    double hours;
    double speed;
};

std::vector<tool::PlayedGame> play_games(const Pace& pace) {
    tool::HandsChoice choice;
    choice.speed = pace.speed;
    std::vector<tool::PlayedGame> games;
    const auto openings = test::read_iccs_games(test::data_dir() / "games/openings.iccs");
    double played = 0;
    while (played < pace.hours * 3600) {
        choice.seed = games.size() + 1;
        auto game = tool::play_game(openings[games.size() % openings.size()].moves, choice);
        REQUIRE(game);
        played += static_cast<double>(game->script.length.count()) * 1e-6;
        games.push_back(std::move(*game));
    }
    return games;
}

/// What the traces of all games say of the devices.
struct Traced {
    std::uint64_t edges = 0, clock_bytes = 0, games = 0;
};

Traced read_traces(const std::string& folder) {
    Traced traced;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        ++traced.games;
        std::ifstream in(file.path());
        for (std::string line; std::getline(in, line);) {
            std::istringstream words(line);
            std::string at, verb, what;
            words >> at >> verb >> what;
            if (verb == "on" || verb == "off") ++traced.edges;
            if (verb == "bytes") traced.clock_bytes += what.size() / 2;
        }
    }
    return traced;
}

/// The largest of each number between two of the games.
MemoryUse largest(const std::vector<MemoryUse>& uses, std::size_t from, std::size_t to) {
    MemoryUse most;
    for (std::size_t i = from; i < to; ++i) {
        most.blocks = std::max(most.blocks, uses[i].blocks);
        most.block_bytes = std::max(most.block_bytes, uses[i].block_bytes);
        most.heap_bytes = std::max(most.heap_bytes, uses[i].heap_bytes);
        most.resident_kb = std::max(most.resident_kb, uses[i].resident_kb);
        most.descriptors = std::max(most.descriptors, uses[i].descriptors);
        most.threads = std::max(most.threads, uses[i].threads);
    }
    return most;
}

void check_games(const Pace& pace) {
    const test::TempFolder folder;
    const std::vector<tool::PlayedGame> played = play_games(pace);
    const std::vector<tool::Act> acts =
        tool::make_timeline(played, tool::TableEnd::stand, 1, std::nullopt);
    test::SimulatedDay day(folder / "");
    std::vector<MemoryUse> uses;
    uses.reserve(played.size());
    std::uint64_t plies = 0, wrong = 0;
    day.over = [&](const test::DayGame& game) {
        const std::vector<xiangqi::Move>& moves = played.at(game.number).moves;
        const bool same =
            std::equal(moves.begin(), moves.end(), game.moves.begin(), game.moves.end(),
                       [](const xiangqi::Move& move, const std::string& recorded) {
                           return test::iccs_move(move) == recorded;
                       });
        plies += game.moves.size();
        const bool all_confirmed = game.confirmed >= static_cast<int>(moves.size());
        if (!same || !all_confirmed || game.result != "1/2-1/2") ++wrong;
    };
    day.play(acts, [&](std::size_t) { uses.push_back(memory_use()); });
    day.finish();
    CHECK(day.games == played.size());
    CHECK(wrong == 0);
    const Traced traced = read_traces(folder / "traces");
    const std::size_t half = uses.size() / 2;
    const MemoryUse before = largest(uses, uses.size() / 4, half);
    const MemoryUse after = largest(uses, half, uses.size());
    std::printf("%lld s, %zu games, %llu plies, %llu scans, %llu edges, %llu bytes of the clock, "
                "%llu alerts\n%s\n",
                static_cast<long long>(day.seconds()), played.size(),
                static_cast<unsigned long long>(plies), static_cast<unsigned long long>(day.scans),
                static_cast<unsigned long long>(day.edges),
                static_cast<unsigned long long>(day.clock_bytes),
                static_cast<unsigned long long>(day.alerts), growth(before, after).c_str());
    CHECK(day.scans >= static_cast<std::uint64_t>(day.seconds()) * 200);
    CHECK(day.left_out == 0);
    CHECK(day.missed == 0);
    CHECK(day.lost == 0);
    CHECK(day.broken_lines == 0);
    CHECK(day.wrong_clocks == 0);
    CHECK(traced.games == played.size());
    CHECK(traced.edges == day.edges);
    CHECK(traced.clock_bytes == day.clock_bytes);
    CHECK(after.blocks - before.blocks <= 64);
    CHECK(after.block_bytes - before.block_bytes <= 32'768);
    CHECK(after.heap_bytes - before.heap_bytes <= 131'072);
    // The tables reserve room that they use little of: the longer the games, the more of it is
    // real.
    CHECK(after.resident_kb * 1024 <= after.heap_bytes + 8'000'000);
    CHECK(after.descriptors <= before.descriptors);
    CHECK(after.threads <= before.threads);
}

} // namespace

TEST_CASE(
    "games are recorded as they were played, and the daemon does not grow from one to the next") {
    check_games({0.25, 30.0});
}

TEST_CASE("24 hours of games are recorded as they were played, and the daemon does not grow",
          "[.full]") {
    if (test::skipped_unless_full()) return;
    check_games({24.0, 1.0});
}
