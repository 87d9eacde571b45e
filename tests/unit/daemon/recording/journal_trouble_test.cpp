// SPDX-License-Identifier: Apache-2.0
// A disk that fails: nothing is lost, nothing is there twice, and it goes on without a restart.
#include <sqlite3.h>
#include <sys/resource.h>

#include <csignal>
#include <mutex>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/recording/failing_vfs.hpp"
#include "tests/unit/daemon/recording/journal_support.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

JournalOptions failing_options() {
    failing_disk().mend();
    JournalOptions options;
    options.vfs = FailingDisk::name;
    options.linger = std::chrono::milliseconds(0);
    options.retry_first = options.retry_longest = std::chrono::milliseconds(1);
    return options;
}

/// Plays a game while `how_many` operations from the `first` on fail; the operations it took.
int play_with_failures(int first, int how_many, int code) {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const auto steps = scripted_game(5);
    FailingDisk& disk = failing_disk();
    int operations = 0;
    {
        Journal journal(file, failing_options());
        const int before = disk.done;
        disk.fail(first, how_many, code);
        journal.begin(scripted_header("20261130-00000001"));
        for (const Step& step : steps) {
            await(journal, play(journal, step)); // many small transactions: many places to fail
        }
        journal.acknowledge("hall", {1, Stream::arbiter}, 3);
        await(journal, journal.close_recording());
        operations = disk.done - before;
        disk.mend();
    }
    CHECK(check_prefix(file, "20261130-00000001", steps) == steps.size());
    JournalReader reader(file);
    const auto unfinished = reader.unfinished();
    REQUIRE(unfinished);
    CHECK_FALSE(*unfinished);
    return operations;
}

} // namespace

TEST_CASE("whichever operation of the disk fails, the game is stored once and whole") {
    const int how_many = GENERATE(1, 3);
    const int code = GENERATE(0, SQLITE_FULL);
    CAPTURE(how_many, code);
    const int operations = play_with_failures(1, 0, 0);
    REQUIRE(operations > 30);
    for (int first = 1; first <= operations; ++first) {
        CAPTURE(first);
        play_with_failures(first, how_many, code);
    }
}

TEST_CASE("a full disk is reported, kept waiting for, and reported as over") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    std::mutex mutex;
    std::vector<JournalHealth> heard;
    JournalOptions options = failing_options();
    options.backlogged_bytes = 20000;
    options.full_bytes = 60000;
    options.on_health = [&](const JournalHealth& health) {
        const std::lock_guard guard(mutex);
        heard.push_back(health);
    };
    const auto steps = scripted_game(30);
    {
        Journal journal(file, options);
        journal.begin(scripted_header("20261130-00000001"));
        failing_disk().fail(1, 1 << 30, SQLITE_FULL);
        bool backlogged = false;
        std::size_t played = 0;
        while (journal.backlog() != Backlog::full) {
            REQUIRE(played < steps.size());
            play(journal, steps[played++]);
            backlogged = backlogged || journal.backlog() == Backlog::backlogged;
        }
        CHECK(backlogged);
        while (!journal.wait_durable(journal.flush())) {
            const std::lock_guard guard(mutex);
            if (!heard.empty() && heard.back().backlog == Backlog::full) break;
        }
        failing_disk().mend();
        await(journal, journal.flush());
        CHECK(journal.backlog() == Backlog::none);
        for (; played < steps.size(); ++played) {
            play(journal, steps[played]);
        }
        await(journal, journal.flush());
        const std::lock_guard guard(mutex);
        REQUIRE(heard.size() >= 2);
        CHECK(heard.front().failing);
        CHECK(heard.front().detail == "journal " + file.string() + ": database or disk is full");
        CHECK_FALSE(heard.back().failing);
        CHECK(heard.back().detail.empty());
        CHECK(heard.back().backlog == Backlog::none);
    }
    CHECK(check_prefix(file, "20261130-00000001", steps) == steps.size());
}

TEST_CASE("a real limit of the file's size is survived too") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const auto steps = scripted_game(60);
    rlimit whole{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &whole) == 0);
    const auto old = std::signal(SIGXFSZ, SIG_IGN);
    {
        JournalOptions options;
        options.retry_first = options.retry_longest = std::chrono::milliseconds(1);
        Journal journal(file, options);
        journal.begin(scripted_header("20261130-00000001"));
        rlimit small = whole;
        small.rlim_cur = 120000;
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
        bool failed = false;
        for (const Step& step : steps) {
            failed = !journal.wait_durable(play(journal, step)) || failed;
        }
        CHECK(failed);
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &whole) == 0);
        await(journal, journal.flush());
    }
    std::signal(SIGXFSZ, old);
    CHECK(check_prefix(file, "20261130-00000001", steps) == steps.size());
}

TEST_CASE("what a failing disk does not take until the stop is said to be lost") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    std::string last;
    JournalOptions options = failing_options();
    options.on_health = [&](const JournalHealth& health) { last = health.detail; };
    {
        Journal journal(file, options);
        await(journal, journal.begin(scripted_header("20261130-00000001")));
        failing_disk().fail(1, 1 << 30, 0);
        play(journal, scripted_game(1)[0]);
    }
    failing_disk().mend();
    CHECK(last.ends_with("; what was not yet written is lost"));
    CHECK(check_prefix(file, "20261130-00000001", scripted_game(1)) == 0);
}
