// SPDX-License-Identifier: Apache-2.0
// The lines of the simulated board, both ways, and every way in which one can be wrong.
#include "hal/sim/link/board_link.hpp"

#include <random>

#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::sim;

namespace {
const BoardShape reed{};
const BoardShape hall{Game::xiangqi, Sensors::hall};
const BoardShape go{Game::go, Sensors::hall, 19};
} // namespace

TEST_CASE("points have the names of their game") {
    for (const BoardShape& shape : {reed, go, BoardShape{Game::go, Sensors::reed, 9}}) {
        for (int p = 0; p < shape.points(); ++p) {
            const auto point = static_cast<PointIndex>(p);
            CHECK(parse_point(shape, format_point(shape, point)) == point);
        }
    }
    CHECK(format_point(reed, 0) == "a0");
    CHECK(format_point(reed, 89) == "i9");
    CHECK(format_point(go, 0) == "A1");
    CHECK(format_point(go, 8) == "J1");
    CHECK(format_point(go, 360) == "T19");
    for (const char* wrong : {"", "h", "h10", "j0", "H2", "h-1", "hx", "2h", "h2 "}) {
        INFO(wrong);
        CHECK(parse_point(reed, wrong) == no_point);
    }
    for (const char* wrong : {"I5", "A0", "A20", "U1", "a1", "A01", "A"}) {
        INFO(wrong);
        CHECK(parse_point(go, wrong) == no_point);
    }
}

TEST_CASE("changes are the words of a trace without the time") {
    CHECK(format_board_line(reed, PointChange{25, Level::off}) == "off h2\n");
    CHECK(format_board_line(reed, PointChange{22, Level::on}) == "on e2\n");
    CHECK(format_board_line(hall, PointChange{22, Level::north}) == "on e2 N\n");
    CHECK(format_board_line(hall, PointChange{22, Level::south}) == "on e2 S\n");
    CHECK(format_board_line(go, PointChange{360, Level::south}) == "on T19 S\n");
    const auto read = parse_board_line(hall, "on e2 S");
    REQUIRE(read);
    CHECK(std::get<PointChange>(*read) == PointChange{22, Level::south});
}

TEST_CASE("a whole board is written top rank first and read back the same") {
    std::mt19937 random(8);
    for (const BoardShape& shape : {reed, hall, go}) {
        for (int round = 0; round < 200; ++round) {
            ScanFrame frame;
            for (int p = 0; p < shape.points(); ++p) {
                const bool on = random() % 3 == 0;
                const Level level = shape.sensors == Sensors::reed ? Level::on
                                    : random() % 2 == 0            ? Level::north
                                                                   : Level::south;
                frame.levels.push_back(on ? level : Level::off);
            }
            const std::string line = format_board_line(shape, frame);
            REQUIRE(line.size() <= max_board_line + 1);
            const auto read = parse_board_line(shape, line.substr(0, line.size() - 1));
            REQUIRE(read);
            REQUIRE(std::get<ScanFrame>(*read) == frame);
        }
    }
    const auto start =
        parse_board_line(reed, "board xxxxxxxxx/9/1x5x1/x1x1x1x1x/9/9/x1x1x1x1x/1x5x1/9/xxxxxxxxx");
    REQUIRE(start);
    const auto& frame = std::get<ScanFrame>(*start);
    CHECK(is_on(frame.levels[parse_point(reed, "h2")]));
    CHECK_FALSE(is_on(frame.levels[parse_point(reed, "h1")]));
}

TEST_CASE("a wrong line is refused with the word that is wrong") {
    struct Wrong {
        const BoardShape* shape;
        const char* line;
        const char* error;
    };
    const Wrong table[] = {
        {&reed, "", "'' is no verb"},
        {&reed, "press red", "'press' is no verb"},
        {&reed, "ON e2", "'ON' is no verb"},
        {&reed, "on", "'' is no point"},
        {&reed, "on e", "'e' is no point"},
        {&reed, "on e10", "'e10' is no point"},
        {&reed, "off j2", "'j2' is no point"},
        {&reed, "on e2 x", "words after the point"},
        {&reed, "on e2 N", "words after the point"},
        {&reed, "off e2 N", "words after the point"},
        {&hall, "on e2", "a hall sensor says N or S"},
        {&hall, "on e2 n", "a hall sensor says N or S"},
        {&hall, "on e2 N N", "a hall sensor says N or S"},
        {&reed, "board", "board: 1 rows instead of 10"},
        {&reed, "board 9/9/9/9/9/9/9/9/9", "board: 9 rows instead of 10"},
        {&reed, "board 9/9/9/9/9/9/9/9/9/9/9", "board: 11 rows instead of 10"},
        {&reed, "board 9/9/9/9/9/9/9/9/9/8", "board: row 10: 8 points instead of 9"},
        {&reed, "board 9/9x/9/9/9/9/9/9/9/9", "board: row 2: 10 points instead of 9"},
        {&reed, "board 9/N8/9/9/9/9/9/9/9/9", "board: row 2: 'N' is no level"},
        {&hall, "board 9/x8/9/9/9/9/9/9/9/9", "board: row 2: 'x' is no level"},
        {&reed, "board 9/9/9/9/9/9/9/9/9/ 9", "board: row 10: ' ' is no level"},
        {&reed, "board 99999999999/9/9/9/9/9/9/9/9/9",
         "board: row 1: a run of empty points that does not fit"},
        {&reed, "board 0x8/9/9/9/9/9/9/9/9/9",
         "board: row 1: a run of empty points that does not fit"},
    };
    for (const Wrong& row : table) {
        INFO(row.line);
        const auto read = parse_board_line(*row.shape, row.line);
        CHECK_FALSE(read);
        CHECK(read.error() == row.error);
    }
}
