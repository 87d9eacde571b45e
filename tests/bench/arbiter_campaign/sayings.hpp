// SPDX-License-Identifier: Apache-2.0
// What players and the arbiter say, as the console sends it, and the words for what the table must
// answer (told.hpp). Planters write both; neither asks the table.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "daemon/wire/command_json.hpp"
#include "tests/bench/arbiter_campaign/deeds.hpp"

namespace jipu::arbiter_campaign {

inline std::string side_word(Side side) {
    return std::string(side_name(Game::xiangqi, side));
}

/// `fields`: the rest of the JSON object, from the first comma on.
inline Command said(std::string_view what, const std::string& fields = "") {
    auto command = parse_command(
        R"({"do":")" + std::string(what) + R"(","by":"arbiter")" + fields + "}", Game::xiangqi);
    if (!command) throw std::logic_error(std::string(what) + ": " + command.error());
    return *command;
}

inline std::string field(std::string_view name, const std::string& value) {
    return ",\"" + std::string(name) + "\":\"" + value + "\"";
}

inline Command said_by(std::string_view what, Side side, const std::string& fields = "") {
    return said(what, field("side", side_word(side)) + fields);
}

/// What both clocks show, by index_of(side).
inline std::string clock_field(const std::array<std::int64_t, 2>& ms) {
    return ",\"clock\":{\"red\":" + std::to_string(ms[0]) + ",\"black\":" + std::to_string(ms[1]) +
           "}";
}

/// A ruling on the latest open alert of this code, whose id nobody knows beforehand.
inline Command ruled(std::string_view code, std::string_view ruling) {
    return said("rule", field("alert", std::string(by_code) + std::string(code)) +
                            field("ruling", std::string(ruling)));
}

inline Expected alert(std::string code, std::optional<Side> side, int ply, Grade grade,
                      std::string article) {
    Expected out;
    out.code = std::move(code);
    out.side = side;
    out.ply = ply;
    out.grade = grade;
    out.article = std::move(article);
    return out;
}

inline Expected closed(Expected alert, std::string by, std::string ruling = "") {
    alert.resolved = std::move(by);
    alert.ruling = std::move(ruling);
    return alert;
}

inline std::string ended(std::string_view result, std::string_view ending) {
    return "game.ended " + std::string(result) + " " + std::string(ending);
}
inline std::string lost_by(Side side, std::string_view ending) {
    return ended(side == Side::first ? "0-1" : "1-0", ending);
}

/// How many fouls of a side were entered in this game.
inline int fouls_of(const Ply& ply, Side side) {
    const std::string begin = "foul.recorded " + side_word(side) + " ";
    return static_cast<int>(
        std::count_if(ply.told->begin(), ply.told->end(),
                      [&](const Told& told) { return told.words.rfind(begin, 0) == 0; }));
}
inline std::string foul_entered(Side side, std::string_view kind, const std::string& article,
                                int count) {
    return "foul.recorded " + side_word(side) + " " + std::string(kind) + " " + article + " " +
           std::to_string(count);
}

/// The third foul of a side (000/1.4.1(8), 001/4.1.8).
inline Expected foul_limit(const Ply& ply, Side side) {
    return alert("foul-limit", side, ply.number - 1, Grade::observed,
                 cite(ply, "000/1.4.1(8)", "001/4.1.8"));
}

} // namespace jipu::arbiter_campaign
