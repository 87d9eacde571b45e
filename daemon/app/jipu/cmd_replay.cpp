// SPDX-License-Identifier: Apache-2.0
// `jipu replay FILE...`: runs recorded traces through the daemon's own table, as fast as it can. A
// trace that cannot be read is said on standard error; the others still run.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "config/read_file.hpp"
#include "daemon/app/common/replay.hpp"
#include "daemon/app/jipu/replay_output.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/trace/trace.hpp"
#include "hal/codec/decoders.hpp"

namespace jipu::tool {

namespace {

constexpr int exit_unread = 2;

/// Can this clock's bytes be read, if it sends any? What is wrong, empty if nothing is.
std::string check_clock(const TableSetup& setup) {
    const bool silent = setup.clock == ClockKind::none || setup.clock == ClockKind::press ||
                        setup.clock == ClockKind::time;
    if (silent || decodes(setup.clock)) return "";
    return "clock: no driver here decodes \"" + std::string(clock_kind_name(setup.clock)) + "\"";
}

/// The line of the key that the words about a setup begin with; the head's first without one.
std::string line_of(const Trace& trace, std::string_view wrong) {
    const auto found = trace.key_lines.find(wrong.substr(0, wrong.find(':')));
    return std::to_string(found == trace.key_lines.end() ? 1 : found->second);
}

/// Replays one trace; what is wrong, empty if nothing is.
std::string replay_file(const std::string& file, const std::string& output_name) {
    const std::string shown = file == "-" ? "standard input" : file;
    const Result<std::string> text = file == "-" ? read_stream(stdin) : read_file(file);
    if (!text) return shown + ": " + text.error();
    const Result<Trace> trace = read_trace(*text, shown);
    if (!trace) return trace.error();
    const TableSetup& setup = trace->setup;
    for (const std::string& wrong : {validate_setup(setup), check_clock(setup)})
        if (!wrong.empty()) return shown + ":" + line_of(*trace, wrong) + ": " + wrong;

    Table table(setup, make_clock_decoder(setup.clock, setup.clock_left));
    const auto output = make_replay_output(output_name, setup);
    replay_events(table, trace->events, *output);
    replay_silence(table, trace->events.back().at, *output);
    const Result<std::string> rest = output->finish();
    if (!rest) return shown + ": " + rest.error();
    std::fwrite(rest->data(), 1, rest->size(), stdout);
    return "";
}

struct Options {
    std::vector<std::string> files;
    std::string output = "events";
};

} // namespace

void add_replay(CLI::App& app, int& status) {
    const auto options = std::make_shared<Options>();
    CLI::App* sub = app.add_subcommand("replay", "run recorded traces through the table");
    sub->add_option("FILE", options->files, "traces; - reads standard input")->required();
    sub->add_option("--output", options->output, "what to print")
        ->check(CLI::IsMember(replay_output_names()))
        ->capture_default_str();
    sub->callback([options, &status] {
        for (const std::string& file : options->files) {
            const std::string wrong = replay_file(file, options->output);
            if (wrong.empty()) continue;
            std::fflush(stdout);
            std::fprintf(stderr, "%s\n", wrong.c_str());
            status = exit_unread;
        }
    });
}

} // namespace jipu::tool
