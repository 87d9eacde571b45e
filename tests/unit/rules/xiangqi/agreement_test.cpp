// SPDX-License-Identifier: Apache-2.0
// The fast generator, the reasons and a slow reference agree, move by move, in random play and in
// arrangements that random illegal moves bring about.
#include <set>

#include "rules/xiangqi/attacks.hpp"
#include "rules/xiangqi/movement.hpp"
#include "tests/unit/rules/xiangqi/helpers.hpp"

using namespace jipu;
using namespace jipu::xiangqi;

namespace {

Point lowest_king(const Board& board, Side side) {
    for (Point p = 0; p < points; ++p) {
        if (board[p] == Piece(side, Kind::king)) return p;
    }
    return Position::nowhere;
}

/// Check by asking every piece whether it reaches the king.
bool slow_check(const Board& board, Side side) {
    const Point own = lowest_king(board, side);
    if (own == Position::nowhere) return false;
    const Point other = lowest_king(board, opponent(side));
    if (other != Position::nowhere && file_of(own) == file_of(other) &&
        pieces_between(board, own, other) == 0) {
        return true;
    }
    return attacked(board, own, opponent(side));
}

bool slow_legal(const Board& board, Side side, Point from, Point to) {
    if (!board[from].is(side) || board[to].is(side)) return false;
    if (movement_fault(board, from, to)) return false;
    Board after = board;
    after[to] = after[from];
    after[from] = Piece();
    return !slow_check(after, side);
}

void check_agreement(const Position& position) {
    const Board board = position.board();
    MoveList list;
    position.legal_moves(list);
    std::set<std::pair<int, int>> listed;
    for (const Move m : list)
        listed.insert({m.from, m.to});
    REQUIRE(listed.size() == static_cast<std::size_t>(list.count));
    REQUIRE(perft(position, 1) == listed.size());
    REQUIRE(position.in_check(red) == slow_check(board, red));
    REQUIRE(position.in_check(black) == slow_check(board, black));
    for (Point from = 0; from < points; ++from) {
        bool any = false;
        for (Point to = 0; to < points; ++to) {
            const Move move{from, to};
            const bool legal = listed.count({from, to}) > 0;
            const bool agreed = position.is_legal(move) == legal &&
                                position.why_illegal(move).has_value() == !legal &&
                                slow_legal(board, position.to_move(), from, to) == legal;
            if (!agreed) FAIL(format_fen(position) << " disagreed on " << test::name_of(move));
            any = any || legal;
        }
        if (position.at(from).is(position.to_move())) REQUIRE(position.can_move(from) == any);
    }
}

} // namespace

TEST_CASE("generator, reasons and a slow reference agree in random play") {
    constexpr std::uint64_t seed = 90210;
    INFO("seed " << seed);
    test::Dice dice(seed);
    int positions = 0;
    for (int game = 0; game < 12; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 150; ++ply) {
            MoveList moves;
            position.legal_moves(moves);
            if (moves.count == 0) break;
            position.play_tolerant(moves.moves[static_cast<std::size_t>(dice.roll(moves.count))]);
            if (ply % 3 == game % 3) {
                check_agreement(position);
                ++positions;
            }
        }
    }
    CHECK(positions > 400);
}

TEST_CASE("they agree in arrangements that illegal moves bring about") {
    constexpr std::uint64_t seed = 4711;
    INFO("seed " << seed);
    test::Dice dice(seed);
    for (int game = 0; game < 150; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 4 + game % 60; ++ply) {
            const auto from = static_cast<Point>(dice.roll(points));
            const auto to = static_cast<Point>(dice.roll(points));
            if (position.at(from)) position.play_tolerant({from, to});
        }
        check_agreement(position);
    }
}

TEST_CASE("they agree in crowded palaces, where checks and pins meet") {
    constexpr std::uint64_t seed = 1618;
    INFO("seed " << seed);
    test::Dice dice(seed);
    for (int trial = 0; trial < 1500; ++trial) {
        Position position;
        position.put(make_point(3 + dice.roll(3), dice.roll(3)), Piece(red, Kind::king));
        position.put(make_point(3 + dice.roll(3), 7 + dice.roll(3)), Piece(black, Kind::king));
        for (int i = 0; i < 3 + dice.roll(14); ++i) {
            const Point p = make_point(2 + dice.roll(5), dice.roll(ranks));
            if (position.at(p)) continue;
            position.put(
                p, Piece(dice.roll(2) == 0 ? red : black, static_cast<Kind>(2 + dice.roll(6))));
        }
        position.set_to_move(dice.roll(2) == 0 ? red : black);
        check_agreement(position);
    }
}

TEST_CASE("the sets of points count, list and cut as sets do") {
    // 000/1.1.1: the palaces and the banks of the river are sets of points
    test::Dice dice(31);
    for (int trial = 0; trial < 200; ++trial) {
        PointSet set;
        std::set<int> model;
        for (int i = 0; i < dice.roll(60); ++i) {
            const auto p = static_cast<unsigned>(dice.roll(points));
            if (dice.roll(3) == 0) {
                set.remove(p);
                model.erase(static_cast<int>(p));
            } else {
                set.add(p);
                model.insert(static_cast<int>(p));
            }
        }
        REQUIRE(set.count() == static_cast<int>(model.size()));
        for (int rank = 0; rank < ranks; ++rank) {
            for (int file = 0; file < files; ++file) {
                const bool in = model.count(file + files * rank) > 0;
                REQUIRE(set.contains(make_point(file, rank)) == in);
                REQUIRE((set.row(rank) >> static_cast<unsigned>(file) & 1U) == (in ? 1U : 0U));
                REQUIRE((set.column(file) >> static_cast<unsigned>(rank) & 1U) == (in ? 1U : 0U));
            }
        }
        PointSet rebuilt;
        for (int file = 0; file < files; ++file)
            rebuilt.add_column(file, set.column(file));
        REQUIRE(rebuilt == set);
        std::set<int> listed;
        for (PointSet rest = set; !rest.empty();)
            listed.insert(rest.pop_first());
        REQUIRE(listed == model);
    }
}
