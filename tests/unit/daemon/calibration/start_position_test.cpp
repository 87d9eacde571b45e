// SPDX-License-Identifier: Apache-2.0
// The start position tells what it can, asks where it cannot, and never claims what nobody tried.
#include "daemon/calibration/start_position.hpp"

#include <algorithm>

#include "tests/support/calibration/bench_board.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::calibration;
using jipu::test::BenchBoard;
using jipu::test::point_at;

namespace {

struct Sitting {
    FoundWiring found;
    std::size_t questions = 0;
    std::size_t left = 0;
    bool fits = false;
};

// Somebody who does what is asked.
Sitting sit(const BenchBoard& board) {
    const auto standing = BenchBoard::start(board.old().sensors);
    StartSearch search(board.old(), standing, board.seen(standing));
    Sitting out;
    out.fits = search.fits();
    while (const auto question = search.next()) {
        ++out.questions;
        const bool hall = board.old().sensors == Sensors::hall;
        const Level magnet = question->lift ? standing[question->point]
                             : hall         ? Level::north
                                            : Level::on;
        const auto bits = board.woken(question->point, magnet);
        search.answer(*question, {bits.begin(), bits.end()});
        REQUIRE(out.questions < 40);
    }
    out.left = search.left();
    out.found = search.found();
    return out;
}

bool has(const FoundWiring& found, FindingKind kind) {
    return std::any_of(found.findings.begin(), found.findings.end(),
                       [kind](const Finding& one) { return one.kind == kind; });
}

std::vector<BoardWiring> every_wiring() {
    return {BenchBoard::matrix(Sensors::reed), BenchBoard::matrix(Sensors::hall),
            BenchBoard::registers(Sensors::reed), BenchBoard::registers(Sensors::hall),
            BenchBoard::registers(Sensors::hall, PoleCode::magnet_north)};
}

void check_found(const BenchBoard& board) {
    const Sitting sitting = sit(board);
    CHECK(sitting.fits);
    CHECK(sitting.left == 1);
    CHECK(BenchBoard::wires(sitting.found.wiring) == board.truth());
}

} // namespace

TEST_CASE("reed switches alone cannot tell a mirrored board: single pieces are asked for") {
    const BenchBoard board(BenchBoard::matrix(Sensors::reed));
    const auto standing = BenchBoard::start(Sensors::reed);
    StartSearch search(board.old(), standing, board.seen(standing));
    CHECK(search.left() > 4);
    const auto question = search.next();
    REQUIRE(question);
    CHECK(question->lift);
    CHECK(is_on(standing[question->point]));
    CHECK(has(search.found(), FindingKind::not_tried));
}

TEST_CASE("every swap of two neighbouring lines is found with a few single pieces") {
    std::size_t most = 0;
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t line = 0; line < 17; ++line) {
            BenchBoard board(wiring);
            if (line < 8) {
                board.swap_files(line, line + 1);
            } else {
                board.swap_ranks(line - 8, line - 7);
            }
            const Sitting sitting = sit(board);
            most = std::max(most, sitting.questions);
            CHECK(sitting.left == 1);
            CHECK(BenchBoard::wires(sitting.found.wiring) == board.truth());
            CHECK(has(sitting.found, FindingKind::swapped_lines));
        }
    }
    CHECK(most <= 16);
}

TEST_CASE("every way in which a board may lie is found, with and without a swap") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (unsigned way = 0; way < 8; ++way) {
            BenchBoard board(wiring);
            if ((way & 1U) != 0) board.mirror_files();
            if ((way & 2U) != 0) board.mirror_ranks();
            if ((way & 4U) != 0) board.swap_ranks(4, 5);
            check_found(board);
        }
    }
}

TEST_CASE("a chain in any order that a wiring file has a word for is found") {
    for (const bool files_first : {false, true}) {
        for (const bool turns : {false, true}) {
            BenchBoard board(BenchBoard::registers(Sensors::reed));
            board.hang([&](std::size_t file, std::size_t rank) {
                const std::size_t line = files_first ? file : rank;
                const std::size_t length = files_first ? 10 : 9;
                std::size_t along = files_first ? rank : file;
                if (turns && line % 2 == 1) along = length - 1 - along;
                const std::size_t place = line * length + along;
                return std::pair(place % 9, place / 9);
            });
            check_found(board);
        }
    }
}

