// SPDX-License-Identifier: Apache-2.0
// Every kind of mistake on every line it can be on: the walk finds it, says it, and where a wiring
// file can mend it the wiring that is found is the board's own.
#include "daemon/calibration/find_wiring.hpp"

#include <algorithm>

#include "config/wiring_text.hpp"
#include "daemon/calibration/board_lines.hpp"
#include "hal/sim/random.hpp"
#include "tests/support/calibration/bench_board.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;
using namespace jipu::calibration;
using jipu::test::BenchBoard;
using jipu::test::point_at;

namespace {

using Kinds = std::vector<FindingKind>;

std::vector<BoardWiring> every_wiring() {
    return {BenchBoard::matrix(Sensors::reed), BenchBoard::matrix(Sensors::hall),
            BenchBoard::registers(Sensors::reed), BenchBoard::registers(Sensors::hall),
            BenchBoard::registers(Sensors::hall, PoleCode::magnet_north)};
}

Kinds kinds(const FoundWiring& found) {
    Kinds out;
    for (const Finding& one : found.findings)
        out.push_back(one.kind);
    return out;
}

// It loads, and gives this board.
void check_file(const BoardWiring& wiring) {
    WiringFor board;
    board.driver = wiring.matrix.rows.empty() ? BoardDriver::shift_registers : BoardDriver::matrix;
    board.sensors = wiring.sensors;
    const auto text = format_wiring(wiring, board, "of a test");
    REQUIRE(text.error() == "");
    const LoadedWiring loaded = load_wiring(*text, "f", board);
    CHECK(loaded.errors == std::vector<std::string>{});
    CHECK(BenchBoard::wires(loaded.wiring) == BenchBoard::wires(wiring));
}

FoundWiring check_mended(const BenchBoard& board) {
    const FoundWiring found = find_wiring(board.old(), board.walk());
    CHECK(BenchBoard::wires(found.wiring) == board.truth());
    // Reading takes longer than finding: every eighth file is tried.
    static unsigned boards = 0;
    if (boards++ % 8 == 0) check_file(found.wiring);
    return found;
}

Order random_order(sim::Random& random, std::size_t size) {
    Order order = same_order(size);
    random.shuffle(order);
    return order;
}

} // namespace

TEST_CASE("a board that is wired as its file says has no findings") {
    for (const BoardWiring& wiring : every_wiring()) {
        const FoundWiring found = check_mended(BenchBoard(wiring));
        CHECK(found.findings.empty());
        CHECK(found.complete);
        CHECK(found.wiring == wiring);
    }
}

TEST_CASE("any two files that are exchanged are found, said and undone") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t one = 0; one < 9; ++one) {
            for (std::size_t other = one + 1; other < 9; ++other) {
                BenchBoard board(wiring);
                board.swap_files(one, other);
                const FoundWiring found = check_mended(board);
                REQUIRE(kinds(found) == Kinds{FindingKind::swapped_lines});
                CHECK(found.findings[0].mended);
                CHECK(found.findings[0].words ==
                      std::string("the wires of file ") + static_cast<char>('a' + one) +
                          " and file " + static_cast<char>('a' + other) + " are exchanged");
            }
        }
    }
}

TEST_CASE("any two ranks that are exchanged are found, said and undone") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t one = 0; one < 10; ++one) {
            for (std::size_t other = one + 1; other < 10; ++other) {
                BenchBoard board(wiring);
                board.swap_ranks(one, other);
                const FoundWiring found = check_mended(board);
                REQUIRE(kinds(found) == Kinds{FindingKind::swapped_lines});
                CHECK(found.findings[0].words == "the wires of rank " + std::to_string(one) +
                                                     " and rank " + std::to_string(other) +
                                                     " are exchanged");
            }
        }
    }
}

TEST_CASE("a board that is mirrored or turned is told as that, with a swap on top as both") {
    for (const BoardWiring& wiring : every_wiring()) {
        BenchBoard files(wiring), ranks(wiring), both(wiring), more(wiring);
        files.mirror_files();
        CHECK(kinds(check_mended(files)) == Kinds{FindingKind::mirrored});
        ranks.mirror_ranks();
        CHECK(kinds(check_mended(ranks)) == Kinds{FindingKind::mirrored});
        both.mirror_files();
        both.mirror_ranks();
        CHECK(kinds(check_mended(both)) == Kinds{FindingKind::turned});
        more.mirror_files();
        more.swap_files(1, 2);
        CHECK(kinds(check_mended(more)) ==
              Kinds{FindingKind::mirrored, FindingKind::swapped_lines});
    }
}

TEST_CASE("a chain that turns at the end of each rank is told as that") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (const std::size_t odd : {std::size_t{0}, std::size_t{1}}) {
            BenchBoard board(wiring);
            board.hang([odd](std::size_t file, std::size_t rank) {
                return std::pair(rank % 2 == odd ? 8 - file : file, rank);
            });
            const FoundWiring found = find_wiring(board.old(), board.walk());
            CHECK(BenchBoard::wires(found.wiring) == board.truth());
            CHECK(found.findings.at(0).kind == FindingKind::turning_chain);
            CHECK(found.complete);
        }
    }
}

