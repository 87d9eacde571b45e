// SPDX-License-Identifier: Apache-2.0
// The service through real sockets: what boards send, what readers get, live streams, bounds,
// restarts.
// Long because each exchange of the one service stands beside the others here.
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/results/client.hpp"
#include "tests/unit/daemon/results/events.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

Json durable(const std::string& stream, int seq) {
    return Json{{"durable", {{stream, seq}}}};
}
const std::string public_a = "table-1/" + game_a + "/public";

/// The next event of a live stream with this name: its data.
Json next_event(Client& client, const std::string& name) {
    for (;;) {
        const std::string frame = client.read_until("\n\n");
        if (frame.empty()) return nullptr;
        if (frame.find("event: " + name + "\n") == std::string::npos) continue;
        const auto at = frame.find("data: ");
        Json data = Json::parse(frame.substr(at + 6));
        const auto id = frame.find("id: ");
        if (id != std::string::npos) data["id"] = std::stoi(frame.substr(id + 4));
        return data;
    }
}

std::string listen_text(const std::string& target, const std::string& last = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" +
           (last.empty() ? "" : "Last-Event-ID: " + last + "\r\n") + "\r\n";
}

} // namespace

TEST_CASE("events are durable, may come again, and are there after a restart") {
    const Scratch scratch;
    {
        LiveServer server(scratch.file("db"));
        const auto answer = post(server.port(), public_game("table-1", game_a, 2).dump(), token_1);
        CHECK(answer.status == 200);
        CHECK(Json::parse(answer.body) == durable(public_a, 3));
        CHECK(post(server.port(), public_game("table-1", game_a, 1).dump(), token_1).body ==
              answer.body);
        CHECK(post(server.port(), "[]", token_1).body == "{\"durable\":{}}\n");
    }
    LiveServer server(scratch.file("db"));
    const auto board = Json::parse(get(server.port(), "/v1/boards/table-1").body);
    CHECK(board["plies"] == 2);
    CHECK(board["moves"][1]["chinese"] == "马8进7");
    CHECK(
        Json::parse(post(server.port(), public_game("table-1", game_a, 3).dump(), token_1).body) ==
        durable(public_a, 4));
}

TEST_CASE("a gap is 409 with what is wanted; what came before it is durable") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    Json batch = public_game("table-1", game_a, 3);
    batch.erase(2);
    const auto answer = post(server.port(), batch.dump(), token_1);
    CHECK(answer.status == 409);
    const auto body = Json::parse(answer.body);
    CHECK(body["want"] == Json{{public_a, 3}});
    CHECK(body["durable"] == Json{{public_a, 2}});
    CHECK(Json::parse(get(server.port(), "/v1/boards/table-1").body)["plies"] == 1);
}

TEST_CASE("the same id with another body is 422 and names it") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    post(server.port(), public_game("table-1", game_a, 2).dump(), token_1);
    Json other = public_game("table-1", game_a, 2);
    other[2]["data"]["move"] = "b9c7";
    const auto answer = post(server.port(), other.dump(), token_1);
    CHECK(answer.status == 422);
    CHECK(Json::parse(answer.body)["id"] == public_a + "/3");
    CHECK(Json::parse(answer.body)["error"] == "this event is stored already with another body");
    CHECK(Json::parse(get(server.port(), "/v1/boards/table-1").body)["moves"][1]["move"] == "h9g7");
}

TEST_CASE("one batch may hold several games; the last to begin is the board's") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    Json batch = public_game("table-1", game_a, 2);
    batch.push_back(event("table-1", game_a, "arbiter", 1, "game.started", started(game_a)));
    for (const auto& e : public_game("table-1", game_b, 1))
        batch.push_back(e);
    const auto answer = post(server.port(), batch.dump(), token_1);
    CHECK(nlohmann::json::parse(answer.body)["durable"] ==
          nlohmann::json{{public_a, 3},
                         {"table-1/" + game_a + "/arbiter", 1},
                         {"table-1/" + game_b + "/public", 2}});
    CHECK(Json::parse(get(server.port(), "/v1/boards/table-1").body)["game_name"] == game_b);
    CHECK(Json::parse(get(server.port(), "/v1/games/" + game_a).body)["plies"] == 2);
    CHECK(Json::parse(get(server.port(), "/v1/boards/table-1/games").body)["games"] ==
          Json::array({game_b, game_a}));
}

