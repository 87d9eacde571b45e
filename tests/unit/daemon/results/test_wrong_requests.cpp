// SPDX-License-Identifier: Apache-2.0
// Requests that are wrong, each with its exact status and error, through a real socket. None of
// them may leave a trace in the store.
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/results/client.hpp"
#include "tests/unit/daemon/results/events.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

/// A batch of one good event with one attribute set to something else (null: taken out).
std::string with(const std::string& key, const Json& value) {
    Json e = event("table-1", game_a, "public", 1, "game.started", started(game_a));
    if (value.is_null())
        e.erase(key);
    else
        e[key] = value;
    return Json::array({e}).dump();
}

/// A batch of one good event with a field of its data set.
std::string with_data(const std::string& type, const std::string& key, const Json& value) {
    return Json::array({event("table-1", game_a, "public", 1, type, {{key, value}})}).dump();
}

std::string get_text(const std::string& target, const std::string& more = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
}

const std::string good = public_game("table-1", game_a, 1).dump();
const std::string bearer_1 = "Authorization: Bearer " + token_1 + "\r\n";

struct Wrong {
    const char* what;
    std::string request;
    int status;
    std::string error;
};

std::vector<Wrong> wrong_bodies() {
    const auto post_1 = [](const std::string& body) { return post_text(body, token_1); };
    const std::string id_wanted =
        "event 0: \"id\" must be <board>/<game_name>/<arbiter or public>/<seq from 1>, not ";
    Json second_wrong = public_game("table-1", game_a, 1);
    second_wrong[1]["data"] = "x";
    return {
        {"no JSON", post_1("nonsense"), 400, "JSON is expected; wrong at byte 2"},
        {"nothing", post_1(""), 400, "JSON is expected; wrong at byte 1"},
        {"cut off", post_1(good.substr(0, good.size() - 1)), 400,
         "JSON is expected; wrong at byte " + std::to_string(good.size())},
        {"no UTF-8", post_1("[\"\xFF\"]"), 400, "JSON is expected; wrong at byte 3"},
        {"a number too large", post_1("[1e999]"), 400, "JSON is expected; a number is too large"},
        {"one event, no batch", post_1("{}"), 400, "a JSON array of events is expected"},
        {"nested without end", post_1(std::string(100000, '[')), 400,
         "not more than 16 levels of nesting are expected"},
        {"too many events",
         post_1("[0" +
                [] {
                    std::string zeros;
                    for (int i = 0; i < 5000; ++i)
                        zeros += ",0";
                    return zeros;
                }() +
                "]"),
         400, "not more than 5000 events are expected"},
        {"an event that is no object", post_1("[1]"), 400,
         "event 0: an event must be a JSON object"},
        {"no specversion", post_1(with("specversion", nullptr)), 400,
         "event 0: \"specversion\" is missing"},
        {"another specversion", post_1(with("specversion", "0.3")), 400,
         "event 0: \"specversion\" must be \"1.0\", not \"0.3\""},
        {"no id", post_1(with("id", nullptr)), 400, "event 0: \"id\" is missing"},
        {"an id that is a number", post_1(with("id", 7)), 400,
         "event 0: \"id\" must be a text, not 7"},
        {"an id without seq", post_1(with("id", "table-1/g/public")), 400,
         id_wanted + "\"table-1/g/public\""},
        {"seq 0", post_1(with("id", "table-1/g/public/0")), 400,
         id_wanted + "\"table-1/g/public/0\""},
        {"seq with a zero in front", post_1(with("id", "table-1/g/public/01")), 400,
         id_wanted + "\"table-1/g/public/01\""},
        {"seq beyond 64 bits", post_1(with("id", "table-1/g/public/99999999999999999999")), 400,
         id_wanted + "\"table-1/g/public/99999999999999999999\""},
        {"a third stream", post_1(with("id", "table-1/g/secret/1")), 400,
         id_wanted + "\"table-1/g/secret/1\""},
        {"a name in capitals", post_1(with("id", "table-1/G/public/1")), 400,
         id_wanted + "\"table-1/G/public/1\""},
        {"another source", post_1(with("source", "/boards/table-2")), 400,
         "event 0: \"source\" must be \"/boards/table-1\", not \"/boards/table-2\""},
        {"a type of others", post_1(with("type", "com.example.x")), 400,
         "event 0: \"type\" must be like \"jipu.move.recorded\", not \"com.example.x\""},
        {"no time", post_1(with("time", nullptr)), 400, "event 0: \"time\" is missing"},
        {"no data", post_1(with("data", nullptr)), 400, "event 0: \"data\" is missing"},
        {"data that is a list", post_1(with("data", Json::array())), 400,
         "event 0: \"data\" must be an object, not an array"},
        {"the second event wrong", post_1(second_wrong.dump()), 400,
         "event 1: \"data\" must be an object, not \"x\""},
        {"a ply in words", post_1(with_data("move.recorded", "ply", "one")), 400,
         "event 0: \"data\" of move.recorded: \"ply\": a whole number is expected"},
        {"half a ply", post_1(with_data("move.amended", "ply", 1.5)), 400,
         "event 0: \"data\" of move.amended: \"ply\": a whole number is expected"},
        {"a third side", post_1(with_data("move.recorded", "side", "green")), 400,
         "event 0: \"data\" of move.recorded: \"side\": red, black or white is expected"},
        {"a clock in words", post_1(with_data("clock.updated", "clock", {{"red", "1:30"}})), 400,
         "event 0: \"data\" of clock.updated: \"clock\": an object of sides with whole "
         "milliseconds is expected"},
        {"players as a list", post_1(with_data("game.updated", "players", Json::array())), 400,
         "event 0: \"data\" of game.updated: \"players\": an object of sides with name, team and "
         "id as strings is expected"},
        {"a result as a number", post_1(with_data("game.ended", "result", 1)), 400,
         "event 0: \"data\" of game.ended: \"result\": a result as 1-0, 0-1, 1/2-1/2, 0-0 or * is "
         "expected"},
    };
}