TEST_CASE("every random order of ranks and files is found and undone") {
    sim::Random random(11);
    for (int round = 0; round < 60; ++round) {
        for (const BoardWiring& wiring : every_wiring()) {
            BenchBoard board(wiring);
            const Order files = random_order(random, 9), ranks = random_order(random, 10);
            board.hang([&](std::size_t file, std::size_t rank) {
                return std::pair(files[file], ranks[rank]);
            });
            CHECK(check_mended(board).complete);
        }
    }
}

TEST_CASE("every random order of all points is found and undone") {
    sim::Random random(12);
    for (int round = 0; round < 20; ++round) {
        for (const BoardWiring& wiring : every_wiring()) {
            BenchBoard board(wiring);
            const Order points = random_order(random, 90);
            board.hang([&](std::size_t file, std::size_t rank) {
                const std::size_t site = points[file + 9 * rank];
                return std::pair(site % 9, site / 9);
            });
            CHECK(check_mended(board).complete);
        }
    }
}

TEST_CASE("two single points that are exchanged are named") {
    BenchBoard board(BenchBoard::matrix(Sensors::reed));
    const PointBits one = board.bits("b2"), other = board.bits("g7");
    board.set_bits("b2", other);
    board.set_bits("g7", one);
    const FoundWiring found = check_mended(board);
    REQUIRE(kinds(found) == Kinds{FindingKind::swapped_points});
    CHECK(found.findings[0].words == "the wires of b2 and g7 are exchanged");
}

TEST_CASE("a dead point is named wherever it is, and keeps the place that its lines promise") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t point = 0; point < 90; ++point) {
            BenchBoard board(wiring);
            board.swap_files(3, 4);
            const std::string name{static_cast<char>('a' + point % 9),
                                   static_cast<char>('0' + point / 9)};
            board.dead = {board.bits(name).first, board.bits(name).second};
            const FoundWiring found = check_mended(board);
            REQUIRE(kinds(found) == Kinds{FindingKind::swapped_lines, FindingKind::dead_point});
            CHECK(found.findings[1].points == std::vector<PointIndex>{point_at(name)});
            CHECK_FALSE(found.findings[1].mended);
            CHECK_FALSE(found.complete);
        }
    }
}

TEST_CASE("a dead rank or file is one finding that names the line") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t line = 0; line < 19; ++line) {
            BenchBoard board(wiring);
            board.mirror_ranks();
            for (std::size_t p = 0; p < 90; ++p) {
                if (line < 9 ? p % 9 != line : p / 9 != line - 9) continue;
                const std::string name{static_cast<char>('a' + p % 9),
                                       static_cast<char>('0' + p / 9)};
                board.dead.insert({board.bits(name).first, board.bits(name).second});
            }
            const FoundWiring found = check_mended(board);
            REQUIRE(kinds(found) == Kinds{FindingKind::mirrored, FindingKind::dead_line});
            const std::string expected = line < 9
                                             ? std::string("file ") + static_cast<char>('a' + line)
                                             : "rank " + std::to_string(line - 9);
            CHECK(found.findings[1].words.starts_with(expected + " never answers"));
        }
    }
}

TEST_CASE("the wire of a dead line of a matrix is named, also where lines are exchanged") {
    BenchBoard board(BenchBoard::matrix(Sensors::reed));
    board.swap_ranks(2, 6);
    for (const char* name : {"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2"})
        board.dead.insert(board.bits(name).first);
    const FoundWiring found = check_mended(board);
    CHECK(found.findings.back().words.find("line r6 of chip") != std::string::npos);
}

TEST_CASE("a board of which nothing answers is not told point by point") {
    BenchBoard board(BenchBoard::matrix(Sensors::reed));
    for (std::uint16_t bit = 0; bit < 90; ++bit)
        board.dead.insert(bit);
    const FoundWiring found = find_wiring(board.old(), board.walk());
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].words.starts_with("no point answers at all"));
    CHECK(found.wiring == board.old());
}

TEST_CASE("two files or ranks that touch are one finding, whichever they are") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t line = 0; line < 17; ++line) {
            BenchBoard board(wiring);
            const bool file = line < 8;
            for (std::size_t p = 0; p < 90; ++p) {
                if (file ? p % 9 != line : p / 9 != line - 8) continue;
                const std::size_t next = p + (file ? 1 : 9);
                board.joined.emplace_back(wiring.points[p].first, wiring.points[next].first);
                if (wiring.sensors == Sensors::hall)
                    board.joined.emplace_back(wiring.points[p].second, wiring.points[next].second);
            }
            const FoundWiring found = check_mended(board);
            REQUIRE(kinds(found) == Kinds{FindingKind::joined_lines});
            CHECK(found.findings[0].points.size() == (file ? 20U : 18U));
        }
    }
}

TEST_CASE("a point whose magnet wakes another is named, and both keep their own bits") {
    for (const BoardWiring& wiring : every_wiring()) {
        for (std::size_t point = 0; point < 89; ++point) {
            BenchBoard board(wiring);
            board.swap_ranks(0, 1);
            board.doubled = {{point, point + 1}};
            const FoundWiring found = check_mended(board);
            REQUIRE(kinds(found) == Kinds{FindingKind::swapped_lines, FindingKind::doubled});
            CHECK(found.findings[1].points == std::vector{static_cast<PointIndex>(point)});
        }
    }
}

