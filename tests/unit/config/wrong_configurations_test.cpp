// SPDX-License-Identifier: Apache-2.0
// Wrong configurations and exactly what is said of each: place, key, what was given, what was
// expected. A table of data, hence its length.
#include <string>
#include <vector>

#include "config/load.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

struct Wrong {
    const char* text;
    std::vector<std::string> errors;
};

// clang-format off
const std::vector<Wrong> wrong = {
    {R"(gmae = "xiangqi")",
     {R"(f:1:1: gmae: there is no such key; did you mean "game"?)"}},
    {R"(game = "xianqi")",
     {R"(f:1:8: game: "xianqi" was given, expected "xiangqi")"}},
    {R"(game = "go")",
     {R"(f:1:8: game: "go" is not in this build, expected "xiangqi")"}},
    {R"(game = 1)",
     {R"(f:1:8: game: 1 was given, expected a word in quotes)"}},
    {R"(rules = "a\nb")",
     {R"(f:1:9: rules: "a\x0ab" was given, expected one line of at most 200 bytes)"}},
    {R"(rules = ["xiangqi-state"])",
     {R"(f:1:9: rules: a list was given, expected text in quotes)"}},
    {R"(late_minutes = 1441)",
     {R"(f:1:16: late_minutes: 1441 was given, expected a whole number of minutes from 0 to 1440)"}},
    {R"(time_control = 60)",
     {R"(f:1:16: time_control: 60 was given, expected text in quotes)"}},
    {R"(start = "\u0000")",
     {R"(f:1:9: start: "\x00" was given, expected one line of at most 200 bytes)"}},
    {R"(reorder_window_ms = 51)",
     {R"(f:1:21: reorder_window_ms: 51 was given, expected a whole number of milliseconds from 0 to 50)"}},
    {R"(reorder_window_ms = -1)",
     {R"(f:1:21: reorder_window_ms: -1 was given, expected a whole number of milliseconds from 0 to 50)"}},
    {R"(reorder_window_ms = 2.5)",
     {R"(f:1:21: reorder_window_ms: 2.5 was given, expected a whole number of milliseconds from 0 to 50)"}},
    {R"(reorder_window_ms = "20 ms")",
     {R"(f:1:21: reorder_window_ms: "20 ms" was given, expected a whole number of milliseconds from 0 to 50)"}},
    {R"(reorder_window_ms = 2026-11-30)",
     {R"(f:1:21: reorder_window_ms: a date or time was given, expected a whole number of milliseconds from 0 to 50)"}},
    {R"(board = "table-1")",
     {R"(f:1:9: board: "table-1" was given, expected a table [board])"}},
    {R"([[board]])",
     {R"(f:1:1: board: a list was given, expected a table [board])"}},
    {R"([board]
name = "")",
     {R"(f:2:8: board.name: "" was given, expected a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends)"}},
    {R"([board]
name = "Table 1")",
     {R"(f:2:8: board.name: "Table 1" was given, expected a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends)"}},
    {R"([board]
name = "-a")",
     {R"(f:2:8: board.name: "-a" was given, expected a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends)"}},
    {R"([board]
name = "台")",
     {R"(f:2:8: board.name: "台" was given, expected a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends)"}},
    {R"([board]
name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")",
     {R"(f:2:8: board.name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" was given, expected a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends)"}},
    {R"([board]
sensors = "read")",
     {R"(f:2:11: board.sensors: "read" was given, expected "reed" or "hall"; did you mean "reed"?)"}},
    {R"([board]
sensors = true)",
     {R"(f:2:11: board.sensors: true was given, expected a word in quotes)"}},
    {R"([board]
driver = "matrixes")",
     {R"(f:2:10: board.driver: "matrixes" was given, expected "sim", "matrix" or "shift-registers"; did you mean "matrix"?)"}},
    {R"([board]
driver = "izis")",
     {R"(f:2:10: board.driver: "izis" is not in this build, expected "sim", "matrix" or "shift-registers")"}},
    {R"([board]
driver = "shift-register")",
     {R"(f:2:10: board.driver: "shift-register" was given, expected "sim", "matrix" or "shift-registers"; did you mean "shift-registers"?)"}},
    {R"([board]
wiring = "wiring.toml")",
     {R"(f:2:10: board.wiring: "wiring.toml" was given, expected a path that begins with /)"}},
    {R"([board]
socket = "board.sock")",
     {R"(f:2:10: board.socket: "board.sock" was given, expected a path that begins with /)"}},
    {R"([board]
socket = "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")",
     {R"(f:2:10: board.socket: "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..." was given, expected a socket's path of at most 107 bytes)"}},
    {R"([board]
nmae = "table-1")",
     {R"(f:2:1: board.nmae: there is no such key in [board]; did you mean "name"?)"}},
    {R"([clock]
driver = "lines")",
     {R"(f:2:10: clock.driver: "lines" was given, expected "none", "line", "dgt", "izis", "niclink" or "lever"; did you mean "line"?)"}},
    {R"([clock]
driver = "line"
port = "ttyACM0")",
     {R"(f:3:8: clock.port: "ttyACM0" was given, expected a path that begins with /)"}},
    {R"([clock]
driver = "lever")",
     {R"(f:1:1: clock.lever: is missing, expected a table [clock.lever] with the lines of both levers)"}},
    {R"([clock]
driver = "lever"
lever = 5)",
     {R"(f:3:9: clock.lever: 5 was given, expected a table [clock.lever])"}},
    {R"([clock.lever]
chip = "gpiochip0"
left = 5)",
     {R"(f:1:1: clock.lever.right: is missing, expected a line: its number at the chip, its name in quotes, or {chip = "...", line = ...})"}},
    {R"([clock.lever]
left = 5
right = {chip = "a", line = 5})",
     {R"(f:2:8: clock.lever.left: line 5 is of no chip, expected chip = "..." in the section)"}},
    {R"([clock.lever]
chip = "a"
left = 5
right = {chip = "a", line = 5})",
     {R"(f:4:9: clock.lever.right: line 5 of a was given in clock.lever.left already, expected another line)"}},
    {R"([clock.lever]
chip = "a"
left = 5
right = 6
active = "high"
bias = "up"
debounce_ms = 0)",
     {R"(f:6:8: clock.lever.bias: "up" holds the line at its active level, expected "down" or "external")",
      R"(f:7:15: clock.lever.debounce_ms: 0 was given, expected a whole number of milliseconds from 1 to 50)"}},
    {R"(reorder_window_ms = 8
[clock]
driver = "lever"
[clock.lever]
chip = "a"
left = 5
right = 6
debounce_ms = 9)",
     {R"(f:8:15: clock.lever.debounce_ms: 9 is above reorder_window_ms = 8, expected at most as much)"}},
    {R"(reorder_window_ms = 4
[clock]
driver = "lever"
[clock.lever]
chip = "a"
left = 5
right = 6)",
     {R"(f:1:21: clock.lever.debounce_ms: 5 is above reorder_window_ms = 4, expected at most as much)"}},
    {R"([clock]
left = "white")",
     {R"(f:2:8: clock.left: "white" was given, expected "red" or "black")"}},
    {R"([clock]
prot = "/dev/ttyACM0")",
     {R"(f:2:1: clock.prot: there is no such key in [clock]; did you mean "port"?)"}},
    {R"([sensing]
debounce_ms = -1)",
     {R"(f:2:15: sensing.debounce_ms: -1 was given, expected a whole number of milliseconds from 0 to 200)"}},
    {R"([sensing]
debounce_ms = 201)",
     {R"(f:2:15: sensing.debounce_ms: 201 was given, expected a whole number of milliseconds from 0 to 200)"}},
    {R"([sensing]
settle_ms = 0)",
     {R"(f:2:13: sensing.settle_ms: 0 was given, expected a whole number of milliseconds from 1 to 10000)"}},
    {R"([sensing]
settle_ms = 5)",
     {R"(f:2:13: sensing.settle_ms: 5 is below sensing.debounce_ms = 10, expected at least as much)"}},
    {R"([sensing]
debounce_ms = 200
settle_ms = 199)",
     {R"(f:3:13: sensing.settle_ms: 199 is below sensing.debounce_ms = 200, expected at least as much)"}},
    {R"([sensing]
placed_ms = 249)",
     {R"(f:2:13: sensing.placed_ms: 249 is below sensing.settle_ms = 250, expected at least as much)"}},
    {R"([sensing]
settle_ms = 2000)",
     {R"(f:2:13: sensing.placed_ms: 1000 is below sensing.settle_ms = 2000, expected at least as much)",
      R"(f:2:13: sensing.illegal_ms: 1500 is below sensing.settle_ms = 2000, expected at least as much)"}},
    {R"([sensing]
illegal_ms = 200)",
     {R"(f:2:14: sensing.illegal_ms: 200 is below sensing.settle_ms = 250, expected at least as much)"}},
    {R"([sensing]
no_press_ms = 100)",
     {R"(f:2:15: sensing.no_press_ms: 100 is below sensing.settle_ms = 250, expected at least as much)"}},
    {R"([sensing]
adjust_ms = 400.0)",
     {R"(f:2:13: sensing.adjust_ms: 400.0 was given, expected a whole number of milliseconds from 0 to 10000)"}},
    {R"([sensing]
together_ms = 3000)",
     {R"(f:2:15: sensing.together_ms: 3000 was given, expected a whole number of milliseconds from 0 to 2000)"}},
    {R"([sensing]
debounce = 10)",
     {R"(f:2:1: sensing.debounce: there is no such key in [sensing]; did you mean "debounce_ms"?)"}},
    {R"([sensing]
colour = "red")",
     {R"(f:2:1: sensing.colour: there is no such key in [sensing]; expected one of adjust_ms, debounce_ms, illegal_ms, no_press_ms, placed_ms, settle_ms, together_ms)"}},
    {R"([journal]
path = "")",
     {R"(f:2:8: journal.path: "" was given, expected a path that begins with /)"}},
    {R"([journal]
path = "journal.db")",
     {R"(f:2:8: journal.path: "journal.db" was given, expected a path that begins with /)"}},
    {R"([journal]
pth = "/a")",
     {R"(f:2:1: journal.pth: there is no such key in [journal]; did you mean "path"?)"}},
    {R"([trace]
max_total_mb = 0)",
     {R"(f:2:16: trace.max_total_mb: 0 was given, expected a whole number of megabytes from 1 to 1000000)"}},
    {R"([trace]
enabled = "yes")",
     {R"(f:2:11: trace.enabled: "yes" was given, expected true or false)"}},
    {R"([trace]
directory = "traces")",
     {R"(f:2:13: trace.directory: "traces" was given, expected a path that begins with /)"}},
    {R"([control]
socket = "/run/jipu/table-1.board.sock")",
     {R"(f:2:10: control.socket: "/run/jipu/table-1.board.sock" is the board's socket too, expected another path)"}},
    {R"([log]
level = "warn")",
     {R"(f:2:9: log.level: "warn" was given, expected "debug", "info", "warning" or "error"; did you mean "warning"?)"}},
    {R"([log]
level = "loud")",
     {R"(f:2:9: log.level: "loud" was given, expected "debug", "info", "warning" or "error")"}},
    {R"([logging]
level = "info")",
     {R"(f:1:2: logging: there is no such key; expected one of acts, board, check_time_sync, clock, control, game, journal, late_minutes, log, publish, reorder_window_ms, rules, sensing, start, time_control, trace)"}},
    {R"([publish]
http = "https://a.example")",
     {R"(f:2:8: publish.http: "https://a.example" was given, expected a table [publish.http])"}},
    {R"([publish.mqtt.hall]
url = "mqtts://a.example")",
     {R"(f:1:10: publish.mqtt: there is no such key in [publish]; expected one of http)"}},
    {R"([publish.http]
url = "https://a.example")",
     {R"(f:2:1: publish.http.url: a value was given, expected a table [publish.http.NAME])"}},
    {R"([publish.http.hall])",
     {R"(f:1:15: publish.http.hall.url: is missing, expected https://host[:port][/path])"}},
    {R"([publish.http.Hall]
url = "https://a.example")",
     {R"(f:1:15: publish.http.Hall: "Hall" was given, expected a name of 1 to 40 characters a-z, 0-9 and -, without - at its ends)"}},
    {R"([publish.http.hall]
url = "a.example")",
     {R"(f:2:7: publish.http.hall.url: "a.example" was given, expected https://host[:port][/path])"}},
    {R"([publish.http.hall]
url = "ftp://a.example")",
     {R"(f:2:7: publish.http.hall.url: "ftp://a.example" was given, expected https://host[:port][/path])"}},
    {R"([publish.http.hall]
url = "https://")",
     {R"(f:2:7: publish.http.hall.url: "https://" was given, expected https://host[:port][/path])"}},
    {R"([publish.http.hall]
url = "https://user:secret@a.example")",
     {R"(f:2:7: publish.http.hall.url: "https://user:secret@a.example" was given, expected https://host[:port][/path])"}},
    {R"([publish.http.hall]
url = "https://a.example?x=1")",
     {R"(f:2:7: publish.http.hall.url: "https://a.example?x=1" was given, expected https://host[:port][/path])"}},
    {R"([publish.http.hall]
url = "https://a.example:0")",
     {R"(f:2:7: publish.http.hall.url: "https://a.example:0" was given, expected https://host[:port][/path], port 1 to 65535)"}},
    {R"([publish.http.hall]
url = "https://a.example:70000")",
     {R"(f:2:7: publish.http.hall.url: "https://a.example:70000" was given, expected https://host[:port][/path], port 1 to 65535)"}},
    {R"([publish.http.hall]
url = "https://a.example/v1/events")",
     {R"(f:2:7: publish.http.hall.url: "https://a.example/v1/events" was given, expected https://host[:port][/path] without /v1/events: jipud adds it)"}},
    {R"([publish.http.hall]
url = "http://a.example")",
     {R"(f:2:7: publish.http.hall.url: "http://a.example" would send the token in the clear, expected https://, or plain_http = true where the network is trusted)"}},
    {R"([publish.http.hall]
url = "http://127.0.0.1:8080"
ca_file = "/etc/ca.pem")",
     {R"(f:3:11: publish.http.hall.ca_file: given with an http:// url, expected https:// or no ca_file)"}},
    {R"([publish.http.hall]
url = "https://a.example"
cert_file = "/etc/c.pem")",
     {R"(f:3:13: publish.http.hall.cert_file: given alone, expected cert_file and key_file together)"}},
    {R"([publish.http.hall]
url = "https://a.example"
key_file = "/etc/k.pem")",
     {R"(f:3:12: publish.http.hall.key_file: given alone, expected cert_file and key_file together)"}},
    {R"([publish.http.hall]
url = "https://a.example"
token_file = "secret")",
     {R"(f:3:14: publish.http.hall.token_file: "secret" was given, expected a path that begins with /)"}},
    {R"([publish.http.hall]
url = "https://a.example"
token = "secret")",
     {R"(f:3:1: publish.http.hall.token: there is no such key in [publish.http.hall]; did you mean "token_file"?)"}},
    {R"([publish.http.hall]
url = "https://a.example"
streams = [])",
     {R"(f:3:11: publish.http.hall.streams: a list was given, expected a list of different words out of "arbiter" or "public")"}},
    {R"([publish.http.hall]
url = "https://a.example"
streams = ["public", "referee"])",
     {R"(f:3:22: publish.http.hall.streams: "referee" was given, expected a list of different words out of "arbiter" or "public")"}},
    {R"([publish.http.hall]
url = "https://a.example"
streams = ["public", "public"])",
     {R"(f:3:22: publish.http.hall.streams: "public" was given, expected a list of different words out of "arbiter" or "public")"}},
    {R"([publish.http.hall]
url = "https://a.example"
streams = "public")",
     {R"(f:3:11: publish.http.hall.streams: "public" was given, expected a list of different words out of "arbiter" or "public")"}},
    {R"([publish.http.hall]
url = "https://a.example"
connect_timeout_ms = 5)",
     {R"(f:3:22: publish.http.hall.connect_timeout_ms: 5 was given, expected a whole number of milliseconds from 100 to 120000)"}},
    {R"([publish.http.hall]
url = "https://a.example"
request_timeout_ms = "15 s")",
     {R"(f:3:22: publish.http.hall.request_timeout_ms: "15 s" was given, expected a whole number of milliseconds from 100 to 600000)"}},
    {R"([publish.http.hall]
url = "https://a.example"
plain_http = 1)",
     {R"(f:3:14: publish.http.hall.plain_http: 1 was given, expected true or false)"}},
};