TEST_CASE("a game that is told late does not take the page of the one that is played") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    const auto post_late = [&](const std::string& game, int plies) {
        Client client(server.port());
        client.send(post_text(public_game("table-1", game, plies).dump(), token_1,
                              "application/cloudevents-batch+json", "Jipu-Past: true\r\n"));
        return client.read_answer().status;
    };
    const auto shown = [&] {
        return Json::parse(get(server.port(), "/v1/boards/table-1").body)["game_name"];
    };
    CHECK(post_late(game_a, 1) == 200);
    CHECK(shown() == game_a); // better than none
    post(server.port(), public_game("table-1", game_b, 1).dump(), token_1);
    CHECK(shown() == game_b);
    CHECK(post_late("20261130-cccccccc", 3) == 200);
    CHECK(shown() == game_b);
    CHECK(Json::parse(get(server.port(), "/v1/games/20261130-cccccccc").body)["plies"] == 3);
}

TEST_CASE("a game is read as state, as PGN and as its events") {
    // 000/2.2, the chief arbiter's duties, 8
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    const Json batch = public_game("table-1", game_a, 3);
    post(server.port(), batch.dump(), token_1);
    const auto events = get(server.port(), "/v1/games/" + game_a + ".json");
    CHECK(events.header("content-type") == "application/cloudevents-batch+json");
    CHECK(nlohmann::json::parse(events.body) == nlohmann::json(batch));
    CHECK(Json::parse(get(server.port(), "/v1/games/" + game_a + ".json?after=3").body).size() ==
          1);
    const auto pgn = get(server.port(), "/v1/games/" + game_a + ".pgn").body;
    CHECK(pgn.find("[Red \"陈远山\"]") != std::string::npos);
    CHECK(pgn.find("[Date \"2026.11.30\"]") != std::string::npos);
    CHECK(pgn.find("[Result \"*\"]") != std::string::npos);
    CHECK(pgn.find("1. 炮二平五 马8进7") != std::string::npos);
    CHECK(pgn.find("2. 马二进三") != std::string::npos);
}

TEST_CASE("the arbiter's stream is for its board and for arbiters, and shows nowhere else") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    Json batch = public_game("table-1", game_a, 1);
    batch.push_back(event("table-1", game_a, "arbiter", 1, "alert.raised",
                          {{"alert", "1"}, {"code", "illegal-move"}}));
    post(server.port(), batch.dump(), token_1);
    const std::string target = "/v1/games/" + game_a + "/arbiter";
    CHECK(get(server.port(), target).status == 401);
    CHECK(get(server.port(), target, token_2).status == 403);
    for (const auto& token : {token_1, token_arbiter}) {
        const auto answer = get(server.port(), target, token);
        CHECK(answer.status == 200);
        CHECK(Json::parse(answer.body)[0]["data"]["code"] == "illegal-move");
    }
    for (const auto& open :
         std::vector<std::string>{"/v1/boards", "/v1/boards/table-1", "/v1/games/" + game_a,
                                  "/v1/games/" + game_a + ".json", "/v1/games/" + game_a + ".pgn"})
        CHECK(get(server.port(), open).body.find("alert") == std::string::npos);
}

TEST_CASE("a game whose public stream has not begun is for arbiters alone") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    const Json batch =
        Json::array({event("table-1", game_a, "arbiter", 1, "board.state", {{"state", "x"}})});
    REQUIRE(post(server.port(), batch.dump(), token_1).status == 200);
    CHECK(get(server.port(), "/v1/games/" + game_a + "/arbiter", token_arbiter).status == 200);
    CHECK(get(server.port(), "/v1/games/" + game_a).status == 404);
    CHECK(get(server.port(), "/v1/boards/table-1").status == 404);
    CHECK(get(server.port(), "/v1/boards/table-1/games").body.find(game_a) == std::string::npos);
    REQUIRE(post(server.port(), public_game("table-1", game_a, 0).dump(), token_1).status == 200);
    CHECK(get(server.port(), "/v1/boards/table-1").status == 200);
    CHECK(get(server.port(), "/v1/games/" + game_a).status == 200);
}