TEST_CASE("two points that answer by one wire are named, and the one it belongs to keeps it") {
    BenchBoard board(BenchBoard::matrix(Sensors::reed));
    board.set_bits("d3", board.bits("c3"));
    const FoundWiring found = find_wiring(board.old(), board.walk());
    REQUIRE(kinds(found) == Kinds{FindingKind::shared});
    CHECK(found.findings[0].points == std::vector<PointIndex>{point_at("d3"), point_at("c3")});
    CHECK(found.wiring == board.old());
}

TEST_CASE("a sensor that hangs is told as that and not as dead") {
    for (const BoardWiring& wiring : every_wiring()) {
        BenchBoard board(wiring);
        board.swap_files(0, 8);
        board.stuck = {board.bits("e4").first};
        const FoundWiring found = check_mended(board);
        const Kinds all = kinds(found);
        CHECK(std::count(all.begin(), all.end(), FindingKind::stuck) == 1);
        CHECK(found.findings.back().points == std::vector<PointIndex>{point_at("e4")});
        CHECK_FALSE(found.complete);
    }
}

TEST_CASE("exchanged poles are undone, at one point and at all") {
    for (const BoardWiring& wiring :
         {BenchBoard::matrix(Sensors::hall), BenchBoard::registers(Sensors::hall)}) {
        for (const bool both : {true, false}) {
            BenchBoard one(wiring), all(wiring);
            one.both_poles = all.both_poles = both;
            const PointBits bits = one.bits("e4");
            one.set_bits("e4", {bits.second, bits.first});
            const FoundWiring found = check_mended(one);
            REQUIRE(kinds(found) == Kinds{FindingKind::exchanged_poles});
            CHECK(found.findings[0].points == std::vector<PointIndex>{point_at("e4")});
            for (std::size_t p = 0; p < 90; ++p) {
                const std::string name{static_cast<char>('a' + p % 9),
                                       static_cast<char>('0' + p / 9)};
                const PointBits at = all.bits(name);
                all.set_bits(name, {at.second, at.first});
            }
            CHECK(kinds(check_mended(all)) == Kinds{FindingKind::exchanged_poles});
        }
    }
}

TEST_CASE("a board whose second poles' lines are exchanged is read by what answered") {
    const BoardWiring wiring = BenchBoard::matrix(Sensors::hall);
    BenchBoard board(wiring);
    for (std::size_t rank = 0; rank < 10; ++rank) {
        const std::string a{'a', static_cast<char>('0' + rank)};
        const std::string b{'b', static_cast<char>('0' + rank)};
        const PointBits one = board.bits(a), other = board.bits(b);
        board.set_bits(a, {one.first, other.second});
        board.set_bits(b, {other.first, one.second});
    }
    const FoundWiring found = check_mended(board);
    REQUIRE(kinds(found) == Kinds{FindingKind::swapped_lines});
    CHECK(found.findings[0].points.size() == 20);
}

TEST_CASE("a sensor that is upside down cannot be mended by a file, and is told") {
    BenchBoard board(BenchBoard::registers(Sensors::hall, PoleCode::magnet_north));
    Walk walk = board.walk();
    const PointIndex e4 = point_at("e4");
    for (Touch& touch : walk.touches) {
        if (touch.point != e4) continue;
        touch.magnet = other_pole(touch.magnet);
    }
    const FoundWiring found = find_wiring(board.old(), walk);
    REQUIRE(kinds(found) == Kinds{FindingKind::exchanged_poles});
    CHECK_FALSE(found.findings[0].mended);
    CHECK(found.wiring == board.old());
}

TEST_CASE("a chain with bits before the first point is found though no point had them") {
    BenchBoard board(BenchBoard::registers(Sensors::reed));
    for (std::size_t p = 0; p < 90; ++p) {
        const std::string name{static_cast<char>('a' + p % 9), static_cast<char>('0' + p / 9)};
        board.set_bits(name, {static_cast<std::uint16_t>(p + 6), no_bit});
    }
    CHECK(check_mended(board).complete);
}

TEST_CASE("points that were not tried are named and nothing is guessed to be dead") {
    const BenchBoard board(BenchBoard::matrix(Sensors::reed));
    Walk walk = board.walk();
    walk.touches.resize(80);
    const FoundWiring found = find_wiring(board.old(), walk);
    REQUIRE(kinds(found) == Kinds{FindingKind::not_tried});
    CHECK(found.findings[0].points.size() == 10);
    CHECK(find_wiring(board.old(), {}).findings.at(0).words == "no point was tried");
}

TEST_CASE("the last touch of a point counts") {
    const BenchBoard board(BenchBoard::matrix(Sensors::reed));
    Walk walk = board.walk();
    Touch again = walk.touches[7];
    walk.touches[7].bits.clear();
    walk.touches.push_back(again);
    CHECK(find_wiring(board.old(), walk).complete);
}
