// SPDX-License-Identifier: Apache-2.0
// Commands from JSON: which command has which fields, and what must come together.
#include "daemon/wire/command_json.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "daemon/wire/command_fields.hpp"
#include "daemon/wire/sha256.hpp"
#include "rules/base/contract.hpp"

namespace jipu {

namespace {

using namespace command_detail;

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

constexpr Field absent_field{"absent", false, read_absent};

constexpr std::array start_fields{
    players_field, event_field, round_field, table_field,
    game_no_field, rules_field, time_field,  Field{"start", false, read_start},
    absent_field};
constexpr std::array update_fields{players_field, event_field, round_field, table_field,
                                   game_no_field, rules_field, time_field,  absent_field};
constexpr std::array pause_fields{Field{"adjourn", false, read_flag<&Command::adjourn>}};
constexpr std::array resume_fields{absent_field};
constexpr std::array result_fields{Field{"result", true, read_result},
                                   Field{"ending", false, read_ending}};
constexpr std::array side_fields{side_field};
constexpr std::array claim_fields{side_field, Field{"what", true, read_claim}};
constexpr std::array set_clock_fields{Field{"clock", true, read_clock},
                                      Field{"why", false, read_plain<&Command::why>},
                                      Field{"faulty", false, read_faulty},
                                      Field{"resumption", false, read_flag<&Command::resumption>}};
constexpr std::array rule_fields{Field{"alert", true, read_plain<&Command::alert>},
                                 Field{"ruling", true, read_ruling},
                                 Field{"side", false, read_side}};
constexpr std::array foul_fields{side_field, Field{"kind", true, read_kind}};
constexpr std::array correct_fields{Field{"to_ply", false, read_ply<0>},
                                    Field{"fen", false, read_fen}};
constexpr std::array ply_move_fields{ply_field, move_field};
constexpr std::array ply_fields{ply_field};
constexpr std::array seal_fields{side_field, Field{"digest", true, read_digest}};
constexpr std::array unseal_fields{
    Field{"move", false, read_move}, Field{"salt", false, read_plain<&Command::salt>},
    Field{"written", false, read_plain<&Command::written>}, Field{"missing", false, read_missing}};
constexpr std::array machine_fields{Field{"what", true, read_machine},
                                    Field{"off_ms", false, read_off}};
constexpr std::array dead_fields{Field{"points", true, read_dead}};

struct Shape {
    std::string_view name;
    CommandKind kind;
    std::span<const Field> fields;
};

constexpr std::array shapes{
    Shape{"start", CommandKind::start, start_fields},
    Shape{"update", CommandKind::update, update_fields},
    Shape{"pause", CommandKind::pause, pause_fields},
    Shape{"resume", CommandKind::resume, resume_fields},
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
    Shape{"machine", CommandKind::machine, machine_fields},
};

/// Parses one JSON object; a key that comes twice in one object is an error too, since readers
/// disagree on which of the two counts.
// On a terminal and in a log they would do what no name does.
bool has_control_character(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

Result<Json> parse_object(std::string_view text) {
    constexpr int deepest = 8; // what is shown of a wrong value is written recursively
    bool too_deep = false, control = false;
    std::string twice;
    std::vector<std::set<std::string>> keys;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
        too_deep = too_deep || depth > deepest;
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::value && value.is_string())
            control = control || has_control_character(value.get_ref<const std::string&>());
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
    } catch (const Json::out_of_range&) {
        return Error{"no JSON: a number is too large"};
    }
    if (too_deep) return Error{"nested deeper than " + std::to_string(deepest) + " levels"};
    if (control) return Error{"a text holds a control character"};
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
    if (shape.kind == CommandKind::unseal) {
        const bool missing = json.contains("missing");
        for (const char* key : {"move", "salt"})
            if (!missing && !json.contains(key))
                return "\"unseal\" needs \"" + std::string(key) + "\"";
        for (const char* key : {"move", "salt", "written"})
            if (missing && json.contains(key))
                return "\"unseal\" with \"missing\" has no \"" + std::string(key) + "\"";
    }
    if (shape.kind == CommandKind::set_clock && json.contains("faulty") && json["clock"].size() < 2)
        return "\"set-clock\" with \"faulty\" needs what the bad clock shows of both sides";
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
    if (command.kind == CommandKind::unseal && command.missing.empty()) {
        const std::string& sealed = command.written.empty() ? command.move : command.written;
        command.digest = sha256_hex(sealed + " " + command.salt);
    }
    command.json = dump_line(*json);
    return command;
}

namespace {

// A command of the daemon's own, made as if it had come in: its trace must read the same.
Command own_command(const Json& json, Game game) {
    Result<Command> command = parse_command(dump_line(json), game);
    JIPU_ASSERT(bool(command), "a command of our own cannot be read");
    return std::move(*command);
}

} // namespace

Command machine_command(std::string_view what, std::optional<std::int64_t> off_ms) {
    Json json = {{"do", "machine"}, {"by", "jipud"}, {"what", what}};
    if (off_ms) json["off_ms"] = *off_ms;
    return own_command(json, Game::xiangqi);
}

} // namespace jipu
