// SPDX-License-Identifier: Apache-2.0
// A writer that is killed at any moment: what it said to be safe is there, and all is consistent.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "daemon/recording/sqlite.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/recording/journal_support.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

constexpr const char* game_name = "20261130-00000001";

/// The child: goes on where the journal ends and tells each durable ticket through the pipe.
[[noreturn]] void write_until_killed(const std::filesystem::path& file,
                                     const std::filesystem::path& traces,
                                     const std::vector<Step>& steps, int pipe) {
    JournalOptions options;
    options.linger = std::chrono::milliseconds(1);
    options.trace_dir = traces;
    options.on_durable = [pipe](const Durable& durable) {
        if (::write(pipe, &durable.through, sizeof durable.through) < 0) ::_exit(3);
    };
    Journal journal(file, options);
    const auto found = journal.unfinished();
    if (!found) ::_exit(4);
    std::size_t next = 0;
    if (*found) {
        // A step has an input or is a tick with one effect.
        std::size_t inputs = (*found)->inputs.size(), effects = (*found)->effects.size();
        while (inputs > 0 || effects > 0) {
            if (!steps[next].line.empty()) --inputs;
            effects -= steps[next].effects.size();
            ++next;
        }
        journal.resume(**found, "boot-n", 1);
    } else {
        journal.begin(scripted_header(game_name));
    }
    for (; next < steps.size(); ++next) {
        play(journal, steps[next]);
        if (next % 3 == 0) journal.wait_durable(journal.flush());
    }
    journal.wait_durable(journal.flush());
    ::_exit(0);
}

} // namespace

TEST_CASE("a writer killed at random moments leaves a journal that goes on as if unbroken") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const auto traces = folder / "traces";
    const auto steps = scripted_game(120);
    const unsigned seed = 20261130;
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::size_t stored = 0;
    int kills = 0;
    bool ended = false;
    while (!ended) {
        int pipe[2];
        REQUIRE(::pipe(pipe) == 0);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            ::close(pipe[0]);
            write_until_killed(file, traces, steps, pipe[1]);
        }
        ::close(pipe[1]);
        // The n-th word from the child is the moment; what it does right then is left to chance.
        JournalTicket told = 0;
        for (int notices = static_cast<int>(random() % 5); notices >= 0; --notices) {
            JournalTicket ticket = 0;
            if (::read(pipe[0], &ticket, sizeof ticket) != sizeof ticket) break;
            told = ticket;
        }
        ::kill(child, SIGKILL);
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        ended = WIFEXITED(status);
        if (ended) REQUIRE(WEXITSTATUS(status) == 0);
        for (JournalTicket ticket = 0; ::read(pipe[0], &ticket, sizeof ticket) == sizeof ticket;) {
            told = ticket;
        }
        ::close(pipe[0]);
        const std::size_t now = check_prefix(file, game_name, steps);
        REQUIRE(now >= stored);
        sqlite::Database database;
        REQUIRE(database.open(file, sqlite::Mode::write, "", 1000));
        REQUIRE(database.number("SELECT ticket FROM watermark").value_or(-1) >= told);
        stored = now;
        if (!ended) ++kills;
    }
    CHECK(kills >= 10);
    CHECK(stored == steps.size());
    std::string expected = scripted_header(game_name).trace_header;
    for (const Step& step : steps) {
        if (!step.line.empty()) expected += step.line + "\n";
    }
    CHECK(read_file(traces / (std::string(game_name) + ".trace.part")) == expected);
}
