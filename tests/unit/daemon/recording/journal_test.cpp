// SPDX-License-Identifier: Apache-2.0
// What the journal keeps and gives back when nothing goes wrong.
#include <mutex>
#include <nlohmann/json.hpp>

#include "daemon/wire/cloud_event.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/recording/journal_support.hpp"

using namespace jipu;
using namespace jipu::test;

TEST_CASE("a game that was played and closed is kept whole") {
    // 001/10.1
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    {
        Journal journal(file, {});
        CHECK(journal.set_aside().empty());
        await(journal, play_game(journal, "20261130-00000001", 10));
        const auto unfinished = journal.unfinished();
        REQUIRE(unfinished);
        CHECK_FALSE(*unfinished);
    }
    const auto steps = scripted_game(10);
    CHECK(check_prefix(file, "20261130-00000001", steps) == steps.size());
}

TEST_CASE("the unfinished recording comes back with everything that a restart needs") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    const auto steps = scripted_game(6);
    {
        Journal journal(file, {});
        play_game(journal, "20261130-00000001", 3);
        journal.begin(scripted_header("20261130-00000002"));
        for (std::size_t i = 0; i < 11; ++i) {
            play(journal, steps[i]);
        }
    }
    {
        Journal journal(file, {});
        const auto found = journal.unfinished();
        REQUIRE(found);
        REQUIRE(*found);
        CHECK((*found)->header == scripted_header("20261130-00000002"));
        CHECK((*found)->inputs.size() == 9);
        CHECK((*found)->inputs[0].effects == 1);
        CHECK((*found)->inputs[1].effects == 0);
        CHECK((*found)->inputs[2].effects == 1); // the tick's, after it
        CHECK((*found)->inputs[3].effects == 2);
        CHECK((*found)->last == steps[10].at);
        CHECK((*found)->last_seq == std::array<std::int64_t, 2>{5, 3});
        journal.resume(**found, "boot-2", -42);
        for (std::size_t i = 11; i < steps.size(); ++i) {
            play(journal, steps[i]);
        }
    }
    CHECK(check_prefix(file, "20261130-00000002", steps) == steps.size());
    JournalReader reader(file);
    const auto found = reader.unfinished();
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->header.boot_id == "boot-2");
    CHECK((*found)->header.monotonic_base_ns == -42);
    // The projection was carried over: the public stream is that of an unbroken game.
    TemporaryFolder other;
    {
        Journal unbroken(other / "journal.db", {});
        await(unbroken, play_game(unbroken, "20261130-00000002", 6));
    }
    JournalReader beside(other / "journal.db");
    const auto ours = reader.events_after({(*found)->id, Stream::spectators}, 0, 1000);
    const auto theirs = beside.events_after({1, Stream::spectators}, 0, 1000);
    REQUIRE(ours);
    REQUIRE(theirs);
    REQUIRE(ours->size() == theirs->size());
    for (std::size_t i = 0; i < ours->size(); ++i) {
        CHECK((*ours)[i].body == (*theirs)[i].body);
    }
}

TEST_CASE("a new recording closes the one before") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    {
        Journal journal(file, {});
        journal.begin(scripted_header("20261130-00000001"));
        journal.begin(scripted_header("20261130-00000002"));
    }
    JournalReader reader(file);
    const auto found = reader.unfinished();
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->header.game_name == "20261130-00000002");
}

TEST_CASE("clock ticks belong to no stream") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    {
        Journal journal(file, {});
        await(journal, play_game(journal, "20261130-00000001", 2));
    }
    JournalReader reader(file);
    const auto found = reader.recording("20261130-00000001");
    REQUIRE(found);
    REQUIRE(*found);
    std::size_t ticks = 0;
    for (const StoredEffect& effect : (*found)->effects) {
        if (effect.type == "clock.updated") ++ticks;
    }
    CHECK(ticks == 2);
    const auto events = reader.events_after({(*found)->id, Stream::arbiter}, 0, 100);
    REQUIRE(events);
    for (const StreamEvent& event : *events) {
        CHECK(event.body.find("clock.updated") == std::string::npos);
    }
}

TEST_CASE("inputs that cause nothing wait for company, an effect does not wait") {
    const TemporaryFolder folder;
    std::mutex mutex;
    std::vector<Durable> heard;
    JournalOptions options;
    options.linger = std::chrono::hours(1);
    options.on_durable = [&](const Durable& durable) {
        const std::lock_guard guard(mutex);
        heard.push_back(durable);
    };
    const auto steps = scripted_game(1);
    Journal journal(folder / "journal.db", options);
    journal.begin(scripted_header("20261130-00000001"));
    journal.append(steps[1].at, steps[1].line, {});
    journal.append(steps[2].at, steps[2].line, {});
    ClockUpdated clock;
    journal.append_tick(steps[2].at, {Effect{steps[2].at, clock}});
    {
        const std::lock_guard guard(mutex);
        CHECK(heard.empty()); // an hour has not passed
    }
    // Not wait_durable(), which calls for a commit itself.
    const JournalTicket last = play(journal, steps[4]);
    CHECK(last == 5);
    await(journal, last);
    const std::lock_guard guard(mutex);
    REQUIRE(heard.size() == 1);
    CHECK(heard[0].through == last);
    CHECK(heard[0].stream_events);
}

TEST_CASE("flush commits what waits and says up to where") {
    const TemporaryFolder folder;
    JournalOptions options;
    options.linger = std::chrono::hours(1);
    Journal journal(folder / "journal.db", options);
    const JournalTicket begun = journal.begin(scripted_header("20261130-00000001"));
    CHECK(journal.flush() == begun);
    await(journal, begun);
    CHECK(journal.backlog() == Backlog::none);
}

TEST_CASE("cursors are kept for each publisher and go back as well as forward") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    {
        Journal journal(file, {});
        play_game(journal, "20261130-00000001", 4);
        journal.acknowledge("hall", {1, Stream::arbiter}, 5);
        journal.acknowledge("hall", {1, Stream::spectators}, 4);
        journal.acknowledge("league", {1, Stream::arbiter}, 9);
    }
    {
        Journal journal(file, {});
        journal.acknowledge("hall", {1, Stream::arbiter}, 2);
    }
    JournalReader reader(file);
    const auto hall = reader.extents("hall");
    REQUIRE(hall);
    REQUIRE(hall->size() == 2);
    CHECK((*hall)[0].id == "table-7/20261130-00000001/arbiter");
    CHECK((*hall)[0].last_seq == 9);
    CHECK((*hall)[0].acknowledged == 2);
    CHECK((*hall)[1].acknowledged == 4);
    const auto league = reader.lagging("league");
    REQUIRE(league);
    REQUIRE(league->size() == 1);
    CHECK((*league)[0].key.stream == Stream::spectators);
}

TEST_CASE("words that are no UTF-8 are kept readable and stop nothing") {
    const TemporaryFolder folder;
    const auto file = folder / "journal.db";
    {
        Journal journal(file, {});
        journal.begin(scripted_header("20261130-00000001"));
        await(journal,
              journal.append_tick(
                  Instant{}, {Effect{Instant{}, DeviceStatus{"clock", "error", "said \xff\xfe"}}}));
    }
    JournalReader reader(file);
    const auto found = reader.recording("20261130-00000001");
    REQUIRE(found);
    REQUIRE(*found);
    REQUIRE((*found)->effects.size() == 1);
    CHECK((*found)->effects[0].data.find("said \uFFFD") != std::string::npos);
}
