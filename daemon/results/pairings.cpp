// SPDX-License-Identifier: Apache-2.0
// Reads pairings; a name typed once by the organiser is never typed again at a board.
#include "daemon/results/pairings.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "daemon/wire/cloud_event.hpp"
#include "rules/notation/utf8.hpp"

namespace jipu::results {
namespace {

constexpr std::array<std::string_view, 6> texts{"event",   "round", "table",
                                                "game_no", "rules", "time_control"};
constexpr std::array<std::string_view, 3> counted{"round", "table", "game_no"};
constexpr std::array<std::string_view, 3> player_fields{"name", "team", "id"};

bool is_one_of(const auto& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Checks one pairing from JSON; returns the reason, empty when it is good.
std::string check_pairing(const Json& pairing) {
    if (!pairing.is_object()) return "an object is expected for each board";
    for (const auto& [key, value] : pairing.items()) {
        if (key == "players") {
            if (!value.is_object()) return "players: an object is expected";
            for (const auto& [side, player] : value.items()) {
                if (side != "red" && side != "black" && side != "white")
                    return "players: red, black or white is expected, not " + side;
                if (player.is_string()) continue; // his name
                if (!player.is_object()) return "players." + side + ": an object is expected";
                for (const auto& [field, text] : player.items())
                    if (!is_one_of(player_fields, field) || !text.is_string())
                        return "players." + side + ": name, team and id as strings are expected";
            }
        } else if (is_one_of(counted, key) && value.is_number_integer()) {
            continue;
        } else if (!is_one_of(texts, key)) {
            return "unknown field " + key;
        } else if (!value.is_string()) {
            return key + ": a string is expected";
        }
    }
    return "";
}

Result<Pairings> from_json(std::string_view text, const std::string& file_name) {
    Json root;
    try {
        root = Json::parse(text);
    } catch (const Json::exception& error) {
        return Error{file_name + ": " + error.what()};
    }
    Pairings out;
    const auto add = [&](const std::string& board, Json pairing) -> std::string {
        if (!is_wire_name(board)) return "a board's name is expected ([a-z0-9-]), not " + board;
        const std::string why = check_pairing(pairing);
        if (!why.empty()) return "board " + board + ": " + why;
        if (!out.emplace(board, std::move(pairing)).second)
            return "board " + board + " stands twice";
        return "";
    };
    for (auto& [key, value] : root.items()) {
        std::string board = key;
        Json pairing = value;
        if (root.is_array()) {
            if (!pairing.is_object() || !pairing.contains("board") || !pairing["board"].is_string())
                return Error{file_name + ": entry " + key + ": a board is expected"};
            board = pairing["board"].get<std::string>();
            pairing.erase("board");
        }
        const std::string why = add(board, std::move(pairing));
        if (!why.empty()) return Error{file_name + ": " + why};
    }
    return out;
}

/// Takes one record off the text, quotes and line breaks in them undone; nullopt: a quote is open.
std::optional<std::vector<std::string>> take_record(std::string_view& text, int& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            cells.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            cells.emplace_back();
        } else if (!quoted && c == '\n') {
            break;
        } else if (c != '\r' || quoted) {
            line += c == '\n' ? 1 : 0;
            cells.back() += c;
        }
    }
    text.remove_prefix(std::min(i + 1, text.size()));
    if (quoted) return std::nullopt;
    return cells;
}

/// Puts one cell where it belongs; false: there is no such column.
bool put_cell(std::string_view column, const std::string& cell, std::string& board, Json& pairing) {
    if (column == "board") {
        board = cell;
        return true;
    }
    if (is_one_of(texts, column)) {
        if (!cell.empty()) pairing[std::string(column)] = cell;
        return true;
    }
    for (const std::string side : {"red", "black", "white"}) {
        for (const auto field : player_fields) {
            const std::string name = field == "name" ? side : side + '_' + std::string(field);
            if (column != name) continue;
            if (!cell.empty()) pairing["players"][side][std::string(field)] = cell;
            return true;
        }
    }
    return false;
}

Result<Pairings> from_csv(std::string_view text, const std::string& file_name) {
    int line = 1;  // of the character that is read next
    int begin = 1; // of the record that is being read
    const auto wrong = [&](const std::string& why) {
        return Error{file_name + ':' + std::to_string(begin) + ": " + why};
    };
    const auto head = take_record(text, line);
    if (!head) return wrong("a quote is not closed");
    if (!is_one_of(*head, "board")) return wrong("a column board is expected in the head line");
    std::string board;
    for (const auto& column : *head) {
        Json unused = Json::object();
        if (!put_cell(column, "", board, unused)) return wrong("unknown column " + column);
    }
    Pairings out;
    while (!text.empty()) {
        begin = ++line;
        const auto cells = take_record(text, line);
        if (!cells) return wrong("a quote is not closed");
        if (cells->size() == 1 && cells->front().empty()) continue;
        if (cells->size() != head->size())
            return wrong(std::to_string(head->size()) + " cells are expected, not " +
                         std::to_string(cells->size()));
        Json pairing = Json::object();
        for (std::size_t i = 0; i < cells->size(); ++i)
            put_cell((*head)[i], (*cells)[i], board, pairing);
        if (!is_wire_name(board)) return wrong("a board's name is expected ([a-z0-9-])");
        if (!out.emplace(board, std::move(pairing)).second)
            return wrong("board " + board + " stands twice");
    }
    return out;
}

/// The first line with a byte that is no UTF-8; 0: there is none.
int line_of_wrong_byte(std::string_view text) {
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!notation::is_utf8(text.substr(0, end))) return line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return 0;
}

} // namespace

Result<Pairings> parse_pairings(std::string_view text, std::string_view file_name) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    const std::string name(file_name);
    // Spreadsheets write a country's old encoding; a guess could put wrong names on the score
    // sheet.
    if (const int line = line_of_wrong_byte(text); line != 0)
        return Error{name + ':' + std::to_string(line) + ": UTF-8 is expected"};
    if (first != std::string_view::npos && (text[first] == '[' || text[first] == '{'))
        return from_json(text, name);
    return from_csv(text, name);
}

} // namespace jipu::results
