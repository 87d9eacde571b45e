// SPDX-License-Identifier: Apache-2.0
// What a reed matrix without diodes shows.
#include "daemon/sensing/ghosts.hpp"

#include <initializer_list>
#include <string_view>

#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

std::size_t point(std::string_view name) {
    return static_cast<std::size_t>(name[1] - '0') * matrix_files +
           static_cast<std::size_t>(name[0] - 'a');
}

MatrixPoints points(std::initializer_list<std::string_view> names) {
    MatrixPoints out;
    for (const std::string_view name : names)
        out.set(point(name));
    return out;
}

} // namespace

TEST_CASE("Three closed corners of a rectangle close the fourth, two close nothing") {
    CHECK(with_ghosts(points({"d9", "e9", "e0"})) == points({"d9", "e9", "e0", "d0"}));
    CHECK(with_ghosts(points({"d9", "e0"})) == points({"d9", "e0"}));
    CHECK(with_ghosts(points({"d9", "d0", "d5"})) == points({"d9", "d0", "d5"}));
    CHECK(with_ghosts({}).none());
}

TEST_CASE("A ghost closes further ones, whatever the order of rows") {
    // a row with a file, that with another row, and so on, down and up
    const MatrixPoints chain = points({"a0", "b0", "b5", "c5", "c2", "i2"});
    const MatrixPoints shown = with_ghosts(chain);
    CHECK(shown.count() == 3 * 4);
    CHECK(shown[point("i0")]);
    CHECK(shown[point("a2")]);
    CHECK(with_ghosts(shown) == shown);
}

TEST_CASE("The start position without diodes shows every rank that has a piece as full") {
    MatrixPoints start = points({"b2", "h2", "b7", "h7"});
    for (std::size_t file = 0; file < matrix_files; ++file) {
        start.set(file);
        start.set(9 * matrix_files + file);
        if (file % 2 != 0) continue;
        start.set(3 * matrix_files + file);
        start.set(6 * matrix_files + file);
    }
    REQUIRE(start.count() == 32);
    const MatrixPoints shown = with_ghosts(start);
    CHECK(shown.count() == 6 * matrix_files);
    CHECK_FALSE(shown[point("e1")]);
    CHECK(shown[point("e2")]);
}
