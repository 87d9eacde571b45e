// SPDX-License-Identifier: Apache-2.0
// What a board driver has said, in order.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hal/api/drivers.hpp"

namespace jipu::test {

/// Keeps all of it: which calls, what they said, and the board as they leave it.
struct SaidByBoard : BoardSink {
    void board_scan(MonotonicNs at, const ScanFrame& frame) override {
        note(at, "scan");
        scan = frame;
    }
    void board_change(MonotonicNs at, PointChange change) override {
        note(at, "change");
        scan.levels[change.point] = change.level;
    }
    void board_lost(MonotonicNs at, const std::string& detail) override {
        note(at, "lost");
        details.push_back(detail);
    }
    void board_back(MonotonicNs at, const std::string& detail) override {
        note(at, "back");
        details.push_back(detail);
    }
    void board_note(MonotonicNs, const std::string& detail) override { notes.push_back(detail); }
    void note(MonotonicNs at, const char* what) {
        ordered = ordered && at >= last;
        last = at;
        log.emplace_back(what);
    }
    long count(const std::string& what) const { return std::count(log.begin(), log.end(), what); }
    std::vector<std::string> log, details, notes;
    ScanFrame scan;
    MonotonicNs last = 0;
    bool ordered = true; ///< no stamp lies before the one before it
};

} // namespace jipu::test
