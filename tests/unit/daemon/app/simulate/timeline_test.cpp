// SPDX-License-Identifier: Apache-2.0
// What `jipu simulate` plans: every move of every game, the mistakes that are shown, the board
// between games.
#include "daemon/app/jipu/simulate/timeline.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "rules/notation/iccs.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::tool;

namespace {

using Moves = std::vector<xiangqi::Move>;

Moves moves_of(const std::string& text) {
    Moves moves;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        const auto move = notation::try_parse_iccs(word);
        REQUIRE(move);
        moves.push_back(*move);
    }
    return moves;
}

const std::vector<Moves>& openings() {
    static const std::vector<Moves> all = [] {
        std::vector<Moves> games;
        std::ifstream in(test::data_dir() / "games/openings.iccs");
        for (std::string line; std::getline(in, line);) {
            if (!line.empty() && line[0] != '#') games.push_back(moves_of(line));
        }
        return games;
    }();
    return all;
}

ScanFrame scan_after(const Moves& moves, Sensors sensors) {
    auto position = xiangqi::Position::start();
    for (const auto move : moves)
        position.play_tolerant(move);
    ScanFrame frame;
    for (int p = 0; p < xiangqi::points; ++p) {
        const auto piece = position.at(static_cast<xiangqi::Point>(p));
        Level level = Level::off;
        if (piece) {
            level = sensors == Sensors::reed       ? Level::on
                    : piece.side() == xiangqi::red ? Level::north
                                                   : Level::south;
        }
        frame.levels.push_back(level);
    }
    return frame;
}

PlayedGame play(const Moves& moves, const HandsChoice& choice) {
    auto game = play_game(moves, choice);
    INFO(game.error());
    REQUIRE(game);
    return std::move(*game);
}

/// What is deserved, by code.
std::map<std::string, int> deserved(const PlayedGame& game) {
    std::map<std::string, int> codes;
    for (const auto& alert : game.script.deserved)
        ++codes[alert.code];
    return codes;
}

} // namespace

TEST_CASE("the timeline of each opening ends with its position and names every ply in order") {
    REQUIRE(openings().size() >= 10);
    for (std::size_t i = 0; i < openings().size(); ++i) {
        for (const Sensors sensors : {Sensors::reed, Sensors::hall}) {
            HandsChoice choice;
            choice.sensors = sensors;
            choice.seed = 100 + i;
            choice.speed = i % 2 == 0 ? 1.0 : 50.0;
            choice.mistakes = i % 3 == 0;
            const Moves& moves = openings()[i];
            const std::vector<PlayedGame> games{play(moves, choice)};
            INFO("opening " << i);
            CHECK(games[0].script.start == scan_after({}, sensors));
            CHECK(games[0].script.end == scan_after(moves, sensors));
            REQUIRE(games[0].script.plies.size() == moves.size());
            CHECK(games[0].script.plies.back().press);

            const auto acts = make_timeline(games, TableEnd::stand, 1, std::nullopt);
            ScanFrame board = games[0].script.start;
            std::size_t plies = 0;
            Duration before{0};
            Duration last_press{0};
            for (const Act& act : acts) {
                REQUIRE(act.at >= before);
                before = act.at;
                if (const auto* change = std::get_if<PointChange>(&act.what)) {
                    board.levels[change->point] = change->level;
                } else if (const auto* ply = std::get_if<PlyPlayed>(&act.what)) {
                    REQUIRE(ply->ply == plies);
                    ++plies;
                } else if (std::holds_alternative<PressReport>(act.what)) {
                    last_press = act.at;
                }
            }
            CHECK(plies == moves.size());
            CHECK(board == scan_after(moves, sensors));
            CHECK(std::holds_alternative<GameBegins>(acts.front().what));
            CHECK(std::holds_alternative<GameEnds>(acts.back().what));
            CHECK(last_press >= games[0].script.plies.back().placed);
        }
    }
}

TEST_CASE("the demonstration shows one illegal move and one breach of touch-move, no other deed") {
    for (std::size_t i = 0; i < openings().size(); ++i) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            HandsChoice choice;
            choice.seed = seed;
            choice.mistakes = true;
            const PlayedGame game = play(openings()[i], choice);
            auto codes = deserved(game);
            INFO("opening " << i << " seed " << seed);
            CHECK(codes["illegal-move"] == 1);
            CHECK(codes["touch-move"] == 1);
            codes.erase("illegal-move");
            codes.erase("touch-move");
            codes.erase("no-press"); // a forgotten press is no deed against the rules
            CHECK(codes.empty());
            for (const auto& alert : game.script.deserved) {
                if (alert.code == "no-press") continue;
                CHECK(alert.grade == sim::DeservedGrade::completed);
                // Whose turn it was is not in doubt: the ply before was pressed.
                REQUIRE(alert.ply >= 2);
                CHECK(game.script.plies[static_cast<std::size_t>(alert.ply) - 2].press);
                CHECK(game.script.plies[static_cast<std::size_t>(alert.ply) - 1].press);
            }
        }
    }
}

