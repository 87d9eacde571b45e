// SPDX-License-Identifier: Apache-2.0
// Trace files beside the journal: whole, bounded, and the same as the journal after any trouble.
#include "daemon/recording/trace_recorder.hpp"

#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/unit/daemon/recording/journal_support.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

std::string whole_trace(const std::string& game_name, const std::vector<Step>& steps) {
    std::string text = scripted_header(game_name).trace_header;
    for (const Step& step : steps) {
        if (!step.line.empty()) text += step.line + "\n";
    }
    return text;
}

JournalOptions with_traces(const std::filesystem::path& dir) {
    JournalOptions options;
    options.trace_dir = dir;
    return options;
}

} // namespace

TEST_CASE("a running trace can be read, a closed one has its name") {
    const TemporaryFolder folder;
    TraceRecorder recorder(folder / "traces", 1000000);
    CHECK_FALSE(recorder.begin("g1", "head\n---\n"));
    CHECK_FALSE(recorder.append("0.000000 board x\n"));
    CHECK(read_file(folder / "traces/g1.trace.part") == "head\n---\n0.000000 board x\n");
    CHECK_FALSE(std::filesystem::exists(folder / "traces/g1.trace"));
    CHECK_FALSE(recorder.close());
    CHECK(read_file(folder / "traces/g1.trace") == "head\n---\n0.000000 board x\n");
    CHECK_FALSE(std::filesystem::exists(folder / "traces/g1.trace.part"));
}

TEST_CASE("the oldest closed traces go first, never the running and never the last one") {
    const TemporaryFolder folder;
    TraceRecorder recorder(folder.path(), 2500);
    const std::string kilobyte(1000, '#');
    for (const char* name : {"g1", "g2", "g3", "g4"}) {
        CHECK_FALSE(recorder.begin(name, kilobyte));
        CHECK_FALSE(recorder.close());
        // Written within one tick of the file system's clock: the names decide then.
    }
    CHECK_FALSE(std::filesystem::exists(folder / "g1.trace"));
    CHECK_FALSE(std::filesystem::exists(folder / "g2.trace"));
    CHECK(std::filesystem::exists(folder / "g3.trace"));
    CHECK(std::filesystem::exists(folder / "g4.trace"));
    CHECK_FALSE(recorder.begin("g5", std::string(5000, '#')));
    CHECK(std::filesystem::exists(folder / "g3.trace"));
    CHECK_FALSE(recorder.close());
    CHECK_FALSE(std::filesystem::exists(folder / "g3.trace"));
    CHECK_FALSE(std::filesystem::exists(folder / "g4.trace"));
    CHECK(std::filesystem::exists(folder / "g5.trace"));
}

TEST_CASE("the journal keeps the trace of every game") {
    const TemporaryFolder folder;
    {
        Journal journal(folder / "journal.db", with_traces(folder / "traces"));
        play_game(journal, "g1", 3);
        play_game(journal, "g2", 5);
    }
    CHECK(read_file(folder / "traces/g1.trace") == whole_trace("g1", scripted_game(3)));
    CHECK(read_file(folder / "traces/g2.trace") == whole_trace("g2", scripted_game(5)));
}

TEST_CASE("after a crash the trace goes on as the journal has it") {
    const TemporaryFolder folder;
    const auto steps = scripted_game(4);
    {
        Journal journal(folder / "journal.db", with_traces(folder / "traces"));
        journal.begin(scripted_header("g1"));
        for (std::size_t i = 0; i < 9; ++i) {
            play(journal, steps[i]);
        }
    }
    // What a power cut may leave: a torn line, and lines that the journal never had.
    std::ofstream(folder / "traces/g1.trace.part", std::ios::app) << "9.100000 off a0\n9.2000";
    {
        Journal journal(folder / "journal.db", with_traces(folder / "traces"));
        const auto found = journal.unfinished();
        REQUIRE(found);
        REQUIRE(*found);
        journal.resume(**found, "boot-2", 0);
        for (std::size_t i = 9; i < steps.size(); ++i) {
            play(journal, steps[i]);
        }
        journal.close_recording();
    }
    CHECK(read_file(folder / "traces/g1.trace") == whole_trace("g1", steps));
}

TEST_CASE("a part file whose game is over is finished from the journal") {
    const TemporaryFolder folder;
    {
        Journal journal(folder / "journal.db", {}); // without traces: as if the close had failed
        play_game(journal, "g1", 3);
    }
    std::filesystem::create_directory(folder / "traces");
    std::ofstream(folder / "traces/g1.trace.part") << "torn";
    std::ofstream(folder / "traces/stranger.trace.part") << "of another journal";
    {
        Journal journal(folder / "journal.db", with_traces(folder / "traces"));
        journal.begin(scripted_header("g2"));
    }
    CHECK(read_file(folder / "traces/g1.trace") == whole_trace("g1", scripted_game(3)));
    CHECK(read_file(folder / "traces/stranger.trace.part") == "of another journal");
}

TEST_CASE("a trace that cannot be written is reported, does not stop the journal, and is mended") {
    const TemporaryFolder folder;
    std::ofstream(folder / "traces") << "a file where the folder should be";
    std::vector<std::string> heard;
    JournalOptions options = with_traces(folder / "traces");
    options.on_health = [&](const JournalHealth& health) {
        CHECK_FALSE(health.failing);
        heard.push_back(health.detail);
    };
    const auto steps = scripted_game(4);
    {
        Journal journal(folder / "journal.db", options);
        journal.begin(scripted_header("g1"));
        for (std::size_t i = 0; i < 9; ++i) {
            await(journal, play(journal, steps[i]));
        }
        std::filesystem::remove(folder / "traces");
        for (std::size_t i = 9; i < steps.size(); ++i) {
            await(journal, play(journal, steps[i]));
        }
        await(journal, journal.close_recording());
        REQUIRE(heard.size() >= 2);
        CHECK(heard.front().find("traces") != std::string::npos);
        CHECK(heard.back().empty());
    }
    CHECK(check_prefix(folder / "journal.db", "g1", steps) == steps.size());
    CHECK(read_file(folder / "traces/g1.trace") == whole_trace("g1", steps));
}
