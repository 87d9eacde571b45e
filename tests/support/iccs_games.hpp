// SPDX-License-Identifier: Apache-2.0
// Games for tests: a game a line, ICCS moves separated by spaces, `#` begins a comment; a line
// `fen <FEN>` gives the start of the games after it (`fen start`: the game's own again).
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/xiangqi/fen.hpp"
#include "rules/xiangqi/position.hpp"

namespace jipu::test {

struct IccsGame {
    xiangqi::Position start = xiangqi::Position::start();
    std::vector<xiangqi::Move> moves;
    std::string fen; ///< empty: the game's own start
};

inline std::string iccs_point(PointIndex point) {
    return {static_cast<char>('a' + point % 9), static_cast<char>('0' + point / 9)};
}
inline std::string iccs_move(xiangqi::Move move) {
    return iccs_point(move.from) + iccs_point(move.to);
}

/// Throws with file and line on a word that is no ICCS move; does not judge legality.
inline std::vector<IccsGame> read_iccs_games(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error(file.string() + ": cannot be read");
    std::vector<IccsGame> games;
    IccsGame head;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (const auto hash = line.find('#'); hash != std::string::npos) line.resize(hash);
        std::istringstream words(line);
        std::string word;
        if (line.rfind("fen ", 0) == 0) {
            head.fen = line.substr(4);
            while (!head.fen.empty() && head.fen.back() == ' ')
                head.fen.pop_back();
            if (head.fen == "start") head.fen.clear();
            const std::string fen = head.fen.empty() ? std::string(xiangqi::start_fen) : head.fen;
            head.start = xiangqi::parse_fen(fen).value();
            continue;
        }
        IccsGame game = head;
        while (words >> word) {
            const auto bad = [](char c, char low, int count) {
                return c < low || c >= low + count;
            };
            if (word.size() != 4 || bad(word[0], 'a', 9) || bad(word[1], '0', 10) ||
                bad(word[2], 'a', 9) || bad(word[3], '0', 10)) {
                throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": '" +
                                         word + "' is no ICCS move");
            }
            game.moves.push_back({xiangqi::make_point(word[0] - 'a', word[1] - '0'),
                                  xiangqi::make_point(word[2] - 'a', word[3] - '0')});
        }
        if (!game.moves.empty()) games.push_back(game);
    }
    return games;
}

} // namespace jipu::test
