// SPDX-License-Identifier: Apache-2.0
// What is asked of who sits at a board, and what is made of the answers.
#include "daemon/app/jipu/calibrate/start_dialog.hpp"
#include "daemon/app/jipu/calibrate/walk_dialog.hpp"
#include "tests/support/calibration/bench_board.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::tool;
using calibration::Bits;
using jipu::test::BenchBoard;

namespace {

struct Said {
    Dialog::Say say() {
        return [this](const std::string& line) { lines.push_back(line); };
    }
    std::string last() const { return lines.empty() ? "" : lines.back(); }
    std::vector<std::string> lines;
};

} // namespace

TEST_CASE("a walk asks point by point, and names what it sees by the old file") {
    Said said;
    WalkDialog walk(BenchBoard::matrix(Sensors::reed), false, said.say());
    walk.begin();
    CHECK(said.last() == "Take everything off the board, then press Enter.");
    walk.settled({});
    walk.typed("");
    CHECK(said.last() == "a0: put a piece on it");
    walk.settled({1});
    CHECK(said.last() == "a0: seen, the old file calls it b0; lift it");
    walk.settled({});
    CHECK(said.last() == "b0: put a piece on it");
}

TEST_CASE("a piece that is pushed on without being lifted counts for both points") {
    Said said;
    WalkDialog walk(BenchBoard::matrix(Sensors::reed), false, said.say());
    walk.begin();
    walk.settled({});
    walk.typed("");
    walk.settled({0});
    walk.settled({1});
    CHECK(said.last() == "b0: seen, the old file calls it b0; lift it");
}

TEST_CASE("what is on before anything stands is told and not taken for an answer") {
    Said said;
    WalkDialog walk(BenchBoard::matrix(Sensors::reed), false, said.say());
    walk.begin();
    walk.settled({40});
    walk.typed("");
    CHECK(said.lines[said.lines.size() - 2] == "on with nothing on the board: e4");
    walk.settled({0, 40});
    CHECK(said.last() == "a0: seen, the old file calls it a0; lift it");
    walk.settled({40});
    CHECK(said.last() == "b0: put a piece on it");
}

TEST_CASE("a hall board is walked twice, with a red and a black piece") {
    Said said;
    const BenchBoard board(BenchBoard::matrix(Sensors::hall));
    WalkDialog walk(board.old(), true, said.say());
    walk.begin();
    walk.settled({});
    walk.typed("");
    for (const Level magnet : {Level::north, Level::south}) {
        CHECK(said.last() == (magnet == Level::north ? "a0: put a red piece (north up) on it"
                                                     : "a0: put a black piece (south up) on it"));
        for (std::size_t point = 0; point < 90; ++point) {
            CHECK_FALSE(walk.is_done());
            const auto bits = board.woken(point, magnet);
            walk.settled({bits.begin(), bits.end()});
            walk.settled({});
        }
    }
    CHECK(walk.is_done());
    REQUIRE(walk.found());
    CHECK(walk.found()->complete);
}

TEST_CASE("back takes away what was noted, and a walk without a touch finds nothing") {
    Said said;
    WalkDialog walk(BenchBoard::matrix(Sensors::reed), false, said.say());
    walk.begin();
    walk.settled({});
    walk.typed("");
    walk.typed("");
    CHECK(said.last() == "b0: put a piece on it");
    walk.typed("b");
    CHECK(said.last() == "a0: put a piece on it");
    walk.typed("b");
    CHECK(said.last() == "a0: put a piece on it");
    walk.typed("q");
    CHECK(walk.is_done());
    CHECK_FALSE(walk.found());
    CHECK(said.last() == "Nothing was tried.");
}

TEST_CASE("a position that is not the start is looked at again and never guessed at") {
    Said said;
    StartDialog dialog(BenchBoard::matrix(Sensors::reed), BenchBoard::start(Sensors::reed),
                       said.say());
    dialog.begin();
    dialog.settled({1, 2, 3});
    dialog.typed("");
    CHECK(said.last().starts_with("3 sensors are on, and no usual mistake"));
    CHECK_FALSE(dialog.is_done());
    dialog.typed("q");
    CHECK(dialog.is_done());
    CHECK_FALSE(dialog.found());
}

TEST_CASE("the next question comes only when everything is back") {
    Said said;
    const BenchBoard board(BenchBoard::matrix(Sensors::reed));
    const auto standing = BenchBoard::start(Sensors::reed);
    StartDialog dialog(board.old(), standing, said.say());
    const Bits all = board.seen(standing);
    dialog.begin();
    dialog.settled(all);
    dialog.typed("");
    const std::string point = said.last().substr(0, 2);
    CHECK(said.last() == point + ": lift the piece");
    const Bits lifted{board.bits(point).first};
    dialog.settled(without(all, lifted));
    CHECK(said.last() == point + ": seen; put everything back as it stood");
    dialog.settled(without(without(all, lifted), {1}));
    CHECK(said.last() == point + ": seen; put everything back as it stood");
    dialog.settled(all);
    CHECK(said.last().ends_with(": lift the piece"));
    dialog.typed("q");
    REQUIRE(dialog.found());
    CHECK_FALSE(dialog.found()->complete);
}
