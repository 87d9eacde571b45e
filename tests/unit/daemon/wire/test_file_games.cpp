// SPDX-License-Identifier: Apache-2.0
// What a record becomes in a file, read back by our own readers.
#include "daemon/wire/file_games.hpp"
#include "rules/notation/dhtmlxq.hpp"
#include "rules/notation/iccs.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/xiangqi/fen.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

/// Plays and sets positions as a stream of events would tell them.
struct Played {
    GameRecord record;
    xiangqi::Position position = xiangqi::Position::start();

    Played() {
        record.game_name = "20261130-5f0c2a91";
        record.start = xiangqi::start_fen;
        record.players[0].name = "王";
    }
    Played& play(std::initializer_list<std::string_view> moves) {
        for (const auto text : moves) {
            RecordedMove move;
            move.ply = static_cast<int>(record.moves.size()) + 1;
            move.move = text;
            const auto read = notation::try_parse_iccs(text).value();
            move.legal = position.is_legal(read);
            position.play_tolerant(read);
            move.fen = xiangqi::format_fen(position);
            record.moves.push_back(move);
        }
        return *this;
    }
    Played& set(const std::string& fen) {
        position = xiangqi::parse_fen(fen).value();
        record.set_positions.push_back({static_cast<int>(record.moves.size()), fen});
        return *this;
    }
};

std::string moves_of(const notation::GameRecord& game) {
    std::string out;
    for (const auto& move : game.moves)
        out += (out.empty() ? "" : " ") + notation::format_iccs(move.move);
    return out;
}

// After 1. h2e2 h9g7 the black pawn on a6 is gone and it is Red's turn; later the king is alone.
const std::string without_pawn =
    "rnbakab1r/9/1c4nc1/2p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 2";
const std::string bare = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 40";

/// The games of the record as a file of this kind gives them back.
std::vector<notation::GameRecord> through(const GameRecord& record, bool dhtmlxq) {
    const auto games = file_games(record, "table-1");
    REQUIRE(games);
    std::string text;
    for (const auto& game : *games)
        text += dhtmlxq ? notation::write_dhtmlxq(game) : notation::write_pgn(game);
    INFO(text);
    std::vector<notation::GameRecord> out;
    for (const auto& read : dhtmlxq ? notation::read_dhtmlxq(text) : notation::read_pgn(text)) {
        CHECK(read.error == "");
        out.push_back(read.record);
    }
    return out;
}

} // namespace

TEST_CASE("a record without a set position is one game with its result and no part") {
    Played played;
    played.play({"h2e2", "h9g7"}).record.result = "1-0";
    const auto games = through(played.record, false);
    REQUIRE(games.size() == 1);
    CHECK(moves_of(games[0]) == "h2e2 h9g7");
    CHECK(games[0].result == "1-0");
    CHECK(games[0].tag("Part").empty());
    CHECK(games[0].tag("Continues").empty());
}

TEST_CASE("no ply is lost when a position is set in mid-game, and one game alone has the result") {
    Played played;
    played.play({"h2e2", "h9g7"}).set(without_pawn).play({"h0g2", "i9h9"}).set(bare);
    played.play({"d1d9"}).record.result = "1-0";
    for (const bool dhtmlxq : {false, true}) {
        const auto games = through(played.record, dhtmlxq);
        REQUIRE(games.size() == 3);
        CHECK(moves_of(games[0]) == "h2e2 h9g7");
        CHECK(moves_of(games[1]) == "h0g2 i9h9");
        CHECK(moves_of(games[2]) == "d1d9");
        CHECK(games[0].start == xiangqi::Position::start());
        CHECK(xiangqi::format_fen(games[1].start) == without_pawn);
        CHECK(xiangqi::format_fen(games[2].start) == bare);
        CHECK(games[0].result == "*");
        CHECK(games[1].result == "*");
        CHECK(games[2].result == "1-0");
        CHECK(games[0].moves.back().comment ==
              "position set after ply 2: " + without_pawn + "; goes on as part 2");
        CHECK(games[1].start_comment == "position set after ply 2");
        CHECK(games[2].tag("Red") == "王");
        for (const auto& game : games)
            for (const auto& move : game.moves)
                CHECK(move.legal);
    }
    const auto games = through(played.record, false);
    CHECK(games[0].tag("Part") == "1/3");
    CHECK(games[2].tag("Part") == "3/3");
    CHECK(games[2].tag("Continues") == "20261130-5f0c2a91 after ply 4");
    CHECK(games[2].tag("GameName") == games[0].tag("GameName"));
}

TEST_CASE("a position set after the last ply begins a game without moves") {
    Played played;
    played.play({"h2e2", "h9g7"}).set(without_pawn).record.result = "1/2-1/2";
    for (const bool dhtmlxq : {false, true}) {
        const auto games = through(played.record, dhtmlxq);
        REQUIRE(games.size() == 2);
        CHECK(moves_of(games[0]) == "h2e2 h9g7");
        CHECK(games[1].moves.empty());
        CHECK(xiangqi::format_fen(games[1].start) == without_pawn);
        CHECK(games[1].result == "1/2-1/2");
    }
}

TEST_CASE("an illegal ply that stood is marked before and after a set position") {
    Played played;
    played.play({"b0d1", "h9g7"}).set(without_pawn).play({"h0g3"});
    const auto games = through(played.record, false);
    REQUIRE(games.size() == 2);
    CHECK_FALSE(games[0].moves[0].legal);
    CHECK(games[0].moves[1].legal);
    CHECK_FALSE(games[1].moves[0].legal);
}

TEST_CASE("a record that cannot be is refused with the ply") {
    const auto refused = [](auto change) {
        Played played;
        played.play({"h2e2", "h9g7"});
        change(played.record);
        const auto games = file_games(played.record, "table-1");
        return games ? std::string("taken") : games.error();
    };
    CHECK(refused([](GameRecord& r) { r.moves[1].move = "h9"; }) == "ply 2 is no move: h9");
    CHECK(refused([](GameRecord& r) { r.moves[1].move = "e5e6"; }) ==
          "nothing stands where ply 2 begins");
    CHECK(refused([](GameRecord& r) {
              r.set_positions.push_back({7, bare});
          }) == "a position was set after a ply that is not there");
    CHECK(refused([](GameRecord& r) {
              r.set_positions.push_back({1, "x"});
          }).find("the position after ply 1 reads wrong: ") == 0);
    CHECK(refused([](GameRecord& r) { r.game = Game::go; }) == "PGN and DhtmlXQ are for xiangqi");
}
