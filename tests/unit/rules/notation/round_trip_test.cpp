// SPDX-License-Identifier: Apache-2.0
// What is written is read back as the same move, in every notation, and the strict full notation
// is the one that recorded games use.
#include <random>

#include "rules/notation/chinese.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/move_list.hpp"
#include "rules/notation/move_text.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/unit/rules/notation/table_file.hpp"

using namespace jipu;
using notation::MoveNotation;
using xiangqi::Move;
using xiangqi::MoveList;
using xiangqi::Position;

namespace {

constexpr MoveNotation all_notations[] = {MoveNotation::iccs, MoveNotation::uci, MoveNotation::wxf,
                                          MoveNotation::chinese, MoveNotation::short_form};

/// Writes and reads every legal move; returns how many there were.
int check_every_move(const Position& position) {
    MoveList legal;
    position.legal_moves(legal);
    const auto others = notation::chinese_style("xiangqi-2020");
    for (const Move move : legal) {
        for (const auto kind : all_notations) {
            const std::string text = notation::format_move(position, move, kind);
            const auto back = notation::parse_move(position, text, kind);
            if (!back || *back != move) {
                INFO(xiangqi::format_fen(position)
                     << " " << notation::format_iccs(move) << " " << text << " " << back.error());
                REQUIRE(back);
                REQUIRE(*back == move);
            }
        }
        for (const std::string& text : {notation::format_chinese(position, move, others),
                                        notation::format_short(position, move, others)}) {
            const auto back = notation::parse_move(position, text);
            if (!back || *back != move) {
                INFO(xiangqi::format_fen(position) << " " << text << " " << back.error());
                REQUIRE(back);
                REQUIRE(*back == move);
            }
        }
    }
    return legal.count;
}

/// A game of random legal moves that prefers pawns' moves, so that pawns meet on files.
int random_game(std::mt19937& random, int plies) {
    Position position = Position::start();
    int moves = 0;
    for (int ply = 0; ply < plies; ++ply) {
        moves += check_every_move(position);
        MoveList legal;
        position.legal_moves(legal);
        if (legal.count == 0) break;
        Move chosen = legal.moves[random() % static_cast<unsigned>(legal.count)];
        for (int tries = 0; tries < 3; ++tries) {
            const Move other = legal.moves[random() % static_cast<unsigned>(legal.count)];
            if (position.at(other.from).kind() == xiangqi::Kind::pawn) chosen = other;
        }
        position.play_tolerant(chosen);
    }
    return moves;
}

/// Kings in place, two to five pawns a side scattered over the other half, a few other pieces.
Position random_ending(std::mt19937& random) {
    Position position;
    position.put(xiangqi::make_point(3, 0), {xiangqi::red, xiangqi::Kind::king});
    position.put(xiangqi::make_point(4, 9), {xiangqi::black, xiangqi::Kind::king});
    const auto drop = [&](xiangqi::Piece piece, int low, int high) {
        const auto rank = low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
        // Three files alone, so that several meet on one.
        const auto p = xiangqi::make_point(3 + static_cast<int>(random() % 3), rank);
        if (!position.at(p)) position.put(p, piece);
    };
    for (int i = 0; i < 5; ++i) {
        drop({xiangqi::red, xiangqi::Kind::pawn}, 5, 9);
        drop({xiangqi::black, xiangqi::Kind::pawn}, 0, 4);
    }
    for (const auto kind : {xiangqi::Kind::rook, xiangqi::Kind::horse, xiangqi::Kind::cannon}) {
        for (int i = 0; i < 2; ++i) {
            drop({xiangqi::red, kind}, 0, 9);
            drop({xiangqi::black, kind}, 0, 9);
        }
    }
    position.set_to_move(random() % 2 == 0 ? xiangqi::red : xiangqi::black);
    return position;
}

/// Plays the moves and compares the strict notation of each; returns the plies.
int check_column(const std::string& moves, const std::string& column, const std::string& start,
                 const std::string& final) {
    const auto iccs = test::split(moves, ' ');
    const auto words = test::split(column, ' ');
    REQUIRE(iccs.size() == words.size());
    Position position = *xiangqi::parse_fen(start);
    for (std::size_t i = 0; i < iccs.size(); ++i) {
        const auto move = notation::parse_iccs(position, iccs[i]);
        REQUIRE(move);
        const std::string state = notation::format_chinese(position, *move);
        const std::string other =
            notation::format_chinese(position, *move, notation::chinese_style("xiangqi-2020"));
        if (state != words[i] || other != words[i]) {
            INFO(moves << ": ply " << i + 1);
            CHECK(state == words[i]);
            CHECK(other == words[i]);
        }
        const auto back = notation::parse_chinese(position, words[i]);
        REQUIRE(back);
        REQUIRE(*back == *move);
        position.play_tolerant(*move);
    }
    CHECK(xiangqi::format_fen(position).substr(0, final.find(' ') + 2) ==
          final.substr(0, final.find(' ') + 2));
    return static_cast<int>(iccs.size());
}

} // namespace

