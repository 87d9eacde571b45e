// SPDX-License-Identifier: Apache-2.0
// `jipu check-config FILE`: says `ok`, or every error of the file with its place; status 0 or 2.
#include <cstdio>
#include <memory>
#include <string>

#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/jipu/subcommands.hpp"

namespace jipu::tool {

void add_check_config(CLI::App& app, int& status) {
    auto file = std::make_shared<std::string>("/etc/jipu/jipud.toml");
    CLI::App* command = app.add_subcommand("check-config", "check a configuration file of jipud");
    command->add_option("FILE", *file, "the file")->capture_default_str();
    command->callback([file, &status] {
        const LoadedConfig loaded = app::load_checked_config(*file);
        for (const std::string& error : loaded.errors) {
            std::fprintf(stderr, "%s\n", error.c_str());
        }
        if (loaded.errors.empty()) std::printf("%s: ok\n", file->c_str());
        status = loaded.errors.empty() ? 0 : 2;
    });
}

} // namespace jipu::tool
