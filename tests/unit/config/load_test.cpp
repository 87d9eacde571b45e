// SPDX-License-Identifier: Apache-2.0
// What a right configuration gives, and that the example says the truth about the defaults.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "config/load.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

std::string example_text() {
    std::ifstream in(std::string(JIPU_SOURCE_DIR) + "/config/jipud.toml");
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

// `#key = value` without its #: the defaults. `# ...` with a space is prose or an example.
std::string uncommented(const std::string& text) {
    std::istringstream in(text);
    std::string line, out;
    while (std::getline(in, line)) {
        if (line.size() > 1 && line[0] == '#' && line[1] != ' ') line.erase(0, 1);
        out += line + '\n';
    }
    return out;
}

} // namespace

TEST_CASE("an empty file gives the defaults with paths made from the board's name") {
    const LoadedConfig loaded = load_config("", "jipud.toml");
    REQUIRE(loaded.errors.empty());
    CHECK(loaded.config.board.name == "table-1");
    CHECK(loaded.config.control_socket == "/run/jipu/table-1.sock");
    CHECK(loaded.config.board.socket == "/run/jipu/table-1.board.sock");
    CHECK(loaded.config.board.wiring_file == "/etc/jipu/table-1.wiring.toml");
    CHECK(loaded.config.journal_path == "/var/lib/jipu/table-1.journal");
    CHECK(loaded.config.trace_directory == "/var/lib/jipu/traces");
    CHECK(loaded.config.http.empty());
    CHECK(loaded.config.sensing == SensingConfig{});
}

TEST_CASE("the example file is right as it stands and gives the defaults") {
    const LoadedConfig loaded = load_config(example_text(), "jipud.toml");
    CHECK(loaded.errors == std::vector<std::string>{});
    CHECK(loaded.config == load_config("", "x").config);
}

TEST_CASE("every commented value of the example is the default, and every key is there") {
    // 000/2.2, the chief arbiter's duties, 1: what differs between events is set
    const LoadedConfig loaded = load_config(uncommented(example_text()), "jipud.toml");
    CHECK(loaded.errors == std::vector<std::string>{});
    CHECK(loaded.config == load_config("", "x").config);
    for (const char* key : {"game",
                            "rules",
                            "time_control",
                            "start",
                            "acts",
                            "late_minutes",
                            "reorder_window_ms",
                            "check_time_sync",
                            "board.name",
                            "board.sensors",
                            "board.driver",
                            "board.socket",
                            "board.wiring",
                            "clock.driver",
                            "clock.port",
                            "clock.left",
                            "sensing.debounce_ms",
                            "sensing.settle_ms",
                            "sensing.placed_ms",
                            "sensing.adjust_ms",
                            "sensing.together_ms",
                            "sensing.illegal_ms",
                            "sensing.no_press_ms",
                            "journal.path",
                            "trace.enabled",
                            "trace.directory",
                            "trace.max_total_mb",
                            "control.socket",
                            "log.level"}) {
        INFO(key);
        CHECK(loaded.places.count(key) == 1);
    }
}

TEST_CASE("every example of a publisher is right when its # is taken away") {
    std::istringstream in(example_text());
    std::string line, section;
    bool inside = false;
    while (std::getline(in, line)) {
        inside = inside || line.rfind("# [publish", 0) == 0;
        if (inside) section += line.substr(std::min<std::size_t>(2, line.size())) + '\n';
    }
    const LoadedConfig loaded = load_config(section, "jipud.toml");
    CHECK(loaded.errors == std::vector<std::string>{});
    REQUIRE(loaded.config.http.size() == 1);
    const HttpPublishConfig& http = loaded.config.http[0];
    const HttpPublishConfig defaults;
    CHECK(http.name == "hall");
    CHECK(http.streams == defaults.streams);
    CHECK(http.connect_timeout_ms == defaults.connect_timeout_ms);
    CHECK(http.request_timeout_ms == defaults.request_timeout_ms);
    CHECK(http.pairing_interval_s == defaults.pairing_interval_s);
    CHECK(http.plain_http == defaults.plain_http);
}

TEST_CASE("the example of lever switches is right when its # is taken away") {
    const std::string text = example_text();
    const auto begin = text.find("# [clock.lever]");
    REQUIRE(begin != std::string::npos);
    std::istringstream in(text.substr(begin, text.find("\n\n", begin) - begin));
    std::string line, section = "[clock]\ndriver = \"lever\"\nleft = \"black\"\n";
    while (std::getline(in, line))
        section += line.substr(2) + '\n';
    const LoadedConfig loaded = load_config(section, "jipud.toml");
    CHECK(loaded.errors == std::vector<std::string>{});
    LeverWiring lever;
    lever.left = {"pinctrl-bcm2711", "23"};
    lever.right = {"pinctrl-bcm2711", "24"};
    CHECK(loaded.config.clock.lever == lever);
    const TableSetup setup = table_setup(loaded.config);
    CHECK(setup.clock == ClockKind::press);
    CHECK(setup.clock_left == Side::second);
}

