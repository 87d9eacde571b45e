// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/daemon/recording/journal_support.hpp"

#include <unistd.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daemon/wire/cloud_event.hpp"
#include "daemon/wire/effect_json.hpp"
#include "daemon/wire/names.hpp"
#include "tests/support/catch.hpp"

namespace jipu::test {

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "jipu-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}
TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

RecordingHeader scripted_header(const std::string& game_name) {
    RecordingHeader header;
    header.game_name = game_name;
    header.board = "table-7";
    header.started = "2026-11-30T04:12:55Z";
    header.trace_header = "jipu-trace 1\nboard = \"table-7\"\n---\n";
    header.boot_id = "boot-1";
    header.monotonic_base_ns = 123456789;
    return header;
}

namespace {

Effect recorded(Instant at, int ply) {
    MoveData move;
    move.ply = ply;
    move.side = ply % 2 == 1 ? Side::first : Side::second;
    move.move = ply % 2 == 1 ? "h2e2" : "h9g7";
    move.wxf = "C2=5";
    move.chinese = "炮二平五";
    move.short_form = "炮25";
    move.fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    return Effect{at, MoveRecorded{move}};
}

std::string line_at(std::int64_t us, const std::string& words) {
    return format_seconds(us) + " " + words;
}

} // namespace

std::vector<Step> scripted_game(int plies) {
    std::vector<Step> steps;
    GameStarted started;
    started.rules = "xiangqi-state";
    steps.push_back(
        {instant_from_us(0), line_at(0, "board xxxxxxxxx"), {Effect{instant_from_us(0), started}}});
    std::int64_t us = 0;
    for (int ply = 1; ply <= plies; ++ply) {
        us += 1000000;
        steps.push_back({instant_from_us(us), line_at(us, "off h2"), {}});
        us += 400000;
        steps.push_back({instant_from_us(us), line_at(us, "on e2"), {}});
        us += 250000;
        steps.push_back({instant_from_us(us), "", {recorded(instant_from_us(us), ply)}});
        us += 100000;
        ClockUpdated clock;
        clock.clock = {5398000, 5400000};
        clock.source = "device";
        steps.push_back({instant_from_us(us),
                         line_at(us, ply % 2 == 1 ? "press red" : "press black"),
                         {Effect{instant_from_us(us), MoveConfirmed{ply, clock.clock, 1750}},
                          Effect{instant_from_us(us), clock}}});
    }
    return steps;
}

JournalTicket play(Journal& journal, const Step& step) {
    if (step.line.empty()) return journal.append_tick(step.at, step.effects);
    return journal.append(step.at, step.line, step.effects);
}

JournalTicket play_game(Journal& journal, const std::string& game_name, int plies) {
    journal.begin(scripted_header(game_name));
    for (const Step& step : scripted_game(plies)) {
        play(journal, step);
    }
    return journal.close_recording();
}

void await(Journal& journal, JournalTicket ticket) {
    while (!journal.wait_durable(ticket)) {
    }
}

namespace {

void check_streams(JournalReader& reader, const UnfinishedRecording& stored) {
    std::vector<std::pair<std::string, Json>> numbered; // what the arbiter's stream must hold
    for (const StoredEffect& effect : stored.effects) {
        if (!is_unnumbered(effect.type)) {
            numbered.emplace_back(effect.type, Json::parse(effect.data));
        }
    }
    for (const Stream stream : {Stream::arbiter, Stream::spectators}) {
        const auto events = reader.events_after({stored.id, stream}, 0, 1000000);
        REQUIRE(events);
        REQUIRE(static_cast<std::int64_t>(events->size()) == stored.last_seq[index_of(stream)]);
        for (std::size_t i = 0; i < events->size(); ++i) {
            REQUIRE((*events)[i].seq == static_cast<std::int64_t>(i) + 1);
            const auto event = parse_cloud_event((*events)[i].body);
            REQUIRE(event);
            REQUIRE(event->id() == "table-7/" + stored.header.game_name + "/" +
                                       std::string(stream_name(stream)) + "/" +
                                       std::to_string(i + 1));
            if (stream != Stream::arbiter) continue;
            REQUIRE(event->type == numbered.at(i).first);
            REQUIRE(event->data == numbered.at(i).second);
        }
        if (stream == Stream::arbiter) REQUIRE(events->size() == numbered.size());
    }
}

} // namespace

std::size_t check_prefix(const std::filesystem::path& journal, const std::string& game_name,
                         const std::vector<Step>& steps) {
    JournalReader reader(journal);
    const auto found = reader.recording(game_name);
    REQUIRE(found);
    if (!*found) return 0;
    const UnfinishedRecording& stored = **found;
    std::size_t input = 0, effect = 0, step = 0;
    for (; step < steps.size(); ++step) {
        const bool more = input < stored.inputs.size() || effect < stored.effects.size();
        if (!more) break;
        const Step& expected = steps[step];
        if (!expected.line.empty()) {
            REQUIRE(input < stored.inputs.size());
            REQUIRE(stored.inputs[input].n == static_cast<std::int64_t>(input) + 1);
            REQUIRE(stored.inputs[input].line == expected.line);
            REQUIRE(stored.inputs[input].at == expected.at);
            ++input;
        }
        for (const Effect& said : expected.effects) {
            REQUIRE(effect < stored.effects.size());
            const StoredEffect& kept = stored.effects[effect];
            REQUIRE(kept.k == static_cast<std::int64_t>(effect) + 1);
            REQUIRE(kept.input == static_cast<std::int64_t>(input));
            REQUIRE(kept.at == said.at);
            REQUIRE(kept.type == effect_type(said));
            REQUIRE(kept.data == effect_data(said, Game::xiangqi).dump());
            ++effect;
        }
    }
    REQUIRE(input == stored.inputs.size());
    REQUIRE(effect == stored.effects.size());
    check_streams(reader, stored);
    return step;
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace jipu::test
