// SPDX-License-Identifier: Apache-2.0
// Writes the games that the project carries: openings written out by hand and continued by seeded
// legal play, and whole games by seeded legal play that come to captures, mates, stalemates,
// repetitions, and moves against the rules that stand. `make_games DIR` writes, `--check DIR`
// compares.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/generated_games.hpp"
#include "tests/support/iccs_games.hpp"

namespace {

using namespace jipu;
using test::PlayStyle;
using xiangqi::Move;
using xiangqi::Position;

struct Opening {
    const char* name;
    const char* moves;
};

/// The usual first moves of the openings, as every beginner's book has them.
constexpr Opening openings[] = {
    {"中炮过河车对屏风马平炮兑车",
     "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 h0h6 b7a7 h6g6 a7a8 b0c2 d9e8 b2a2 a8c8 g6h6"},
    {"中炮过河车对屏风马左马盘河", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 g7f5 b0c2 c9e7"},
    {"中炮巡河炮对屏风马", "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 c3c4 g6g5 b0c2 h7i7 h0h9 g7h9 b2b4"},
    {"五六炮对屏风马", "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 b2d2 g6g5 b0c2 c9e7 a0b0 a9b9 b0b6"},
    {"五七炮对屏风马进3卒", "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 g3g4 c6c5 b0a2 a6a5 b2c2 a9a6 a0b0"},
    {"五九炮过河车对屏风马",
     "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2 i8g8 g6f6"},
    {"中炮对反宫马", "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 g3g4 c6c5 b2d2 g9e7 b0c2 a9b9"},
    {"中炮对单提马", "h2e2 h9g7 h0g2 b9a7 i0h0 i9h9 b0c2 b7d7 a0b0 a9b9"},
    {"顺炮直车对横车", "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6 i8d8 b0c2 b9c7"},
    {"顺炮横车对直车", "h2e2 h7e7 h0g2 h9g7 i0i1 i9h9 i1d1 h9h3 b0c2 b9c7"},
    {"列手炮", "h2e2 b7e7 h0g2 b9c7 i0h0 a9b9 b0c2 h9g7 a0a1 i9i8"},
    {"中炮弃马局", "h2e2 h7e7 e2e6 d9e8 h0g2 h9g7 e6e4 b9c7 g0e2 i9h9"},
    {"仙人指路对卒底炮", "c3c4 b7c7 h2e2 g9e7 h0g2 h9i7 i0h0 i9h9"},
    {"对兵局", "c3c4 g6g5 b0c2 h9g7 g0e2 h7h5 b2a2 b9c7 a0b0 a9b9"},
    {"飞相局对左中炮", "g0e2 h7e7 h0g2 h9g7 i0h0 i9h9 h2i2 b9c7 c3c4 h9h5"},
    {"飞相局对过宫炮", "g0e2 h7d7 h0g2 h9g7 i0h0 i9h9 b0c2 b9a7 c3c4 g6g5"},
    {"起马局", "b0c2 g6g5 c3c4 h9g7 h2e2 b9a7 h0g2 i9h9 i0h0 b7d7"},
    {"过宫炮对横车", "h2d2 h9g7 h0g2 i9i8 f0e1 i8d8 g0e2 b9c7 i0h0 c6c5"},
    {"士角炮对中炮", "h2f2 h7e7 h0g2 h9g7 i0h0 i9h9 b0c2 b9c7 c3c4 h9h5"},
    {"边马局", "h0i2 h9g7 i0h0 i9h9 h2g2 h7i7 h0h9 g7h9 b2e2 b9c7"},
};

struct Game {
    std::string name;
    std::vector<Move> moves;
    Position end = Position::start();
};

std::vector<Move> read_moves(const std::string& text) {
    std::istringstream words(text);
    std::vector<Move> moves;
    for (std::string w; words >> w;) {
        moves.push_back({xiangqi::make_point(w[0] - 'a', w[1] - '0'),
                         xiangqi::make_point(w[2] - 'a', w[3] - '0')});
    }
    return moves;
}

Game from_opening(const Opening& opening, std::uint64_t seed) {
    Game game{opening.name, read_moves(opening.moves)};
    for (const Move move : game.moves) {
        if (!game.end.is_legal(move)) {
            throw std::runtime_error(std::string(opening.name) + ": " + test::iccs_move(move) +
                                     " is not legal");
        }
        game.end.play_tolerant(move);
    }
    sim::Random random(seed);
    const PlayStyle careful{100, 45, 15, 2, 15};
    test::play_on(game.end, game.moves, 120, careful, careful, random);
    return game;
}

Game by_play(std::uint64_t seed, std::size_t plies, const PlayStyle& red, const PlayStyle& black) {
    sim::Random random(seed);
    Game game;
    test::play_on(game.end, game.moves, plies, red, black, random);
    return game;
}

int captures_in(const Game& game) {
    Position position = Position::start();
    int captures = 0;
    for (const Move move : game.moves)
        captures += position.play_tolerant(move).empty() ? 0 : 1;
    return captures;
}

int most_repeated(const Game& game) {
    Position position = Position::start();
    std::map<std::uint64_t, int> seen{{position.key(), 1}};
    int most = 1;
    for (const Move move : game.moves) {
        position.play_tolerant(move);
        most = std::max(most, ++seen[position.key()]);
    }
    return most;
}

/// The first `count` games, by rising seeds, of which `wanted` is true.
template <class Make, class Wanted>
void collect(std::vector<Game>& out, int count, const std::string& name, Make make, Wanted wanted) {
    for (std::uint64_t seed = 1; count > 0; ++seed) {
        if (seed > 20'000) throw std::runtime_error(name + ": no seed gives such a game");
        Game game = make(seed);
        if (!wanted(game)) continue;
        game.name = name + ", seed " + std::to_string(seed);
        out.push_back(std::move(game));
        --count;
    }
}

std::vector<Game> whole_games() {
    std::vector<Game> games;
    const PlayStyle hunter{100, 70, 60, 0, 10};
    const PlayStyle grabber{100, 90, 0, 0, 0};
    const PlayStyle idler{0, 0, 0, 0, 0};
    const PlayStyle pacer{100, 10, 0, 70, 0};
    const PlayStyle starver{0, 80, 0, 0, 100};
    collect(
        games, 3, "many captures", [&](auto s) { return by_play(s, 180, grabber, grabber); },
        [](const Game& g) { return captures_in(g) >= 26; });
    collect(
        games, 3, "Red mates", [&](auto s) { return by_play(s, 160, hunter, idler); },
        [](const Game& g) { return g.end.is_mate() && g.moves.size() > 24; });
    collect(
        games, 2, "Black mates", [&](auto s) { return by_play(s, 160, idler, hunter); },
        [](const Game& g) { return g.end.is_mate() && g.moves.size() > 24; });
    collect(
        games, 2, "stalemate", [&](auto s) { return by_play(s, 240, starver, idler); },
        [](const Game& g) { return g.end.is_stalemate(); });
    collect(
        games, 2, "repetition", [&](auto s) { return by_play(s, 80, pacer, pacer); },
        [](const Game& g) { return most_repeated(g) >= 4; });
    collect(
        games, 2, "aimless", [&](auto s) { return by_play(s, 150, idler, idler); },
        [](const Game& g) { return g.moves.size() == 150; });
    return games;
}

/// Legal play with one move against the rules in the middle that stands: the reply and all later
/// moves are legal in the position that it led to.
Game with_wrong_move(std::uint64_t seed) {
    sim::Random random(seed);
    const PlayStyle style{100, 40, 10, 0, 0};
    Game game;
    test::play_on(game.end, game.moves, 10 + random.index(30), style, style, random);
    if (!game.end.has_legal_move()) return {};
    std::vector<Move> wrong;
    for (int from = 0; from < xiangqi::points; ++from) {
        for (int to = 0; to < xiangqi::points; ++to) {
            const Move move{static_cast<xiangqi::Point>(from), static_cast<xiangqi::Point>(to)};
            if (!game.end.at(move.from).is(game.end.to_move()) || !game.end.at(move.to).empty() ||
                game.end.is_legal(move) || game.end.at(move.from).kind() == xiangqi::Kind::king) {
                continue;
            }
            Position after = game.end;
            after.play_tolerant(move);
            if (!after.in_check(game.end.to_move())) wrong.push_back(move);
        }
    }
    if (wrong.empty()) return {};
    game.moves.push_back(wrong[random.index(wrong.size())]);
    game.end.play_tolerant(game.moves.back());
    test::play_on(game.end, game.moves, game.moves.size() + 20, style, style, random);
    return game;
}

std::string file_of(const std::string& head, const std::vector<Game>& games) {
    std::string text = head;
    for (const Game& game : games) {
        text += "# " + game.name + "\n";
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
            text += (i > 0 ? " " : "") + test::iccs_move(game.moves[i]);
        }
        text += "\n";
    }
    return text;
}

std::map<std::string, std::string> all_files() {
    const std::string head = "# Written by tests/support/games/make_games; see README.md.\n";
    std::vector<Game> opened;
    for (const Opening& opening : openings) {
        opened.push_back(from_opening(opening, 1000 + opened.size()));
    }
    std::vector<Game> wrong;
    collect(wrong, 6, "a move against the rules stands", with_wrong_move,
            [](const Game& g) { return g.moves.size() >= 30; });
    return {{"openings.iccs", file_of(head, opened)},
            {"generated.iccs", file_of(head, whole_games())},
            {"wrong/standing.iccs", file_of(head, wrong)}};
}

} // namespace

int main(int argc, char** argv) {
    const bool check = argc == 3 && std::string(argv[1]) == "--check";
    if (argc != 2 && !check) {
        std::cerr << "usage: make_games [--check] DIR\n";
        return 2;
    }
    const std::filesystem::path dir = argv[argc - 1];
    bool same = true;
    try {
        for (const auto& [name, text] : all_files()) {
            const std::filesystem::path file = dir / name;
            if (check) {
                std::ifstream in(file);
                std::stringstream there;
                there << in.rdbuf();
                if (there.str() != text) {
                    std::cerr << file.string() << ": not what make_games writes\n";
                    same = false;
                }
            } else {
                std::filesystem::create_directories(file.parent_path());
                std::ofstream(file) << text;
            }
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return same ? 0 : 1;
}