TEST_CASE("the boards at GPIO lines are known by their names, and where their wiring is") {
    for (const BoardDriver driver : {BoardDriver::matrix, BoardDriver::shift_registers}) {
        const LoadedConfig loaded = load_config(
            "[board]\nname = \"b-2\"\ndriver = \"" + std::string(driver_name(driver)) + '"', "f");
        REQUIRE(loaded.errors.empty());
        CHECK(loaded.config.board.driver == driver);
        CHECK(loaded.config.board.wiring_file == "/etc/jipu/b-2.wiring.toml");
    }
}

TEST_CASE("all settings arrive where they belong") {
    const LoadedConfig loaded = load_config(R"(
rules = "xiangqi-2020"
time_control = "state-regional"
start = "4k4/9/9/9/9/9/9/9/9/4K4 w"
acts = "fouls perpetual"
late_minutes = 15
reorder_window_ms = 50
check_time_sync = false
[board]
name = "hall-a-12"
sensors = "hall"
socket = "/tmp/board.sock"
[clock]
driver = "line"
port = "/dev/pts/7"
left = "black"
[sensing]
debounce_ms = 0
settle_ms = 300
placed_ms = 300
adjust_ms = 0
together_ms = 1
illegal_ms = 301
no_press_ms = 302
[journal]
path = "/tmp/j"
[trace]
enabled = false
directory = "/tmp/t"
max_total_mb = 3
[control]
socket = "/tmp/c.sock"
[log]
level = "debug"
[publish.http.a]
url = "https://a.example/"
token_file = "/tmp/token"
streams = ["public"]
connect_timeout_ms = 100
request_timeout_ms = 200
pairing_interval_s = 0
[publish.http.b]
url = "http://[::1]:8080/results"
)",
                                            "f");
    REQUIRE(loaded.errors == std::vector<std::string>{});
    const Config& c = loaded.config;
    CHECK(c.reorder_window_ms == 50);
    CHECK(c.journal_path == "/tmp/j");
    CHECK_FALSE(c.trace_enabled);
    CHECK_FALSE(c.check_time_sync);
    CHECK(c.trace_directory == "/tmp/t");
    CHECK(c.trace_max_mb == 3);
    CHECK(c.control_socket == "/tmp/c.sock");
    CHECK(c.board.socket == "/tmp/board.sock");
    CHECK(c.log_level == LogLevel::debug);
    CHECK(c.clock.port == "/dev/pts/7");
    REQUIRE(c.http.size() == 2);
    CHECK(c.http[0].url == "https://a.example");
    CHECK(c.http[0].token_file == "/tmp/token");
    CHECK(c.http[0].streams == std::vector<std::string>{"public"});
    CHECK(c.http[0].connect_timeout_ms == 100);
    CHECK(c.http[0].request_timeout_ms == 200);
    CHECK(c.http[1].name == "b");

    const TableSetup setup = table_setup(c);
    CHECK(setup.rules == "xiangqi-2020");
    CHECK(setup.time_control == "state-regional");
    CHECK(setup.late_minutes == 15);
    CHECK(setup.start == "4k4/9/9/9/9/9/9/9/9/4K4 w");
    CHECK(setup.acts == "fouls perpetual");
    CHECK(setup.board == "hall-a-12");
    CHECK(setup.sensors == Sensors::hall);
    CHECK(setup.clock == ClockKind::line);
    CHECK(setup.clock_left == Side::second);
    CHECK(setup.sensing == SensingConfig{0, 300, 300, 0, 1, 301, 302});
}

TEST_CASE("the clock's driver says what kind of clock the core has to do with") {
    const auto kind_of = [](const std::string& word) {
        const LoadedConfig loaded = load_config("[clock]\ndriver = \"" + word + "\"\n", "f");
        REQUIRE(loaded.errors.empty());
        CHECK(driver_name(loaded.config.clock.driver) == word);
        return table_setup(loaded.config).clock;
    };
    CHECK(kind_of("none") == ClockKind::none);
    CHECK(kind_of("line") == ClockKind::line);
    CHECK(kind_of("dgt") == ClockKind::dgt);
    CHECK(kind_of("izis") == ClockKind::izis);
    CHECK(kind_of("niclink") == ClockKind::niclink);
}

TEST_CASE("a later check names the place of the value that it refuses") {
    const LoadedConfig loaded = load_config("rules = \"x\"\n[board]\n  name = \"b\"\n", "f");
    REQUIRE(loaded.errors.empty());
    CHECK(loaded.error_at("board.name", "no") == "f:3:10: board.name: no");
    CHECK(loaded.error_at("start", "no") == "f:1:1: start: no");
}

TEST_CASE("a file that cannot be read is one error with the reason") {
    CHECK(load_config_file("/nonexistent/jipud.toml").errors ==
          std::vector<std::string>{"/nonexistent/jipud.toml: No such file or directory"});
    CHECK(load_config_file("/").errors == std::vector<std::string>{"/: Is a directory"});
    CHECK(load_config_file("/dev/zero").errors ==
          std::vector<std::string>{"/dev/zero: larger than 1048576 bytes"});
}
