// SPDX-License-Identifier: Apache-2.0
// The daemon is killed and started again at any moment: the journal's events go through a new
// table, and both devices count as lost until they report. Nothing of time, lateness or an
// adjournment is forgotten (000/4.2, 000/4.4).
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "daemon/app/common/replay.hpp"
#include "daemon/app/jipud/raw_levels.hpp"
#include "daemon/trace/trace.hpp"
#include "hal/codec/decoders.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

/// What must be the same with a restart and without.
struct Outcome final : EffectSink {
    void emit(const Effect& effect) override {
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            const AlertData& alert = raised->alert;
            ++raised_at_all;
            if (alert.code != "device-lost")
                alerts.insert(alert.code + " " + alert.article + " " + alert.move);
        }
        if (const auto* ended = std::get_if<GameEnded>(&effect.data))
            ends.push_back(ended->result + " " + ended->ending);
        if (std::holds_alternative<GameAdjourned>(effect.data)) ++adjourned;
        if (const auto* refused = std::get_if<CommandRefused>(&effect.data))
            refusals.push_back(refused->command + ": " + refused->why);
        if (const auto* confirmed = std::get_if<MoveConfirmed>(&effect.data))
            clocks.push_back(confirmed->clock);
    }
    friend bool operator==(const Outcome& a, const Outcome& b) {
        return a.alerts == b.alerts && a.ends == b.ends && a.adjourned == b.adjourned &&
               a.refusals == b.refusals && a.clocks == b.clocks && a.moves == b.moves;
    }
    std::set<std::string> alerts;
    std::vector<std::string> ends, refusals, moves;
    std::vector<ClockMs> clocks;
    int adjourned = 0;
    int raised_at_all = 0;
};

Outcome run(const Trace& trace, const std::vector<Event>& events) {
    Table table(trace.setup, make_clock_decoder(trace.setup.clock, trace.setup.clock_left));
    Outcome outcome;
    replay_events(table, events, outcome);
    replay_silence(table, events.back().at, outcome);
    outcome.moves = table.view().moves;
    return outcome;
}

/// The events, with a restart after the first `cut` of them. Its two alerts take two ids.
std::vector<Event> restarted(const Trace& trace, std::size_t cut) {
    const std::vector<Event>& events = trace.events;
    std::vector<Event> out(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(cut));
    Table before(trace.setup, make_clock_decoder(trace.setup.clock, trace.setup.clock_left));
    Outcome told;
    replay_events(before, out, told);
    app::RawLevels levels;
    for (const Event& event : out)
        levels.take(event.what);
    const Instant at = out.back().at;
    out.push_back({at, DeviceLost{Device::board}});
    out.push_back({at, DeviceLost{Device::clock}});
    out.push_back({at, DeviceBack{Device::board}});
    out.push_back({at, ScanFrame{levels.levels()}});
    out.push_back({at, DeviceBack{Device::clock}});
    for (std::size_t i = cut; i < events.size(); ++i) {
        out.push_back(events[i]);
        auto* command = std::get_if<Command>(&out.back().what);
        if (command == nullptr || command->alert.empty()) continue;
        const int id = std::stoi(command->alert.substr(1));
        if (id > told.raised_at_all) command->alert = "a" + std::to_string(id + 2);
    }
    return out;
}

} // namespace

TEST_CASE("A restart forgets no period, no flag, nobody's lateness and no envelope") {
    int traces = 0;
    int cuts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(JIPU_SOURCE_DIR) / "tests/faults")) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".trace" || name < "280" || name >= "300") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(in)), {});
        const auto trace = read_trace(text, name);
        REQUIRE(trace);
        // A clock that tells no presses must be seen before and after: it cannot be cut anywhere.
        if (trace->setup.clock != ClockKind::press) continue;
        ++traces;
        const Outcome whole = run(*trace, trace->events);
        for (std::size_t cut = 1; cut < trace->events.size(); ++cut) {
            const auto& last = trace->events[cut - 1].what;
            if (!std::holds_alternative<Command>(last) &&
                !std::holds_alternative<PressReport>(last))
                continue;
            INFO(name << " after " << cut << " events");
            CHECK(run(*trace, restarted(*trace, cut)) == whole);
            ++cuts;
        }
    }
    CHECK(traces >= 14);
    CHECK(cuts > 60);
}
