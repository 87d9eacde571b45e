// SPDX-License-Identifier: Apache-2.0
// One reader a field; the answer says what is wrong, empty if nothing is.
#include "daemon/wire/command_fields.hpp"

#include <algorithm>
#include <array>

#include "daemon/wire/names.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu::command_detail {

namespace {

constexpr std::size_t max_text = 400;

template <std::size_t N>
std::string read_word(const Reading& r, std::string& out,
                      const std::array<std::string_view, N>& words) {
    std::string what = "one of";
    for (const std::string_view word : words)
        what += " \"" + std::string(word) + "\"";
    if (!r.value.is_string()) return r.expected(what);
    const auto& text = r.value.get_ref<const std::string&>();
    if (std::find(words.begin(), words.end(), text) == words.end()) return r.expected(what);
    out = text;
    return "";
}

std::string side_words(Game game) {
    return "\"" + std::string(side_name(game, Side::first)) + "\" or \"" +
           std::string(side_name(game, Side::second)) + "\"";
}

std::string read_player(const Reading& r, Player& out) {
    if (!r.value.is_object()) return r.expected("an object with name, team and id");
    for (const auto& [key, value] : r.value.items()) {
        std::string* const text = key == "name"   ? &out.name
                                  : key == "team" ? &out.team
                                  : key == "id"   ? &out.id
                                                  : nullptr;
        if (text == nullptr)
            return "\"" + r.field + "\" has an unknown field \"" + key +
                   "\" (known: name, team, id)";
        if (!value.is_string() || value.get_ref<const std::string&>().size() > max_text)
            return Reading{r.game, r.command, r.field + "." + key, value}.expected(
                "a text of at most 400 bytes");
        *text = value.get<std::string>();
    }
    return "";
}

std::string check_fen(const Reading& r, std::string& out) {
    std::string wrong = read_text(r, out, "a FEN");
    if (!wrong.empty() || r.game != Game::xiangqi) return wrong;
    const auto position = xiangqi::parse_fen(out);
    return position ? "" : "\"" + r.field + "\" is no position: " + position.error();
}

} // namespace

std::string Reading::expected(const std::string& what) const {
    std::string shown = dump_line(value);
    if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
    return "\"" + field + "\" must be " + what + ", not " + shown;
}

std::string read_text(const Reading& r, std::string& out, const std::string& what) {
    if (!r.value.is_string()) return r.expected(what);
    const auto& text = r.value.get_ref<const std::string&>();
    if (text.empty() || text.size() > max_text) return r.expected(what);
    out = text;
    return "";
}

std::string read_number(const Reading& r, std::int64_t low, std::int64_t high, std::int64_t& out) {
    const std::string what =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    if (!r.value.is_number_integer()) return r.expected(what);
    if (r.value.is_number_unsigned() &&
        r.value.get<std::uint64_t>() > static_cast<std::uint64_t>(high))
        return r.expected(what);
    out = r.value.get<std::int64_t>();
    return out < low || out > high ? r.expected(what) : "";
}

std::string read_side(const Reading& r) {
    if (r.value.is_string())
        r.command.side = try_parse_side(r.game, r.value.get_ref<const std::string&>());
    return r.command.side ? "" : r.expected(side_words(r.game));
}

std::string read_players(const Reading& r) {
    if (!r.value.is_object()) return r.expected("an object keyed by " + side_words(r.game));
    for (const auto& [key, value] : r.value.items()) {
        const std::optional<Side> side = try_parse_side(r.game, key);
        if (!side)
            return "\"players\" must be keyed by " + side_words(r.game) + ", not \"" + key + "\"";
        Player player;
        if (value.is_string() && value.get_ref<const std::string&>().size() <= max_text) {
            player.name = value.get<std::string>();
        } else {
            std::string wrong =
                read_player(Reading{r.game, r.command, "players." + key, value}, player);
            if (!wrong.empty()) return wrong;
        }
        r.command.info.players[index_of(*side)] = player;
    }
    return "";
}

std::string read_info_text(const Reading& r, std::optional<std::string>& out) {
    if (r.value.is_number_integer()) // pairings number their rounds and tables
        out = dump_line(r.value);
    else if (r.value.is_string() && r.value.get_ref<const std::string&>().size() <= max_text)
        out = r.value.get<std::string>();
    else
        return r.expected("a text of at most 400 bytes");
    return "";
}

std::string read_start(const Reading& r) {
    std::string fen;
    std::string wrong = check_fen(r, fen);
    if (wrong.empty()) r.command.info.start = fen;
    return wrong;
}

std::string read_fen(const Reading& r) {
    return check_fen(r, r.command.fen);
}

std::string read_result(const Reading& r) {
    if (r.game == Game::go) return read_text(r, r.command.result, "a result as SGF's RE has it");
    static constexpr std::array<std::string_view, 5> results{"1-0", "0-1", "1/2-1/2", "0-0", "*"};
    return read_word(r, r.command.result, results);
}

