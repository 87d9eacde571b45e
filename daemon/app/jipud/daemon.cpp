// SPDX-License-Identifier: Apache-2.0
// See daemon.hpp.
#include "daemon/app/jipud/daemon.hpp"

#include <malloc.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/common/device_watch.hpp"
#include "daemon/app/common/logging.hpp"
#include "daemon/app/common/notify.hpp"
#include "daemon/app/jipud/control_protocol.hpp"
#include "daemon/app/jipud/control_server.hpp"
#include "daemon/app/jipud/drivers.hpp"
#include "daemon/app/jipud/durable_queue.hpp"
#include "daemon/app/jipud/effect_log.hpp"
#include "daemon/app/jipud/intake.hpp"
#include "daemon/app/jipud/pairing_watch.hpp"
#include "daemon/app/jipud/publishers.hpp"
#include "daemon/app/jipud/reload.hpp"
#include "daemon/app/jipud/session.hpp"
#include "daemon/wire/effect_json.hpp"

namespace jipu::app {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// With one source of reports there is nothing to reorder.
MonotonicNs window_of(const Config& config) {
    return config.clock.driver == ClockDriver::none ? 0 : config.reorder_window_ms * 1'000'000;
}

void make_folder(const LoadedConfig& loaded, const std::string& key,
                 const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        throw StartError(loaded.error_at(key, folder.string() + ": " + failed.message()));
    }
}

class Daemon {
  public:
    Daemon(const LoadedConfig& loaded, std::string version, Surroundings surroundings);
    int run();

  private:
    void open_journal(const LoadedConfig& loaded);
    void open_control(const LoadedConfig& loaded);
    void watch_pairing();
    void wait_for_signal();
    void wait_for_watchdog();
    void turn_soon();
    void turn();
    void caused(const Outcome& outcome);
    void became_durable(const Durable& durable);
    void reload();
    void stop();
    StatusReport report();
    void tell_status();
    /// On the loop, from any thread.
    template <typename Work>
    void on_loop(Work work) {
        asio::post(loop_, std::move(work));
    }

    asio::io_context loop_;
    asio::steady_timer timer_{loop_}, watchdog_{loop_};
    asio::signal_set signals_{loop_, SIGTERM, SIGINT, SIGHUP};
    LoadedConfig loaded_;
    const Config& config_ = loaded_.config;
    std::string version_;
    Surroundings surroundings_;
    MonotonicNs started_ = surroundings_.monotonic();
    Log log_;
    JournalHealth journal_health_;
    DurableQueue durable_;
    JournalTicket durable_through_ = 0;
    EventMerger merger_{window_of(config_)};
    std::unique_ptr<Journal> journal_;      // declared before all that uses it, so it goes last
    std::unique_ptr<PairingWatch> pairing_; // the publishers answer it, so it goes after them
    std::unique_ptr<Publishers> publishers_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Intake> intake_;
    std::unique_ptr<DeviceWatch> watch_; // between the devices and the intake
    std::unique_ptr<BoardSource> board_;
    ClockDevice clock_;
    std::unique_ptr<ControlServer> control_;
    std::string told_status_;
    bool turn_is_near_ = false;
    bool stopped_ = false;
    int exit_status_ = 0;
};

Daemon::Daemon(const LoadedConfig& loaded, std::string version, Surroundings surroundings)
    : loaded_(loaded), version_(std::move(version)), surroundings_(std::move(surroundings)),
      log_(config_.log_level, surroundings_.monotonic) {
    if (!config_.check_time_sync) surroundings_.is_synced = [] { return true; };
    open_journal(loaded_);
    open_control(loaded_);
    const auto say = [this](LogLevel level, const std::string& line) { log_.say(level, line); };
    session_ = std::make_unique<Session>(
        table_setup(config_), *journal_, surroundings_,
        SessionHooks{[this](const Outcome& outcome) { caused(outcome); }, say});
    intake_ = std::make_unique<Intake>(
        merger_, *session_,
        Intake::Hooks{[this] { turn_soon(); },
                      [this] { return journal_->backlog() == Backlog::full; },
                      [this](std::uint64_t tag, const std::string& why) {
                          control_->reply(tag, error_reply(why));
                      },
                      say});
    try {
        session_->resume_unfinished();
        publishers_ = std::make_unique<Publishers>(
            *journal_, config_.board.name, [this](ReportGrade grade, const std::string& line) {
                on_loop([this, grade, line] { log_.say(level_of(grade), line); });
            });
        publishers_->apply(config_.http);
    } catch (const std::runtime_error& error) {
        throw StartError(loaded_.file + ": " + error.what());
    }
    watch_pairing();
    watch_ = std::make_unique<DeviceWatch>(config_, "jipud", intake_.get(), intake_.get());
    board_ = make_board(loop_, config_, surroundings_.monotonic);
    clock_ = make_clock(loop_, config_, surroundings_.monotonic);
}

