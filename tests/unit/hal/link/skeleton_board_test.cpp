// SPDX-License-Identifier: Apache-2.0
// The driver that people copy does what every driver must do first.
#include "hal/skeleton_board.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;

namespace {
struct Said : BoardSink {
    void board_scan(MonotonicNs at, const ScanFrame& frame) override {
        stamp = at;
        scan = frame;
        ++scans;
    }
    void board_change(MonotonicNs, PointChange) override { ++others; }
    void board_lost(MonotonicNs, const std::string&) override { ++others; }
    void board_back(MonotonicNs, const std::string&) override { ++others; }
    MonotonicNs stamp = 0;
    ScanFrame scan;
    int scans = 0;
    int others = 0;
};
} // namespace

TEST_CASE("the skeleton driver reports one stamped scan of all points at its start, nothing else") {
    Said said;
    SkeletonBoard board(90, [] { return MonotonicNs{42}; });
    CHECK(said.scans == 0);
    board.start(said);
    CHECK(said.scans == 1);
    CHECK(said.stamp == 42);
    CHECK(said.scan.levels == std::vector<Level>(90, Level::off));
    board.stop();
    CHECK(said.scans == 1);
    CHECK(said.others == 0);
}