TEST_CASE("a board fetches its pairing, which follows the organiser's file") {
    // 000/3.3.2
    const Scratch scratch;
    results::ServiceOptions service;
    service.pairings = scratch.write("pairings", "board,red,black\ntable-1,A,B\n");
    LiveServer server(scratch.file("db"), {}, service);
    const std::string target = "/v1/boards/table-1/assignment";
    CHECK(Json::parse(get(server.port(), target, token_1).body) ==
          Json{{"players", {{"red", {{"name", "A"}}}, {"black", {{"name", "B"}}}}}});
    scratch.write("pairings", "board,red,black\ntable-1,C,D\n");
    CHECK(Json::parse(get(server.port(), target, token_1).body)["players"]["red"]["name"] == "C");
    CHECK(get(server.port(), "/v1/boards/table-2/assignment", token_2).status == 404);
    scratch.write("pairings", "half a file,");
    const auto answer = get(server.port(), target, token_1);
    CHECK(answer.status == 503);
    CHECK(Json::parse(answer.body)["error"] == "the pairings cannot be read now");
    // Every board asks again and again; the trouble is told once, and again when it comes back.
    CHECK(get(server.port(), target, token_1).status == 503);
    scratch.write("pairings", "board,red,black\ntable-1,C,D\n");
    CHECK(get(server.port(), target, token_1).status == 200);
    scratch.write("pairings", "half a file,");
    CHECK(get(server.port(), target, token_1).status == 503);
    server.stop();
    CHECK(server.warnings().size() == 2);
}

TEST_CASE("pairings that are no UTF-8, or no file, are told, and the service goes on") {
    const Scratch scratch;
    results::ServiceOptions service;
    service.pairings = scratch.write("pairings", "board,red\ntable-1,\xcd\xf5\xcc\xec\xd2\xbb\n");
    LiveServer server(scratch.file("db"), {}, service);
    CHECK(get(server.port(), "/v1/boards/table-1/assignment", token_1).status == 503);
    CHECK(get(server.port(), "/healthz").status == 200);
    std::filesystem::remove(service.pairings);
    std::filesystem::create_directory(service.pairings);
    CHECK(get(server.port(), "/v1/boards/table-1/assignment", token_1).status == 503);
    CHECK(get(server.port(), "/healthz").status == 200);
    server.stop();
    REQUIRE(server.warnings().size() == 2);
    CHECK(server.warnings()[1] == service.pairings.string() + ": Is a directory");
    CHECK(server.warnings()[0] == service.pairings.string() + ":2: UTF-8 is expected");
}

TEST_CASE("a disk that is full is 503 and never durable; healthz tells") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"), {}, {}, 64 << 10);
    CHECK(get(server.port(), "/healthz").body == "{\"status\":\"ok\"}\n");
    Json big = Json::array();
    for (int n = 1; n <= 200; ++n)
        big.push_back(event("table-1", game_a, "arbiter", n, "board.state",
                            {{"text", std::string(1000, 'x')}}));
    const auto refused = post(server.port(), big.dump(), token_1);
    CHECK(refused.status == 503);
    CHECK(refused.header("retry-after") == "5");
    CHECK(Json::parse(refused.body) == Json{{"error", "the database: database or disk is full"}});
    CHECK(get(server.port(), "/healthz").status == 503);
    CHECK(post(server.port(), public_game("table-1", game_a, 1).dump(), token_1).status == 200);
    CHECK(get(server.port(), "/healthz").status == 200);
}

TEST_CASE("a batch of any size that is allowed is taken when nothing else waits for the disk") {
    const Scratch scratch;
    results::ServiceOptions service;
    service.max_waiting_bytes = 100;
    LiveServer server(scratch.file("db"), {}, service);
    for (int plies = 0; plies < 3; ++plies)
        CHECK(post(server.port(), public_game("table-1", game_a, plies).dump(), token_1).status ==
              200);
}

