// SPDX-License-Identifier: Apache-2.0
// `jipu status`, `jipu command`, `jipu watch`: one request on the control socket of a running
// jipud, its answer in words or as it came. Exit status 0, 1 when the daemon refused, 2 when it
// could not be asked.
#include <pwd.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/app/jipu/control_client.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::tool {
namespace {

struct Options {
    std::string socket;
    std::string request;
    bool json = false;
};

// Without --socket: the only one in /run/jipu, if there is one only.
std::string socket_of(const Options& options) {
    if (!options.socket.empty()) return options.socket;
    std::vector<std::string> found;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator("/run/jipu", failed)) {
        const std::string path = entry.path().string();
        const bool is_board = path.size() > 11 && path.substr(path.size() - 11) == ".board.sock";
        if (entry.path().extension() == ".sock" && !is_board) found.push_back(path);
    }
    if (failed && failed != std::errc::no_such_file_or_directory)
        throw std::runtime_error("/run/jipu: " + failed.message());
    if (found.size() == 1) return found[0];
    if (found.empty()) throw std::runtime_error("/run/jipu: no socket of jipud; name it: --socket");
    throw std::runtime_error("/run/jipu: " + std::to_string(found.size()) +
                             " boards; name one: --socket");
}

std::string user_name() {
    const passwd* user = ::getpwuid(::getuid());
    return user != nullptr ? user->pw_name : "uid " + std::to_string(::getuid());
}

int refused(const Json& reply) {
    std::fprintf(stderr, "jipu: refused: %s\n", reply.value("error", "no reason given").c_str());
    return 1;
}

std::string text(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null()) return "";
    return found->is_string() ? found->get<std::string>() : found->dump();
}

void print_line(const char* name, const std::string& value) {
    std::printf("%-11s %s\n", name, value.c_str());
}

std::string pairing_words(const Json& pairing) {
    std::string words;
    const Json players = pairing.value("players", Json::object());
    for (const auto& [side, player] : players.items()) {
        words += (words.empty() ? "" : ", ") + side + " " + text(player, "name");
    }
    for (const char* key : {"event", "round", "table", "game_no"}) {
        const std::string value = text(pairing, key);
        if (!value.empty()) words += (words.empty() ? "" : ", ") + std::string(key) + " " + value;
    }
    return words.empty() ? "-" : words;
}

