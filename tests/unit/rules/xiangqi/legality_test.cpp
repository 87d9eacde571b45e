// SPDX-License-Identifier: Apache-2.0
// Why a move is illegal, reason by reason, each row for Red and turned round for Black.
#include <algorithm>
#include <vector>

#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;
using test::move_of;
using test::position_of;

namespace {

using R = IllegalReason;

struct Row {
    const char* fen;
    const char* move;
    std::optional<R> reason; ///< nullopt: legal
};

constexpr const char* opening = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
// King e1 and its advisors; a black king on d9 leaves the middle file to what stands there.
constexpr const char* quiet = "3k5/9/9/9/9/9/9/9/4K4/9 w";

const std::vector<Row>& rows() {
    static const std::vector<Row> all{
        // Whose piece it is comes first.
        {opening, "e5e6", R::not_your_piece},
        {opening, "h7h6", R::not_your_piece},
        {opening, "h7e5", R::not_your_piece},
        {opening, "e5e5", R::not_your_piece},
        // Own piece before geometry, staying before own piece.
        {opening, "a0a3", R::own_piece},
        {opening, "a0b2", R::own_piece},
        {opening, "e0e3", R::own_piece},
        {opening, "h2h2", R::geometry},
        // King.
        {opening, "e0e1", std::nullopt},
        {quiet, "e1f1", std::nullopt},
        {quiet, "e1f2", R::geometry},
        {quiet, "e1e3", R::geometry},
        {quiet, "e1h8", R::geometry},
        {"4k4/9/9/9/9/9/9/4K4/4R4/9 w", "e2e3", R::palace},
        {"3k5/9/9/9/9/9/9/9/5K3/9 w", "f1g1", R::palace},
        {"3k5/9/9/9/9/9/9/9/5K3/9 w", "f1g2", R::geometry},
        // Advisor.
        {opening, "d0e1", std::nullopt},
        {opening, "d0c1", R::palace},
        {opening, "d0d1", R::geometry},
        {opening, "d0f2", R::geometry},
        {"3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g3", R::palace},
        {"3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2e3", R::palace},
        // Elephant.
        {opening, "c0e2", std::nullopt},
        {opening, "c0d1", R::geometry},
        {opening, "c0c2", R::geometry},
        {"3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", R::river},
        {"3k5/9/9/9/3p5/2B6/9/9/9/4K4 w", "c4e6", R::river},
        {"3k5/9/9/9/9/9/9/9/3p5/2B1K4 w", "c0e2", R::elephant_eye},
        {"3k5/9/9/9/9/9/9/9/3A5/2B1K4 w", "c0e2", R::elephant_eye},
        // Horse.
        {opening, "b0c2", std::nullopt},
        {opening, "b0d1", R::horse_leg},
        {opening, "b0b1", R::geometry},
        {opening, "b0d3", R::geometry},
        {"3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4f6", R::horse_leg},
        {"3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4d6", R::horse_leg},
        {"3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4g5", std::nullopt},
        {"3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4f2", std::nullopt},
        // Rook.
        {opening, "a0a2", std::nullopt},
        {opening, "a0b1", R::geometry},
        {opening, "a0a4", R::blocked},
        {opening, "a0a6", R::blocked},
        {"3k5/9/9/r8/9/9/9/9/9/R3K4 w", "a0a6", std::nullopt},
        {"3k5/9/9/r8/p8/9/9/9/9/R3K4 w", "a0a6", R::blocked},
        {"3k5/9/9/9/9/9/9/9/9/RN2K4 w", "a0c0", R::blocked},
        // Cannon.
        {opening, "h2e2", std::nullopt},
        {opening, "h2h9", std::nullopt},
        {opening, "h2h7", R::cannon_screen},
        {opening, "h2h8", R::blocked},
        {opening, "h2g1", R::geometry},
        {opening, "b2b7", R::cannon_screen},
        {"3k5/9/r8/9/p8/p8/9/9/C8/4K4 w", "a1a7", R::cannon_screen},
        {"3k5/9/r8/9/9/p8/9/9/C8/4K4 w", "a1a7", std::nullopt},
        {"3k5/9/r8/9/9/P8/9/9/C8/4K4 w", "a1a7", std::nullopt},
        {"3k5/9/9/9/9/P8/9/9/C8/4K4 w", "a1a7", R::blocked},
        // Pawn.
        {opening, "e3e4", std::nullopt},
        {opening, "e3d3", R::geometry},
        {opening, "e3e5", R::geometry},
        {opening, "e3e2", R::retreat},
        {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5e6", std::nullopt},
        {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5d5", std::nullopt},
        {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5f5", std::nullopt},
        {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5e4", R::retreat},
        {"3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5d4", R::geometry},
        {"3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4f4", R::geometry},
        {"3kP4/9/9/9/9/9/9/9/9/4K4 w", "e9f9", std::nullopt},
        {"3kP4/9/9/9/9/9/9/9/9/4K4 w", "e9e8", R::retreat},
        // Facing kings, found before self-check.
        {"4k4/9/9/9/9/9/9/9/3K5/9 w", "d1e1", R::facing_generals},
        {"4k4/9/9/9/4R4/9/9/9/4K4/9 w", "e5d5", R::facing_generals},
        {"4k4/9/9/9/4R4/9/9/9/4K4/9 w", "e5e9", std::nullopt},
        {"4k4/9/9/9/4R4/9/9/9/4K4/9 w", "e5e7", std::nullopt},
        {"4k4/9/9/9/4R4/9/9/9/r3K4/9 w", "e5d5", R::facing_generals},
        {"4k4/9/9/4r4/4R4/9/9/9/4K4/9 w", "e5d5", R::self_check},
        // Self-check, by every kind of attacker.
        {"3k5/9/9/4r4/9/4R4/9/9/4K4/9 w", "e4d4", R::self_check},
        {"3k5/9/9/4r4/9/4R4/9/9/4K4/9 w", "e4e5", std::nullopt},
        {"3k5/9/9/4r4/9/4R4/9/9/4K4/9 w", "e4e6", std::nullopt},
        {"3k5/9/9/4r4/9/9/9/9/3K5/9 w", "d1e1", R::self_check},
        {"3k5/9/9/4c4/9/9/9/9/N3K4/9 w", "a1b3", std::nullopt},
        {"3k5/9/9/4c4/9/9/2N6/9/4K4/9 w", "c3e4", R::self_check},
        {"3k5/9/9/4c4/9/4P4/4R4/9/4K4/9 w", "e3a3", R::self_check},
        {"3k5/9/9/4c4/9/4p4/4R4/9/4K4/9 w", "e3e4", R::self_check},
        {"3k5/9/9/4c4/9/4p4/4R4/9/4K4/9 w", "e3e2", std::nullopt},
        {"3k5/9/9/4c4/4p4/4p4/4R4/9/4K4/9 w", "e3e4", std::nullopt},
        {"3k5/9/9/9/9/9/3n5/3P5/4K4/9 w", "d2d3", std::nullopt},
        {"3k5/9/9/9/9/9/5n3/5R3/4K4/9 w", "f2g2", R::self_check},
        {"3k5/9/9/9/9/9/5n3/5R3/4K4/9 w", "f2f3", std::nullopt},
        {"3k5/9/9/9/9/9/9/3p5/9/4K4 w", "e0d0", std::nullopt},
        {"3k5/9/9/9/9/9/9/9/3p5/4K4 w", "e0e1", R::self_check},
        {"3k5/9/9/9/9/9/9/9/3p5/4K4 w", "e0d0", R::self_check},
        // In check: only what answers it.
        {"3k5/9/9/4r4/9/9/9/9/4K4/R8 w", "a0a5", R::self_check},
        {"3k5/9/9/4r4/9/9/9/9/4K4/R8 w", "a0e0", R::self_check},
        {"3k5/9/9/4r4/R8/9/9/9/4K4/9 w", "a5e5", std::nullopt},
        {"3k5/9/9/R3r4/9/9/9/9/4K4/9 w", "a6e6", std::nullopt},
        {"3k5/9/9/4r4/9/9/9/9/4K4/9 w", "e1f1", std::nullopt},
        {"3k5/9/9/4r4/9/9/9/9/4K4/9 w", "e1e0", R::self_check},
        // A king may take an unprotected piece, not a protected one.
        {"3k5/9/9/9/9/9/9/9/4K4/4r4 w", "e1e0", std::nullopt},
        {"3k5/9/9/9/9/9/9/9/4K4/4r3r w", "e1e0", R::self_check},
        // The king of the other side may be taken when an illegal move has left it hanging.
        {"4k4/9/9/9/9/9/9/9/4R4/3K5 w", "e1e9", std::nullopt},
    };
    return all;
}

std::string words(std::optional<R> reason) {
    return reason ? std::string(reason_name(*reason)) : "legal";
}

} // namespace

TEST_CASE("an illegal move is told with the first reason that applies") {
    // 000/1.2.3, 000/1.2.4
    for (const Row& row : rows()) {
        const Position position = position_of(row.fen);
        INFO(row.fen << "  " << row.move);
        CHECK(words(position.why_illegal(move_of(row.move))) == words(row.reason));
        CHECK(position.is_legal(move_of(row.move)) == !row.reason);
    }
}

TEST_CASE("the reasons are the same for Black on the turned board") {
    for (const Row& row : rows()) {
        const Position position = test::turned(position_of(row.fen));
        const Move move = test::turned(move_of(row.move));
        INFO(format_fen(position) << "  " << test::name_of(move));
        CHECK(words(position.why_illegal(move)) == words(row.reason));
    }
}

TEST_CASE("every reason occurs in the table and has a name of its own") {
    std::vector<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(R::not_your_piece); ++i) {
        const auto reason = static_cast<R>(i);
        names.push_back(reason_name(reason));
        const bool found = std::any_of(rows().begin(), rows().end(),
                                       [&](const Row& row) { return row.reason == reason; });
        INFO(names.back());
        CHECK(found);
    }
    CHECK(names == std::vector<std::string_view>{"geometry", "blocked", "horse-leg", "elephant-eye",
                                                 "cannon-screen", "river", "palace", "retreat",
                                                 "own-piece", "self-check", "facing-generals",
                                                 "not-your-piece"});
}

TEST_CASE("a move from or to a point off the board is told, not followed") {
    const Position position = Position::start();
    CHECK(position.why_illegal({90, 0}) == R::not_your_piece);
    CHECK(position.why_illegal({255, 255}) == R::not_your_piece);
    CHECK(position.why_illegal({0, 90}) == R::geometry);
    CHECK_FALSE(position.can_move(200));
}

TEST_CASE("One king takes the other only where they face, and by no legal move") {
    const Position facing = position_of("4k4/9/9/9/9/9/9/9/9/4K4 w");
    CHECK(facing.is_king_by_king(move_of("e0e9")));
    CHECK_FALSE(facing.is_legal(move_of("e0e9")));
    CHECK_FALSE(facing.is_king_by_king(move_of("e9e0"))); // not to move
    CHECK_FALSE(facing.is_king_by_king(move_of("e0e1")));
    CHECK_FALSE(facing.is_king_by_king({90, 90}));
    CHECK_FALSE(position_of("4k4/9/9/9/4p4/9/9/9/9/4K4 w").is_king_by_king(move_of("e0e9")));
    CHECK_FALSE(position_of("3k5/9/9/9/9/9/9/9/9/4K4 w").is_king_by_king(move_of("e0d9")));
}

TEST_CASE("A move keeps the kings unless it takes one, or one was taken before") {
    const Position attacked = position_of("4k4/9/9/9/9/9/9/9/4r4/3RK4 b");
    CHECK(attacked.keeps_kings(move_of("e1d1")));
    CHECK_FALSE(attacked.keeps_kings(move_of("e1e0")));
    Position taken = attacked;
    taken.play_tolerant(move_of("e1e0"));
    CHECK(attacked.has_both_kings());
    CHECK_FALSE(taken.has_both_kings());
    CHECK(taken.is_legal(move_of("d0d9"))); // as that piece moves
    CHECK_FALSE(taken.keeps_kings(move_of("d0d9")));
}
