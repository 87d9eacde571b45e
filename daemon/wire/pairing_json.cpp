// SPDX-License-Identifier: Apache-2.0
// See pairing_json.hpp.
#include "daemon/wire/pairing_json.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "daemon/wire/command_json.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/names.hpp"
#include "rules/base/contract.hpp"

namespace jipu {

namespace {

constexpr std::array<const char*, 6> texts{"event",   "round", "table",
                                           "game_no", "rules", "time_control"};

bool is_known(const Json& value) {
    if (value.is_string()) return !value.get_ref<const std::string&>().empty();
    return !value.is_null();
}

Json command_head(CommandKind kind) {
    return {{"do", command_name(kind)}, {"by", pairing_author}};
}

// What a command may say of a player; a service may know more.
Json player_of(const Json& given) {
    if (!given.is_object()) return given;
    Json player = Json::object();
    for (const char* field : {"name", "team", "id"})
        if (given.contains(field) && is_known(given[field])) player[field] = given[field];
    return player;
}

} // namespace

Result<GameInfo> parse_pairing(std::string_view json, Game game) {
    if (json.size() > max_command_bytes)
        return Error{"longer than " + std::to_string(max_command_bytes) + " bytes"};
    // What lies deeper is no pairing's, and would be copied and written by recursion.
    const auto shallow = [](int depth, Json::parse_event_t, const Json&) { return depth <= 8; };
    const Json given = Json::parse(json.begin(), json.end(), shallow, false);
    if (!given.is_object()) return Error{"a pairing must be a JSON object"};
    Json start = command_head(CommandKind::start);
    if (given.contains("players") && is_known(given["players"])) {
        const Json& players = given["players"];
        if (!players.is_object()) return Error{"\"players\" must be an object"};
        for (const auto& [side, given_player] : players.items()) {
            if (!try_parse_side(game, side) || !is_known(given_player)) continue;
            Json player = player_of(given_player);
            if (!player.empty()) start["players"][side] = std::move(player);
        }
    }
    for (const char* field : texts)
        if (given.contains(field) && is_known(given[field])) start[field] = given[field];
    const Result<Command> command = parse_command(dump_line(start), game);
    if (!command) return Error{command.error()};
    return command->info;
}

Command pairing_command(CommandKind kind, const GameInfo& info, Game game) {
    Json json = command_head(kind);
    json.update(info_json(info, game));
    Result<Command> command = parse_command(dump_line(json), game);
    JIPU_ASSERT(bool(command), "a command of our own cannot be read");
    return std::move(*command);
}

} // namespace jipu
