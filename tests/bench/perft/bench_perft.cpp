// SPDX-License-Identifier: Apache-2.0
// bench_perft [DEPTH]: leaves per second of processor time of our move generator and, when it is
// installed, of Debian's fairy-stockfish (which counts the last ply without playing it, as ours
// does), position by position at equal depth; both counts must agree. Exit status 1 when they do
// not.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "rules/xiangqi/fen.hpp"
#include "tests/perft/positions.hpp"

namespace {

using namespace jipu;

constexpr const char* other_program = "/usr/games/fairy-stockfish";

/// Fewer leaves than this take too little time to tell a speed.
constexpr std::uint64_t worth_timing = 300'000;

struct Count {
    std::uint64_t leaves = 0;
    double seconds = 0; ///< of processor time: other programs on the machine do not count
};

double processor_seconds(int who) {
    rusage usage{};
    getrusage(who, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

Count count_ours(const xiangqi::Position& position, int depth) {
    const double begin = processor_seconds(RUSAGE_SELF);
    const std::uint64_t leaves = xiangqi::perft(position, depth);
    return {leaves, processor_seconds(RUSAGE_SELF) - begin};
}

/// Runs the other program over these commands; nullopt when it gave no count.
std::optional<Count> run_other(const std::string& commands) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("jipu-bench-" + std::to_string(::getpid()) + ".txt");
    std::ofstream(file) << "setoption name UCI_Variant value xiangqi\n" << commands << "quit\n";
    const double begin = processor_seconds(RUSAGE_CHILDREN);
    const std::string call = std::string(other_program) + " < '" + file.string() + "' 2>/dev/null";
    std::FILE* pipe = ::popen(call.c_str(), "r");
    if (pipe == nullptr) return std::nullopt;
    std::optional<Count> count;
    char line[512];
    constexpr const char* total = "Nodes searched: ";
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        if (std::strncmp(line, total, std::strlen(total)) != 0) continue;
        count = Count{std::strtoull(line + std::strlen(total), nullptr, 10), 0};
    }
    ::pclose(pipe);
    std::filesystem::remove(file);
    if (count) count->seconds = processor_seconds(RUSAGE_CHILDREN) - begin;
    return count;
}

/// Its time to start, measured by a count of one ply, is taken off.
std::optional<Count> count_theirs(const std::string& fen, int depth) {
    static const auto start_up = run_other("position startpos\ngo perft 1\n");
    auto count = run_other("position fen " + fen + "\ngo perft " + std::to_string(depth) + "\n");
    if (count && start_up) count->seconds = std::max(0.0, count->seconds - start_up->seconds);
    return count;
}

double per_second(const Count& count) {
    return static_cast<double>(count.leaves) / std::max(count.seconds, 1e-6);
}

void add(Count& sum, const Count& count) {
    sum.leaves += count.leaves;
    sum.seconds += count.seconds;
}

} // namespace

int main(int argc, char** argv) {
    const int depth = argc > 1 ? std::atoi(argv[1]) : 5;
    if (depth < 1 || depth > 7) {
        std::fprintf(stderr, "bench_perft: depth '%s' is not a number of 1 to 7\n", argv[1]);
        return 2;
    }
    const bool compare = std::filesystem::exists(other_program);
    if (!compare) std::printf("SKIPPED the comparison: %s is not installed\n", other_program);
    Count ours;
    Count theirs;
    bool agreed = true;
    std::printf("%-36s %14s %12s %12s %7s\n", "position", "leaves", "ours/s", "theirs/s", "ratio");
    for (const test::PerftRow& row : test::perft_rows()) {
        const auto position = xiangqi::parse_fen(row.fen);
        if (!position) return 2;
        const Count own = count_ours(*position, depth);
        add(ours, own);
        std::printf("%-36s %14llu", row.name, static_cast<unsigned long long>(own.leaves));
        if (own.leaves >= worth_timing) std::printf(" %12.0f", per_second(own));
        const auto other =
            compare ? count_theirs(xiangqi::format_fen(*position), depth) : std::nullopt;
        if (other) {
            add(theirs, *other);
            agreed = agreed && other->leaves == own.leaves;
            if (other->leaves >= worth_timing) {
                std::printf(" %12.0f %7.2f", per_second(*other),
                            per_second(own) / per_second(*other));
            }
            if (other->leaves != own.leaves) std::printf("  THE COUNTS DIFFER");
        }
        std::printf("\n");
    }
    std::printf("%-36s %14llu %12.0f", "all", static_cast<unsigned long long>(ours.leaves),
                per_second(ours));
    if (theirs.leaves > 0) {
        std::printf(" %12.0f %7.2f", per_second(theirs), per_second(ours) / per_second(theirs));
    }
    std::printf("\n");
    return agreed ? 0 : 1;
}
