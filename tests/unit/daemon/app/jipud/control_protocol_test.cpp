// SPDX-License-Identifier: Apache-2.0
// What is said on the control socket: requests, right and wrong, and the answers.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/app/jipud/control_protocol.hpp"
#include "daemon/wire/json.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::app;

TEST_CASE("the devices are told with the points that the game takes for faulty") {
    REQUIRE(std::holds_alternative<MonitorRequest>(
        *parse_request(R"({"do":"monitor"})", Game::xiangqi)));
    TableView table;
    AlertData fault, other;
    fault.code = "sensor-fault";
    fault.points = {40, 4};
    other.code = "setup-wrong";
    other.points = {7};
    table.open_alerts = {fault, other};
    const Json reply = Json::parse(monitor_reply(DeviceView{}, table));
    CHECK(reply["ok"] == true);
    CHECK(reply["monitor"]["board"]["suspected"] == Json::parse(R"(["e0","e4"])"));
    CHECK(Json::parse(monitor_reply(DeviceView{}, std::nullopt))["monitor"]["board"]["suspected"]
              .empty());
}

TEST_CASE("status, watch and commands are told apart") {
    auto status = parse_request(R"({"do":"status"})", Game::xiangqi);
    REQUIRE(status);
    CHECK(std::holds_alternative<StatusRequest>(*status));
    auto watch = parse_request(R"({"do":"watch","by":"page"})", Game::xiangqi);
    REQUIRE(watch);
    CHECK(std::holds_alternative<WatchRequest>(*watch));
    auto command = parse_request(R"({"do":"resign","by":"a","side":"red"})", Game::xiangqi);
    REQUIRE(command);
    REQUIRE(std::holds_alternative<Command>(*command));
    CHECK(std::get<Command>(*command).kind == CommandKind::resign);
}

TEST_CASE("a wrong request is answered with exactly what is wrong") {
    struct Wrong {
        const char* line;
        const char* error;
    };
    const std::vector<Wrong> wrong = {
        {R"({"do":"status","x":1})", "x: there is no such key in status"},
        {R"({"do":"watch","since":0})", "since: there is no such key in watch"},
        {R"({"do":"monitor","since":0})", "since: there is no such key in monitor"},
        {"", "no JSON: wrong at byte 1"},
        {"resign", "no JSON: wrong at byte 1"},
        {"[]", "a command must be a JSON object"},
        {"{}", "\"do\" is missing: what to do"},
        {R"({"do":"explode","by":"a"})", "\"do\" names no command: \"explode\""},
        {R"({"do":"machine","by":"jipud","what":"rebooted"})",
         "machine: only the daemon itself reports of its machine"},
        {R"({"do":"update","by":"a","event":"\u001b[2J"})", "a text holds a control character"},
        {R"({"do":"update","by":"a","players":{"red":{"name":"a\u0000b"}}})",
         "a text holds a control character"},
        {R"({"do":7,"by":"a"})", "\"do\" names no command: 7"},
        {R"({"do":"pause","do":"resume","by":"a"})", "the field \"do\" comes twice"},
    };
    for (const Wrong& one : wrong) {
        INFO(one.line);
        const auto request = parse_request(one.line, Game::xiangqi);
        REQUIRE_FALSE(request);
        CHECK(request.error() == one.error);
    }
}

TEST_CASE("replies are one line of JSON, whatever the words") {
    CHECK(ok_reply() == R"({"ok":true})");
    CHECK(error_reply("a \"b\"\nc") == R"({"ok":false,"error":"a \"b\"\nc"})");
    CHECK(error_reply("\xff").find('\n') == std::string::npos);
}

TEST_CASE("a refusal is found among what the command caused") {
    CHECK_FALSE(refusal_in({}));
    CHECK_FALSE(refusal_in({{Instant{}, GamePaused{"a"}}}));
    CHECK(refusal_in({{Instant{}, CommandRefused{"pause", "a", "why"}}}) == "why");
}

