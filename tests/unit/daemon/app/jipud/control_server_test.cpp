// SPDX-License-Identifier: Apache-2.0
// The control socket with real clients: answers in order, bounds, stale and living sockets.
#include <sys/stat.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>

#include "daemon/app/jipud/control_protocol.hpp"
#include "daemon/app/jipud/control_server.hpp"
#include "daemon/wire/command_json.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/unit/daemon/app/jipud/session_support.hpp"

using namespace jipu;
using namespace jipu::app;
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

struct Server {
    explicit Server(const std::string& path) {
        ControlServer::Hooks hooks;
        hooks.command = [this](Command command, std::uint64_t tag) {
            commands.emplace_back(command_name(command.kind), tag);
        };
        hooks.status = [] { return std::string(R"({"ok":true,"status":{}})"); };
        hooks.monitor = [] { return std::string(R"({"ok":true,"monitor":{}})"); };
        hooks.log = [this](LogLevel, const std::string& line) { log.push_back(line); };
        server = std::make_unique<ControlServer>(loop, path, Game::xiangqi, std::move(hooks));
    }
    asio::io_context loop;
    std::deque<std::pair<std::string, std::uint64_t>> commands;
    std::vector<std::string> log;
    std::unique_ptr<ControlServer> server;
};

// A client whose reads never wait: the loop of the server turns meanwhile.
struct Client {
    Client(asio::io_context& loop, const std::string& path) : socket(loop) {
        socket.connect(asio::local::stream_protocol::endpoint(path));
        socket.non_blocking(true);
    }
    void say(const std::string& text) {
        error_code failed;
        socket.write_some(asio::buffer(text), failed);
        REQUIRE_FALSE(failed);
    }
    void look() {
        char bytes[65536];
        error_code failed;
        const std::size_t got = socket.read_some(asio::buffer(bytes), failed);
        heard.append(bytes, got);
        if (failed && failed != asio::error::would_block) gone = true;
    }
    asio::local::stream_protocol::socket socket;
    std::string heard;
    bool gone = false;
};

bool hears(Server& server, Client& client, const std::string& text) {
    return test::run_until(server.loop, [&] {
        client.look();
        return client.heard == text;
    });
}

const std::string status = "{\"ok\":true,\"status\":{}}\n";

} // namespace

TEST_CASE("a client's lines are answered in order, a command when it is durable") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client client(server.loop, folder / "s");
    client.say("{\"do\":\"status\"}\n{\"do\":\"pause\",\"by\":\"a\"}\r\n{\"do\":\"status\"}\n");
    REQUIRE(test::run_until(server.loop, [&] { return server.commands.size() == 1; }));
    CHECK(server.commands[0].first == "pause");
    CHECK(hears(server, client, status));
    server.server->reply(server.commands[0].second, ok_reply());
    CHECK(hears(server, client, status + "{\"ok\":true}\n" + status));
}

TEST_CASE("a command that is answered at once does not disturb the reading") {
    const test::TempFolder folder;
    asio::io_context loop;
    std::unique_ptr<ControlServer> control;
    ControlServer::Hooks hooks;
    hooks.command = [&](Command, std::uint64_t tag) { control->reply(tag, error_reply("no")); };
    hooks.status = [] { return std::string("{}"); };
    hooks.log = [](LogLevel, const std::string&) {};
    control = std::make_unique<ControlServer>(loop, folder / "s", Game::xiangqi, hooks);
    Client client(loop, folder / "s");
    std::string expected;
    for (int i = 0; i < 20; ++i) {
        client.say("{\"do\":\"pause\",\"by\":\"a\"}\n{\"do\":\"status\"}\n");
        expected += error_reply("no") + "\n{}\n";
    }
    CHECK(test::run_until(loop, [&] {
        client.look();
        return client.heard == expected;
    }));
}

TEST_CASE("a wrong line is answered, and the next one is read") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client client(server.loop, folder / "s");
    client.say("nonsense\n{\"do\":\"status\"}\n");
    CHECK(hears(server, client, error_reply("no JSON: wrong at byte 2") + "\n" + status));
}

TEST_CASE("who asks for the devices is answered by the monitor") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client client(server.loop, folder / "s");
    client.say("{\"do\":\"monitor\"}\n");
    CHECK(hears(server, client, "{\"ok\":true,\"monitor\":{}}\n"));
}

