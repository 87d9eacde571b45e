// SPDX-License-Identifier: Apache-2.0
// The real program: killed at any moment it loses nothing that it acknowledged; it stops cleanly;
// it serves TLS; it names what is wrong at start.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/results/client.hpp"
#include "tests/unit/daemon/results/events.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

/// A child that runs jipu-results; it does not outlive the test.
class Program {
  public:
    Program(const Scratch& scratch, std::vector<std::string> arguments)
        : errors_(scratch.file("stderr")) {
        arguments.insert(arguments.begin(), JIPU_RESULTS_PROGRAM);
        std::vector<char*> argv;
        for (auto& argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            const int fd = ::open(errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            ::dup2(fd, STDERR_FILENO);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
    }
    ~Program() {
        if (pid_ > 0) end(SIGKILL);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void signal(int number) const { ::kill(pid_, number); }
    /// The exit status, or minus the signal that ended it.
    int end(int signal) {
        ::kill(pid_, signal);
        return wait();
    }
    int wait() {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    bool has_ended() const {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               info.si_pid == pid_;
    }
    std::string errors() const {
        std::ifstream in(errors_);
        return std::string((std::istreambuf_iterator<char>(in)), {});
    }

  private:
    pid_t pid_ = -1;
    std::filesystem::path errors_;
};

std::vector<std::string> usual(const Scratch& scratch) {
    if (!std::filesystem::exists(scratch.file("tokens"))) {
        scratch.write("tokens", tokens_text);
        std::filesystem::permissions(scratch.file("tokens"), std::filesystem::perms::owner_read);
    }
    std::filesystem::remove(scratch.file("port"));
    return {"--listen",    "127.0.0.1:0",
            "--db",        scratch.file("db").string(),
            "--tokens",    scratch.file("tokens").string(),
            "--port-file", scratch.file("port").string()};
}

/// Waits for the port file, which is written whole.
std::uint16_t port_of(const Scratch& scratch, const Program& program) {
    while (!std::filesystem::exists(scratch.file("port"))) {
        if (program.has_ended()) throw std::runtime_error(program.errors());
        std::this_thread::yield();
    }
    int port = 0;
    std::ifstream(scratch.file("port")) >> port;
    return static_cast<std::uint16_t>(port);
}

std::string refused_start(std::vector<std::string> arguments) {
    const Scratch scratch;
    Program program(scratch, std::move(arguments));
    CHECK(program.wait() == 2);
    return program.errors();
}

} // namespace

TEST_CASE("what was acknowledged before SIGKILL is there after the next start") {
    const Scratch scratch;
    std::mt19937 random(20261130);
    int acknowledged = 0;
    const auto next_batch = [&] {
        Json batch = Json::array();
        if (acknowledged == 0)
            batch.push_back(event("table-1", game_a, "public", 1, "game.started", started(game_a)));
        for (int n = acknowledged + 1; n <= acknowledged + 3; ++n)
            batch.push_back(event("table-1", game_a, "arbiter", n, "board.state", {{"n", n}}));
        return batch.dump();
    };
    for (int round = 0; round < 30; ++round) {
        Program program(scratch, usual(scratch));
        const auto port = port_of(scratch, program);
        if (acknowledged > 0) {
            const auto stored =
                Json::parse(get(port, "/v1/games/" + game_a + "/arbiter", token_1).body);
            REQUIRE(static_cast<int>(stored.size()) >= acknowledged);
            for (std::size_t i = 0; i < stored.size(); ++i)
                REQUIRE(stored[i]["data"]["n"] == static_cast<int>(i) + 1);
        }
        const int answers = std::uniform_int_distribution<int>(0, 8)(random);
        for (int i = 0; i < answers; ++i) {
            REQUIRE(post(port, next_batch(), token_1).status == 200);
            acknowledged += 3;
        }
        // One more is on its way when it dies, somewhere between the socket and the disk: the work
        // in between takes as long as it takes.
        Client last(port);
        last.send(post_text(next_batch(), token_1));
        volatile unsigned work = std::uniform_int_distribution<unsigned>(0, 3000000)(random);
        while (work > 0)
            work = work - 1;
        program.signal(SIGKILL);
        CHECK(program.wait() == -SIGKILL);
        if (last.read_answer().status == 200) acknowledged += 3;
    }
    CHECK(acknowledged > 0);
    Program program(scratch, usual(scratch));
    const auto port = port_of(scratch, program);
    CHECK(static_cast<int>(
              Json::parse(get(port, "/v1/games/" + game_a + "/arbiter", token_1).body).size()) >=
          acknowledged);
    CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE(
    "SIGTERM ends it with status 0; SIGHUP reads the tokens again, and keeps them when wrong") {
    const Scratch scratch;
    Program program(scratch, usual(scratch));
    const auto port = port_of(scratch, program);
    const std::string body = public_game("table-3", game_a, 0).dump();
    CHECK(post(port, body, "a-new-token-0123456789").status == 401);
    const auto tokens = scratch.file("tokens");
    std::filesystem::permissions(tokens, std::filesystem::perms::owner_all);
    scratch.write("tokens", "table-3 a-new-token-0123456789\n");
    program.signal(SIGHUP);
    while (program.errors().find("tokens read again") == std::string::npos)
        std::this_thread::yield();
    CHECK(post(port, body, "a-new-token-0123456789").status == 200);
    scratch.write("tokens", "nonsense\n");
    program.signal(SIGHUP);
    while (program.errors().find("the tokens stay as they were: ") == std::string::npos)
        std::this_thread::yield();
    CHECK(post(port, body, "a-new-token-0123456789").status == 200);
    CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE("with a certificate it speaks TLS") {
    const Scratch scratch;
    const std::string key = scratch.file("key.pem").string();
    const std::string certificate = scratch.file("cert.pem").string();
    const std::string make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
                             " -keyout " +
                             key + " -out " + certificate + " 2>/dev/null";
    if (std::system(make.c_str()) != 0) {
        WARN("SKIPPED: the openssl program is not there");
        return;
    }
    auto arguments = usual(scratch);
    arguments.insert(arguments.end(), {"--certificate", certificate, "--key", key});
    Program program(scratch, arguments);
    const auto port = port_of(scratch, program);
    const std::string ask =
        "printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close"
        "\\r\\n\\r\\n' | openssl s_client -quiet -verify_return_error -CAfile " +
        certificate + " -connect 127.0.0.1:" + std::to_string(port) + " > " +
        scratch.file("answer").string() + " 2>/dev/null";
    std::system(ask.c_str());
    std::ifstream in(scratch.file("answer"));
    const std::string answer((std::istreambuf_iterator<char>(in)), {});
    CHECK(answer.find("HTTP/1.1 200 OK") == 0);
    CHECK(answer.find("{\"status\":\"ok\"}") != std::string::npos);
    CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE("a wrong start is one clear line and status 2") {
    const Scratch scratch;
    const std::string tokens = scratch.write("tokens", tokens_text).string();
    const std::string bad = scratch.write("bad", "table-1\n").string();
    const std::string toml =
        scratch.write("c.toml", "listen = \"127.0.0.1:0\"\n\n[limits]\nmax_bodies = 3\n").string();
    const std::string db = scratch.file("db").string();
    CHECK(refused_start({}) == "jipu-results: a tokens file is expected (--tokens)\n");
    CHECK(refused_start({"--tokens", bad, "--db", db}) ==
          "jipu-results: " + bad +
              ":1: a token is expected after the board's name "
              "(letters, digits and -._~+/=)\n");
    CHECK(refused_start({"--tokens", "/no/such/file", "--db", db}) ==
          "jipu-results: /no/such/file: the tokens cannot be read: No such file or directory\n");
    CHECK(refused_start({"--listen", "localhost", "--tokens", tokens}) ==
          "jipu-results: --listen localhost: ADDRESS:PORT is expected\n");
    CHECK(refused_start({"--listen", "0.0.0.0:0", "--tokens", tokens}) ==
          "jipu-results: --listen 0.0.0.0:0: a certificate and a key are expected where others can "
          "connect (--allow-plain when something in front of this program keeps the tokens "
          "secret)\n");
    CHECK(refused_start({"--certificate", "x.pem", "--tokens", tokens}) ==
          "jipu-results: a certificate and its key are expected, or neither\n");
    CHECK(refused_start({"--nothing"}).find("--nothing") != std::string::npos);
    CHECK(refused_start({"--config", toml})
              .find("jipu-results: " + toml + ":4:1: limits.max_bodies") == 0);
    CHECK(refused_start({"--config", "/no/such/file"}) ==
          "jipu-results: /no/such/file: No such file or directory\n");
    // A folder can be opened, and only then not be read.
    CHECK(refused_start({"--config", "/"}) == "jipu-results: /: Is a directory\n");
    CHECK(refused_start({"--tokens", "/", "--db", db}) ==
          "jipu-results: /: the tokens cannot be read: Is a directory\n");
}

TEST_CASE("the configuration file is read, the command line wins") {
    const Scratch scratch;
    const auto arguments = usual(scratch);
    scratch.write("c.toml", "listen = \"127.0.0.1:1\"\ndatabase = \"" +
                                scratch.file("db").string() + "\"\ntokens = \"" +
                                scratch.file("tokens").string() +
                                "\"\n[limits]\nmax_body_kib = 1\n");
    Program program(scratch, {"--config", scratch.file("c.toml").string(), "--listen",
                              "127.0.0.1:0", "--port-file", scratch.file("port").string()});
    const auto port = port_of(scratch, program);
    CHECK(post(port, std::string(1025, ' '), token_1).status == 413);
    CHECK(program.end(SIGINT) == 0);
}

TEST_CASE("pairings that are not there yet are told at the start, and do not hinder it") {
    const Scratch scratch;
    auto arguments = usual(scratch);
    const std::string pairings = scratch.file("pairings").string();
    arguments.insert(arguments.end(), {"--pairings", pairings});
    Program program(scratch, arguments);
    port_of(scratch, program);
    CHECK(program.end(SIGTERM) == 0);
    CHECK(program.errors().find(pairings + ": there are no pairings yet") != std::string::npos);
}

TEST_CASE("what the organiser's file says stays on one line of the log") {
    const Scratch scratch;
    auto arguments = usual(scratch);
    const std::string pairings =
        scratch.write("pairings", "board,\"re\n<0>d\"\ntable-1,A\n").string();
    arguments.insert(arguments.end(), {"--pairings", pairings});
    Program program(scratch, arguments);
    CHECK(get(port_of(scratch, program), "/v1/boards/table-1/assignment", token_1).status == 503);
    CHECK(program.end(SIGTERM) == 0);
    CHECK(program.errors().find(pairings + ":1: unknown column re <0>d\n") != std::string::npos);
}

TEST_CASE("the database is not for everybody on the machine: it holds the alerts") {
    const Scratch scratch;
    Program program(scratch, usual(scratch));
    port_of(scratch, program);
    const auto mode = std::filesystem::status(scratch.file("db")).permissions();
    CHECK((mode & std::filesystem::perms::others_all) == std::filesystem::perms::none);
    CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE("the example configuration shows the defaults") {
    const Scratch scratch;
    auto arguments = usual(scratch);
    arguments.insert(arguments.end(), {"--config", JIPU_SOURCE_DIR "/config/jipu-results.toml"});
    Program program(scratch, arguments);
    CHECK(get(port_of(scratch, program), "/healthz").status == 200);
    CHECK(program.end(SIGTERM) == 0);
}
