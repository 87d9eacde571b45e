// SPDX-License-Identifier: Apache-2.0
// `jipu perft DEPTH [FEN]`: counts the leaf positions below a position, root move by root move, so
// that the move generator can be compared with another program's.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/app/jipu/subcommands.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::tool {
namespace {

constexpr int deepest = 30; // the count no longer fits 64 bits some way before

struct PerftArguments {
    std::string depth;
    std::vector<std::string> fen; ///< a FEN that was not quoted comes in pieces
};

std::optional<int> read_depth(const std::string& text) {
    int depth = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, depth);
    if (error != std::errc() || end != last || depth < 0 || depth > deepest) return std::nullopt;
    return depth;
}

int complain(const std::string& what) {
    std::fprintf(stderr, "jipu perft: %s\n", what.c_str());
    return 2;
}

std::string iccs(xiangqi::Move move) {
    std::string out;
    for (const xiangqi::Point p : {move.from, move.to}) {
        out += static_cast<char>('a' + xiangqi::file_of(p));
        out += static_cast<char>('0' + xiangqi::rank_of(p));
    }
    return out;
}

void print_counts(const xiangqi::Position& position, int depth) {
    std::uint64_t leaves = 1;
    if (depth > 0) {
        leaves = 0;
        xiangqi::MoveList moves;
        position.legal_moves(moves);
        for (const xiangqi::Move move : moves) {
            xiangqi::Position after = position;
            after.play_tolerant(move);
            const std::uint64_t below = xiangqi::perft(after, depth - 1);
            std::printf("%s: %llu\n", iccs(move).c_str(), static_cast<unsigned long long>(below));
            leaves += below;
        }
    }
    std::printf("%llu\n", static_cast<unsigned long long>(leaves));
}

int run(const PerftArguments& arguments, const std::vector<std::string>& unknown) {
    if (!unknown.empty()) return complain("unexpected '" + unknown.front() + "'");
    if (arguments.depth.empty()) return complain("no depth given");
    const auto depth = read_depth(arguments.depth);
    if (!depth) {
        return complain("depth '" + arguments.depth + "' is not a number of 0 to " +
                        std::to_string(deepest));
    }
    std::string fen;
    for (const std::string& word : arguments.fen)
        fen += (fen.empty() ? "" : " ") + word;
    const auto position =
        xiangqi::parse_fen(arguments.fen.empty() ? std::string(xiangqi::start_fen) : fen);
    if (!position) return complain(position.error());
    print_counts(*position, *depth);
    return 0;
}

} // namespace

void add_perft(CLI::App& app, int& status) {
    auto arguments = std::make_shared<PerftArguments>();
    CLI::App* perft = app.add_subcommand("perft", "count the leaf positions below a position");
    // Depth and FEN are read here, not by the parser, so that what is wrong with them is told in
    // our own words and with our exit status; -1 must not be taken for an option.
    perft->add_option("depth", arguments->depth, "plies, 0 or more");
    perft->add_option("fen", arguments->fen, "xiangqi FEN; default: the start position");
    perft->allow_extras();
    perft->callback([perft, arguments, &status] { status = run(*arguments, perft->remaining()); });
}

} // namespace jipu::tool