TEST_CASE("one connection carries many requests, HEAD gives no body, pages are not sent twice") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    Client client(server.port());
    client.send("GET /v1/boards HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(client.read_answer().body == "{\"boards\":[]}\n");
    client.send("HEAD /v1/boards HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(client.read_answer(true).header("content-length") == "14");
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    auto page = client.read_answer();
    CHECK(page.header("content-type") == "text/html; charset=utf-8");
    CHECK(page.header("content-security-policy").find("default-src 'none'") == 0);
    CHECK(page.header("x-content-type-options") == "nosniff");
    client.send("GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: " + page.header("etag") + "\r\n\r\n");
    const auto same = client.read_answer(true);
    CHECK(same.status == 304);
    CHECK(same.headers.count("content-length") == 0);
    client.send("HEAD /v1/live HTTP/1.1\r\nHost: x\r\n\r\n");
    const auto stream = client.read_answer(true);
    CHECK(stream.header("content-type") == "text/event-stream");
    CHECK(stream.headers.count("content-length") == 0);
    client.send(post_text(public_game("table-1", game_a, 0).dump(), token_1));
    CHECK(client.read_answer().status == 200);
}

TEST_CASE(
    "the page of a board that nobody knows is 404 and says so; one that may send is awaited") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    const auto lost = get(server.port(), "/boards/nope");
    CHECK(lost.status == 404);
    CHECK(lost.header("content-type") == "text/html; charset=utf-8");
    CHECK(lost.body.find("There is no such board") != std::string::npos);
    CHECK(lost.body.find("没有这个棋盘") != std::string::npos);
    CHECK(get(server.port(), "/boards/@arbiter").status == 404);
    CHECK(get(server.port(), "/boards/table-1").status == 200);
}

TEST_CASE("a sender that waits to be told so may go on") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    Client client(server.port());
    const std::string body = public_game("table-1", game_a, 0).dump();
    std::string head = post_text(body, token_1);
    head.resize(head.size() - body.size() - 2);
    client.send(head + "Expect: 100-continue\r\n\r\n");
    CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    client.send(body);
    CHECK(client.read_answer().status == 200);
}

TEST_CASE("a board's live stream sends the game, then only what changed") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    post(server.port(), public_game("table-1", game_a, 2).dump(), token_1);
    Client live(server.port());
    live.send(listen_text("/v1/boards/table-1/live"));
    CHECK(live.read_until("\r\n\r\n").find("Content-Type: text/event-stream") != std::string::npos);
    const auto first = next_event(live, "game");
    CHECK(first["from"] == 0);
    CHECK(first["moves"].size() == 2);
    post(server.port(), public_game("table-1", game_a, 3).dump(), token_1);
    const auto second = next_event(live, "game");
    CHECK(second["from"] == 2);
    CHECK(second["moves"].size() == 1);
    CHECK(second["moves"][0]["move"] == "h0g2");
    CHECK(second["id"].get<int>() > first["id"].get<int>());
    // Another board's game and the arbiter's stream are no news here: the next is the fourth ply.
    post(server.port(), public_game("table-2", game_b, 1).dump(), token_2);
    post(server.port(),
         Json::array({event("table-1", game_a, "arbiter", 1, "alert.raised", {{"code", "x"}})})
             .dump(),
         token_1);
    post(server.port(), public_game("table-1", game_a, 4).dump(), token_1);
    CHECK(next_event(live, "game")["plies"] == 4);
}

TEST_CASE("a reader that comes back gets what it missed, and all when nothing is known of its id") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    post(server.port(), public_game("table-1", game_a, 1).dump(), token_1);
    post(server.port(), public_game("table-2", game_b, 1).dump(), token_2);
    const auto first_two = [&](const std::string& target, const std::string& last) {
        Client live(server.port());
        live.send(listen_text(target, last));
        live.read_until("\r\n\r\n");
        std::string all;
        do
            all += live.read_until("\n\n");
        while (all.find("event: beat") == std::string::npos);
        return all;
    };
    const auto count = [](const std::string& text, const std::string& what) {
        int found = 0;
        for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
            ++found;
        return found;
    };
    CHECK(count(first_two("/v1/live", ""), "event: boards\n") == 1);
    CHECK(count(first_two("/v1/live", "4"), "event: board") == 0);
    CHECK(count(first_two("/v1/live", "2"), "event: board\n") == 1);
    CHECK(count(first_two("/v1/live", "0"), "event: board\n") == 2);
    CHECK(count(first_two("/v1/live", "999"), "event: boards\n") == 1);
    CHECK(count(first_two("/v1/live?last-event-id=2", ""), "event: board\n") == 1);
    CHECK(count(first_two("/v1/boards/table-1/live", "2"), "event: game\n") == 0);
    CHECK(count(first_two("/v1/boards/table-1/live", "1"), "event: game\n") == 1);
    CHECK(first_two("/v1/boards/table-7/live", "").find("\"phase\":\"waiting\"") !=
          std::string::npos);
}

