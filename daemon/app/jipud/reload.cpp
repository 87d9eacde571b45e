// SPDX-License-Identifier: Apache-2.0
// See reload.hpp.
#include "daemon/app/jipud/reload.hpp"

namespace jipu::app {

std::vector<std::string> changes_that_need_a_restart(const Config& now, const Config& wanted) {
    std::vector<std::string> keys;
    const auto compare = [&](const char* key, const auto& a, const auto& b) {
        if (!(a == b)) keys.emplace_back(key);
    };
    compare("game", now.game, wanted.game);
    compare("rules", now.rules, wanted.rules);
    compare("time_control", now.time_control, wanted.time_control);
    compare("start", now.start, wanted.start);
    compare("acts", now.acts, wanted.acts);
    compare("reorder_window_ms", now.reorder_window_ms, wanted.reorder_window_ms);
    compare("check_time_sync", now.check_time_sync, wanted.check_time_sync);
    compare("board.name", now.board.name, wanted.board.name);
    compare("board.sensors", now.board.sensors, wanted.board.sensors);
    compare("board.driver", now.board.driver, wanted.board.driver);
    compare("board.socket", now.board.socket, wanted.board.socket);
    compare("board.wiring", now.board.wiring_file, wanted.board.wiring_file);
    if (now.board.wiring_file == wanted.board.wiring_file) {
        compare("board.wiring", now.board.wiring, wanted.board.wiring);
    }
    compare("clock.driver", now.clock.driver, wanted.clock.driver);
    compare("clock.port", now.clock.port, wanted.clock.port);
    compare("clock.lever", now.clock.lever, wanted.clock.lever);
    compare("clock.left", now.clock.left, wanted.clock.left);
    const SensingConfig &s = now.sensing, &w = wanted.sensing;
    compare("sensing.debounce_ms", s.debounce_ms, w.debounce_ms);
    compare("sensing.settle_ms", s.settle_ms, w.settle_ms);
    compare("sensing.placed_ms", s.placed_ms, w.placed_ms);
    compare("sensing.adjust_ms", s.adjust_ms, w.adjust_ms);
    compare("sensing.together_ms", s.together_ms, w.together_ms);
    compare("sensing.illegal_ms", s.illegal_ms, w.illegal_ms);
    compare("sensing.no_press_ms", s.no_press_ms, w.no_press_ms);
    compare("journal.path", now.journal_path, wanted.journal_path);
    compare("trace.enabled", now.trace_enabled, wanted.trace_enabled);
    compare("trace.directory", now.trace_directory, wanted.trace_directory);
    compare("trace.max_total_mb", now.trace_max_mb, wanted.trace_max_mb);
    compare("control.socket", now.control_socket, wanted.control_socket);
    return keys;
}

} // namespace jipu::app
