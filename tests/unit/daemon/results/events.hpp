// SPDX-License-Identifier: Apache-2.0
// Events and batches as a board's daemon sends them, for the tests of the results service.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace jipu::test {

using Json = nlohmann::ordered_json;

inline const std::string start_fen =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
inline const std::string game_a = "20261130-0000000a";
inline const std::string game_b = "20261130-0000000b";

inline Json event(const std::string& board, const std::string& game, const std::string& stream,
                  int seq, const std::string& type, const Json& data) {
    const std::string id = board + '/' + game + '/' + stream + '/' + std::to_string(seq);
    return Json{{"specversion", "1.0"},
                {"id", id},
                {"source", "/boards/" + board},
                {"type", "jipu." + type},
                {"time", "2026-11-30T09:00:" + std::string(seq % 60 < 10 ? "0" : "") +
                             std::to_string(seq % 60) + ".000000Z"},
                {"data", data}};
}

inline Json started(const std::string& game) {
    return Json{
        {"game_name", game},
        {"game", "xiangqi"},
        {"rules", "xiangqi-state"},
        {"start", start_fen},
        {"players",
         {{"red", {{"name", "陈远山"}, {"team", "江城"}}}, {"black", {{"name", "林清和"}}}}},
        {"event", "Open"},
        {"round", "3"},
        {"table", "1"}};
}

/// A ply of the line 炮二平五 马8进7 马二进三 车9平8; 1 to 4.
inline Json ply(int number) {
    struct Known {
        const char *move, *wxf, *chinese, *fen;
    };
    static const std::vector<Known> known{
        {"h2e2", "C2.5", "炮二平五",
         "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"},
        {"h9g7", "H8+7", "马8进7",
         "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"},
        {"h0g2", "H2+3", "马二进三",
         "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2"},
        {"i9h9", "R9.8", "车9平8",
         "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3"}};
    const auto& k = known.at(static_cast<std::size_t>(number - 1));
    return Json{
        {"ply", number},        {"side", number % 2 == 1 ? "red" : "black"},
        {"move", k.move},       {"wxf", k.wxf},
        {"chinese", k.chinese}, {"short", k.chinese},
        {"fen", k.fen},         {"clock", {{"red", 5400000 - 1000 * number}, {"black", 5400000}}},
        {"status", "confirmed"}};
}

/// The public stream of a game that has begun and gone on for `plies` plies: plies + 1 events.
inline Json public_game(const std::string& board, const std::string& game, int plies) {
    Json batch = Json::array();
    batch.push_back(event(board, game, "public", 1, "game.started", started(game)));
    for (int n = 1; n <= plies; ++n)
        batch.push_back(event(board, game, "public", n + 1, "move.recorded", ply(n)));
    return batch;
}

} // namespace jipu::test
