// SPDX-License-Identifier: Apache-2.0
// A setup is refused with the field and the reason, before a table is made of it.
#include <functional>

#include "daemon/table/table.hpp"
#include "tests/support/catch.hpp"

using namespace jipu;

namespace {

std::string wrong(const std::function<void(TableSetup&)>& change) {
    TableSetup setup;
    change(setup);
    return validate_setup(setup);
}

} // namespace

TEST_CASE("The defaults, every book and every preset are good setups") {
    CHECK(validate_setup({}).empty());
    for (const auto* book :
         {"xiangqi-state", "xiangqi-association", "xiangqi-2020", "xiangqi-world"})
        CHECK(wrong([&](TableSetup& s) { s.rules = book; }).empty());
    for (const auto* control :
         {"state-national", "state-regional", "state-playoff", "state-per-move", "association-1",
          "10m +5s", "per-move 2m reserve 30m"})
        CHECK(wrong([&](TableSetup& s) { s.time_control = control; }).empty());
    CHECK(wrong([](TableSetup& s) { s.start = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"; }).empty());
}

TEST_CASE("What is wrong is named by its field") {
    CHECK(wrong([](TableSetup& s) { s.game = Game::go; }) == "game: only xiangqi is recorded yet");
    CHECK(wrong([](TableSetup& s) { s.rules = "chess"; }) ==
          "rules: no book is called 'chess'; there are xiangqi-state, xiangqi-association, "
          "xiangqi-2020, xiangqi-world");
    CHECK(wrong([](TableSetup& s) {
              s.time_control = "soon";
          }).rfind("time_control: character 1: ", 0) == 0);
    CHECK(
        wrong([](TableSetup& s) { s.acts = "fouls stalemates"; }) ==
        "acts: 'stalemates' is none of fouls, natural-limit, dead-position, repetition, perpetual");
    CHECK(wrong([](TableSetup& s) {
              s.acts = " fouls  natural-limit dead-position repetition perpetual ";
          }).empty());
    CHECK(wrong([](TableSetup& s) { s.start = "nonsense"; }).rfind("start: FEN: ", 0) == 0);
}

TEST_CASE("A start position that no game can have is refused with its reason") {
    CHECK(wrong([](TableSetup& s) { s.start = "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1"; }) ==
          "start: Black is in check and not to move");
    CHECK_FALSE(wrong([](TableSetup& s) { s.start = "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1"; }).empty());
}
