// SPDX-License-Identifier: Apache-2.0
// `jipu calibrate CONFIG`: somebody walks a magnet over the board, or sets up the start position;
// what is wrong with the wiring is said, and the right one written. Status 0 when nothing is left
// for a hand, 1 when something is, 2 when nothing could be found out.
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unistd.h>

#include "config/wiring_text.hpp"
#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipu/calibrate/bit_watch.hpp"
#include "daemon/app/jipu/calibrate/start_dialog.hpp"
#include "daemon/app/jipu/calibrate/walk_dialog.hpp"
#include "daemon/app/jipu/control_client.hpp"
#include "daemon/app/jipu/start_levels.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/app/jipu/typed_lines.hpp"
#include "daemon/app/jipud/drivers.hpp"
#include "daemon/calibration/line_words.hpp"
#include "daemon/wire/json.hpp"

namespace jipu::tool {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using calibration::Finding;
using calibration::FindingKind;
using calibration::FoundWiring;

struct CalibrateOptions {
    std::string file = "/etc/jipu/jipud.toml";
    std::string out;
    bool walk = false, start_position = false, one_pole = false, write = false, json = false;
    int settle_ms = 300;
};

/// One sitting at the board. What is asked goes to standard error when the result is JSON.
class Sitting {
  public:
    Sitting(const Config& config, const CalibrateOptions& options);
    std::optional<FoundWiring> run();

  private:
    void say(const std::string& line) const {
        std::FILE* to = json_ ? stderr : stdout;
        // A bell where somebody is likely to look at the board and not here.
        const bool bell = line.find(": seen") != std::string::npos && ::isatty(::fileno(to)) != 0;
        std::fprintf(to, "%s%s\n", bell ? "\a" : "", line.c_str());
        std::fflush(to);
    }
    void lost(const std::string& detail);
    void end_mute() {
        say("Nothing more is typed: the calibration ends.");
        failed_ = true;
        loop_.stop();
    }
    void end_if_done() {
        if (dialog_->is_done()) loop_.stop();
    }

