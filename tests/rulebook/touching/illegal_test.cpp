// SPDX-License-Identifier: Apache-2.0
// 000/1.2.3, 1.2.4, 3.6.3(1), 4.1.3(3)1 and 001/4.1.2, 4.1.6: every reason why a move is illegal,
// its article by book, and whether it is a foul or the loss.
#include "rules/arbiter/illegal_move.hpp"

#include "tests/rulebook/touching/support.hpp"

using namespace jipu;
using namespace jipu::arbiter;
using namespace jipu::test;
using xiangqi::IllegalReason;

namespace {

constexpr std::string_view start =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

struct Wrong {
    std::string_view fen, move;
    IllegalReason reason;
    std::string_view legal; ///< what the same piece may do instead
};

const std::vector<Wrong>& wrong_moves() {
    using R = IllegalReason;
    static const std::vector<Wrong> all{
        {start, "h0h2", R::own_piece, "h0g2"},
        {start, "c0c1", R::geometry, "c0a2"},
        {start, "a0a4", R::blocked, "a0a1"},
        {"4k4/9/9/9/9/9/9/9/3N5/2NK5 w - - 0 1", "c0e1", R::horse_leg, "c0b2"},
        {"4k4/9/9/9/9/9/9/9/3N5/2BK5 w - - 0 1", "c0e2", R::elephant_eye, "c0a2"},
        {start, "h2h7", R::cannon_screen, "h2h9"},
        {"3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c4e6", R::river, "c4e2"},
        {"3k5/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d0c0", R::palace, "d0e0"},
        {"3k5/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", "e5e4", R::retreat, "e5e6"},
        {"3k5/9/4r4/9/9/9/9/9/4R4/4K4 w - - 0 1", "e1a1", R::self_check, "e1e5"},
        {"4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e1a1", R::facing_generals, "e1e5"},
        {start, "h9g7", R::not_your_piece, ""},
    };
    return all;
}

} // namespace

TEST_CASE("000/1.2.3: every reason of an illegal move is found, and its counter-example is legal") {
    const auto& book = book_of("xiangqi-state");
    for (const Wrong& wrong : wrong_moves()) {
        INFO(wrong.move << " in " << wrong.fen);
        const auto position = position_of(wrong.fen);
        const auto verdict = judge_illegal(position, move_of(wrong.move), book);
        REQUIRE(verdict);
        CHECK(xiangqi::reason_name(verdict->reason) == xiangqi::reason_name(wrong.reason));
        if (!wrong.legal.empty()) CHECK_FALSE(judge_illegal(position, move_of(wrong.legal), book));
    }
}

TEST_CASE("000/1.2.4, 000/3.6.3(1): in the state book an illegal move is a foul and no loss") {
    const auto& book = book_of("xiangqi-state");
    for (const Wrong& wrong : wrong_moves()) {
        INFO(wrong.move << " in " << wrong.fen);
        const auto verdict = judge_illegal(position_of(wrong.fen), move_of(wrong.move), book);
        REQUIRE(verdict);
        CHECK(verdict->remedy == IllegalRemedy::foul);
        CHECK(verdict->article == (wrong.reason == IllegalReason::self_check ? "000/1.2.4"
                                   : wrong.reason == IllegalReason::facing_generals
                                       ? "000/1.2.3"
                                       : "000/3.6.3(1)"));
    }
}

TEST_CASE("001/4.1.6, 001/4.1.2: in the association's book, and those that inherit, it loses") {
    // 001/5.8: an illegal move goes by 4.1.6
    for (const std::string_view name : {"xiangqi-association", "xiangqi-2020", "xiangqi-world"}) {
        for (const Wrong& wrong : wrong_moves()) {
            INFO(name << ": " << wrong.move << " in " << wrong.fen);
            const auto verdict =
                judge_illegal(position_of(wrong.fen), move_of(wrong.move), book_of(name));
            REQUIRE(verdict);
            CHECK(verdict->remedy == IllegalRemedy::loss);
            CHECK(verdict->article ==
                  (wrong.reason == IllegalReason::facing_generals ? "001/4.1.2" : "001/4.1.6"));
        }
    }
}

TEST_CASE("000/4.1.3(3)1: taken back the piece must move, unless it cannot") {
    const auto& book = book_of("xiangqi-state");
    const auto start_position = position_of(start);
    CHECK(judge_illegal(start_position, move_of("c0c1"), book)->binds);
    // The rook on a0 is walled in; a piece of the side not to move obliges nobody.
    const auto walled = position_of("4k4/9/9/9/9/9/9/9/N8/RN1K5 w - - 0 1");
    CHECK_FALSE(judge_illegal(walled, move_of("a0a5"), book)->binds);
    CHECK_FALSE(judge_illegal(start_position, move_of("h9g7"), book)->binds);
}
