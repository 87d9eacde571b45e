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

TEST_CASE("of equal lines a few are said in a while, the rest is counted and said later") {
    RepeatLimiter limiter({100, 2, 4});
    CHECK(limiter.pass("disk full", 0, 3));
    CHECK(limiter.pass("disk full", 50, 3));
    CHECK_FALSE(limiter.pass("disk full", 60, 3));
    CHECK(limiter.pass("another", 60, 1));
    CHECK_FALSE(limiter.pass("disk full", 99, 3));
    CHECK(limiter.overdue(99).empty());
    const auto due = limiter.overdue(100);
    REQUIRE(due.size() == 1);
    CHECK(due[0].line == "disk full (2 times more)");
    CHECK(due[0].grade == 3);
    CHECK(limiter.overdue(1000).empty());
    CHECK(limiter.pass("disk full", 1000));
}

TEST_CASE("a line that comes again after a while is said as if new") {
    RepeatLimiter limiter({100, 1, 4});
    CHECK(limiter.pass("a", 0));
    CHECK(limiter.pass("a", 100));
    CHECK_FALSE(limiter.pass("a", 150));
    CHECK_FALSE(limiter.pass("a", 250)); // what was left out is said first, by overdue()
    CHECK(limiter.overdue(250).size() == 1);
}

TEST_CASE("the limit on repeats remembers a bounded number of lines") {
    RepeatLimiter limiter({1000, 1, 2});
    CHECK(limiter.pass("a", 0));
    CHECK(limiter.pass("b", 1));
    CHECK(limiter.pass("c", 2)); // a is forgotten
    CHECK(limiter.pass("a", 3));
    CHECK_FALSE(limiter.pass("c", 4));
}

TEST_CASE("the limit on repeats forgets no count while there is a line without one") {
    RepeatLimiter limiter({1000, 1, 2});
    CHECK(limiter.pass("a", 0));
    CHECK_FALSE(limiter.pass("a", 1));
    CHECK(limiter.pass("b", 2));
    CHECK(limiter.pass("c", 3)); // b is forgotten
    const auto due = limiter.overdue(1000);
    REQUIRE(due.size() == 1);
    CHECK(due[0].line == "a (1 times more)");
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

TEST_CASE("a reload names a wiring that is another file or says another thing, once") {
    const Config now;
    Config wanted = now;
    wanted.board.wiring.scans_per_s = 100;
    wanted.clock.lever.debounce_ms = 7;
    CHECK(changes_that_need_a_restart(now, wanted) ==
          std::vector<std::string>{"board.wiring", "clock.lever"});
    wanted = now;
    wanted.board.wiring.scans_per_s = 100;
    wanted.board.wiring_file = "/other";
    CHECK(changes_that_need_a_restart(now, wanted) == std::vector<std::string>{"board.wiring"});
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