std::string read_ending(const Reading& r) {
    static constexpr std::array<std::string_view, 19> endings{
        "mate",      "stalemate",    "resignation", "time",          "late",
        "agreement", "repetition",   "perpetual",   "natural-limit", "dead-position",
        "fouls",     "illegal-move", "sealed-move", "forfeit",       "double-forfeit",
        "count",     "two-passes",   "abandoned",   "arbiter"};
    return read_word(r, r.command.ending, endings);
}

std::string read_claim(const Reading& r) {
    static constexpr std::array<std::string_view, 2> claims{"natural-limit", "repetition"};
    return read_word(r, r.command.what, claims);
}

std::string read_kind(const Reading& r) {
    const std::string what = "a kind of foul in letters a-z and dashes";
    std::string wrong = read_text(r, r.command.what, what);
    if (!wrong.empty()) return wrong;
    const bool good =
        r.command.what.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
    return good ? "" : r.expected(what);
}

std::string read_ruling(const Reading& r) {
    static constexpr std::array<std::string_view, 5> rulings{"dismiss", "warning", "foul", "loss",
                                                             "stands"};
    return read_word(r, r.command.ruling, rulings);
}

std::string read_machine(const Reading& r) {
    static constexpr std::array<std::string_view, 4> happened{"rebooted", "not-synced", "synced",
                                                              "other-devices"};
    return read_word(r, r.command.what, happened);
}

std::string read_off(const Reading& r) {
    constexpr std::int64_t most = 4'000'000'000'000; // a clock that began in 1970 is less off
    std::int64_t ms = 0;
    std::string wrong = read_number(r, -most, most, ms);
    if (wrong.empty()) r.command.off_ms = ms;
    return wrong;
}

std::string read_clock(const Reading& r) {
    constexpr std::int64_t most = 360'000'000; // 100 hours: beyond any time control
    if (!r.value.is_object() || r.value.empty())
        return r.expected("an object of milliseconds keyed by " + side_words(r.game));
    for (const auto& [key, value] : r.value.items()) {
        const std::optional<Side> side = try_parse_side(r.game, key);
        if (!side)
            return "\"clock\" must be keyed by " + side_words(r.game) + ", not \"" + key + "\"";
        std::int64_t ms = 0;
        std::string wrong =
            read_number(Reading{r.game, r.command, "clock." + key, value}, 0, most, ms);
        if (!wrong.empty()) return wrong;
        r.command.clock_ms[index_of(*side)] = ms;
    }
    return "";
}

std::string read_move(const Reading& r) {
    const std::string what =
        r.game == Game::xiangqi ? "a move like \"h2e2\"" : "a point like \"Q16\" or \"pass\"";
    std::string wrong = read_text(r, r.command.move, what);
    if (!wrong.empty()) return wrong;
    const std::string_view move = r.command.move;
    bool good = false;
    if (r.game == Game::go) {
        good = move == "pass" || try_parse_point(r.game, move);
    } else if (move.size() == 4) {
        const auto from = try_parse_point(r.game, move.substr(0, 2));
        const auto to = try_parse_point(r.game, move.substr(2, 2));
        good = from && to && *from != *to;
    }
    return good ? "" : r.expected(what);
}

std::string read_digest(const Reading& r) {
    const std::string what = "a SHA-256 as 64 hexadecimal digits";
    std::string wrong = read_text(r, r.command.digest, what);
    if (!wrong.empty()) return wrong;
    std::string& digest = r.command.digest;
    for (char& c : digest)
        if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    const bool good =
        digest.size() == 64 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    return good ? "" : r.expected(what);
}

namespace {

/// A side, `both`, and where that is possible `nobody`.
std::string read_sides(const Reading& r, bool nobody, std::optional<std::array<bool, 2>>& out) {
    const std::string what = side_words(r.game) + " or \"both\"" + (nobody ? " or \"nobody\"" : "");
    if (!r.value.is_string()) return r.expected(what);
    const auto& text = r.value.get_ref<const std::string&>();
    const std::optional<Side> side = try_parse_side(r.game, text);
    if (!side && text != "both" && !(nobody && text == "nobody")) return r.expected(what);
    std::array<bool, 2> sides{text == "both", text == "both"};
    if (side) sides[index_of(*side)] = true;
    out = sides;
    return "";
}

} // namespace

std::string read_absent(const Reading& r) {
    return read_sides(r, true, r.command.absent);
}

std::string read_faulty(const Reading& r) {
    return read_sides(r, false, r.command.faulty);
}

std::string read_missing(const Reading& r) {
    static constexpr std::array<std::string_view, 2> parts{"sheet", "envelope"};
    return read_word(r, r.command.missing, parts);
}

std::string read_dead(const Reading& r) {
    const std::string what = "a list of points";
    if (!r.value.is_array() || r.value.size() > 361) return r.expected(what);
    r.command.dead.clear();
    for (const Json& point : r.value) {
        const auto index = point.is_string()
                               ? try_parse_point(r.game, point.get_ref<const std::string&>())
                               : std::nullopt;
        if (!index) return "\"points\" holds " + dump_line(point) + ", which is no point";
        r.command.dead.push_back(*index);
    }
    return "";
}

} // namespace jipu::command_detail
