// SPDX-License-Identifier: Apache-2.0
// jipu-results: takes the boards' events, keeps them, shows them. Here the parts are put together;
// none of them is decided here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>

#include "config/read_file.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/results/options.hpp"
#include "daemon/results/server.hpp"

namespace {

using jipu::app::ResultsOptions;
using jipu::results::Service;
using jipu::results::Tokens;

constexpr std::size_t most_token_bytes = 1024 * 1024;

/// journald takes the number in front as the line's priority. A line may quote a file of others.
void say(int priority, std::string line) {
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    static const bool for_journal = std::getenv("JOURNAL_STREAM") != nullptr;
    if (for_journal)
        std::fprintf(stderr, "<%d>%s\n", priority, line.c_str());
    else
        std::fprintf(stderr, "jipu-results: %s\n", line.c_str());
}

Tokens read_tokens(const std::string& file) {
    const auto text = jipu::read_file(file, most_token_bytes);
    if (!text) throw std::runtime_error(file + ": the tokens cannot be read: " + text.error());
    auto tokens = Tokens::parse(*text, file);
    if (!tokens) throw std::runtime_error(tokens.error());
    for (const auto& board : tokens->weak())
        say(4, file + ": the token of " + board + " is short enough to be guessed");
    std::error_code ignored;
    const auto mode = std::filesystem::status(file, ignored).permissions();
    if ((mode & std::filesystem::perms::others_read) != std::filesystem::perms::none)
        say(4, file + ": everybody on this machine can read the tokens");
    return std::move(*tokens);
}

/// Whole or not at all, for those who wait for it.
void write_port_file(const std::string& file, std::uint16_t port) {
    {
        std::ofstream out(file + ".new");
        out << port << '\n';
        if (!out.flush()) throw std::runtime_error(file + ": the port cannot be written");
    }
    std::filesystem::rename(file + ".new", file);
}

void add_options(CLI::App& app, ResultsOptions& options) {
    app.add_option("--config", options.config, "configuration file (TOML)");
    app.add_option("--listen", options.listen, "ADDRESS:PORT; port 0: any free one");
    app.add_option("--db", options.database, "the database file");
    app.add_option("--tokens", options.tokens, "file with a board and its token a line");
    app.add_option("--pairings", options.pairings, "who plays at which board (JSON or CSV)");
    app.add_option("--port-file", options.port_file, "where to write the port that is bound");
    app.add_option("--certificate", options.certificate, "certificate chain (PEM): serve TLS");
    app.add_option("--key", options.key, "its private key (PEM)");
    app.add_flag("--allow-plain", options.allow_plain,
                 "no TLS although others than this machine can connect");
    app.set_version_flag("--version", std::string("jipu-results ") + JIPU_VERSION);
}

void run(ResultsOptions& options) {
    jipu::app::check_options(options);
    const auto surroundings = jipu::app::real_surroundings();
    jipu::results::ServiceOptions service_options;
    service_options.tokens = read_tokens(options.tokens);
    service_options.pairings = options.pairings;
    if (!options.pairings.empty() && !std::filesystem::exists(options.pairings))
        say(4, options.pairings + ": there are no pairings yet; boards that ask are told to wait");
    service_options.max_listeners = static_cast<std::size_t>(options.max_listeners);
    jipu::results::Store store(options.database, options.max_database_mib << 20);
    jipu::results::Server server(options.server);
    Service service(std::move(service_options), std::move(store),
                    {[&server](std::function<void()> work) { server.post(std::move(work)); },
                     [&surroundings] { return surroundings.realtime_us() / 1000; },
                     [](const std::string& line) { say(4, line); }});
    server.watch_signals([&](int signal) {
        if (signal != SIGHUP) {
            sd_notify(0, "STOPPING=1");
            return server.stop();
        }
        try {
            service.set_tokens(read_tokens(options.tokens));
            say(6, "tokens read again");
        } catch (const std::exception& error) {
            say(3, std::string("the tokens stay as they were: ") + error.what());
        }
    });
    if (!options.port_file.empty()) write_port_file(options.port_file, server.port());
    say(6, "listening on " + options.server.address + " port " + std::to_string(server.port()) +
               (options.certificate.empty() ? "" : " (TLS)"));
    sd_notify(0, "READY=1");
    server.serve(service);
    service.stop();
    say(6, "stopped");
}

} // namespace

int main(int argc, char** argv) {
    ::umask(::umask(0) | 0027U); // the database holds the arbiter's stream
    // A reader of the log that went away must not end the service.
    std::signal(SIGPIPE, SIG_IGN);
    // Twice: the file that the command line names is read first, then the command line wins.
    ResultsOptions options;
    const std::string what = "jipu-results: keeps and shows the games of all boards";
    try {
        CLI::App first{what, "jipu-results"};
        add_options(first, options);
        first.parse(argc, argv);
        if (!options.config.empty()) {
            const std::string file = options.config;
            options = {};
            jipu::app::read_options_file(file, options);
            CLI::App second{what, "jipu-results"};
            add_options(second, options);
            second.parse(argc, argv);
        }
        run(options);
    } catch (const CLI::ParseError& error) {
        CLI::App app{what, "jipu-results"};
        add_options(app, options);
        return app.exit(error) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "jipu-results: %s\n", error.what());
        return 2;
    }
    return 0;
}