TEST_CASE("every legal move of random games is read back from every notation") {
    // 000/4.3: two of a kind on a file among them
    constexpr unsigned seed = 20261130;
    UNSCOPED_INFO("seed " << seed);
    std::mt19937 random(seed);
    int moves = 0;
    for (int game = 0; game < 300; ++game)
        moves += random_game(random, 60);
    CHECK(moves > 300000);
}

TEST_CASE("every legal move of random pawn endings is read back from every notation") {
    constexpr unsigned seed = 4711;
    UNSCOPED_INFO("seed " << seed);
    std::mt19937 random(seed);
    int moves = 0;
    for (int i = 0; i < 6000; ++i)
        moves += check_every_move(random_ending(random));
    CHECK(moves > 50000);
}

TEST_CASE("any move at all of random positions is read back when illegal moves are accepted") {
    constexpr unsigned seed = 99;
    UNSCOPED_INFO("seed " << seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 3000; ++i) {
        const Position position = random_ending(random);
        const Move move{static_cast<xiangqi::Point>(random() % 90),
                        static_cast<xiangqi::Point>(random() % 90)};
        if (move.from == move.to || !position.at(move.from)) continue;
        for (const auto kind : {MoveNotation::iccs, MoveNotation::wxf, MoveNotation::chinese,
                                MoveNotation::short_form}) {
            const std::string text = notation::format_move(position, move, kind);
            const auto back =
                notation::parse_move(position, text, kind, notation::IllegalMoves::accept);
            INFO(xiangqi::format_fen(position)
                 << " " << notation::format_iccs(move) << " " << text << " " << back.error());
            REQUIRE(back);
            REQUIRE(*back == move);
            if (!position.is_legal(move)) REQUIRE_FALSE(notation::parse_move(position, text, kind));
        }
    }
}

TEST_CASE("the strict full notation of eight recorded games comes out to the letter") {
    const auto rows = test::table_rows(test::data_dir() / "notation/games.tsv");
    CHECK(rows.size() == 8);
    for (const auto& row : rows)
        check_column(row.at(0), row.at(1), std::string(xiangqi::start_fen), row.at(2));
}

TEST_CASE("the strict full notation of 600 recorded games comes out to the letter") {
    if (test::skipped_without_shared("games/xiangqi/notation.tsv")) return;
    const auto rows = test::table_rows(test::shared_dir() / "games/xiangqi/notation.tsv");
    CHECK(rows.size() == 600);
    int plies = 0;
    for (const auto& row : rows)
        plies += check_column(row.at(7), row.at(8), row.at(6), row.at(9));
    CHECK(plies > 45000);
}

TEST_CASE("masters' games go through PGN and every notation and come back") {
    if (test::skipped_without_shared("games/xiangqi/masters.iccs")) return;
    const auto lines =
        test::split(test::file_text(test::shared_dir() / "games/xiangqi/masters.iccs"), '\n');
    REQUIRE(lines.size() > 1300);
    for (std::size_t i = 0; i < lines.size(); i += 10) {
        const auto read = notation::read_move_list(lines[i]);
        REQUIRE(read.size() == 1);
        REQUIRE(read[0].ok());
        for (const auto kind : {MoveNotation::chinese, MoveNotation::wxf, MoveNotation::iccs}) {
            const auto back = notation::read_pgn(notation::write_pgn(read[0].record, {kind, {}}));
            REQUIRE(back.size() == 1);
            REQUIRE(back[0].error.empty());
            CHECK(notation::write_move_list(back[0].record, MoveNotation::iccs) + " " ==
                  notation::write_move_list(read[0].record, MoveNotation::iccs) + " ");
        }
        for (const auto kind : all_notations) {
            const auto back =
                notation::read_move_list(notation::write_move_list(read[0].record, kind));
            REQUIRE(back.size() == 1);
            REQUIRE(back[0].error.empty());
            CHECK(back[0].record.moves.size() == read[0].record.moves.size());
        }
    }
}

TEST_CASE("games in traditional characters as people write them are read whole") {
    if (test::skipped_without_shared("games/xiangqi/asia-traditional.pgn")) return;
    const auto games = notation::read_pgn(
        test::file_text(test::shared_dir() / "games/xiangqi/asia-traditional.pgn"));
    CHECK(games.size() > 100);
    std::size_t plies = 0;
    for (const auto& game : games) {
        INFO(game.record.tag("Event") << " ply " << game.error_ply);
        CHECK(game.error == "");
        plies += game.record.moves.size();
    }
    CHECK(plies > 30000);
}
