// SPDX-License-Identifier: Apache-2.0
// The matrix against its electrics: what it reads, how many calls it needs, that no two rows fight,
// and what is seen where diodes are missing.
#include "hal/gpiod/matrix_board.hpp"

#include <algorithm>
#include <cerrno>

#include "hal/gpiod/ghosts.hpp"
#include "hal/sim/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gpio/fake_boards.hpp"

using namespace jipu;
using namespace jipu::gpio;
using namespace jipu::test;

namespace {

using Bits = std::vector<std::uint8_t>;

struct Board {
    explicit Board(std::size_t rows = 10, std::size_t columns = 9, bool active_low = true)
        : matrix(rows, columns, active_low),
          wiring(matrix.wire_up(*gpio, "row-chip", "column-chip")) {
        make();
    }
    void make() {
        scanner = std::make_unique<MatrixBoard>(gpio, wiring, [this](std::int64_t ns) {
            ++pauses;
            matrix.now += ns;
        });
    }
    Bits scan() {
        Bits bits(scanner->bits());
        CHECK(scanner->scan(bits) == "");
        return bits;
    }
    FakeMatrix matrix;
    std::shared_ptr<FakeGpio> gpio = std::make_shared<FakeGpio>(matrix);
    MatrixWiring wiring;
    std::unique_ptr<MatrixBoard> scanner;
    std::uint64_t pauses = 0;
};

void set_up_start(Bits& contacts) {
    for (std::size_t file = 0; file < 9; ++file) {
        for (const std::size_t row : {std::size_t{0}, std::size_t{9}})
            contacts[row * 9 + file] = 1;
        if (file % 2 == 0) contacts[3 * 9 + file] = contacts[6 * 9 + file] = 1;
    }
    for (const std::size_t row : {std::size_t{2}, std::size_t{7}})
        contacts[row * 9 + 1] = contacts[row * 9 + 7] = 1;
}

} // namespace

TEST_CASE("every pattern of contacts reads as it stands, active low and active high, and no two "
          "rows ever fight") {
    sim::Random random(7);
    for (const bool active_low : {true, false}) {
        Board board(10, 9, active_low);
        REQUIRE(board.scanner->open() == "");
        for (int round = 0; round < 200; ++round) {
            for (auto& contact : board.matrix.closed)
                contact = random.below(3) == 0;
            REQUIRE(board.scan() == board.matrix.closed);
        }
        CHECK(board.matrix.contention == 0);
        CHECK(board.matrix.floating == 0);
    }
}

TEST_CASE("a scan costs one driving call, one pause and one reading call for each row") {
    Board board;
    REQUIRE(board.scanner->open() == "");
    board.scan(); // the first row of the first scan has no row to let go
    board.gpio->sets = board.gpio->gets = board.pauses = 0;
    board.scan();
    CHECK(board.gpio->sets == 10);
    CHECK(board.gpio->gets == 10);
    CHECK(board.pauses == 10);
}

TEST_CASE("columns that settle in the time of the wiring are read right, and slower ones are not") {
    Board board;
    set_up_start(board.matrix.closed);
    board.matrix.settles = board.wiring.settle_us * 1000;
    REQUIRE(board.scanner->open() == "");
    CHECK(board.scan() == board.matrix.closed);
    CHECK(board.matrix.unsettled == 0);
    board.matrix.settles += 1;
    CHECK(board.scan() != board.matrix.closed);
    CHECK(board.matrix.unsettled > 0);
}

