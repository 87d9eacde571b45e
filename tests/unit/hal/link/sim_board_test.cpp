// SPDX-License-Identifier: Apache-2.0
// The simulated board and its driver over a real Unix socket: order, loss, return, wrong lines.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "hal/sim/link/sim_board_server.hpp"
#include "hal/sim/link/sim_board_source.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/loop.hpp"
#include "tests/support/pty_pair.hpp"
#include "tests/support/said_by_board.hpp"

using namespace jipu;
using namespace jipu::sim;
using jipu::test::run_until;
using Said = jipu::test::SaidByBoard;
using namespace std::chrono_literals;

namespace {

struct Folder {
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "jipu-board-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string socket() const { return (path / "board.sock").string(); }
    std::filesystem::path path;
};

struct Table {
    Folder folder;
    boost::asio::io_context loop;
    MonotonicNs now = 0;
    Said said;
    SimBoardSource source{loop, {folder.socket(), {}, 1ms, 4ms}, [this] { return ++now; }};
    std::unique_ptr<SimBoardServer> serve() {
        auto server = SimBoardServer::listen(loop, folder.socket(), {});
        REQUIRE(server);
        return std::move(*server);
    }
};

using Log = std::vector<std::string>;

} // namespace

TEST_CASE("the board comes first, then each change, and the driver sees the same levels") {
    Table table;
    auto server = table.serve();
    server->change({25, Level::on});
    table.source.start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 1; }));
    CHECK(table.said.log == Log{"scan"});
    CHECK(table.said.scan == server->levels());
    CHECK(server->readers() == 1);
    server->change({25, Level::off});
    server->change({22, Level::on});
    REQUIRE(run_until(table.loop, [&] { return table.said.count("change") == 2; }));
    CHECK(table.said.scan == server->levels());
    CHECK(table.said.ordered);
}

TEST_CASE("a board that is not there is lost once, and back with a whole scan when it comes") {
    Table table;
    table.source.start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("lost") == 1; }));
    CHECK(table.said.details.back() == "cannot connect to the simulated board " +
                                           table.folder.socket() + ": No such file or directory");
    for (int i = 0; i < 5; ++i)
        table.loop.run_one();
    CHECK(table.said.log == Log{"lost"});
    auto server = table.serve();
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 1; }));
    CHECK(table.said.log == Log{"lost", "back", "scan"});
    for (int cycle = 2; cycle <= 6; ++cycle) {
        server.reset();
        REQUIRE(run_until(table.loop, [&] { return table.said.count("lost") == cycle; }));
        server = table.serve();
        REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == cycle; }));
    }
    CHECK(table.said.count("back") == 6);
    CHECK(table.said.ordered);
}

TEST_CASE("changes made while nobody read are in the next reader's board") {
    Table table;
    auto server = table.serve();
    table.source.start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 1; }));
    table.source.stop();
    REQUIRE(run_until(table.loop, [&] { return server->readers() == 0; }));
    server->change({40, Level::on});
    table.source.start(table.said);
    REQUIRE(run_until(table.loop, [&] { return table.said.count("scan") == 2; }));
    CHECK(table.said.scan == server->levels());
    CHECK(table.said.count("lost") == 0);
}

TEST_CASE("two readers hear the same, and a second board on the same socket is refused") {
    Table table;
    auto server = table.serve();
    Said other;
    SimBoardSource second(table.loop, {table.folder.socket(), {}, 1ms, 4ms},
                          [] { return MonotonicNs{5}; });
    table.source.start(table.said);
    second.start(other);
    REQUIRE(run_until(table.loop, [&] { return server->readers() == 2; }));
    server->change({1, Level::on});
    REQUIRE(run_until(
        table.loop, [&] { return other.count("change") == 1 && table.said.count("change") == 1; }));
    const auto again = SimBoardServer::listen(table.loop, table.folder.socket(), {});
    CHECK_FALSE(again);
    CHECK(again.error() == table.folder.socket() + " is served by another program");
}

