// SPDX-License-Identifier: Apache-2.0
// `jipu monitor CONFIG`: the devices of a board, live; through the daemon where it runs.
// `--changes` and its old name `jipu try-board`: every change of the board in words instead, by the
// tool itself. Status 0 when the board was there, else 2.
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipu/board_teller.hpp"
#include "daemon/app/jipu/control_client.hpp"
#include "daemon/app/jipu/device_eyes.hpp"
#include "daemon/app/jipu/monitor/picture.hpp"
#include "daemon/app/jipu/monitor/screen.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::tool {
namespace {

namespace asio = boost::asio;

struct MonitorOptions {
    std::string file = "/etc/jipu/jipud.toml";
    std::string socket;
    bool json = false, lines = false, changes = false;
    double seconds = 0; ///< 0: until interrupted
    int every_ms = 0;   ///< 0: 200 on a terminal, else a second
};

std::chrono::microseconds duration(double seconds) {
    return std::chrono::microseconds(static_cast<std::chrono::microseconds::rep>(seconds * 1e6));
}

// Turns the loop until the time is over or somebody interrupts.
class Sitting {
  public:
    explicit Sitting(double seconds) {
        signals_.async_wait([this](boost::system::error_code, int) { loop_.stop(); });
        if (seconds <= 0) return;
        end_.expires_after(duration(seconds));
        end_.async_wait([this](boost::system::error_code) { loop_.stop(); });
    }
    asio::io_context& loop() { return loop_; }
    void run() { loop_.run(); }

  private:
    asio::io_context loop_;
    asio::signal_set signals_{loop_, SIGINT, SIGTERM, SIGHUP};
    asio::steady_timer end_{loop_};
};

/// Shows what the eyes see, again and again.
class Show {
  public:
    Show(Sitting& sitting, DeviceEyes& eyes, const MonitorOptions& options)
        : eyes_(eyes), options_(options), timer_(sitting.loop()),
          monotonic_(app::real_surroundings().monotonic), begin_(monotonic_()) {
        const bool drawn = !options.json && !options.lines && ::isatty(STDOUT_FILENO) != 0;
        if (drawn) screen_.emplace();
        every_ = std::chrono::milliseconds(options.every_ms > 0 ? options.every_ms
                                           : drawn              ? 200
                                                                : 1000);
        wait();
    }
    /// Once more, and the terminal as it was.
    app::DeviceView finish() {
        app::DeviceView last = eyes_.look();
        screen_.reset();
        return last;
    }

  private:
    void wait() {
        timer_.expires_after(every_);
        timer_.async_wait([this](boost::system::error_code failed) {
            if (failed) return;
            show();
            wait();
        });
    }
    void show() {
        app::DeviceView view = eyes_.look();
        const double at = static_cast<double>(monotonic_() - begin_) / 1e9;
        if (options_.json) {
            Json line = {{"t", at}};
            line.update(app::device_view_json(view));
            std::printf("%s\n", dump_line(line).c_str());
        } else if (screen_) {
            screen_->draw(picture(view));
        } else {
            std::printf("%.1f %s\n", at, one_line(view, before_).c_str());
        }
        std::fflush(stdout);
        before_ = std::move(view);
    }

    DeviceEyes& eyes_;
    const MonitorOptions& options_;
    asio::steady_timer timer_;
    ReadMonotonic monotonic_;
    MonotonicNs begin_;
    std::chrono::milliseconds every_{};
    std::optional<Screen> screen_;
    app::DeviceView before_;
};

// Ghosts go through contacts; what a hall sensor's output does behind a diode is another matter.
std::size_t contact_columns(const BoardConfig& board) {
    const bool contacts = board.driver == BoardDriver::matrix && board.sensors == Sensors::reed;
    return contacts ? board.wiring.matrix.columns.size() : 0;
}

int tell_changes(Config config, const MonitorOptions& options) {
    config.clock.driver = ClockDriver::none;
    Sitting sitting(options.seconds);
    BoardTeller teller({config.game, config.board.sensors}, config.board.wiring,
                       contact_columns(config.board), [](const std::string& line) {
                           std::printf("%s\n", line.c_str());
                           std::fflush(stdout); // somebody moves a piece and watches
                       });
    {
        const auto eyes = own_eyes(sitting.loop(), config, &teller);
        sitting.run();
    }
    teller.sum_up();
    return teller.was_seen() ? 0 : 2;
}

int show_devices(const std::string& socket, const Config& config, const MonitorOptions& options) {
    Sitting sitting(options.seconds);
    const auto eyes =
        socket.empty() ? own_eyes(sitting.loop(), config, nullptr) : eyes_of_daemon(socket);
    Show show(sitting, *eyes, options);
    sitting.run();
    const app::DeviceView last = show.finish();
    if (!options.json)
        for (const std::string& line : summary(last))
            std::printf("%s\n", line.c_str());
    return last.board.points.empty() ? 2 : 0;
}

int monitor(const MonitorOptions& options) {
    if (!options.socket.empty()) return show_devices(options.socket, {}, options);
    const LoadedConfig loaded = app::load_checked_config(options.file);
    for (const std::string& error : loaded.errors)
        std::fprintf(stderr, "%s\n", error.c_str());
    if (!loaded.errors.empty()) return 2;
    const Config& config = loaded.config;
    if (options.changes) return tell_changes(config, options);
    return show_devices(is_served(config.control_socket) ? config.control_socket : "", config,
                        options);
}

CLI::App* add(CLI::App& app, const char* name, const char* what,
              const std::shared_ptr<MonitorOptions>& options, int& status) {
    CLI::App* command = app.add_subcommand(name, what);
    command->add_option("CONFIG", options->file, "the configuration that names the devices")
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "end after this time")
        ->check(CLI::PositiveNumber);
    command->callback([options, &status] { status = monitor(*options); });
    return command;
}

} // namespace

void add_monitor(CLI::App& app, int& status) {
    auto options = std::make_shared<MonitorOptions>();
    CLI::App* command =
        add(app, "monitor", "show board and clock as they are, until interrupted", options, status);
    auto* json = command->add_flag("--json", options->json, "a line of JSON each time");
    auto* lines =
        command->add_flag("--lines", options->lines, "a line each time on a terminal too");
    auto* changes = command->add_flag("--changes", options->changes,
                                      "every change of the board in words, by the tool itself");
    command
        ->add_option("--socket", options->socket,
                     "ask the daemon at this control socket, without a configuration")
        ->excludes(changes);
    command
        ->add_option("--every-ms", options->every_ms,
                     "how often (default: 200 on a terminal, else 1000)")
        ->check(CLI::Range(20, 3'600'000));
    json->excludes(lines);
    changes->excludes(json);
    changes->excludes(lines);
    // The name that it had when it was a tool of its own.
    auto old = std::make_shared<MonitorOptions>();
    old->changes = true;
    add(app, "try-board", "monitor --changes", old, status);
}

} // namespace jipu::tool
