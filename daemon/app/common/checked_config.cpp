// SPDX-License-Identifier: Apache-2.0
// See checked_config.hpp.
#include "daemon/app/common/checked_config.hpp"

#include <utility>

#include "config/read_file.hpp"
#include "config/wiring.hpp"
#include "daemon/table/table.hpp"

namespace jipu::app {
namespace {

constexpr std::size_t most_wiring_bytes = 1024 * 1024;

// Asks the core about one value alone, so that its answer can be given a place.
void check_one(LoadedConfig& loaded, const std::string& key, std::string TableSetup::*field) {
    TableSetup alone;
    alone.game = loaded.config.game;
    const std::string value = table_setup(loaded.config).*field;
    if (value.empty()) return;
    alone.*field = value;
    if (const std::string wrong = validate_setup(alone); !wrong.empty()) {
        // The place names the key already.
        const std::string said = key + ": ";
        loaded.errors.push_back(
            loaded.error_at(key, wrong.starts_with(said) ? wrong.substr(said.size()) : wrong));
    }
}

// The file that says which line is which point, for the boards that need one.
void read_wiring(LoadedConfig& loaded) {
    BoardConfig& board = loaded.config.board;
    if (board.driver == BoardDriver::sim) return;
    WiringFor wanted;
    wanted.driver = board.driver;
    wanted.sensors = board.sensors;
    const Result<std::string> text = read_file(board.wiring_file, most_wiring_bytes);
    if (!text) {
        loaded.errors.push_back(
            loaded.error_at("board.wiring", board.wiring_file + ": " + text.error()));
        return;
    }
    LoadedWiring wiring = load_wiring(*text, board.wiring_file, wanted);
    board.wiring = std::move(wiring.wiring);
    loaded.errors.insert(loaded.errors.end(), wiring.errors.begin(), wiring.errors.end());
}

} // namespace

LoadedConfig load_checked_config(const std::string& path) {
    LoadedConfig loaded = load_config_file(path);
    // Also when something else is wrong: every mistake is named at once.
    check_one(loaded, "rules", &TableSetup::rules);
    check_one(loaded, "time_control", &TableSetup::time_control);
    check_one(loaded, "start", &TableSetup::start);
    check_one(loaded, "acts", &TableSetup::acts);
    read_wiring(loaded);
    if (!loaded.errors.empty()) return loaded;
    // Each is right alone; what is left is a contradiction between them.
    if (const std::string wrong = validate_setup(table_setup(loaded.config)); !wrong.empty()) {
        loaded.errors.push_back(path + ": " + wrong);
    }
    return loaded;
}

} // namespace jipu::app
