// SPDX-License-Identifier: Apache-2.0
// A restart in the middle of anything that a trace of the faults shows (an obligation, an offer, a
// count of fouls or of quiet plies, a corrected clock) forgets nothing: the inputs are replayed
// through a new table, and what follows has the same effects.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "daemon/app/common/replay.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/effect_json.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

struct Lines final : EffectSink {
    std::vector<std::string> lines;
    void emit(const Effect& effect) override {
        lines.push_back(effect_line(effect, Game::xiangqi));
    }
};

Trace trace_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    auto trace = read_trace(text.str(), file.filename().string());
    INFO(trace.error());
    REQUIRE(bool(trace));
    return std::move(*trace);
}

// The effects when the daemon is stopped after `cut` events and started again; `cut` 0: it is not.
std::vector<std::string> effects(const Trace& trace, std::size_t cut) {
    const std::span<const Event> events(trace.events);
    Lines before;
    Table first(trace.setup, nullptr);
    replay_events(first, events.first(cut), before);
    Lines again;
    Table second(trace.setup, nullptr);
    replay_events(second, events.first(cut), again);
    REQUIRE(again.lines == before.lines);
    replay_events(second, events.subspan(cut), again);
    replay_silence(second, events.back().at, again);
    return again.lines;
}

} // namespace

TEST_CASE("Whatever was going on, a restart forgets nothing of it") {
    int traces = 0;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(JIPU_FAULTS))
        if (entry.path().extension() == ".trace") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        INFO(file.filename().string());
        const Trace trace = trace_of(file);
        const auto whole = effects(trace, 0);
        // Where the arbiter spoke, and at a few points between.
        const std::size_t step = std::max<std::size_t>(1, trace.events.size() / 6);
        for (std::size_t cut = 1; cut < trace.events.size(); ++cut) {
            const bool spoken = std::holds_alternative<Command>(trace.events[cut - 1].what);
            if (!spoken && cut % step != 0) continue;
            INFO("stopped after " << cut << " events");
            CHECK(effects(trace, cut) == whole);
        }
        ++traces;
    }
    CHECK(traces > 150);
}
