// SPDX-License-Identifier: Apache-2.0
// `jipu`, the tool: replay, convert, perft, simulate, and talking to a running daemon.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "daemon/app/jipu/subcommands.hpp"

int main(int argc, char** argv) {
    CLI::App app{"jipu: replay and convert games, simulate a table, talk to jipud"};
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string("jipu ") + JIPU_VERSION);
    int status = 0;
    jipu::tool::add_replay(app, status);
    jipu::tool::add_convert(app, status);
    jipu::tool::add_perft(app, status);
    jipu::tool::add_adjudicate(app, status);
    jipu::tool::add_simulate(app, status);
    jipu::tool::add_control(app, status);
    jipu::tool::add_check_config(app, status);
    jipu::tool::add_monitor(app, status);
    jipu::tool::add_selftest(app, status);
    jipu::tool::add_calibrate(app, status);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 says of an unknown word only that a subcommand is missing.
        const auto known = app.get_subcommands([](const CLI::App*) { return true; });
        const bool unknown = error.get_exit_code() != 0 && argc > 1 && argv[1][0] != '-' &&
                             std::none_of(known.begin(), known.end(), [&](const CLI::App* one) {
                                 return one->get_name() == argv[1];
                             });
        if (unknown) {
            std::fprintf(stderr, "jipu: there is no subcommand \"%s\"; jipu --help lists them\n",
                         argv[1]);
            return 2;
        }
        return app.exit(error) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "jipu: %s\n", error.what());
        return 2;
    }
    // What could not be written, now or at any time before, is not said to be done.
    const char* trouble = std::ferror(stdout) != 0 ? "could not be written" : nullptr;
    if (std::fflush(stdout) != 0) trouble = std::strerror(errno);
    if (trouble == nullptr) return status;
    std::fprintf(stderr, "jipu: standard output: %s\n", trouble);
    return 2;
}