// 1:29:58 of milliseconds, whole seconds rounded down.
std::string clock_words(std::int64_t ms) {
    char out[32];
    const long long s = ms / 1000;
    std::snprintf(out, sizeof out, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    return out;
}

// What is known of one side: its clock, its quota, its fouls.
std::string side_words(const Json& side, bool runs) {
    std::string words =
        side.contains("clock_ms") ? clock_words(side["clock_ms"].get<std::int64_t>()) : "no clock";
    if (runs) words += " (runs)";
    if (side.contains("period")) words += ", period " + text(side, "period");
    if (side.contains("moves_to_go")) words += ", " + text(side, "moves_to_go") + " moves to go";
    if (side.contains("periods_left")) words += ", " + text(side, "periods_left") + " periods left";
    const Json fouls = side.value("fouls", Json::array());
    words += ", fouls " + std::to_string(fouls.size());
    for (const Json& foul : fouls)
        words += (&foul == &fouls.front() ? ": " : "; ") + text(foul, "kind") + " " +
                 text(foul, "article") + " at ply " + text(foul, "ply");
    return words;
}

void print_sides(const Json& status) {
    if (status.contains("to_move")) print_line("to move", text(status, "to_move"));
    if (status.contains("last_move")) {
        const Json& last = status["last_move"];
        print_line("last move", text(last, "ply") + ". " + text(last, "side") + " " +
                                    text(last, "move") + " " + text(last, "chinese") + ", " +
                                    text(last, "status") +
                                    (last.value("legal", true) ? "" : ", illegal"));
    }
    const Json sides = status.value("sides", Json::object());
    for (const auto& [name, side] : sides.items())
        print_line(name.c_str(), side_words(side, text(status, "running") == name));
    if (status.contains("draw_offer"))
        print_line("draw", text(status, "draw_offer") + " offers, not answered");
}

// What an adjourned game goes on with, in words.
std::string waiting_words(const Json& status) {
    const std::string what = text(status, "waits_for");
    std::string words = what == "resume"   ? "the game to be called again (resume)"
                        : what == "unseal" ? "the envelope (unseal)"
                        : what == "ruling" ? "a ruling on the sealed move (rule)"
                        : what == "set-up" ? "the pieces to be set up as recorded"
                        : what == "move"   ? "the opened move to be made on the board"
                                           : what;
    for (const Json& side : status.value("absent", Json::array()))
        words += ", " + side.get<std::string>() + " absent";
    return words;
}

void print_game(const Json& status) {
    print_line("phase", text(status, "phase"));
    if (status.contains("waits_for")) print_line("waits for", waiting_words(status));
    if (!status.contains("game_name")) return;
    print_line("game", text(status, "game_name") + " (" + text(status, "game") + ")");
    print_line("rules", text(status, "rules"));
    print_line("pairing", pairing_words(status.value("pairing", Json::object())));
    print_line("plies", text(status, "plies") + ", " + text(status, "confirmed") + " confirmed");
    std::string moves;
    for (const Json& move : status.value("moves", Json::array())) {
        moves += (moves.empty() ? "" : " ") + move.get<std::string>();
    }
    print_line("moves", moves.empty() ? "-" : moves);
    print_line("position", text(status, "fen"));
    print_line("result", text(status, "result") + (status.contains("ending")
                                                       ? " " + text(status, "ending") + ", " +
                                                             text(status, "result_status")
                                                       : ""));
    print_sides(status);
    for (const Json& alert : status.value("open_alerts", Json::array())) {
        const Json message = alert.value("message", Json::object());
        std::string about;
        if (alert.contains("ply")) about += ", ply " + text(alert, "ply");
        if (alert.contains("article")) about += ", " + text(alert, "article");
        print_line("alert", text(alert, "alert") + " " + text(alert, "code") + ", " +
                                text(alert, "grade") + ", " + text(alert, "side") + about + ": " +
                                text(message, "en"));
    }
}

void print_status(const Json& status) {
    print_line("board", text(status, "board") + ", jipud " + text(status, "version"));
    print_game(status);
    const Json devices = status.value("devices", Json::object());
    for (const auto& [name, device] : devices.items()) {
        print_line("device", name + " " + text(device, "state") + " (" + text(device, "driver") +
                                 " " + text(device, "address") + "): " + text(device, "detail"));
    }
    for (const Json& publisher : status.value("publishers", Json::array())) {
        std::string line = text(publisher, "name") + " " + text(publisher, "state") + ", " +
                           text(publisher, "lag") + " events behind, " + text(publisher, "target");
        const std::string error = text(publisher, "last_error");
        print_line("publisher", error.empty() ? line : line + ": " + error);
    }
    const Json journal = status.value("journal", Json::object());
    const std::string detail = text(journal, "detail");
    print_line("journal", text(journal, "state") + " (" + text(journal, "path") + ")" +
                              (detail.empty() ? "" : ": " + detail));
}

int ask_status(const Options& options) {
    const Json reply = ControlClient(socket_of(options)).ask(R"({"do":"status"})");
    if (!reply["ok"].get<bool>()) return refused(reply);
    if (options.json) {
        std::printf("%s\n", reply["status"].dump().c_str());
    } else {
        print_status(reply["status"]);
    }
    return 0;
}

// The command as it was typed, on one line, with the user's name where no `by` is given. What is
// wrong with it is the daemon's to say.
std::string command_line(std::string text) {
    for (char& c : text) {
        if (c == '\n' || c == '\r') c = ' '; // JSON has no line end within a string
    }
    const Json request = Json::parse(text, nullptr, false);
    if (!request.is_object() || request.contains("by")) return text;
    const std::string by = "\"by\":" + Json(user_name()).dump();
    return text.substr(0, text.rfind('}')) + (request.empty() ? "" : ",") + by + "}";
}

int send_command(const Options& options) {
    const std::string line = command_line(options.request);
    const Json reply = ControlClient(socket_of(options)).ask(line);
    if (!reply["ok"].get<bool>()) return refused(reply);
    std::printf("ok\n");
    return 0;
}

int watch(const Options& options) {
    ControlClient connection(socket_of(options));
    const Json reply = connection.ask(R"({"do":"watch"})");
    if (!reply["ok"].get<bool>()) return refused(reply);
    std::string line;
    while (connection.receive(line)) {
        std::printf("%s\n", line.c_str());
        if (std::fflush(stdout) != 0) return 0; // main() says why
    }
    connection.fail("jipud ended the connection");
}

CLI::App* add(CLI::App& app, const char* name, const char* what,
              const std::shared_ptr<Options>& options, int (*run)(const Options&), int& status) {
    CLI::App* command = app.add_subcommand(name, what);
    command->add_option("--socket", options->socket,
                        "the daemon's control socket (default: the only one in /run/jipu)");
    command->callback([options, run, &status] {
        try {
            status = run(*options);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "jipu: %s\n", error.what());
            status = 2;
        }
    });
    return command;
}

} // namespace

void add_control(CLI::App& app, int& status) {
    auto options = std::make_shared<Options>();
    CLI::App* ask = add(app, "status", "how the board, its game and its daemon are", options,
                        ask_status, status);
    ask->add_flag("--json", options->json, "one line of JSON");
    CLI::App* command =
        add(app, "command", "give the table a command", options, send_command, status);
    command->add_option("COMMAND", options->request, R"(for example '{"do":"pause"}')")->required();
    add(app, "watch", "every effect from now on, one line of JSON each", options, watch, status);
}

} // namespace jipu::tool
