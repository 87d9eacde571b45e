// SPDX-License-Identifier: Apache-2.0
// The log's limit on repeats, what waits for the disk, what a reload can change.
#include <vector>

#include "daemon/app/common/repeat_limiter.hpp"
#include "daemon/app/jipud/durable_queue.hpp"
#include "daemon/app/jipud/raw_levels.hpp"
#include "daemon/app/jipud/reload.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::app;

TEST_CASE("a line that repeats is said once in a while, with a count") {
    RepeatLimiter limiter(100, 4);
    CHECK(limiter.pass("disk full", 0) == "disk full");
    CHECK_FALSE(limiter.pass("disk full", 50));
    CHECK_FALSE(limiter.pass("disk full", 99));
    CHECK(limiter.pass("another", 99) == "another");
    CHECK(limiter.pass("disk full", 100) == "disk full (and 2 times before)");
    CHECK_FALSE(limiter.pass("disk full", 150));
    CHECK(limiter.pass("another", 300) == "another");
}

TEST_CASE("the limit on repeats remembers a bounded number of lines") {
    RepeatLimiter limiter(1000, 2);
    CHECK(limiter.pass("a", 0));
    CHECK(limiter.pass("b", 1));
    CHECK(limiter.pass("c", 2)); // a is forgotten
    CHECK(limiter.pass("a", 3) == "a");
    CHECK_FALSE(limiter.pass("c", 4));
}

TEST_CASE("what waits for the disk leaves in order, and not before its ticket") {
    DurableQueue queue;
    std::vector<int> left;
    queue.when(1, [&] { left.push_back(1); });
    queue.when(1, [&] { left.push_back(2); });
    queue.when(3, [&] { left.push_back(3); });
    queue.reached(0);
    CHECK(left.empty());
    queue.reached(2);
    CHECK(left == std::vector<int>{1, 2});
    CHECK(queue.size() == 1);
    queue.reached(3);
    CHECK(left == std::vector<int>{1, 2, 3});
}

TEST_CASE("what leaves may make more wait") {
    DurableQueue queue;
    int left = 0;
    queue.when(1, [&] {
        ++left;
        queue.when(1, [&] { ++left; });
    });
    queue.reached(1);
    CHECK(left == 2);
}

TEST_CASE("a reload names what needs a restart, and only that") {
    const Config now;
    Config wanted = now;
    CHECK(changes_that_need_a_restart(now, wanted).empty());
    wanted.log_level = LogLevel::debug;
    wanted.http.push_back({});
    CHECK(changes_that_need_a_restart(now, wanted).empty());
    wanted.board.name = "other";
    wanted.clock.driver = ClockDriver::line;
    wanted.sensing.settle_ms = 300;
    wanted.control_socket = "/x";
    CHECK(changes_that_need_a_restart(now, wanted) ==
          std::vector<std::string>{"board.name", "clock.driver", "sensing.settle_ms",
                                   "control.socket"});
}

TEST_CASE("raw levels follow scans and changes") {
    RawLevels levels;
    CHECK(levels.levels().empty());
    levels.take_one(PointChange{3, Level::on}); // before a scan nothing is known
    CHECK(levels.levels().empty());
    levels.take_one(ScanFrame{{Level::off, Level::on, Level::off}});
    levels.take_one(PointChange{0, Level::north});
    levels.take_one(PointChange{99, Level::on}); // no such point
    CHECK(levels.levels() == std::vector<Level>{Level::north, Level::on, Level::off});
}
