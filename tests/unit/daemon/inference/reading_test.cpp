// SPDX-License-Identifier: Apache-2.0
// What a board says of the plies since a known position.
#include "daemon/inference/reading.hpp"

#include "tests/unit/daemon/inference/helpers.hpp"

using namespace jipu;
using namespace jipu::inference;
using namespace jipu::test;

namespace {

Reading read(const Position& base, const Position& shown, std::vector<Position> history = {},
             const Landings& landed = {}) {
    return read_board(base, shown.board(), history, landed);
}

Landings landings(std::initializer_list<std::pair<std::string_view, std::int64_t>> all) {
    Landings out{};
    for (const auto& [name, ms] : all)
        out[point(name)] = at_ms(ms);
    return out;
}

const Position start = Position::start();

} // namespace

TEST_CASE("An unchanged board shows nothing") {
    const Reading r = read(start, start);
    CHECK(r.shows == Shows::nothing);
    CHECK(r.count == 0);
    CHECK(r.illegal == -1);
    CHECK(r.differing == 0);
    CHECK_FALSE(r.legal_line());
}

TEST_CASE("A legal move is a line of one ply, a capture too") {
    const Reading quiet = read(start, after(start, {"h2e2"}));
    CHECK(quiet.is_line(1));
    CHECK(quiet.moves[0] == move("h2e2"));
    CHECK(quiet.legal_line());
    CHECK(quiet.differing == 2);
    const Reading capture = read(start, after(start, {"h2h9"}));
    CHECK(capture.is_line(1));
    CHECK(capture.moves[0] == move("h2h9"));
    CHECK(capture.legal_line());
}

TEST_CASE("A move and its reply are a line of two plies in their order") {
    const Reading r = read(start, after(start, {"h2e2", "h9g7"}));
    CHECK(r.is_line(2));
    CHECK(r.legal_line());
    CHECK(r.moves[0] == move("h2e2"));
    CHECK(r.moves[1] == move("h9g7"));
}

TEST_CASE("Three legal plies are found, the side to move first") {
    const Reading r = read(start, after(start, {"b2e2", "h9g7", "h0g2"}));
    CHECK(r.is_line(3));
    CHECK(r.legal_line());
    CHECK(r.moves[1] == move("h9g7"));
    // Red's two moves leave the same board in either order: both are lines.
    CHECK((r.moves[0] == move("b2e2") || r.moves[0] == move("h0g2")));
}

TEST_CASE("The order of landings says which of two moves came first") {
    const Position shown = after(start, {"b2e2", "h9g7", "h0g2"});
    const Reading horse = read(start, shown, {}, landings({{"g2", 100}, {"g7", 500}, {"e2", 900}}));
    CHECK(horse.is_line(3));
    CHECK(horse.moves[0] == move("h0g2"));
    CHECK(horse.moves[2] == move("b2e2"));
    const Reading cannon =
        read(start, shown, {}, landings({{"e2", 100}, {"g7", 500}, {"g2", 900}}));
    CHECK(cannon.is_line(3));
    CHECK(cannon.moves[0] == move("b2e2"));
    CHECK(cannon.moves[2] == move("h0g2"));
}

TEST_CASE("A reply that landed before its move is no reply, unless the order cannot be told") {
    const Position shown = after(start, {"h2e2", "h9g7"});
    CHECK_FALSE(read(start, shown, {}, landings({{"g7", 100}, {"e2", 500}})).legal_line());
    CHECK(read(start, shown, {}, landings({{"g7", 450}, {"e2", 500}})).legal_line());
}

