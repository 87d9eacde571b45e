// SPDX-License-Identifier: Apache-2.0
// See session_support.hpp.
#include "tests/unit/daemon/app/jipud/session_support.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "daemon/app/common/replay.hpp"
#include "daemon/recording/journal_reader.hpp"
#include "daemon/trace/trace.hpp"
#include "daemon/wire/command_json.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/names.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

namespace {

class Lines final : public EffectSink {
  public:
    void emit(const Effect& effect) override {
        lines.push_back(effect_line(effect, Game::xiangqi));
    }
    std::vector<std::string> lines;
};

} // namespace

TempFolder::TempFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "jipu-test-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = pattern;
}

TempFolder::~TempFolder() {
    std::error_code ignored; // a folder left in /tmp is no test's failure
    std::filesystem::remove_all(path_, ignored);
}

Run::Run(const std::string& journal_path, const Options& options)
    : now(options.now), synced(options.synced) {
    journal = std::make_unique<Journal>(journal_path, JournalOptions{});
    merger = std::make_unique<app::EventMerger>(options.window);
    app::Surroundings surroundings;
    surroundings.monotonic = [this] { return now; };
    surroundings.realtime_us = [this] {
        return 1'796'000'000'000'000 + now / 1000 + wall_ahead_us;
    };
    surroundings.is_synced = [this] { return synced; };
    surroundings.random32 = [this] {
        return 0x5f0c2a91U + static_cast<std::uint32_t>(now / 1'000'000 - 1000);
    };
    surroundings.boot_id = options.boot;
    session = std::make_unique<app::Session>(
        options.setup, *journal, surroundings,
        app::SessionHooks{[this](const app::Outcome& outcome) { outcomes.push_back(outcome); },
                          [this](LogLevel, const std::string& line) { log.push_back(line); }});
    intake = std::make_unique<app::Intake>(
        *merger, *session,
        app::Intake::Hooks{
            [] {}, [this] { return journal_is_full; },
            [this](std::uint64_t tag, const std::string& why) { refused.emplace_back(tag, why); },
            [this](LogLevel, const std::string& line) { log.push_back(line); }});
    if (options.clock_there) intake->clock_back(now, "test");
}

// In steps, as a timer would: every tick at its moment.
void Run::later(std::int64_t ms) {
    const MonotonicNs until = now + ms * ms_ns;
    while (auto next = intake->next_turn()) {
        if (*next > until) break;
        now = std::max(now, *next);
        intake->turn(now);
    }
    now = until;
    intake->turn(now);
}

ScanFrame start_frame() {
    // Read by the product's own reader of traces.
    const auto event = parse_trace_line(
        "0.000000 board xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx", TableSetup{});
    REQUIRE(event);
    return std::get<ScanFrame>(event->what);
}

void Run::scan_start() {
    intake->board_scan(now, start_frame());
    intake->turn(now);
}

void Run::change(const char* point, bool on) {
    const auto index = try_parse_point(Game::xiangqi, point);
    REQUIRE(index);
    intake->board_change(now, {*index, on ? Level::on : Level::off});
    later(0);
}

void Run::move(const char* from, const char* to) {
    change(from, false);
    later(300);
    change(to, true);
    later(1500);
}

void Run::press(Side side) {
    intake->clock_press(now, side);
    later(0);
}

void Run::command(const std::string& json, std::uint64_t tag) {
    auto command = parse_command(json, Game::xiangqi);
    INFO(command.error());
    REQUIRE(command);
    intake->command(now, std::move(*command), tag);
    later(0);
}

std::vector<std::string> Run::effect_types() const {
    std::vector<std::string> types;
    for (const app::Outcome& outcome : outcomes) {
        for (const Effect& effect : outcome.effects) {
            types.emplace_back(effect_type(effect));
        }
    }
    return types;
}

std::size_t Run::count(const std::string& type) const {
    const auto types = effect_types();
    return static_cast<std::size_t>(std::count(types.begin(), types.end(), type));
}

bool Run::log_has(const std::string& words) const {
    return std::any_of(log.begin(), log.end(), [&](const std::string& line) {
        return line.find(words) != std::string::npos;
    });
}

void Run::keep() {
    REQUIRE(journal->wait_durable(journal->flush()));
}

UnfinishedRecording stored(const std::string& journal_path) {
    JournalReader reader(journal_path);
    auto found = reader.unfinished();
    INFO(found.error());
    REQUIRE(found);
    REQUIRE(found->has_value());
    return **found;
}

std::vector<std::string> replayed(const UnfinishedRecording& recording) {
    std::string text = recording.header.trace_header;
    for (const StoredInput& input : recording.inputs) {
        text += input.line + '\n';
    }
    const auto trace = read_trace(text, "t");
    INFO(trace.error());
    REQUIRE(trace);
    Table table(trace->setup, nullptr);
    Lines lines;
    replay_events(table, trace->events, lines);
    run_ticks_until(table, recording.last, lines);
    return lines.lines;
}

std::vector<std::string> stored_lines(const UnfinishedRecording& recording) {
    std::vector<std::string> lines;
    for (const StoredEffect& effect : recording.effects) {
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, "%lld.%06lld",
                      static_cast<long long>(to_us(effect.at) / 1'000'000),
                      static_cast<long long>(to_us(effect.at) % 1'000'000));
        lines.push_back(std::string("{\"t\":") + seconds + ",\"type\":\"" + effect.type +
                        "\",\"data\":" + effect.data + "}");
    }
    return lines;
}

} // namespace jipu::test