    asio::io_context loop_;
    bool json_;
    bool failed_ = false, begun_ = false;
    bool mute_ = false; ///< nobody types any more
    std::unique_ptr<Dialog> dialog_;
    std::unique_ptr<BitWatch> watch_;
    std::unique_ptr<BoardSource> board_;
    std::unique_ptr<TypedLines> typed_;
};

Sitting::Sitting(const Config& config, const CalibrateOptions& options) : json_(options.json) {
    const auto say_line = [this](const std::string& line) { say(line); };
    if (options.walk) {
        dialog_ = std::make_unique<WalkDialog>(config.board.wiring, !options.one_pole, say_line);
    } else {
        dialog_ =
            std::make_unique<StartDialog>(config.board.wiring, start_levels(config), say_line);
    }
    BitWatch::Hooks hooks;
    hooks.settled = [this](const calibration::Bits& on) {
        dialog_->settled(on);
        if (!begun_) dialog_->begin();
        begun_ = true;
        if (mute_) end_mute();
        end_if_done();
    };
    hooks.lost = [this](const std::string& detail) { lost(detail); };
    hooks.note = [this](const std::string& detail) { say("note: " + detail); };
    watch_ = std::make_unique<BitWatch>(loop_, std::chrono::milliseconds(options.settle_ms),
                                        std::move(hooks));
    Config bit_by_bit = config;
    bit_by_bit.board.wiring = BitWatch::bit_by_bit(config.board.wiring);
    board_ = app::make_board(loop_, bit_by_bit, app::real_surroundings().monotonic);
    typed_ = std::make_unique<TypedLines>(
        loop_,
        [this](const std::string& line) {
            if (begun_) dialog_->typed(line);
            end_if_done();
        },
        [this] {
            mute_ = true;
            if (begun_) end_mute();
        });
}

// A board that was there comes back by itself; one that never was has to be looked after first.
void Sitting::lost(const std::string& detail) {
    std::fprintf(stderr, "jipu: the board is lost: %s\n", detail.c_str());
    if (watch_->was_seen()) return;
    failed_ = true;
    loop_.stop();
}

std::optional<FoundWiring> Sitting::run() {
    asio::signal_set signals(loop_, SIGINT, SIGTERM);
    signals.async_wait([this](boost::system::error_code, int) {
        failed_ = true;
        loop_.stop();
    });
    board_->start(*watch_);
    loop_.run();
    board_->stop();
    typed_.reset();
    return failed_ ? std::nullopt : dialog_->found();
}

// Whole or not at all: a file that is half written would be no wiring.
void write_file(const fs::path& path, const std::string& text) {
    const fs::path fresh = path.string() + ".part";
    std::ofstream out(fresh, std::ios::trunc | std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(fresh.string() + ": cannot be written");
    fs::rename(fresh, path);
}

// The first name that is free, beside the old file.
fs::path backup_of(const fs::path& path) {
    for (int number = 1;; ++number) {
        fs::path name = path.string() + ".~" + std::to_string(number) + "~";
        if (!fs::exists(name)) return name;
    }
}

// Where the new wiring stands now; empty: nowhere. Throws for what cannot be written.
std::string keep_wiring(const Config& config, const CalibrateOptions& options,
                        const BoardWiring& wiring) {
    WiringFor board;
    board.driver = config.board.driver;
    board.sensors = config.board.sensors;
    const std::string& old = config.board.wiring_file;
    const auto text = format_wiring(wiring, board,
                                    "The wiring of " + config.board.name +
                                        " as jipu calibrate found it; the file before: " + old);
    if (!text) throw std::runtime_error("the wiring cannot be written: " + text.error());
    // What was written is read again before anything rests on it.
    const LoadedWiring again = load_wiring(*text, "the new wiring", board);
    if (!again.errors.empty()) throw std::runtime_error(again.errors.front());
    if (again.wiring != wiring) throw std::runtime_error("the new wiring reads as another one");
    if (!options.write) {
        std::string path = options.out.empty() ? old + ".new" : options.out;
        if (!options.out.empty() && fs::exists(path))
            throw std::runtime_error(path + ": is there already");
        write_file(path, *text);
        return path;
    }
    const fs::path backup = backup_of(old);
    fs::copy_file(old, backup);
    std::fprintf(stderr, "jipu: the file before is kept as %s\n", backup.c_str());
    write_file(old, *text);
    return old;
}

bool wants_hand(const Finding& finding) {
    return !finding.mended && finding.kind != FindingKind::not_tried;
}

void print_json(const FoundWiring& found, const calibration::Grid& grid, const std::string& path,
                bool changed) {
    Json findings = Json::array();
    for (const Finding& one : found.findings) {
        Json points = Json::array();
        for (const PointIndex point : one.points)
            points.push_back(calibration::point_name(grid, point));
        findings.push_back({{"kind", calibration::finding_name(one.kind)},
                            {"points", std::move(points)},
                            {"words", one.words},
                            {"mended", one.mended}});
    }
    const Json all = {{"complete", found.complete},
                      {"changed", changed},
                      {"wiring", path},
                      {"findings", std::move(findings)}};
    std::printf("%s\n", dump_line(all).c_str());
}

void print_words(const FoundWiring& found, const std::string& path) {
    if (found.findings.empty()) std::printf("every point answered as itself\n");
    for (const Finding& one : found.findings) {
        std::printf("%s: %s\n",
                    one.mended        ? "mended"
                    : wants_hand(one) ? "BY HAND"
                                      : "not known",
                    one.words.c_str());
    }
    if (path.empty()) {
        std::printf("the wiring file is right as it is\n");
    } else {
        std::printf("the new wiring: %s\n", path.c_str());
    }
}

int calibrate(const CalibrateOptions& options) {
    const LoadedConfig loaded = app::load_checked_config(options.file);
    for (const std::string& error : loaded.errors)
        std::fprintf(stderr, "%s\n", error.c_str());
    if (!loaded.errors.empty()) return 2;
    const Config& config = loaded.config;
    if (config.board.driver == BoardDriver::sim) {
        std::fprintf(stderr, "jipu: %s: a simulated board has no wiring\n", options.file.c_str());
        return 2;
    }
    if (is_served(config.control_socket)) {
        std::fprintf(stderr, "jipu: jipud runs, and the board is its own: stop it first "
                             "(systemctl stop jipud)\n");
        return 2;
    }
    const auto found = Sitting(config, options).run();
    if (!found) return 2;
    const bool changed = found->wiring != config.board.wiring;
    const std::string path = changed ? keep_wiring(config, options, found->wiring) : "";
    if (options.json) {
        print_json(*found, calibration::grid_of(found->wiring), path, changed);
    } else {
        print_words(*found, path);
    }
    for (const Finding& one : found->findings)
        if (wants_hand(one)) return 1;
    return 0;
}

} // namespace

void add_calibrate(CLI::App& app, int& status) {
    auto options = std::make_shared<CalibrateOptions>();
    CLI::App* command = app.add_subcommand(
        "calibrate", "find which wire is which point, and write the wiring file");
    command->add_option("CONFIG", options->file, "the configuration that names the board")
        ->capture_default_str();
    auto* walk =
        command->add_flag("--walk", options->walk, "a magnet on one point after the other");
    auto* start = command->add_flag("--start-position", options->start_position,
                                    "the start position, and single pieces of it");
    walk->excludes(start);
    command->add_flag("--one-pole", options->one_pole, "hall: walk with a red piece alone");
    auto* out =
        command->add_option("--out", options->out, "the new wiring file (default: WIRING.new)");
    command->add_flag("--write", options->write, "replace the wiring file, and keep the old one")
        ->excludes(out);
    command->add_option("--settle-ms", options->settle_ms, "a level that stands so long counts")
        ->capture_default_str()
        ->check(CLI::Range(10, 5000));
    command->add_flag("--json", options->json, "the result as one line of JSON");
    command->callback([options, &status] {
        if (!options->walk && !options->start_position)
            throw CLI::ValidationError("calibrate", "--walk or --start-position is wanted");
        status = calibrate(*options);
    });
}

} // namespace jipu::tool
