// SPDX-License-Identifier: Apache-2.0
// Which keys jipud.toml has, their ranges, and which of them contradict each other. How one key is
// read: toml_section.hpp; what single values look like: checks.hpp.
#include "config/load.hpp"

#include "config/checks.hpp"
#include "config/gpio_lines.hpp"
#include "config/read_file.hpp"
#include "config/toml_section.hpp"

namespace jipu {
namespace {

using config_detail::Choice;
using config_detail::ErrorList;
using config_detail::Section;

constexpr std::string_view later = "is not in this build";
constexpr std::size_t most_publishers = 8;
constexpr std::size_t most_bytes = 1024 * 1024;

void read_board(Section& top, BoardConfig& out) {
    Section section(top.errors(), top.table("board"), "board");
    section.text("name", out.name, config_detail::check_name);
    section.choice("sensors", out.sensors,
                   Choice<Sensors>{{{"reed", Sensors::reed}, {"hall", Sensors::hall}}, {}});
    section.choice("driver", out.driver,
                   Choice<BoardDriver>{
                       {{driver_name(BoardDriver::sim), BoardDriver::sim},
                        {driver_name(BoardDriver::matrix), BoardDriver::matrix},
                        {driver_name(BoardDriver::shift_registers), BoardDriver::shift_registers}},
                       {{"izis", later}}});
    section.text("socket", out.socket, config_detail::check_socket);
    section.text("wiring", out.wiring_file, config_detail::check_path);
    section.finish();
}

void read_lever(Section& clock, bool needed, LeverWiring& out) {
    const toml::table* table = clock.table("lever");
    if (table == nullptr) {
        if (needed && !clock.errors().has("clock.lever")) {
            clock.missing("lever", "a table [clock.lever] with the lines of both levers");
        }
        return;
    }
    Section section(clock.errors(), table, "clock.lever");
    config_detail::GpioLines lines;
    lines.chip(section);
    lines.line(section, "left", out.left);
    lines.line(section, "right", out.right);
    config_detail::read_active(section, "active", out.active_low);
    config_detail::read_bias(section, "bias", out.active_low, out.bias);
    section.integer("debounce_ms", out.debounce_ms, 1, 50, "milliseconds");
    section.finish();
}

void read_clock(Section& top, Game game, ClockConfig& out) {
    Section section(top.errors(), top.table("clock"), "clock");
    section.choice("driver", out.driver,
                   Choice<ClockDriver>{{{driver_name(ClockDriver::none), ClockDriver::none},
                                        {driver_name(ClockDriver::line), ClockDriver::line},
                                        {driver_name(ClockDriver::dgt), ClockDriver::dgt},
                                        {driver_name(ClockDriver::izis), ClockDriver::izis},
                                        {driver_name(ClockDriver::niclink), ClockDriver::niclink},
                                        {driver_name(ClockDriver::lever), ClockDriver::lever}},
                                       {}});
    section.text("port", out.port, config_detail::check_path);
    section.choice("left", out.left,
                   Choice<Side>{{{side_name(game, Side::first), Side::first},
                                 {side_name(game, Side::second), Side::second}},
                                {}});
    read_lever(section, out.driver == ClockDriver::lever, out.lever);
    section.finish();
}

void read_sensing(Section& top, SensingConfig& out) {
    Section section(top.errors(), top.table("sensing"), "sensing");
    section.integer("debounce_ms", out.debounce_ms, 0, 200, "milliseconds");
    section.integer("settle_ms", out.settle_ms, 1, 10000, "milliseconds");
    section.integer("placed_ms", out.placed_ms, 1, 60000, "milliseconds");
    section.integer("adjust_ms", out.adjust_ms, 0, 10000, "milliseconds");
    section.integer("together_ms", out.together_ms, 0, 2000, "milliseconds");
    section.integer("illegal_ms", out.illegal_ms, 1, 60000, "milliseconds");
    section.integer("no_press_ms", out.no_press_ms, 1, 600000, "milliseconds");
    section.finish();
}

// One value must not lie below another: the error stands at whichever of the two was given.
void not_below(ErrorList& errors, std::string_view key, std::int64_t value, std::string_view bound,
               std::int64_t least) {
    if (value >= least) return;
    const std::string path = "sensing." + std::string(key);
    const std::string other = "sensing." + std::string(bound);
    const std::string& at = errors.has(path) ? path : other;
    errors.add(errors.place_of(at), path,
               std::to_string(value) + " is below " + other + " = " + std::to_string(least) +
                   ", expected at least as much");
}

void check_sensing(ErrorList& errors, const SensingConfig& s) {
    not_below(errors, "settle_ms", s.settle_ms, "debounce_ms", s.debounce_ms);
    not_below(errors, "placed_ms", s.placed_ms, "settle_ms", s.settle_ms);
    not_below(errors, "illegal_ms", s.illegal_ms, "settle_ms", s.settle_ms);
    not_below(errors, "no_press_ms", s.no_press_ms, "settle_ms", s.settle_ms);
}

// A press is told when it is sure; what the board saw meanwhile must wait for it.
void check_lever(ErrorList& errors, const Config& config) {
    const std::int64_t debounce = config.clock.lever.debounce_ms;
    if (config.clock.driver != ClockDriver::lever || debounce <= config.reorder_window_ms) return;
    const std::string key = "clock.lever.debounce_ms";
    const std::string at = errors.has(key) ? key : "reorder_window_ms";
    errors.add(errors.place_of(at), key,
               std::to_string(debounce) + " is above reorder_window_ms = " +
                   std::to_string(config.reorder_window_ms) + ", expected at most as much");
}

void check_http(ErrorList& errors, const std::string& prefix, const HttpPublishConfig& http) {
    const auto refuse = [&](const char* key, const std::string& message) {
        errors.add(errors.place_of(prefix + '.' + key), prefix + '.' + key, message);
    };
    if (http.url.empty()) return;
    const bool https = config_detail::is_https(http.url);
    if (!https && !http.plain_http && !config_detail::is_loopback(http.url)) {
        refuse("url", '"' + http.url + "\" would send the token in the clear, expected https://, " +
                          "or plain_http = true where the network is trusted");
    }
    if (!https && !http.ca_file.empty()) {
        refuse("ca_file", "given with an http:// url, expected https:// or no ca_file");
    }
    if (!https && !http.cert_file.empty()) {
        refuse("cert_file", "given with an http:// url, expected https:// or no cert_file");
    }
    if (http.cert_file.empty() != http.key_file.empty()) {
        refuse(http.cert_file.empty() ? "key_file" : "cert_file",
               "given alone, expected cert_file and key_file together");
    }
}

void read_publisher(ErrorList& errors, const std::string& name, const toml::table& table,
                    ConfigPlace place, std::vector<HttpPublishConfig>& out) {
    HttpPublishConfig http;
    http.name = name;
    const std::string prefix = "publish.http." + config_detail::shown(name);
    if (const std::string expected = config_detail::check_name(name); !expected.empty()) {
        errors.add(place, prefix,
                   '"' + config_detail::shown(name) + "\" was given, expected " + expected);
    }
    Section section(errors, &table, prefix);
    section.text("url", http.url, config_detail::check_url);
    while (!http.url.empty() && http.url.back() == '/') {
        http.url.pop_back(); // the paths of the contract begin with one
    }
    section.text("token_file", http.token_file, config_detail::check_path);
    section.text("ca_file", http.ca_file, config_detail::check_path);
    section.text("cert_file", http.cert_file, config_detail::check_path);
    section.text("key_file", http.key_file, config_detail::check_path);
    section.boolean("plain_http", http.plain_http);
    section.words("streams", http.streams, {"arbiter", "public"});
    section.integer("connect_timeout_ms", http.connect_timeout_ms, 100, 120000, "milliseconds");
    section.integer("request_timeout_ms", http.request_timeout_ms, 100, 600000, "milliseconds");
    section.integer("pairing_interval_s", http.pairing_interval_s, 0, 86400, "seconds");
    section.finish();
    if (!errors.has(prefix + ".url")) {
        errors.add(place, prefix + ".url", "is missing, expected https://host[:port][/path]");
    }
    check_http(errors, prefix, http);
    out.push_back(std::move(http));
}

void read_publish(Section& top, std::vector<HttpPublishConfig>& out) {
    Section section(top.errors(), top.table("publish"), "publish");
    const toml::table* all = section.table("http");
    section.finish();
    if (all == nullptr) return;
    for (const auto& [key, node] : *all) {
        const ConfigPlace place = config_detail::place_of(key.source());
        const std::string name(key.str());
        if (const auto* one = node.as_table()) {
            read_publisher(top.errors(), name, *one, place, out);
        } else {
            top.errors().add(place, "publish.http." + config_detail::shown(name),
                             "a value was given, expected a table [publish.http.NAME]");
        }
    }
    if (out.size() > most_publishers) {
        top.errors().add(top.errors().place_of("publish.http"), "publish.http",
                         std::to_string(out.size()) + " publishers were given, expected at most " +
                             std::to_string(most_publishers));
    }
}

void read_files(Section& top, Config& config) {
    Section journal(top.errors(), top.table("journal"), "journal");
    journal.text("path", config.journal_path, config_detail::check_path);
    journal.finish();
    Section trace(top.errors(), top.table("trace"), "trace");
    trace.boolean("enabled", config.trace_enabled);
    trace.text("directory", config.trace_directory, config_detail::check_path);
    trace.integer("max_total_mb", config.trace_max_mb, 1, 1000000, "megabytes");
    trace.finish();
    Section control(top.errors(), top.table("control"), "control");
    control.text("socket", config.control_socket, config_detail::check_socket);
    control.finish();
    Section log(top.errors(), top.table("log"), "log");
    log.choice("level", config.log_level,
               Choice<LogLevel>{{{"debug", LogLevel::debug},
                                 {"info", LogLevel::info},
                                 {"warning", LogLevel::warning},
                                 {"error", LogLevel::error}},
                                {}});
    log.finish();
}

void fill_paths(ErrorList& errors, Config& config) {
    const std::string& name = config.board.name;
    const auto fill = [](std::string& path, const std::string& value) {
        if (path.empty()) path = value;
    };
    fill(config.board.socket, "/run/jipu/" + name + ".board.sock");
    fill(config.board.wiring_file, "/etc/jipu/" + name + ".wiring.toml");
    fill(config.control_socket, "/run/jipu/" + name + ".sock");
    fill(config.journal_path, "/var/lib/jipu/" + name + ".journal");
    fill(config.trace_directory, "/var/lib/jipu/traces");
    if (config.board.socket == config.control_socket) {
        errors.add(errors.place_of("control.socket"), "control.socket",
                   "\"" + config.control_socket +
                       "\" is the board's socket too, expected another path");
    }
}

void read_all(const toml::table& root, ErrorList& errors, Config& config) {
    Section top(errors, &root, "");
    top.choice("game", config.game, Choice<Game>{{{"xiangqi", Game::xiangqi}}, {{"go", later}}});
    top.text("rules", config.rules, config_detail::check_line);
    top.text("time_control", config.time_control, config_detail::check_line);
    top.text("start", config.start, config_detail::check_line);
    top.text("acts", config.acts, config_detail::check_line);
    top.integer("late_minutes", config.late_minutes, 0, 1440, "minutes");
    top.integer("reorder_window_ms", config.reorder_window_ms, 0, 50, "milliseconds");
    top.boolean("check_time_sync", config.check_time_sync);
    read_board(top, config.board);
    read_clock(top, config.game, config.clock);
    read_sensing(top, config.sensing);
    read_files(top, config);
    read_publish(top, config.http);
    top.finish();
    check_sensing(errors, config.sensing);
    check_lever(errors, config);
    fill_paths(errors, config);
}

} // namespace

std::string LoadedConfig::error_at(const std::string& key, const std::string& message) const {
    const auto found = places.find(key);
    const ConfigPlace place = found == places.end() ? ConfigPlace{} : found->second;
    return file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ": " +
           key + ": " + message;
}

const char* driver_name(BoardDriver driver) {
    switch (driver) {
    case BoardDriver::sim:
        return "sim";
    case BoardDriver::matrix:
        return "matrix";
    case BoardDriver::shift_registers:
        return "shift-registers";
    }
    return "?";
}

const char* driver_name(ClockDriver driver) {
    switch (driver) {
    case ClockDriver::none:
        return "none";
    case ClockDriver::line:
        return "line";
    case ClockDriver::dgt:
        return "dgt";
    case ClockDriver::izis:
        return "izis";
    case ClockDriver::niclink:
        return "niclink";
    case ClockDriver::lever:
        return "lever";
    }
    return "?";
}

LoadedConfig load_config(std::string_view text, const std::string& file) {
    LoadedConfig loaded;
    loaded.file = file;
    ErrorList errors(loaded);
    try {
        const toml::table root = toml::parse(text, file);
        read_all(root, errors, loaded.config);
    } catch (const toml::parse_error& error) {
        errors.add(config_detail::place_of(error.source()), "TOML",
                   config_detail::shown(error.description(), 300));
    }
    errors.finish();
    return loaded;
}

LoadedConfig load_config_file(const std::string& path) {
    const Result<std::string> text = read_file(path, most_bytes);
    if (text) return load_config(*text, path);
    LoadedConfig failed;
    failed.file = path;
    failed.errors.push_back(path + ": " + text.error());
    return failed;
}

ClockKind clock_kind(ClockDriver driver) {
    switch (driver) {
    case ClockDriver::none:
        break;
    case ClockDriver::line:
        return ClockKind::line;
    case ClockDriver::dgt:
        return ClockKind::dgt;
    case ClockDriver::izis:
        return ClockKind::izis;
    case ClockDriver::niclink:
        return ClockKind::niclink;
    case ClockDriver::lever:
        return ClockKind::press;
    }
    return ClockKind::none;
}

TableSetup table_setup(const Config& config) {
    TableSetup setup;
    setup.game = config.game;
    setup.sensors = config.board.sensors;
    setup.rules = config.rules;
    setup.clock = clock_kind(config.clock.driver);
    setup.time_control = config.time_control;
    setup.start = config.start;
    setup.acts = config.acts;
    setup.late_minutes = static_cast<int>(config.late_minutes);
    setup.clock_left = config.clock.left;
    setup.board = config.board.name;
    setup.sensing = config.sensing;
    return setup;
}

} // namespace jipu