TEST_CASE("hall boards whose poles are all exchanged are found") {
    BenchBoard board(BenchBoard::matrix(Sensors::hall));
    for (std::size_t p = 0; p < 90; ++p) {
        const std::string name{static_cast<char>('a' + p % 9), static_cast<char>('0' + p / 9)};
        const PointBits at = board.bits(name);
        board.set_bits(name, {at.second, at.first});
    }
    check_found(board);
}

TEST_CASE("dead points under standing pieces are named, and the wiring is found all the same") {
    for (const char* name : {"a0", "e0", "b2", "h7", "e6", "i9"}) {
        BenchBoard board(BenchBoard::matrix(Sensors::reed));
        board.swap_files(1, 2);
        board.dead = {board.bits(name).first};
        const Sitting sitting = sit(board);
        CHECK(BenchBoard::wires(sitting.found.wiring) == board.truth());
        const auto& all = sitting.found.findings;
        const auto dead = std::find_if(all.begin(), all.end(), [](const Finding& one) {
            return one.kind == FindingKind::dead_point;
        });
        REQUIRE(dead != all.end());
        CHECK(dead->points == std::vector<PointIndex>{point_at(name)});
    }
}

TEST_CASE("a dead rank is told as a line") {
    BenchBoard board(BenchBoard::matrix(Sensors::reed));
    for (std::uint16_t file = 0; file < 9; ++file)
        board.dead.insert(static_cast<std::uint16_t>(9 * 9 + file));
    const Sitting sitting = sit(board);
    CHECK(sitting.fits);
    CHECK(has(sitting.found, FindingKind::dead_line));
}

TEST_CASE("a missing diode is named by the pieces that are not there") {
    // The diode of a0 lets current through from file a to the others of rank 0: where a piece of
    // another rank stands on file a, it lights the empty points of that rank below rank 0's pieces.
    BenchBoard board(BenchBoard::matrix(Sensors::reed));
    for (const char* ghost : {"b3", "d3", "f3", "h3", "b6", "d6", "f6", "h6"})
        board.stuck.insert(board.bits(ghost).first);
    const Sitting sitting = sit(board);
    CHECK(sitting.fits);
    const auto& all = sitting.found.findings;
    const auto ghost = std::find_if(
        all.begin(), all.end(), [](const Finding& one) { return one.kind == FindingKind::ghost; });
    REQUIRE(ghost != all.end());
    CHECK(std::count(ghost->points.begin(), ghost->points.end(), point_at("a0")) == 1);
    CHECK(BenchBoard::wires(sitting.found.wiring) == board.truth());
}

TEST_CASE("a point that shows a piece where nothing stands is named") {
    BenchBoard board(BenchBoard::registers(Sensors::reed));
    board.stuck = {board.bits("e4").first};
    const Sitting sitting = sit(board);
    const auto& all = sitting.found.findings;
    const auto stuck = std::find_if(
        all.begin(), all.end(), [](const Finding& one) { return one.kind == FindingKind::stuck; });
    REQUIRE(stuck != all.end());
    CHECK(stuck->points == std::vector<PointIndex>{point_at("e4")});
}

TEST_CASE("another position than the start does not fit") {
    const BenchBoard board(BenchBoard::matrix(Sensors::reed));
    const auto standing = BenchBoard::start(Sensors::reed);
    const std::vector<Level> nothing(90, Level::off), full(90, Level::on);
    CHECK_FALSE(StartSearch(board.old(), standing, board.seen(nothing)).fits());
    CHECK_FALSE(StartSearch(board.old(), standing, board.seen(full)).fits());
}

TEST_CASE("a hand that does something else than it was asked decides nothing") {
    const BenchBoard board(BenchBoard::matrix(Sensors::reed));
    const auto standing = BenchBoard::start(Sensors::reed);
    StartSearch search(board.old(), standing, board.seen(standing));
    const std::size_t before = search.left();
    const auto question = search.next();
    REQUIRE(question);
    search.answer(*question, {static_cast<Bit>(4 * 9 + 4)});
    CHECK(search.left() == before);
    CHECK(search.next() != question);
}