TEST_CASE("a socket left by a dead board is replaced, and a file of that name is not") {
    Folder folder;
    boost::asio::io_context loop;
    const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    folder.socket().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(dead, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    ::close(dead);
    CHECK(SimBoardServer::listen(loop, folder.socket(), {}));
    const std::string file = (folder.path / "notes").string();
    std::ofstream(file) << "precious";
    CHECK_FALSE(SimBoardServer::listen(loop, file, {}));
    CHECK(std::filesystem::file_size(file) == 8);
    CHECK(SimBoardServer::listen(loop, std::string(108, 'x'), {}).error().find("1 to 107") !=
          std::string::npos);
}

namespace {
/// A board that says what the test wants, to whoever connects.
struct RawBoard {
    explicit RawBoard(const std::string& path) {
        listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        REQUIRE(::listen(listener, 8) == 0);
    }
    ~RawBoard() {
        hang_up();
        ::close(listener);
    }
    bool accept() {
        hang_up();
        reader = ::accept(listener, nullptr, nullptr);
        return reader >= 0;
    }
    void send(std::string_view text) {
        REQUIRE(::send(reader, text.data(), text.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(text.size()));
    }
    void hang_up() {
        if (reader >= 0) ::close(reader);
        reader = -1;
    }
    int listener = -1;
    int reader = -1;
};

const std::string empty_board = "board 9/9/9/9/9/9/9/9/9/9\n";
} // namespace

TEST_CASE("a wrong line is a loss with its reason, counted, and the next connection is served") {
    const std::pair<std::string, std::string> table[] = {
        {empty_board + "on e2\nrubbish\non e3\n", "wrong line: 'rubbish' is no verb"},
        {"on e2\n", "wrong line: a change before the board"},
        {"board 9/9\n", "wrong line: board: 2 rows instead of 10"},
        {empty_board + std::string(600, 'x'), "line longer than 512 bytes"},
        {empty_board + std::string("on e2\0\n", 7), "wrong line: 'e2\0' is no point"},
    };
    for (const auto& [text, reason] : table) {
        INFO(reason);
        Table t;
        RawBoard board(t.folder.socket());
        t.source.start(t.said);
        REQUIRE(run_until(t.loop, [&] { return board.accept(); }));
        board.send(text);
        REQUIRE(run_until(t.loop, [&] { return t.said.count("lost") == 1; }));
        CHECK(t.said.details.back().find(reason.substr(0, 30)) != std::string::npos);
        CHECK(t.source.wrong_lines() == 1);
        // What came after the wrong line was not believed.
        CHECK(t.said.count("change") <= 1);
        REQUIRE(run_until(t.loop, [&] { return board.accept(); }));
        const auto scans = t.said.count("scan");
        board.send(empty_board);
        REQUIRE(run_until(t.loop, [&] { return t.said.count("scan") == scans + 1; }));
        CHECK(t.said.count("back") == 1);
    }
}

TEST_CASE("lines may come in any pieces") {
    Table table;
    RawBoard board(table.folder.socket());
    table.source.start(table.said);
    REQUIRE(run_until(table.loop, [&] { return board.accept(); }));
    const std::string text = empty_board + "on e2\noff e2\non a0\n";
    for (const char c : text) {
        board.send({&c, 1});
        table.loop.poll();
        table.loop.restart();
    }
    REQUIRE(run_until(table.loop, [&] { return table.said.count("change") == 3; }));
    CHECK(table.said.log == Log{"scan", "change", "change", "change"});
}

TEST_CASE("a hundred connections leave no descriptor behind") {
    Table table;
    auto server = table.serve();
    table.source.start(table.said);
    REQUIRE(run_until(table.loop, [&] { return server->readers() == 1; }));
    const auto before = test::open_descriptors();
    for (int i = 0; i < 100; ++i) {
        table.source.stop();
        REQUIRE(run_until(table.loop, [&] { return server->readers() == 0; }));
        table.source.start(table.said);
        REQUIRE(run_until(table.loop, [&] { return server->readers() == 1; }));
    }
    CHECK(test::open_descriptors() == before);
}

TEST_CASE("a reader that does not read is let go and does not hold the board up") {
    Folder folder;
    boost::asio::io_context loop;
    auto server = SimBoardServer::listen(loop, folder.socket(), {});
    REQUIRE(server);
    const int reader = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    folder.socket().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::connect(reader, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(run_until(loop, [&] { return (*server)->readers() == 1; }));
    for (int i = 0; i < 200000 && (*server)->readers() == 1; ++i) {
        (*server)->change({7, i % 2 == 0 ? Level::on : Level::off});
        if (i % 100 == 0) {
            loop.restart();
            loop.poll();
        }
    }
    CHECK((*server)->readers() == 0);
    ::close(reader);
}