TEST_CASE("the status says what is known before the first scan") {
    Config config;
    config.journal_path = "/j";
    config.control_socket = "/c";
    config.clock.driver = ClockDriver::line;
    StatusReport report;
    report.version = "1.2.3";
    report.config = &config;
    const Json status = Json::parse(status_reply(report));
    CHECK(status["ok"] == true);
    CHECK(status["status"]["phase"] == "waiting-for-board");
    CHECK(status["status"]["version"] == "1.2.3");
    CHECK(status["status"]["devices"]["board"]["state"] == "lost");
    CHECK(status["status"]["devices"]["clock"]["address"] == "/dev/jipu-clock");
    CHECK(status["status"]["journal"]["state"] == "ok");
    CHECK(status_line(report) == "waiting for the board; board lost; clock lost");
}

TEST_CASE("the status says where a board and a lever clock at GPIO lines hang") {
    Config config;
    config.board.driver = BoardDriver::shift_registers;
    config.board.wiring_file = "/etc/jipu/w.toml";
    config.clock.driver = ClockDriver::lever;
    config.clock.lever.left = {"a", "5"};
    config.clock.lever.right = {"b", "6"};
    StatusReport report;
    report.config = &config;
    const Json devices = Json::parse(status_reply(report))["status"]["devices"];
    CHECK(devices["board"]["driver"] == "shift-registers");
    CHECK(devices["board"]["address"] == "/etc/jipu/w.toml");
    CHECK(devices["clock"]["address"] == "a 5, b 6");
}

TEST_CASE("the status shows the game, its alerts and how far publishers are behind") {
    Config config;
    StatusReport report;
    report.config = &config;
    report.board = {true, "there"};
    report.view.emplace();
    report.view->phase = "playing";
    report.view->game_name = "20261130-5f0c2a91";
    report.view->info.players[0] = Player{"甲", "", "11"};
    report.view->info.round = "3";
    report.view->time_control = "10m";
    report.view->plies = 2;
    report.view->moves = {"h2e2", "h9g7"};
    report.view->to_move = Side::first;
    report.view->last_move.emplace();
    report.view->last_move->ply = 2;
    report.view->last_move->move = "h9g7";
    report.view->running = Side::first;
    report.view->draw_offer = Side::second;
    report.view->sides[0].clock_ms = 540000;
    report.view->sides[0].period = 1;
    report.view->sides[0].moves_to_go = 38;
    report.view->sides[1].fouls.push_back(
        {Side::second, "illegal-move", "000/3.6.3(1)", 2, Instant{}, "arbiter"});
    AlertData alert;
    alert.alert = "a1";
    alert.code = "illegal-move";
    report.view->open_alerts.push_back(alert);
    PublisherStatus publisher;
    publisher.name = "hall";
    publisher.state = PublisherState::waiting;
    publisher.lag = 12;
    publisher.last_error = "no route";
    report.publishers.push_back(publisher);
    report.journal.failing = true;
    report.journal.detail = "disk full";
    const Json status = Json::parse(status_reply(report))["status"];
    CHECK(status["moves"] == Json({"h2e2", "h9g7"}));
    CHECK(status["open_alerts"][0]["code"] == "illegal-move");
    CHECK(status["pairing"].dump() == R"({"players":{"red":{"name":"甲","id":"11"}},"round":"3"})");
    CHECK(status["time_control"] == "10m");
    CHECK(status["to_move"] == "red");
    CHECK(status["last_move"]["move"] == "h9g7");
    CHECK(status["running"] == "red");
    CHECK(status["draw_offer"] == "black");
    CHECK(
        status["sides"]["red"] ==
        Json({{"clock_ms", 540000}, {"period", 1}, {"moves_to_go", 38}, {"fouls", Json::array()}}));
    CHECK(status["sides"]["black"]["fouls"][0] == Json({{"kind", "illegal-move"},
                                                        {"article", "000/3.6.3(1)"},
                                                        {"ply", 2},
                                                        {"by", "arbiter"}}));
    CHECK_FALSE(status.contains("ending"));
    report.view->result = "0-1";
    report.view->ending = "mate";
    const Json ended = Json::parse(status_reply(report))["status"];
    CHECK(ended["ending"] == "mate");
    CHECK(ended["result_status"] == "proposed");
    CHECK_FALSE(status["devices"].contains("clock"));
    CHECK(status["publishers"][0]["lag"] == 12);
    CHECK(status["publishers"][0]["state"] == "waiting");
    CHECK(status["journal"]["detail"] == "disk full");
    CHECK(status_line(report) ==
          "playing 20261130-5f0c2a91, 2 plies, open alerts: 1; the journal cannot be written; hall "
          "is 12 events behind");
}
