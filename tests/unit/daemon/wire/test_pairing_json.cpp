// SPDX-License-Identifier: Apache-2.0
// A results service's pairing is read tolerantly, and becomes commands that read back the same.
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/pairing_json.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

TEST_CASE("a pairing is read with every field, and what is not a pairing's is passed over") {
    const auto info = parse_pairing(
        R"({"board":"table-1","players":{"red":{"name":"王","team":"北京","id":"1","elo":2500},)"
        R"("black":"李","white":{"name":"x"}},"event":"e","round":3,"table":"7","game_no":"1",)"
        R"("rules":"xiangqi-2020","time_control":"10m +5s","hall":{"floor":2}})",
        Game::xiangqi);
    REQUIRE(info);
    CHECK(info->players[0] == Player{"王", "北京", "1"});
    CHECK(info->players[1] == Player{"李", "", ""});
    CHECK(info->event == "e");
    CHECK(info->round == "3");
    CHECK(info->table == "7");
    CHECK(info->game_no == "1");
    CHECK(info->rules == "xiangqi-2020");
    CHECK(info->time_control == "10m +5s");
    const Command update = pairing_command(CommandKind::update, *info, Game::xiangqi);
    CHECK(update.by == "pairing");
    CHECK(update.info == *info);
    const auto again = parse_command(update.json, Game::xiangqi);
    REQUIRE(again);
    CHECK(again->info == *info);
    CHECK(again->json == update.json);
}

TEST_CASE("what is empty in a pairing is unknown") {
    const auto info = parse_pairing(
        R"({"players":{"red":{"name":"","id":null},"black":null},"event":"","round":null})",
        Game::xiangqi);
    REQUIRE(info);
    CHECK(*info == GameInfo{});
    REQUIRE(parse_pairing("{}", Game::xiangqi));
}

TEST_CASE("a pairing that cannot be one is refused with the field") {
    const auto error = [](const std::string& json) {
        const auto info = parse_pairing(json, Game::xiangqi);
        return info ? std::string() : info.error();
    };
    CHECK(error("nonsense") == "a pairing must be a JSON object");
    CHECK(error("[]") == "a pairing must be a JSON object");
    CHECK(error("{\"event\":\"\xff\"}") == "a pairing must be a JSON object");
    CHECK(error(R"({"players":[1]})") == "\"players\" must be an object");
    CHECK(error(R"({"players":{"red":7}})") ==
          "\"players.red\" must be an object with name, team and id, not 7");
    CHECK(error(R"({"round":{}})") == "\"round\" must be a text of at most 400 bytes, not {}");
    CHECK(error("{\"round\":" + std::string(30'000, '[') + std::string(30'000, ']') + "}") ==
          "\"round\" must be a text of at most 400 bytes, not [[[[[[[[]]]]]]]]");
    CHECK(error(std::string(70'000, ' ')) == "longer than 65536 bytes");
}