std::vector<Wrong> wrong_heads() {
    const std::string other = public_game("table-2", game_a, 0).dump();
    return {
        {"no token", post_text(good, ""), 401, "a bearer token is expected"},
        {"an unknown token", post_text(good, "guessed"), 401, "this token is not known here"},
        {"a number of an event that is none", get_text("/v1/games/" + game_a + ".json?after=-1"),
         400, "after: a whole number from 0 is expected"},
        {"words for a number of an event", get_text("/v1/games/" + game_a + ".json?after=x"), 400,
         "after: a whole number from 0 is expected"},
        {"the arbiter's token", post_text(good, token_arbiter), 403,
         "this token reads; a board's token is expected"},
        {"an event of another board", post_text(other, token_1), 403,
         "this token is bound to board table-1, the event table-2/" + game_a +
             "/public/1 is another board's"},
        {"JSON that says only so", post_text(good, token_1, "application/json"), 415,
         "Content-Type: application/cloudevents-batch+json is expected"},
        {"one event's type", post_text(good, token_1, "application/cloudevents+json"), 415,
         "Content-Type: application/cloudevents-batch+json is expected"},
        {"no type", post_text(good, token_1, ""), 415,
         "Content-Type: application/cloudevents-batch+json is expected"},
        {"reading what is written to", get_text("/v1/events"), 405, "POST is expected"},
        {"writing what is read", "DELETE /v1/boards HTTP/1.1\r\nHost: x\r\n\r\n", 405,
         "GET is expected"},
        {"a body where none belongs", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi",
         400, "no body is expected"},
        {"no such page", get_text("/v2/boards"), 404, "this page is not here"},
        {"no such board", get_text("/v1/boards/table-9"), 404, "board table-9 is not here"},
        {"no such game", get_text("/v1/games/nope"), 404, "game nope is not here"},
        {"no such file", get_text("/static/../tokens"), 400, "an absolute path is expected"},
        {"no such asset", get_text("/static/tokens"), 404, "tokens is not here"},
        {"the arbiter's stream without a token", get_text("/v1/games/" + game_a + "/arbiter"), 401,
         "a bearer token is expected"},
        {"a pairing without a token", get_text("/v1/boards/table-1/assignment"), 401,
         "a bearer token is expected"},
        {"another board's pairing", get_text("/v1/boards/table-2/assignment", bearer_1), 403,
         "this token is bound to board table-1"},
        {"a pairing that is not there", get_text("/v1/boards/table-1/assignment", bearer_1), 404,
         "a pairing for board table-1 is not here"},
        {"a head too large", get_text("/", "X: " + std::string(20000, 'x') + "\r\n"), 431,
         "a head of not more than 16384 bytes is expected"},
        {"a body too large", post_text(std::string(70000, ' '), token_1), 413,
         "a body of not more than 65536 bytes is expected"},
        {"no HTTP at all", "\x16\x03\x01 hello\r\n\r\n", 400, "HTTP/1.1 is expected: bad method"},
    };
}

} // namespace

TEST_CASE("each wrong request gets its status and its reason, and nothing is stored") {
    const Scratch scratch;
    results::ServerOptions options;
    options.max_body_bytes = 65536;
    const bool heads = GENERATE(false, true);
    if (!heads) options.max_body_bytes = 1 << 20;
    LiveServer server(scratch.file("db"), options);
    const auto cases = heads ? wrong_heads() : wrong_bodies();
    CHECK(cases.size() >= 20);
    for (const auto& wrong : cases) {
        INFO(wrong.what);
        Client client(server.port());
        client.send(wrong.request);
        const Answer answer = client.read_answer();
        CHECK(answer.status == wrong.status);
        CHECK(nlohmann::json::parse(answer.body, nullptr, false) ==
              nlohmann::json{{"error", wrong.error}});
    }
    CHECK(get(server.port(), "/v1/boards").body == "{\"boards\":[]}\n");
    // The streams are as they were: number 1 is still the one that is wanted.
    CHECK(post(server.port(), good, token_1).status == 200);
}

TEST_CASE("401 says how, 405 says what") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    CHECK(post(server.port(), good, "").header("www-authenticate") == "Bearer");
    CHECK(get(server.port(), "/v1/events").header("allow") == "POST");
}