void Daemon::open_journal(const LoadedConfig& loaded) {
    const std::filesystem::path path = config_.journal_path;
    make_folder(loaded, "journal.path", path.parent_path());
    JournalOptions options;
    if (config_.trace_enabled) {
        make_folder(loaded, "trace.directory", config_.trace_directory);
        options.trace_dir = config_.trace_directory;
    }
    options.trace_bytes = config_.trace_max_mb << 20U;
    options.on_durable = [this](const Durable& durable) {
        on_loop([this, durable] { became_durable(durable); });
    };
    options.on_health = [this](const JournalHealth& health) {
        on_loop([this, health] {
            if (health.failing) {
                log_.error("journal: " + health.detail);
            } else if (journal_health_.failing) {
                log_.warning("journal: it is written again");
            } else if (!health.detail.empty()) {
                log_.warning("journal: " + health.detail);
            }
            journal_health_ = health;
            turn_soon();
        });
    };
    try {
        journal_ = std::make_unique<Journal>(path, std::move(options));
    } catch (const JournalStartError& error) {
        throw StartError(loaded.error_at("journal.path", error.what()));
    }
    if (!journal_->set_aside().empty()) log_.error("journal: " + journal_->set_aside());
}

void Daemon::open_control(const LoadedConfig& loaded) {
    make_folder(loaded, "control.socket",
                std::filesystem::path(config_.control_socket).parent_path());
    ControlServer::Hooks hooks;
    hooks.command = [this](Command command, std::uint64_t tag) {
        log_.info("command: " + command.json);
        intake_->command(surroundings_.monotonic(), std::move(command), tag);
    };
    hooks.status = [this] { return status_reply(report()); };
    hooks.monitor = [this] {
        return monitor_reply(watch_->view(surroundings_.monotonic(), board_.get()),
                             session_->is_recording() ? std::optional(session_->view())
                                                      : std::nullopt);
    };
    hooks.log = [this](LogLevel level, const std::string& line) { log_.say(level, line); };
    try {
        control_ = std::make_unique<ControlServer>(loop_, config_.control_socket, config_.game,
                                                   std::move(hooks));
    } catch (const std::runtime_error& error) {
        throw StartError(loaded.error_at("control.socket", error.what()));
    }
}

void Daemon::watch_pairing() {
    PairingWatch::Hooks hooks;
    hooks.fetch = [this](PairingWatch::Done done) {
        return publishers_->fetch_pairing(std::move(done));
    };
    hooks.told = [this](GameInfo info) {
        session_->set_pairing(std::move(info));
        intake_->tell_own(surroundings_.monotonic());
        turn_soon();
    };
    hooks.log = [this](LogLevel level, const std::string& line) { log_.say(level, line); };
    pairing_ = std::make_unique<PairingWatch>(loop_, config_.game, std::move(hooks));
}

int Daemon::run() {
    wait_for_signal();
    wait_for_watchdog();
    board_->start(*watch_);
    if (clock_.source) clock_.source->start(*watch_);
    log_.info("jipud " + version_ + " serves " + config_.board.name + ", " + loaded_.file);
    turn_soon();
    notify::ready();
    tell_status();
    pairing_->begin(publishers_->pairing_interval());
    loop_.run();
    return exit_status_;
}

void Daemon::wait_for_signal() {
    signals_.async_wait([this](error_code failed, int signal) {
        if (failed) return;
        if (signal == SIGHUP) {
            reload();
            wait_for_signal();
        } else {
            log_.info(signal == SIGINT ? "SIGINT: stopping" : "SIGTERM: stopping");
            stop();
        }
    });
}

// Pinged from the loop: a loop that does not turn is restarted by the service manager.
void Daemon::wait_for_watchdog() {
    const auto interval = notify::watchdog_interval_us();
    watchdog_.expires_after(std::chrono::microseconds(interval ? *interval / 3 : 5'000'000));
    watchdog_.async_wait([this](error_code failed) {
        if (failed) return;
        notify::watchdog();
        log_.say_overdue();
        intake_->tell_own(surroundings_.monotonic());
        turn_soon();
        tell_status();
        wait_for_watchdog();
    });
}

void Daemon::turn_soon() {
    if (turn_is_near_ || stopped_) return;
    turn_is_near_ = true;
    on_loop([this] { turn(); });
}

