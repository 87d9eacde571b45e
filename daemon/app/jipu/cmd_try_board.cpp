// SPDX-License-Identifier: Apache-2.0
// `jipu try-board CONFIG`: follows the board of a configuration as jipud would, and says what its
// sensors show; for who builds a board. Status 0 when the board was there, else 2.
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include "daemon/app/common/checked_config.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipu/board_teller.hpp"
#include "daemon/app/jipu/subcommands.hpp"
#include "daemon/app/jipud/drivers.hpp"

namespace jipu::tool {
namespace {

namespace asio = boost::asio;

struct TryOptions {
    std::string file = "/etc/jipu/jipud.toml";
    double seconds = 0;
};

// Ghosts go through contacts; what a hall sensor's output does behind a diode is another matter.
std::size_t contact_columns(const BoardConfig& board) {
    const bool contacts = board.driver == BoardDriver::matrix && board.sensors == Sensors::reed;
    return contacts ? board.wiring.matrix.columns.size() : 0;
}

int try_board(const TryOptions& options) {
    const LoadedConfig loaded = app::load_checked_config(options.file);
    for (const std::string& error : loaded.errors) {
        std::fprintf(stderr, "%s\n", error.c_str());
    }
    if (!loaded.errors.empty()) return 2;
    const Config& config = loaded.config;
    asio::io_context loop;
    BoardTeller teller({config.game, config.board.sensors}, config.board.wiring,
                       contact_columns(config.board), [](const std::string& line) {
                           std::printf("%s\n", line.c_str());
                           std::fflush(stdout); // somebody moves a piece and watches
                       });
    const auto board = app::make_board(loop, config, app::real_surroundings().monotonic);
    asio::signal_set signals(loop, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code, int) { loop.stop(); });
    asio::steady_timer timer(loop);
    if (options.seconds > 0) {
        timer.expires_after(std::chrono::microseconds(
            static_cast<std::chrono::microseconds::rep>(options.seconds * 1e6)));
        timer.async_wait([&](boost::system::error_code) { loop.stop(); });
    }
    board->start(teller);
    loop.run();
    board->stop();
    teller.sum_up();
    return teller.was_seen() ? 0 : 2;
}

} // namespace

void add_try_board(CLI::App& app, int& status) {
    auto options = std::make_shared<TryOptions>();
    CLI::App* command =
        app.add_subcommand("try-board", "say what the sensors of a board show, until interrupted");
    command->add_option("CONFIG", options->file, "the configuration that names the board")
        ->capture_default_str();
    command->add_option("--seconds", options->seconds, "end after this time")
        ->check(CLI::PositiveNumber);
    command->callback([options, &status] { status = try_board(*options); });
}

} // namespace jipu::tool
