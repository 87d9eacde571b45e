// SPDX-License-Identifier: Apache-2.0
// `jipu selftest CONFIG`: every device of a configuration and the machine around it, a line each.
// Status 0 when nothing failed, 1 when something did, 2 when the configuration is wrong.
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipu/control_client.hpp"
#include "daemon/app/jipu/device_eyes.hpp"
#include "daemon/app/jipu/selftest/device_checks.hpp"
#include "daemon/app/jipu/selftest/machine_checks.hpp"
#include "daemon/app/jipu/start_levels.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::tool {
namespace {

namespace asio = boost::asio;

struct SelftestOptions {
    std::string file = "/etc/jipu/jipud.toml";
    double seconds = 3;
    bool json = false;
};

const char* word(Outcome outcome) {
    switch (outcome) {
    case Outcome::ok:
        return "ok";
    case Outcome::failed:
        return "failed";
    case Outcome::skipped:
        break;
    }
    return "skipped";
}

void print(const Check& check, bool json) {
    if (json) {
        Json line = {
            {"device", check.device}, {"outcome", word(check.outcome)}, {"reason", check.reason}};
        if (!check.remedy.empty()) line["remedy"] = check.remedy;
        std::printf("%s\n", dump_line(line).c_str());
    } else {
        std::printf("%-12s %-8s %s\n", check.device.c_str(), word(check.outcome),
                    check.reason.c_str());
        if (!check.remedy.empty()) std::printf("%-21s do: %s\n", "", check.remedy.c_str());
    }
    std::fflush(stdout);
}

// Both devices watched for a while. False: somebody interrupted it.
bool watch_devices(const Config& config, const SelftestOptions& options, bool served, Checks& out) {
    asio::io_context loop;
    bool interrupted = false;
    asio::signal_set signals(loop, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code failed, int) {
        interrupted = !failed;
        loop.stop();
    });
    const auto eyes =
        served ? eyes_of_daemon(config.control_socket) : own_eyes(loop, config, nullptr);
    asio::steady_timer timer(loop);
    timer.expires_after(std::chrono::milliseconds(
        static_cast<std::chrono::milliseconds::rep>(served ? 0 : options.seconds * 1e3)));
    timer.async_wait([&](boost::system::error_code) { loop.stop(); });
    loop.run();
    const app::DeviceView view = eyes->look();
    const std::vector<Level> start =
        config.game == Game::xiangqi ? start_levels(config) : std::vector<Level>();
    const Checks board = board_checks(config, view, eyes->notes(), start);
    const Checks clock = clock_checks(config, view);
    out.insert(out.end(), board.begin(), board.end());
    out.insert(out.end(), clock.begin(), clock.end());
    return !interrupted;
}

int selftest(const SelftestOptions& options) {
    const LoadedConfig loaded = app::load_checked_config(options.file);
    for (const std::string& error : loaded.errors)
        std::fprintf(stderr, "%s\n", error.c_str());
    if (!loaded.errors.empty()) return 2;
    const Config& config = loaded.config;
    const bool served = is_served(config.control_socket);
    int status = 0;
    const auto tell = [&](const Checks& checks) {
        for (const Check& check : checks) {
            print(check, options.json);
            if (check.outcome == Outcome::failed) status = 1;
        }
    };
    Checks devices;
    const bool whole = watch_devices(config, options, served, devices);
    tell(devices);
    if (!whole) return 2;
    tell(disk_checks(config));
    tell({time_check(config, app::real_surroundings())});
    tell(service_checks(config, served));
    tell(publish_checks(config));
    return status;
}

} // namespace

void add_selftest(CLI::App& app, int& status) {
    auto options = std::make_shared<SelftestOptions>();
    CLI::App* command = app.add_subcommand(
        "selftest", "say of every device, and of the machine, whether it is ready");
    command->add_option("CONFIG", options->file, "the configuration that names the devices")
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "how long the devices are watched")
        ->capture_default_str()
        ->check(CLI::Range(1.5, 60.0));
    command->add_flag("--json", options->json, "a line of JSON for each");
    command->callback([options, &status] { status = selftest(*options); });
}

} // namespace jipu::tool