void Daemon::turn() {
    turn_is_near_ = false;
    if (stopped_) return;
    intake_->turn(surroundings_.monotonic());
    const auto next = intake_->next_turn();
    if (!next) {
        timer_.cancel();
        return;
    }
    timer_.expires_at(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(*next)));
    timer_.async_wait([this](error_code failed) {
        if (!failed) turn();
    });
}

void Daemon::caused(const Outcome& outcome) {
    for (const Effect& effect : outcome.effects) {
        log_effect(log_, effect, session_->setup());
        if (pairing_) pairing_->saw(effect);
        if (const auto* adjusted = std::get_if<ClockAdjusted>(&effect.data);
            adjusted && clock_.set) {
            durable_.when(outcome.ticket, [this, set = *adjusted] {
                if (!clock_.set(set)) log_.warning("the clock has to be set by hand");
            });
        }
        if (control_->has_watchers()) {
            std::string line = effect_line(effect, session_->setup().game);
            durable_.when(outcome.ticket,
                          [this, line = std::move(line)] { control_->tell_watchers(line); });
        }
    }
    if (outcome.tag == 0) return;
    const auto refusal = refusal_in(outcome.effects);
    const std::string reply = refusal ? error_reply(*refusal) : ok_reply();
    durable_.when(outcome.ticket,
                  [this, tag = outcome.tag, reply] { control_->reply(tag, reply); });
    journal_->flush(); // somebody waits for it
}

void Daemon::became_durable(const Durable& durable) {
    durable_through_ = durable.through;
    durable_.reached(durable.through);
    if (durable.stream_events && publishers_) publishers_->wake();
    if (intake_->is_held_back()) turn_soon();
}

StatusReport Daemon::report() {
    StatusReport report;
    report.version = version_;
    report.config_file = loaded_.file;
    report.config = &config_;
    report.uptime_ms = (surroundings_.monotonic() - started_) / 1'000'000;
    report.setup = session_->setup();
    if (session_->is_recording()) report.view = session_->view();
    report.board = intake_->health(Device::board);
    report.clock = intake_->health(Device::clock);
    report.held_back = intake_->is_held_back();
    if (publishers_) report.publishers = publishers_->status();
    report.journal = journal_health_;
    report.journal_set_aside = journal_->set_aside();
    report.clients = control_->clients();
    return report;
}

void Daemon::tell_status() {
    std::string line = status_line(report());
    if (line == told_status_) return;
    notify::status(line);
    told_status_ = std::move(line);
}

void Daemon::reload() {
    notify::reloading(surroundings_.monotonic() / 1000);
    LoadedConfig fresh = load_checked_config(loaded_.file);
    for (const std::string& error : fresh.errors) {
        log_.error(error);
    }
    if (!fresh.errors.empty()) {
        log_.error("reload: the file is wrong, the old configuration stays");
        notify::ready();
        return;
    }
    for (const std::string& key : changes_that_need_a_restart(config_, fresh.config)) {
        log_.warning(fresh.error_at(key, "changed, needs a restart"));
    }
    bool publishes = true;
    try {
        publishers_->apply(fresh.config.http);
        loaded_.config.http = fresh.config.http;
    } catch (const std::runtime_error& error) {
        publishes = false;
        log_.error("reload: [publish] is not taken: " + std::string(error.what()));
    }
    // What was asked of a publisher that is no more will not be answered.
    pairing_->begin(publishers_->pairing_interval());
    loaded_.config.log_level = fresh.config.log_level;
    log_.set_level(config_.log_level);
    if (publishes) log_.info("reload: done");
    notify::ready();
}

// Quick, whatever the network does: the publishers' cursors stay where they are. Everything that
// was seen goes to the disk first.
void Daemon::stop() {
    notify::stopping();
    board_->stop();
    if (clock_.source) clock_.source->stop();
    intake_->drain();
    stopped_ = true;
    timer_.cancel();
    watchdog_.cancel();
    pairing_->stop();
    const JournalTicket last = journal_->flush();
    if (journal_->wait_durable(last)) {
        durable_.reached(last);
    } else {
        log_.error("journal: the last inputs could not be kept");
        exit_status_ = 1;
    }
    loop_.poll(); // the replies to the last commands
    control_.reset();
    publishers_.reset();
    loop_.stop();
}

} // namespace

int run_daemon(const LoadedConfig& loaded, const std::string& version, Surroundings surroundings) {
    // Three threads with an arena each would cost more memory than the daemon itself.
    ::mallopt(M_ARENA_MAX, 1);
    // A reader of the log that went away must not end the daemon.
    std::signal(SIGPIPE, SIG_IGN);
    Daemon daemon(loaded, version, std::move(surroundings));
    return daemon.run();
}

} // namespace jipu::app
