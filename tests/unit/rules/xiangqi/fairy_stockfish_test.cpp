// SPDX-License-Identifier: Apache-2.0
// Our legal moves against those of Debian's fairy-stockfish, in positions of random play.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <vector>

#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;

namespace {

constexpr const char* program = "/usr/games/fairy-stockfish";

std::vector<Position> random_positions(std::uint64_t seed, int games) {
    test::Dice dice(seed);
    std::vector<Position> out;
    for (int game = 0; game < games; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 120; ++ply) {
            MoveList moves;
            position.legal_moves(moves);
            if (moves.count == 0) break;
            position.play_tolerant(moves.moves[static_cast<std::size_t>(dice.roll(moves.count))]);
            if (ply % 4 == 0) out.push_back(position);
        }
    }
    return out;
}

/// That program counts ranks from 1: a move of ours in its words.
std::string in_its_words(Move move) {
    std::string out;
    for (const Point p : {move.from, move.to}) {
        out += static_cast<char>('a' + file_of(p));
        out += std::to_string(rank_of(p) + 1);
    }
    return out;
}

/// Runs the program over a file of commands; its answer, line by line.
std::vector<std::string> answer_to(const std::string& commands) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("jipu-fairy-" + std::to_string(::getpid()) + ".txt");
    std::ofstream(file) << commands;
    std::vector<std::string> lines;
    const std::string call = std::string(program) + " < '" + file.string() + "' 2>/dev/null";
    std::FILE* pipe = ::popen(call.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string line;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        if (c == '\n') {
            lines.push_back(line);
            line.clear();
        } else {
            line += static_cast<char>(c);
        }
    }
    CHECK(::pclose(pipe) == 0);
    std::filesystem::remove(file);
    return lines;
}

} // namespace

TEST_CASE("fairy-stockfish finds the same legal moves") {
    if (!std::filesystem::exists(program)) {
        WARN("SKIPPED: " << program << " is not installed");
        return;
    }
    const std::vector<Position> positions = random_positions(271828, 20);
    std::string commands = "setoption name UCI_Variant value xiangqi\n";
    for (const Position& position : positions) {
        commands += "position fen " + format_fen(position) + "\ngo perft 1\n";
    }
    const auto lines = answer_to(commands + "quit\n");
    std::size_t at = 0;
    std::multiset<std::string> theirs;
    for (const std::string& line : lines) {
        if (line.rfind("Nodes searched", 0) == 0) {
            REQUIRE(at < positions.size());
            MoveList moves;
            positions[at].legal_moves(moves);
            std::multiset<std::string> ours;
            for (const Move move : moves)
                ours.insert(in_its_words(move));
            INFO(format_fen(positions[at]));
            CHECK(ours == theirs);
            theirs.clear();
            ++at;
        } else if (line.size() > 4 && line.substr(line.size() - 3) == ": 1") {
            theirs.insert(line.substr(0, line.size() - 3));
        }
    }
    CHECK(at == positions.size());
    CHECK(at > 400);
}
