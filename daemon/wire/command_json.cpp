// SPDX-License-Identifier: Apache-2.0
// Commands from JSON. A table says which fields each command has; a field's reader says what it
// must look like.
#include "daemon/wire/command_json.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "daemon/wire/json.hpp"
#include "daemon/wire/names.hpp"
#include "rules/xiangqi/fen.hpp"

namespace jipu {

namespace {

/// Where a field's reader writes; an empty answer means that the value was good.
struct Reading {
    Game game;
    Command& command;
    const std::string& field;
    const Json& value;

    std::string expected(const std::string& what) const {
        std::string shown = dump_line(value);
        if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
        return "\"" + field + "\" must be " + what + ", not " + shown;
    }
};

using Reader = std::string (*)(const Reading&);

struct Field {
    std::string_view name;
    bool needed;
    Reader read;
};

constexpr std::size_t max_text = 400;

std::string read_text(const Reading& r, std::string& out, const std::string& what) {
    if (!r.value.is_string()) return r.expected(what);
    const auto& text = r.value.get_ref<const std::string&>();
    if (text.empty() || text.size() > max_text) return r.expected(what);
    out = text;
    return "";
}

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

std::string side_words(Game game) {
    return "\"" + std::string(side_name(game, Side::first)) + "\" or \"" +
           std::string(side_name(game, Side::second)) + "\"";
}

std::string read_side(const Reading& r) {
    if (r.value.is_string())
        r.command.side = try_parse_side(r.game, r.value.get_ref<const std::string&>());
    return r.command.side ? "" : r.expected(side_words(r.game));
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

std::string read_players(const Reading& r) {
    if (!r.value.is_object()) return r.expected("an object keyed by " + side_words(r.game));
    for (const auto& [key, value] : r.value.items()) {
        const std::optional<Side> side = try_parse_side(r.game, key);
        if (!side)
            return "\"players\" must be keyed by " + side_words(r.game) + ", not \"" + key + "\"";
        Player player;
        if (value.is_string()) {
            player.name = value.get<std::string>();
        } else {
            const std::string wrong =
                read_player(Reading{r.game, r.command, "players." + key, value}, player);
            if (!wrong.empty()) return wrong;
        }
        r.command.info.players[index_of(*side)] = player;
    }
    return "";
}

template <std::optional<std::string> GameInfo::*Member>
std::string read_info(const Reading& r) {
    std::string text;
    if (r.value.is_number_integer())
        text = dump_line(r.value); // pairings number their rounds and tables
    else if (r.value.is_string() && r.value.get_ref<const std::string&>().size() <= max_text)
        text = r.value.get<std::string>();
    else
        return r.expected("a text of at most 400 bytes");
    r.command.info.*Member = text;
    return "";
}

std::string check_fen(const Reading& r, std::string& out) {
    const std::string wrong = read_text(r, out, "a FEN");
    if (!wrong.empty() || r.game != Game::xiangqi) return wrong;
    const auto position = xiangqi::parse_fen(out);
    return position ? "" : "\"" + r.field + "\" is no FEN: " + position.error();
}

std::string read_start(const Reading& r) {
    std::string fen;
    const std::string wrong = check_fen(r, fen);
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
    const std::string wrong = read_text(r, r.command.what, what);
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

std::string read_clock(const Reading& r) {
    constexpr std::int64_t most = 360'000'000; // 100 hours: beyond any time control
    if (!r.value.is_object() || r.value.empty())
        return r.expected("an object of milliseconds keyed by " + side_words(r.game));
    for (const auto& [key, value] : r.value.items()) {
        const std::optional<Side> side = try_parse_side(r.game, key);
        if (!side)
            return "\"clock\" must be keyed by " + side_words(r.game) + ", not \"" + key + "\"";
        std::int64_t ms = 0;
        const std::string wrong =
            read_number(Reading{r.game, r.command, "clock." + key, value}, 0, most, ms);
        if (!wrong.empty()) return wrong;
        r.command.clock_ms[index_of(*side)] = ms;
    }
    return "";
}

template <int Low>
std::string read_ply(const Reading& r) {
    std::int64_t ply = 0;
    const std::string wrong = read_number(r, Low, 9999, ply);
    if (wrong.empty()) r.command.ply = static_cast<int>(ply);
    return wrong;
}

std::string read_move(const Reading& r) {
    const std::string what =
        r.game == Game::xiangqi ? "a move like \"h2e2\"" : "a point like \"Q16\" or \"pass\"";
    const std::string wrong = read_text(r, r.command.move, what);
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
    const std::string wrong = read_text(r, r.command.digest, what);
    if (!wrong.empty()) return wrong;
    std::string& digest = r.command.digest;
    for (char& c : digest)
        if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    const bool good =
        digest.size() == 64 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    return good ? "" : r.expected(what);
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

template <std::string Command::*Member>
std::string read_plain(const Reading& r) {
    return read_text(r, r.command.*Member, "a text of 1 to 400 bytes");
}

// The fields of every command, besides `do`; `by` belongs to all of them.
constexpr Field by_field{"by", true, read_plain<&Command::by>};
constexpr Field side_field{"side", true, read_side};
constexpr Field players_field{"players", false, read_players};
constexpr Field event_field{"event", false, read_info<&GameInfo::event>};
constexpr Field round_field{"round", false, read_info<&GameInfo::round>};
constexpr Field table_field{"table", false, read_info<&GameInfo::table>};
constexpr Field game_no_field{"game_no", false, read_info<&GameInfo::game_no>};
constexpr Field rules_field{"rules", false, read_info<&GameInfo::rules>};
constexpr Field time_field{"time_control", false, read_info<&GameInfo::time_control>};
constexpr Field ply_field{"ply", true, read_ply<1>};
constexpr Field move_field{"move", true, read_move};

constexpr std::array start_fields{
    players_field, event_field, round_field, table_field,
    game_no_field, rules_field, time_field,  Field{"start", false, read_start}};
constexpr std::array update_fields{players_field, event_field, round_field, table_field,
                                   game_no_field, rules_field, time_field};
constexpr std::array result_fields{Field{"result", true, read_result},
                                   Field{"ending", false, read_ending}};
constexpr std::array side_fields{side_field};
constexpr std::array claim_fields{side_field, Field{"what", true, read_claim}};
constexpr std::array set_clock_fields{Field{"clock", true, read_clock},
                                      Field{"why", false, read_plain<&Command::why>}};
constexpr std::array rule_fields{Field{"alert", true, read_plain<&Command::alert>},
                                 Field{"ruling", true, read_ruling}};
constexpr std::array foul_fields{side_field, Field{"kind", true, read_kind}};
constexpr std::array correct_fields{Field{"to_ply", false, read_ply<0>},
                                    Field{"fen", false, read_fen}};
constexpr std::array ply_move_fields{ply_field, move_field};
constexpr std::array ply_fields{ply_field};
constexpr std::array seal_fields{side_field, Field{"digest", true, read_digest}};
constexpr std::array unseal_fields{move_field, Field{"salt", true, read_plain<&Command::salt>}};
constexpr std::array dead_fields{Field{"points", true, read_dead}};

struct Shape {
    std::string_view name;
    CommandKind kind;
    std::span<const Field> fields;
};

constexpr std::array shapes{
    Shape{"start", CommandKind::start, start_fields},
    Shape{"update", CommandKind::update, update_fields},
    Shape{"pause", CommandKind::pause, {}},
    Shape{"resume", CommandKind::resume, {}},
    Shape{"result", CommandKind::result, result_fields},
    Shape{"resign", CommandKind::resign, side_fields},
    Shape{"offer-draw", CommandKind::offer_draw, side_fields},
    Shape{"accept-draw", CommandKind::accept_draw, side_fields},
    Shape{"decline-draw", CommandKind::decline_draw, side_fields},
    Shape{"claim", CommandKind::claim, claim_fields},
    Shape{"adjust", CommandKind::adjust, side_fields},
    Shape{"set-clock", CommandKind::set_clock, set_clock_fields},
    Shape{"rule", CommandKind::rule, rule_fields},
    Shape{"foul", CommandKind::foul, foul_fields},
    Shape{"correct", CommandKind::correct, correct_fields},
    Shape{"amend", CommandKind::amend, ply_move_fields},
    Shape{"insert", CommandKind::insert, ply_move_fields},
    Shape{"retract", CommandKind::retract, ply_fields},
    Shape{"confirm-position", CommandKind::confirm_position, {}},
    Shape{"seal", CommandKind::seal, seal_fields},
    Shape{"unseal", CommandKind::unseal, unseal_fields},
    Shape{"pass", CommandKind::pass, side_fields},
    Shape{"dead", CommandKind::dead, dead_fields},
    Shape{"finish", CommandKind::finish, {}},
};

/// Parses one JSON object; a key that comes twice in one object is an error too, since readers
/// disagree on which of the two counts.
Result<Json> parse_object(std::string_view text) {
    std::string twice;
    std::vector<std::set<std::string>> keys;
    const auto watch = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key &&
            !keys.back().insert(value.get<std::string>()).second)
            twice = value.get<std::string>();
        return true;
    };
    Json json;
    try {
        json = Json::parse(text.begin(), text.end(), watch);
    } catch (const Json::parse_error& error) {
        return Error{"no JSON: wrong at byte " + std::to_string(error.byte)};
    }
    if (!twice.empty()) return Error{"the field \"" + twice + "\" comes twice"};
    if (!json.is_object()) return Error{"a command must be a JSON object"};
    return json;
}

std::string known_fields(const Shape& shape) {
    std::string names = "do, by";
    for (const Field& field : shape.fields)
        names += ", " + std::string(field.name);
    return names;
}

/// Commands of which no single field is needed, but one of several.
std::string check_choice(const Shape& shape, const Json& json) {
    if (shape.kind == CommandKind::correct && json.contains("to_ply") == json.contains("fen"))
        return "\"correct\" needs either \"to_ply\" or \"fen\"";
    if (shape.kind == CommandKind::update && json.size() <= 2)
        return "\"update\" needs at least one field to change";
    return "";
}

std::string read_fields(const Shape& shape, const Json& json, Game game, Command& command) {
    for (const auto& [key, value] : json.items()) {
        if (key == "do") continue;
        const Field* field = key == by_field.name ? &by_field : nullptr;
        for (const Field& f : shape.fields)
            if (f.name == key) field = &f;
        if (field == nullptr)
            return "\"" + std::string(shape.name) + "\" has no field \"" + key +
                   "\" (known: " + known_fields(shape) + ")";
        std::string wrong = field->read(Reading{game, command, key, value});
        if (!wrong.empty()) return wrong;
    }
    if (command.by.empty()) return "\"by\" is missing: who gives the command";
    for (const Field& field : shape.fields)
        if (field.needed && !json.contains(std::string(field.name)))
            return "\"" + std::string(shape.name) + "\" needs \"" + std::string(field.name) + "\"";
    return check_choice(shape, json);
}

} // namespace

std::string_view command_name(CommandKind kind) {
    for (const Shape& shape : shapes)
        if (shape.kind == kind) return shape.name;
    JIPU_ASSERT(false, "a command without a name");
}

Result<Command> parse_command(std::string_view json_text, Game game) {
    if (json_text.size() > max_command_bytes)
        return Error{"longer than " + std::to_string(max_command_bytes) + " bytes"};
    const Result<Json> json = parse_object(json_text);
    if (!json) return Error{json.error()};
    if (!json->contains("do")) return Error{"\"do\" is missing: what to do"};
    const Json& what = (*json)["do"];
    const auto shape = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& s) {
        return what.is_string() && what.get_ref<const std::string&>() == s.name;
    });
    if (shape == shapes.end()) return Error{"\"do\" names no command: " + dump_line(what)};
    Command command;
    command.kind = shape->kind;
    const std::string wrong = read_fields(*shape, *json, game, command);
    if (!wrong.empty()) return Error{wrong};
    command.json = dump_line(*json);
    return command;
}

} // namespace jipu
