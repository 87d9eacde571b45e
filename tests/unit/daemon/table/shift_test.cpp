// SPDX-License-Identifier: Apache-2.0
// Nothing depends on when a recording began: all later by the same span, all effects later by it.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "daemon/app/common/replay.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/effect_json.hpp"
#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

struct Lines final : EffectSink {
    explicit Lines(Duration by) : shift(by) {}
    void emit(const Effect& effect) override {
        Effect moved = effect;
        moved.at -= shift;
        std::visit(
            [this](auto& data) {
                if constexpr (requires { data.alert.evidence_from; }) {
                    data.alert.evidence_from -= shift;
                    data.alert.evidence_to -= shift;
                }
            },
            moved.data);
        lines.push_back(effect_line(moved, Game::xiangqi));
    }
    Duration shift;
    std::vector<std::string> lines;
};

std::vector<std::string> replay(Trace trace, Duration shift) {
    for (Event& event : trace.events)
        event.at += shift;
    Table table(trace.setup, make_clock_decoder(trace.setup.clock, trace.setup.clock_left));
    Lines sink(shift);
    replay_events(table, trace.events, sink);
    replay_silence(table, trace.events.back().at, sink);
    return sink.lines;
}

} // namespace

TEST_CASE("A recording that begins an hour and a microsecond later says the same") {
    int traces = 0;
    for (const char* folder : {"tests/faults", "tests/replay"}) {
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(JIPU_SOURCE_DIR) / folder)) {
            if (entry.path().extension() != ".trace") continue;
            INFO(entry.path().filename().string());
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string text((std::istreambuf_iterator<char>(in)), {});
            const auto trace = read_trace(text, entry.path().filename().string());
            INFO(trace.error());
            REQUIRE(trace);
            const auto shift = Duration{3'600'000'001};
            CHECK(replay(*trace, shift) == replay(*trace, Duration{0}));
            ++traces;
        }
    }
    CHECK(traces > 50);
}