TEST_CASE("a seed means one script, and another seed another") {
    HandsChoice choice;
    choice.seed = 5;
    const auto& moves = openings()[0];
    const PlayedGame once = play(moves, choice);
    CHECK(play(moves, choice).script.items == once.script.items);
    choice.seed = 6;
    CHECK_FALSE(play(moves, choice).script.items == once.script.items);
}

TEST_CASE("speed shortens thought and travel, and leaves bounce and what a sensor must see") {
    HandsChoice slow;
    HandsChoice fast;
    fast.speed = 1000;
    const sim::HandsConfig usual = hands_config(slow);
    const sim::HandsConfig quick = hands_config(fast);
    CHECK(usual.think_ms == sim::HandsConfig{}.think_ms);
    CHECK(usual.travel_ms == sim::HandsConfig{}.travel_ms);
    CHECK(quick.think_ms == sim::Range{200, 200});
    CHECK(quick.travel_ms == sim::Range{60, 60});
    CHECK(quick.press_ms == sim::Range{20, 20});
    CHECK(quick.hesitation_ms == sim::Range{410, 410});
    CHECK(quick.bounce_us == usual.bounce_us);
    CHECK(quick.bounce_flips == usual.bounce_flips);
    CHECK(quick.nudge_ms == usual.nudge_ms);
    const auto& moves = openings()[1];
    CHECK(play(moves, fast).script.length * 3 < play(moves, slow).script.length);
    slow.think_ms = sim::Range{1000, 2000};
    CHECK(hands_config(slow).think_ms == sim::Range{1000, 2000});
    slow.speed = 0.5;
    CHECK(hands_config(slow).think_ms == sim::Range{2000, 4000});
}

TEST_CASE("a move that no hand can make is refused with its ply") {
    HandsChoice choice;
    CHECK(play_game(moves_of("h2e2 a5a4"), choice).error() == "ply 2 cannot be played by a hand");
    CHECK(play_game(moves_of("h2e2 e2e3"), choice).error() == "ply 2 cannot be played by a hand");
    CHECK(play_game({}, choice).error() == "no moves");
    CHECK(play_game(moves_of("h2e2"), choice));
}

TEST_CASE("between games the board is swept and set up and stands long enough for a new game") {
    HandsChoice choice;
    choice.speed = 50;
    choice.sensors = Sensors::hall;
    const std::vector<PlayedGame> games{play(openings()[0], choice), play(openings()[1], choice)};
    const auto acts = make_timeline(games, TableEnd::reset, 9, std::nullopt);
    ScanFrame board = games[0].script.start;
    const ScanFrame start = board;
    Duration last_change{0};
    std::size_t begun = 0;
    bool was_empty = false;
    for (const Act& act : acts) {
        if (const auto* change = std::get_if<PointChange>(&act.what)) {
            board.levels[change->point] = change->level;
            last_change = act.at;
            was_empty = was_empty || std::none_of(board.levels.begin(), board.levels.end(), is_on);
        } else if (const auto* begins = std::get_if<GameBegins>(&act.what)) {
            CHECK(begins->game == begun);
            CHECK(board == start);
            if (begun == 1) {
                CHECK(was_empty);
                CHECK(act.at - last_change >= from_ms(3500));
            }
            ++begun;
        }
    }
    CHECK(begun == 2);
    CHECK(board == start);
    const auto swept = make_timeline(games, TableEnd::sweep, 9, std::nullopt);
    for (const Act& act : swept) {
        const auto* change = std::get_if<PointChange>(&act.what);
        if (change != nullptr) board.levels[change->point] = change->level;
    }
    CHECK(std::none_of(board.levels.begin(), board.levels.end(), is_on));
}

TEST_CASE("the clock's cable is pulled after the chosen ply and put in again") {
    HandsChoice choice;
    choice.speed = 50;
    const std::vector<PlayedGame> games{play(openings()[0], choice)};
    const auto acts = make_timeline(games, TableEnd::stand, 1, CableChoice{3, from_ms(700)});
    std::vector<Act> cable;
    std::size_t plies = 0;
    for (const Act& act : acts) {
        if (std::holds_alternative<PlyPlayed>(act.what) && cable.empty()) ++plies;
        if (std::holds_alternative<ClockCable>(act.what)) cable.push_back(act);
    }
    REQUIRE(cable.size() == 2);
    CHECK(plies == 3);
    CHECK_FALSE(std::get<ClockCable>(cable[0].what).plugged_in);
    CHECK(std::get<ClockCable>(cable[1].what).plugged_in);
    CHECK(cable[1].at - cable[0].at == from_ms(700));
}
