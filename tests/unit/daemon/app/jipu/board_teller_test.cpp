// SPDX-License-Identifier: Apache-2.0
// What is told of a board that is being built: changes, points that never answer, missing diodes.
#include "daemon/app/jipu/board_teller.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::tool;

namespace {

constexpr MonotonicNs second = 1'000'000'000;

struct Trial {
    explicit Trial(std::size_t columns = 9, Sensors sensors = Sensors::reed)
        : teller({Game::xiangqi, sensors}, wiring(), columns,
                 [this](const std::string& line) { said.push_back(line); }) {}
    static BoardWiring wiring() {
        BoardWiring wiring;
        for (std::uint16_t i = 0; i < 90; ++i)
            wiring.points.push_back({i, no_bit});
        return wiring;
    }
    void scan(const std::vector<PointIndex>& standing) {
        ScanFrame frame;
        frame.levels.assign(90, Level::off);
        for (const PointIndex point : standing)
            frame.levels[point] = Level::on;
        teller.board_scan(second, frame);
        said.clear();
    }
    std::vector<std::string> said;
    BoardTeller teller;
};

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("a board that is tried tells its scans and changes with the seconds since the first") {
    Trial trial(0, Sensors::hall);
    ScanFrame frame;
    frame.levels.assign(90, Level::off);
    frame.levels[1] = Level::south;
    trial.teller.board_lost(5 * second, "no cable");
    trial.teller.board_back(6 * second, "a cable");
    trial.teller.board_scan(7 * second, frame);
    trial.teller.board_change(7 * second + 250'000'000, {40, Level::north});
    trial.teller.board_change(8 * second, {1, Level::off});
    trial.teller.board_note(9 * second, "slow");
    CHECK(trial.said == Words{"0.000 lost: no cable", "1.000 back: a cable",
                              "2.000 board 9/9/9/9/9/9/9/9/9/1S7", "2.250 on e4 N", "3.000 off b0",
                              "4.000 note: slow"});
}

TEST_CASE("points that never showed a piece, or showed one all the time, are told in the end") {
    Trial trial;
    trial.teller.sum_up();
    CHECK(trial.said == Words{"the board was never there"});
    CHECK_FALSE(trial.teller.was_seen());
    trial.scan({3});
    for (std::uint16_t i = 0; i < 88; ++i) {
        if (i == 3) continue;
        trial.teller.board_change(2 * second + i, {i, Level::on});
        trial.teller.board_change(3 * second + i, {i, Level::off});
    }
    trial.said.clear();
    trial.teller.sum_up();
    CHECK(trial.said == Words{"never showed a piece: h9 i9", "showed a piece all the time: d0"});
    CHECK(trial.teller.was_seen());
    for (const std::uint16_t i : {std::uint16_t{88}, std::uint16_t{89}})
        trial.teller.board_change(9 * second + i, {i, Level::on});
    trial.teller.board_change(10 * second, {3, Level::off});
    trial.said.clear();
    trial.teller.sum_up();
    CHECK(trial.said == Words{"every point showed both"});
}

TEST_CASE(
    "two contacts that close in one scan beside two others are told as a ghost, with the diode "
    "that would explain it") {
    Trial trial;
    trial.scan({0, 4}); // a0 e0
    trial.teller.board_change(2 * second, {27, Level::on});
    trial.teller.board_change(2 * second, {31, Level::on});
    CHECK(trial.said ==
          Words{"1.000 on a3", "1.000 on e3",
                "1.000 ghost? if a piece was put on e3 alone, then a3 shows because the diode of "
                "e0 is missing",
                "1.000 ghost? if a piece was put on a3 alone, then e3 shows because the diode of "
                "a0 is missing"});
}

TEST_CASE("contacts that close one after the other, or with no two others to lead round, are no "
          "ghosts") {
    Trial trial;
    trial.scan({0, 4});
    trial.teller.board_change(2 * second, {27, Level::on});
    trial.teller.board_change(2 * second + 5'000'000, {31, Level::on});
    trial.teller.board_change(3 * second, {50, Level::on});
    trial.teller.board_change(3 * second, {52, Level::on});
    CHECK(trial.said.size() == 4);
    Trial chain(0);
    chain.scan({0, 4});
    chain.teller.board_change(2 * second, {27, Level::on});
    chain.teller.board_change(2 * second, {31, Level::on});
    CHECK(chain.said.size() == 2);
}

TEST_CASE("a way round that was there before explains no ghost, and hides none") {
    Trial trial;
    trial.scan({0, 4, 8, 27, 35}); // a0 e0 i0 a3 i3: e3 could have shown before
    trial.teller.board_change(2 * second, {31, Level::on});
    trial.teller.board_change(2 * second, {49, Level::on}); // e5: with e3 no rectangle
    CHECK(trial.said.size() == 2);
    trial.teller.board_change(3 * second, {45, Level::on}); // a5, and at once i5
    trial.teller.board_change(3 * second, {53, Level::on});
    CHECK(std::count_if(trial.said.begin(), trial.said.end(), [](const std::string& line) {
              return line.find("ghost? if a piece was put on a5 alone, then i5") !=
                     std::string::npos;
          }) == 2); // by ranks 0 and 3
}

TEST_CASE("points whose wires were exchanged make the rectangles of their wires") {
    BoardWiring wiring = Trial::wiring();
    std::swap(wiring.points[27], wiring.points[28]); // a3 and b3
    std::vector<std::string> said;
    BoardTeller teller({Game::xiangqi, Sensors::reed}, wiring, 9,
                       [&](const std::string& line) { said.push_back(line); });
    ScanFrame frame;
    frame.levels.assign(90, Level::off);
    frame.levels[0] = frame.levels[4] = Level::on;
    teller.board_scan(second, frame);
    teller.board_change(2 * second, {28, Level::on});
    teller.board_change(2 * second, {31, Level::on});
    REQUIRE(said.size() == 5);
    CHECK(said[4] == "1.000 ghost? if a piece was put on b3 alone, then e3 shows because the diode "
                     "of a0 is missing");
}
