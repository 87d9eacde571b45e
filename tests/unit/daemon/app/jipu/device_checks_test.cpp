// SPDX-License-Identifier: Apache-2.0
// What a self-test says of devices that were watched, case by case.
#include "daemon/app/jipu/selftest/device_checks.hpp"

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::app;
using namespace jipu::tool;

namespace {

std::vector<Level> start() {
    std::vector<Level> levels(90, Level::off);
    for (const int red : {0, 1, 2, 3, 4, 5, 6, 7, 8, 19, 25, 27, 29, 31, 33, 35}) {
        levels[static_cast<std::size_t>(red)] = Level::on;
        levels[static_cast<std::size_t>(89 - red)] = Level::on;
    }
    return levels;
}

struct Watched {
    Watched() {
        config.board.driver = BoardDriver::matrix;
        config.board.wiring.scans_per_s = 200;
        view.told_by = "jipu";
        view.board.driver = "matrix";
        view.board.presence = Presence::ok;
        view.board.pace = ScanPace{600, 0, 199.9, 5000, 5040, 5300};
        show(start());
    }
    void show(const std::vector<Level>& levels) {
        view.board.points.clear();
        for (const Level level : levels)
            view.board.points.push_back({level, PointState::well, 0, std::nullopt});
    }
    void put(std::size_t point, Level level) { view.board.points[point].level = level; }
    /// Of the check with this name: `ok`, `failed: reason` or `skipped: reason`.
    std::string of(const std::string& device) const {
        Checks all = board_checks(config, view, notes, start());
        const Checks clock = clock_checks(config, view);
        all.insert(all.end(), clock.begin(), clock.end());
        for (const Check& check : all) {
            if (check.device != device) continue;
            // Who is told of a failure is told what to do, and nobody else is.
            CHECK((check.outcome == Outcome::failed) == !check.remedy.empty());
            if (check.outcome == Outcome::ok) return "ok";
            return (check.outcome == Outcome::failed ? "failed: " : "skipped: ") + check.reason;
        }
        return "not there";
    }
    Config config;
    DeviceView view;
    std::vector<std::string> notes;
};

Watched with_clock(ClockDriver driver) {
    Watched watched;
    watched.config.clock.driver = driver;
    watched.config.clock.port = "/dev/clock";
    watched.view.clock.emplace();
    watched.view.clock->driver = "line";
    watched.view.clock->presence = Presence::ok;
    return watched;
}

} // namespace

TEST_CASE("a board in the start position that is scanned steadily is ready") {
    const Watched watched;
    for (const char* device : {"board", "scans", "priority", "points"})
        CHECK(watched.of(device) == "ok");
    CHECK(watched.of("clock") == "skipped: the configuration names none");
}

TEST_CASE("a board that is not there is told once, with its reason") {
    Watched watched;
    watched.view.board = {};
    watched.view.board.presence = Presence::lost;
    watched.view.board.detail = "there is no gpiochip x";
    CHECK(watched.of("board") == "failed: there is no gpiochip x");
    for (const char* device : {"scans", "priority", "points"})
        CHECK(watched.of(device) == "skipped: the board is not there");
    watched.view.board.presence = Presence::waiting;
    CHECK(watched.of("board") == "failed: it says nothing");
}

TEST_CASE("scans that come too seldom fail from five of a hundred missing on") {
    Watched watched;
    watched.view.board.pace->per_s = 190.0;
    CHECK(watched.of("scans") == "ok");
    watched.view.board.pace->per_s = 189.9;
    CHECK(watched.of("scans").starts_with("failed: 189.9 of 200.0 a second"));
    watched.view.board.pace.reset();
    CHECK(watched.of("scans").starts_with("failed: "));
    watched.config.board.driver = BoardDriver::sim;
    CHECK(watched.of("scans").starts_with("skipped: "));
}

TEST_CASE("a missing priority fails at the daemon and not at a user who has none") {
    Watched watched;
    watched.notes = {"it is scanned without real-time priority: Operation not permitted"};
    CHECK(watched.of("priority").starts_with("skipped: "));
    watched.view.told_by = "jipud";
    CHECK(watched.of("priority").starts_with("failed: "));
}

TEST_CASE("an empty board is ready, one that is half set up is not judged") {
    Watched watched;
    watched.show(std::vector<Level>(90, Level::off));
    CHECK(watched.of("points") == "ok");
    for (const std::size_t point : {0U, 1U, 2U, 40U})
        watched.put(point, Level::on);
    CHECK(watched.of("points").starts_with("skipped: points that show a piece: 4"));
}

TEST_CASE("what differs from the start position is named point by point") {
    Watched watched;
    watched.put(0, Level::off);
    watched.put(40, Level::on);
    CHECK(watched.of("points") ==
          "failed: of the start position nothing is seen on a0; a piece is seen where none stands: "
          "e4");
}

TEST_CASE("a pole that is the other one is named") {
    Watched watched;
    watched.put(0, Level::south);
    CHECK(watched.of("points") == "failed: the other pole is seen on a0");
}

TEST_CASE("a rank or file that is on as a whole is named, but for the back ranks") {
    Watched rank, file;
    rank.show(std::vector<Level>(90, Level::off));
    for (std::size_t i = 0; i < 9; ++i)
        rank.put(36 + i, Level::on);
    CHECK(rank.of("points") == "failed: on as a whole: rank 4");
    for (std::size_t i = 0; i < 10; ++i)
        file.put(1 + 9 * i, Level::on);
    CHECK(file.of("points") == "failed: on as a whole: file b");
}

TEST_CASE("points that chatter and points that the game suspects fail by name") {
    Watched watched;
    watched.view.told_by = "jipud";
    watched.show(std::vector<Level>(90, Level::on));
    CHECK(watched.of("points") == "ok");
    watched.view.board.suspected = {4};
    CHECK(watched.of("points") == "failed: the game takes for faulty: e0");
    watched.view.board.points[13].state = PointState::chatters;
    CHECK(watched.of("points") == "failed: chattering: e1");
}

TEST_CASE("a clock is ready when it said something that its protocol knows") {
    Watched watched = with_clock(ClockDriver::line);
    CHECK(watched.of("clock") == "failed: /dev/clock is there, and no clock answers");
    watched.view.clock->heard_ago_ms = 3;
    CHECK(watched.of("clock") == "ok");
    watched.view.clock->presence = Presence::lost;
    watched.view.clock->detail = "/dev/clock is in use by another program";
    CHECK(watched.of("clock") == "failed: /dev/clock is in use by another program");
}

TEST_CASE("noise at the clock's port is another clock or another port") {
    Watched watched = with_clock(ClockDriver::line);
    watched.view.clock->wrong_frames = 7;
    watched.view.clock->last_error = "no word";
    CHECK(watched.of("clock") == "failed: /dev/clock sends what is no word of line: no word");
}

TEST_CASE("a clock of buttons alone cannot be asked, and levers are there with their lines") {
    CHECK(with_clock(ClockDriver::izis).of("clock").starts_with("skipped: "));
    Watched lever = with_clock(ClockDriver::lever);
    CHECK(lever.of("clock") == "ok");
    lever.view.clock->presence = Presence::waiting;
    CHECK(lever.of("clock") == "failed: its lines say nothing");
}