// What the TOML parser itself refuses; its words differ between versions, the place does not.
struct Broken {
    const char* text;
    const char* begins;
};
const std::vector<Broken> broken = {
    {R"(rules = 000)", "f:1:12: TOML: "},
    {R"(a = )", "f:1:5: TOML: "},
    {R"([board)", "f:1:7: TOML: "},
    {R"(game = "xiangqi"
game = "xiangqi")", "f:2:8: TOML: "},
    {R"(game = "xiangqi)", "f:1:16: TOML: "},
    {"game = \"\xff\"", "f:1:"},
};
// clang-format on

} // namespace

TEST_CASE("every wrong configuration is refused with exactly its errors") {
    REQUIRE(wrong.size() >= 40);
    for (const Wrong& one : wrong) {
        INFO(one.text);
        CHECK(load_config(one.text, "f").errors == one.errors);
    }
}

TEST_CASE("a file that is not TOML is one error with its place") {
    for (const Broken& one : broken) {
        INFO(one.text);
        const LoadedConfig loaded = load_config(one.text, "f");
        REQUIRE(loaded.errors.size() == 1);
        CHECK(loaded.errors[0].rfind(one.begins, 0) == 0);
        CHECK(loaded.errors[0].find('\n') == std::string::npos);
    }
}

TEST_CASE("all errors of a file are named, in the order of the file") {
    const LoadedConfig loaded = load_config("[log]\nlevel = \"x\"\n[board]\nname = 1\n"
                                            "[clock]\nleft = 2\n[sensing]\nsettle = 1\n",
                                            "f");
    CHECK(loaded.errors ==
          std::vector<std::string>{
              "f:2:9: log.level: \"x\" was given, expected \"debug\", \"info\", \"warning\" or "
              "\"error\"",
              "f:4:8: board.name: 1 was given, expected text in quotes",
              "f:6:8: clock.left: 2 was given, expected a word in quotes",
              "f:8:1: sensing.settle: there is no such key in [sensing]; did you mean "
              "\"settle_ms\"?"});
}

TEST_CASE("more than eight publishers are refused") {
    std::string text;
    for (char c = 'a'; c <= 'i'; ++c) {
        text += std::string("[publish.http.") + c + "]\nurl = \"https://h\"\n";
    }
    CHECK(load_config(text, "f").errors ==
          std::vector<std::string>{
              "f:1:1: publish.http: 9 publishers were given, expected at most 8"});
}