TEST_CASE("a live stream beats") {
    const Scratch scratch;
    results::ServerOptions options;
    options.heartbeat = std::chrono::milliseconds(20);
    LiveServer server(scratch.file("db"), options);
    Client live(server.port());
    live.send(listen_text("/v1/live"));
    live.read_until("\r\n\r\n");
    for (int i = 0; i < 3; ++i)
        CHECK(next_event(live, "beat") == Json::object());
}

TEST_CASE("a reader too slow for its queue is dropped, the others are not kept waiting") {
    const Scratch scratch;
    results::ServerOptions options;
    options.max_queued_bytes = 16 << 10;
    LiveServer server(scratch.file("db"), options);
    Client slow(server.port());
    slow.send(listen_text("/v1/boards/table-1/live"));
    slow.read_until("retry: 1000\n\n");
    // Long names, so that the kernel's buffers for one connection are soon full.
    int seq = 0;
    int sent = 0;
    for (; sent < 40; ++sent) {
        Json batch = Json::array();
        for (int i = 0; i < 4; ++i) {
            ++seq;
            batch.push_back(
                seq == 1 ? event("table-1", game_a, "public", 1, "game.started", started(game_a))
                         : event("table-1", game_a, "public", seq, "game.updated",
                                 {{"event", std::string(200000, 'e') + std::to_string(seq)}}));
        }
        const auto answer = post(server.port(), batch.dump(), token_1);
        REQUIRE(answer.status == 200);
    }
    CHECK(slow.is_closed());
    CHECK(get(server.port(), "/healthz").status == 200);
}

TEST_CASE("connections and listeners are counted, one more is turned away") {
    const Scratch scratch;
    results::ServiceOptions service;
    service.max_listeners = 1;
    results::ServerOptions options;
    options.max_connections = 2;
    LiveServer server(scratch.file("db"), options, service);
    Client live(server.port());
    live.send(listen_text("/v1/live"));
    next_event(live, "beat");
    {
        Client second(server.port());
        second.send(listen_text("/v1/live"));
        const auto answer = second.read_answer();
        CHECK(answer.status == 503);
        CHECK(Json::parse(answer.body)["error"] == "too many are listening, come again");
        Client third(server.port());
        CHECK(third.is_closed());
    }
}

TEST_CASE("a request that does not come in time is given up") {
    const Scratch scratch;
    results::ServerOptions options;
    options.request_timeout = std::chrono::milliseconds(50);
    LiveServer server(scratch.file("db"), options);
    Client client(server.port());
    client.send("GET / HTTP/1.1\r\nHos");
    CHECK(client.is_closed());
}

TEST_CASE("stopping closes listeners and idle connections at once") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    Client live(server.port());
    live.send(listen_text("/v1/live"));
    next_event(live, "beat");
    Client idle(server.port());
    idle.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(idle.read_answer().status == 200);
    server.stop();
    CHECK(live.is_closed());
    CHECK(idle.is_closed());
}

TEST_CASE("a port that is taken is named at start") {
    const Scratch scratch;
    LiveServer server(scratch.file("db"));
    results::ServerOptions options;
    options.port = server.port();
    CHECK_THROWS_WITH(results::Server(options), "cannot listen on 127.0.0.1 port " +
                                                    std::to_string(server.port()) +
                                                    ": Address already in use");
    options.certificate = scratch.file("none.pem").string();
    std::string why;
    try {
        const results::Server unusable(options);
    } catch (const std::runtime_error& error) {
        why = error.what();
    }
    CHECK(why.find(options.certificate + ": no certificate chain in PEM: ") == 0);
}
