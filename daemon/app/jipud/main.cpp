// SPDX-License-Identifier: Apache-2.0
// `jipud`, the daemon of one board: reads its command line and configuration, then runs. Trouble at
// the start is one clear line on standard error each and exit status 2; a later failure is 1.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <sys/stat.h>

#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/jipud/daemon.hpp"

int main(int argc, char** argv) {
    ::umask(::umask(0) | 0027U); // journal and traces hold the arbiter's stream
    CLI::App app{"jipud: the daemon of one board"};
    std::string config = "/etc/jipu/jipud.toml";
    bool check = false;
    app.add_option("--config", config, "the configuration file")->capture_default_str();
    app.add_flag("--check", check, "check the configuration file and end");
    app.set_version_flag("--version", std::string("jipud ") + JIPU_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    const jipu::LoadedConfig loaded = jipu::app::load_checked_config(config);
    for (const std::string& error : loaded.errors) {
        std::fprintf(stderr, "jipud: %s\n", error.c_str());
    }
    if (!loaded.errors.empty()) return 2;
    if (check) {
        std::printf("%s: ok\n", config.c_str());
        return 0;
    }
    try {
        return jipu::app::run_daemon(loaded, JIPU_VERSION, jipu::app::real_surroundings());
    } catch (const jipu::app::StartError& error) {
        std::fprintf(stderr, "jipud: %s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "jipud: %s\n", error.what());
        return 1;
    }
}