TEST_CASE("A capture that is retaken by such a piece as was taken leaves its point as it was") {
    const Position base = position_of("rr1k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    const Position shown = after(base, {"a0a9", "b9a9"});
    const Reading r = read(base, shown);
    CHECK(r.differing == 2);
    CHECK(r.is_line(2));
    CHECK(r.legal_line());
    CHECK(r.moves[0] == move("a0a9"));
    CHECK(r.moves[1] == move("b9a9"));
}

TEST_CASE("A piece where it may not go is an illegal first ply, with the legal plies counted") {
    const Reading r = read(start, after(start, {"c0c2"}));
    CHECK(r.is_line(1));
    CHECK(r.illegal == 0);
    CHECK_FALSE(r.first_legal());
    CHECK(r.legal_plies() == 0);
    CHECK(r.moves[0] == move("c0c2"));
}

TEST_CASE("A piece of the side not to move is an illegal ply as well") {
    const Reading r = read(start, after(start, {"h9g7"}));
    CHECK(r.is_line(1));
    CHECK(r.illegal == 0);
    CHECK(start.why_illegal(r.moves[0]) == xiangqi::IllegalReason::not_your_piece);
}

TEST_CASE("A legal ply and an illegal reply are told apart") {
    const Reading r = read(start, after(start, {"h2e2", "c9c7"}));
    CHECK(r.is_line(2));
    CHECK(r.illegal == 1);
    CHECK(r.first_legal());
    CHECK(r.legal_plies() == 1);
    CHECK(r.moves[0] == move("h2e2"));
    CHECK(r.moves[1] == move("c9c7"));
}

TEST_CASE("An illegal ply that was answered is a line of two plies, the first illegal") {
    const Reading r = read(start, after(start, {"c0c2", "h9g7"}));
    CHECK(r.is_line(2));
    CHECK(r.illegal == 0);
    CHECK(r.moves[0] == move("c0c2"));
    CHECK(r.moves[1] == move("h9g7"));
}

TEST_CASE("A ply taken back shows the position before it") {
    const Position one = after(start, {"h2e2"});
    const Reading r = read(one, start, {start});
    CHECK(r.shows == Shows::earlier);
    CHECK(r.earlier == 0);
}

TEST_CASE("Of equal earlier positions the latest is meant") {
    const Position base = after(start, {"h0g2", "h9g7", "g2h0", "g7h9", "h2e2"});
    const std::vector<Position> history{
        start, after(start, {"h0g2"}), after(start, {"h0g2", "h9g7"}),
        after(start, {"h0g2", "h9g7", "g2h0"}), after(start, {"h0g2", "h9g7", "g2h0", "g7h9"})};
    const Reading r = read(base, start, history);
    CHECK(r.shows == Shows::earlier);
    CHECK(r.earlier == 4);
}

TEST_CASE("A legal line is preferred to an earlier position") {
    const Position base = after(start, {"h0g2", "h9g7"});
    const Reading r = read(base, start, {start, after(start, {"h0g2"})});
    CHECK(r.legal_line());
    CHECK(r.count == 2);
    CHECK(r.moves[0] == move("g2h0"));
}

TEST_CASE("An earlier position is preferred to an illegal ply") {
    // Moving the cannon back would be Red's hand in Black's turn.
    const Position one = after(start, {"h2e2"});
    const Reading r = read(one, start, {start});
    CHECK(r.shows == Shows::earlier);
    CHECK(read(one, start).illegal == 0); // ... which it is when nobody knows the past
}

TEST_CASE("What no three plies explain is odd") {
    Position shown = start;
    for (const auto name : {"a0", "c0", "e3", "i9"})
        shown.put(point(name), Piece{});
    const Reading r = read(start, shown);
    CHECK(r.shows == Shows::odd);
    CHECK(r.count == 0);
    CHECK(r.differing == 4);
}

TEST_CASE("A piece that has changed its kind is odd") {
    Position shown = start;
    shown.put(point("a0"), Piece(Side::first, xiangqi::Kind::cannon));
    CHECK(read(start, shown).shows == Shows::odd);
}

TEST_CASE("Every legal move of a position reads as itself") {
    const Position base = position_of("r1bakab1r/9/1cn4cn/p1p1p1p1p/9/6P2/P1P1P3P/1C2C1N2/9/"
                                      "RNBAKAB1R w - - 5 4");
    xiangqi::MoveList moves;
    base.legal_moves(moves);
    REQUIRE(moves.count > 30);
    for (const Move m : moves) {
        Position shown = base;
        shown.play_tolerant(m);
        const Reading r = read(base, shown);
        INFO(notation::format_iccs(m));
        CHECK(r.legal_line());
        CHECK(r.count == 1);
        CHECK(r.moves[0] == m);
    }
}
