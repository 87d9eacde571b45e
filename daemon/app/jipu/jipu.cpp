// SPDX-License-Identifier: Apache-2.0
// `jipu`, the tool: replay, convert, perft, simulate, and talking to a running daemon.
#include <CLI/CLI.hpp>
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
    jipu::tool::add_simulate(app, status);
    jipu::tool::add_control(app, status);
    jipu::tool::add_check_config(app, status);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
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