TEST_CASE("without diodes three corners of a rectangle show the fourth, and it is found with the "
          "contact that lacks its diode") {
    Board board;
    REQUIRE(board.scanner->open() == "");
    Bits standing(90);
    for (const std::size_t bit : {0U, 4U, 27U})
        standing[bit] = 1; // a0 e0 a3
    board.matrix.closed = standing;
    CHECK(board.scan() == standing);
    board.matrix.diode.assign(90, 0);
    const Bits seen = board.scan();
    CHECK(seen[31] == 1); // e3
    CHECK(find_ghosts(seen, standing, 9) == std::vector<Ghost>{{31, 0}});
    CHECK(board.matrix.contention == 0);
    // One missing diode is enough, and only the one at the far corner matters.
    board.matrix.diode.assign(90, 1);
    board.matrix.diode[4] = board.matrix.diode[27] = 0;
    CHECK(board.scan() == standing);
    board.matrix.diode[0] = 0;
    CHECK(board.scan()[31] == 1);
}

TEST_CASE("the start position shows the missing diodes of the back ranks alone, but at d and f") {
    Board board;
    REQUIRE(board.scanner->open() == "");
    set_up_start(board.matrix.closed);
    CHECK(find_ghosts(board.scan(), board.matrix.closed, 9).empty());
    Bits found;
    for (std::uint8_t bit = 0; bit < 90; ++bit) {
        if (board.matrix.closed[bit] == 0) continue;
        board.matrix.diode[bit] = 0;
        const auto ghosts = find_ghosts(board.scan(), board.matrix.closed, 9);
        board.matrix.diode[bit] = 1;
        const bool named = std::any_of(ghosts.begin(), ghosts.end(),
                                       [bit](const Ghost& ghost) { return ghost.back == bit; });
        if (named) found.push_back(bit);
    }
    // Elsewhere the fourth corner of every such rectangle has a piece of its own, or a piece that
    // would be needed is not there: a calibration must place pieces for each point.
    CHECK(found == Bits{0, 1, 2, 4, 6, 7, 8, 81, 82, 83, 85, 87, 88, 89});
}

TEST_CASE("rows that push and pull would fight on a board without diodes: the test board sees it") {
    Board board;
    board.matrix.diode.assign(90, 0);
    board.matrix.closed[0] = board.matrix.closed[9] = 1; // two rows, one column
    LineGroup rows;
    REQUIRE(rows.open(*board.gpio, board.wiring.rows,
                      {LineUse::push_pull, true, GpioBias::external}) == "");
    Bits one(10);
    one[0] = 1;
    REQUIRE(rows.set(one) == 0);
    CHECK(board.matrix.contention > 0);
    rows.close();
    board.matrix.contention = 0;
    REQUIRE(board.scanner->open() == "");
    board.scan();
    CHECK(board.matrix.contention == 0);
}

TEST_CASE("a column without bias floats, and the test board sees it") {
    Board board;
    board.wiring.bias = GpioBias::external;
    board.make();
    REQUIRE(board.scanner->open() == "");
    board.scan();
    CHECK(board.matrix.floating > 0);
}

TEST_CASE("a line in use is named with its holder, and nothing is kept; when it is free it opens") {
    Board board;
    board.gpio->busy["row-chip r3"] = "fan-control";
    CHECK(board.scanner->open() == "line r3 of row-chip is in use by fan-control");
    CHECK(board.gpio->held == 0);
    board.gpio->busy.clear();
    CHECK(board.scanner->open() == "");
    CHECK(board.gpio->held == 19);
    board.scanner->close();
    CHECK(board.gpio->held == 0);
}

TEST_CASE("every call that fails ends the scan with what failed and where") {
    Board board;
    REQUIRE(board.scanner->open() == "");
    Bits bits(90);
    board.gpio->fail_set = EIO;
    CHECK(board.scanner->scan(bits) == "cannot drive the rows at row-chip: Input/output error");
    board.gpio->fail_set = 0;
    board.gpio->gone.insert("column-chip");
    CHECK(board.scanner->scan(bits) == "cannot read the columns at column-chip: No such device");
}

TEST_CASE("when the board is let go no row is driven any more") {
    Board board;
    REQUIRE(board.scanner->open() == "");
    board.scan();
    board.scanner->close();
    for (const Wire& wire : board.gpio->wires())
        CHECK(wire.drive == Drive::none);
}
