// SPDX-License-Identifier: Apache-2.0
// The move generator against known numbers of leaves, of checks and of captures.
#include <cstdlib>

#include "rules/xiangqi/fen.hpp"
#include "tests/perft/positions.hpp"
#include "tests/support/catch.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define JIPU_TEST_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define JIPU_TEST_SANITIZED
#endif
#endif

using namespace jipu;
using namespace jipu::xiangqi;

namespace {

/// The largest count that is worth waiting for: everything to depth 5 where the code is fast, less
/// under a sanitizer or without optimisation.
std::uint64_t most_leaves() {
#if defined(JIPU_TEST_SANITIZED) || !defined(__OPTIMIZE__)
    return 2'000'000;
#else
    return 200'000'000;
#endif
}

void check_row(const test::PerftRow& row, std::uint64_t least, std::uint64_t most) {
    const auto position = parse_fen(row.fen);
    REQUIRE(position);
    for (std::size_t i = 0; i < row.leaves.size(); ++i) {
        if (row.leaves[i] == 0 || row.leaves[i] < least || row.leaves[i] > most) continue;
        INFO(row.name << ", depth " << i + 1);
        CHECK(perft(*position, static_cast<int>(i + 1)) == row.leaves[i]);
    }
}

struct LastPly {
    std::uint64_t checks = 0;
    std::uint64_t captures = 0;
    std::uint64_t mates = 0;
};

void count_last_ply(const Position& position, int depth, LastPly& counts) {
    MoveList moves;
    position.legal_moves(moves);
    for (const Move move : moves) {
        Position after = position;
        const Piece captured = after.play_tolerant(move);
        if (depth > 1) {
            count_last_ply(after, depth - 1, counts);
            continue;
        }
        if (captured) ++counts.captures;
        if (after.in_check(after.to_move())) ++counts.checks;
        if (after.is_mate()) ++counts.mates;
    }
}

} // namespace

TEST_CASE("every known position has its number of leaves") {
    // 000/1.2.3
    for (const test::PerftRow& row : test::perft_rows())
        check_row(row, 0, most_leaves());
}

TEST_CASE("the deepest known numbers of leaves are met too", "[.full]") {
    if (std::getenv("JIPU_FULL") == nullptr) {
        WARN("SKIPPED: set JIPU_FULL to count for minutes");
        return;
    }
    for (const test::PerftRow& row : test::perft_rows()) {
        check_row(row, most_leaves() + 1, ~std::uint64_t{0});
    }
}

TEST_CASE("the start position has the known numbers of checks and captures") {
    struct Row {
        int depth;
        std::uint64_t captures, checks;
    };
    for (const Row row : {Row{1, 2, 0}, Row{2, 72, 6}, Row{3, 3159, 384}, Row{4, 115365, 19380}}) {
        LastPly counts;
        count_last_ply(Position::start(), row.depth, counts);
        INFO("depth " << row.depth);
        CHECK(counts.captures == row.captures);
        CHECK(counts.checks == row.checks);
        if (row.depth < 4) CHECK(counts.mates == 0);
    }
}