TEST_CASE("an empty line is answered like any other that is wrong") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client client(server.loop, folder / "s");
    client.say("\n");
    CHECK(hears(server, client, error_reply("no JSON: wrong at byte 1") + "\n"));
}

TEST_CASE("a line that is too long is answered and ends the connection") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client client(server.loop, folder / "s");
    const std::string line(max_command_bytes + 2, 'x');
    std::size_t sent = 0;
    REQUIRE(test::run_until(server.loop, [&] {
        error_code failed;
        sent +=
            client.socket.write_some(asio::buffer(line.data() + sent, line.size() - sent), failed);
        return sent == line.size();
    }));
    CHECK(test::run_until(server.loop, [&] {
        client.look();
        return client.gone;
    }));
    CHECK(client.heard == error_reply("a line of more than 65536 bytes was given") + "\n");
    CHECK(server.server->clients() == 0);
}

TEST_CASE("who watches gets every line, others none, and who left is forgotten") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client watcher(server.loop, folder / "s");
    Client other(server.loop, folder / "s");
    CHECK_FALSE(server.server->has_watchers());
    watcher.say("{\"do\":\"watch\"}\n");
    REQUIRE(test::run_until(server.loop, [&] { return server.server->has_watchers(); }));
    server.server->tell_watchers("one");
    server.server->tell_watchers("two");
    CHECK(hears(server, watcher, "{\"ok\":true}\none\ntwo\n"));
    other.look();
    CHECK(other.heard.empty());
    watcher.socket.close();
    CHECK(test::run_until(server.loop, [&] { return server.server->clients() == 1; }));
    CHECK_FALSE(server.server->has_watchers());
}

TEST_CASE("a watcher that does not read is cut off before it costs memory") {
    const test::TempFolder folder;
    Server server(folder / "s");
    Client watcher(server.loop, folder / "s");
    watcher.say("{\"do\":\"watch\"}\n");
    REQUIRE(test::run_until(server.loop, [&] { return server.server->has_watchers(); }));
    const std::string line(10000, 'x');
    int told = 0;
    while (server.server->has_watchers() && told < 1000) {
        server.server->tell_watchers(line);
        ++told;
    }
    CHECK(told < 200);
    CHECK(server.server->clients() == 0);
}

TEST_CASE("one client too many is told so") {
    const test::TempFolder folder;
    Server server(folder / "s");
    std::vector<std::unique_ptr<Client>> clients;
    for (std::size_t i = 0; i < ControlServer::most_clients; ++i) {
        clients.push_back(std::make_unique<Client>(server.loop, folder / "s"));
    }
    REQUIRE(test::run_until(
        server.loop, [&] { return server.server->clients() == ControlServer::most_clients; }));
    Client late(server.loop, folder / "s");
    CHECK(hears(server, late, error_reply("there are 16 clients already") + "\n"));
    CHECK(test::run_until(server.loop,
                          [&] { return server.server->clients() == ControlServer::most_clients; }));
}

TEST_CASE("the socket is for owner and group only, and goes with the server") {
    const test::TempFolder folder;
    const std::string path = folder / "s";
    {
        Server server(path);
        struct stat found {};
        REQUIRE(::stat(path.c_str(), &found) == 0);
        CHECK((found.st_mode & 0777U) == 0660);
    }
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a living socket is not taken over") {
    const test::TempFolder folder;
    const std::string path = folder / "s";
    Server first(path);
    CHECK_THROWS_WITH(Server(path), path + ": another jipud of this board is running");
    Client client(first.loop, path);
    client.say("{\"do\":\"status\"}\n");
    CHECK(hears(first, client, status));
}

TEST_CASE("a socket that a dead process left behind is replaced, another file is not") {
    const test::TempFolder folder;
    const std::string path = folder / "s";
    {
        asio::io_context loop;
        asio::local::stream_protocol::acceptor dead(loop,
                                                    asio::local::stream_protocol::endpoint(path));
    }
    REQUIRE(std::filesystem::exists(path));
    {
        Server server(path);
        Client client(server.loop, path);
        client.say("{\"do\":\"status\"}\n");
        CHECK(hears(server, client, status));
    }
    std::ofstream(path) << "precious";
    CHECK_THROWS_WITH(Server(path), path + ": is there already and is no socket");
    CHECK(std::filesystem::file_size(path) == 8);
}
