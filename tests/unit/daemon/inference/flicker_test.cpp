// SPDX-License-Identifier: Apache-2.0
// When a point counts as chattering or weak, to the microsecond, and when no more.
#include "daemon/inference/flicker.hpp"

#include "tests/unit/daemon/inference/helpers.hpp"

using namespace jipu;
using namespace jipu::inference;
using namespace jipu::test;

namespace {

constexpr PointIndex here = 33;

/// Changes at these milliseconds.
Flicker changed_at(std::initializer_list<std::int64_t> times) {
    Flicker flicker;
    for (const auto ms : times)
        flicker.changed(here, at_ms(ms));
    return flicker;
}

/// `count` returns, `apart_ms` from one to the next; the turn changes after each `a_turn`.
Flicker returned(int count, std::int64_t apart_ms, int a_turn) {
    Flicker flicker;
    for (int i = 0; i < count; ++i) {
        flicker.changed(here, at_ms(1000 + i * apart_ms));
        flicker.returned(here, at_ms(1000 + i * apart_ms), i / a_turn);
    }
    return flicker;
}

} // namespace

TEST_CASE("Six changes in less than a second chatter; five, or a whole second, do not") {
    CHECK(changed_at({0, 100, 200, 300, 400, 999}).chattering()[here]);
    CHECK_FALSE(changed_at({0, 100, 200, 300, 400}).chattering()[here]);
    CHECK_FALSE(changed_at({0, 100, 200, 300, 400, 1000}).chattering()[here]);
    // The latest six count.
    CHECK(changed_at({0, 5000, 5100, 5200, 5300, 5400, 5500}).chattering()[here]);
    CHECK_FALSE(changed_at({0, 100, 200, 300, 400, 999}).weak()[here]);
}

TEST_CASE("Points chatter each by itself") {
    Flicker flicker;
    for (int i = 0; i < 6; ++i)
        flicker.changed(static_cast<PointIndex>(here + i % 2), at_ms(i * 10));
    CHECK(flicker.chattering().none());
}

TEST_CASE("Six returns in more than one turn are weak; five, or six in one turn, are not") {
    CHECK(returned(6, 10'000, 1).weak()[here]);
    CHECK(returned(6, 10'000, 5).weak()[here]);
    CHECK_FALSE(returned(5, 10'000, 1).weak()[here]);
    CHECK_FALSE(returned(6, 10'000, 6).weak()[here]);
}

TEST_CASE("Eight returns in one turn are weak, seven are not") {
    CHECK(returned(8, 5'000, 100).weak()[here]);
    CHECK_FALSE(returned(7, 5'000, 100).weak()[here]);
}

TEST_CASE("Returns over three minutes or longer are hands'") {
    CHECK(returned(6, 35'999, 1).weak()[here]);
    CHECK_FALSE(returned(6, 36'000, 1).weak()[here]);
    CHECK_FALSE(returned(20, 36'000, 1).weak()[here]);
}

TEST_CASE("A point that has been still for ten minutes is sound again, not a microsecond sooner") {
    Flicker flicker = changed_at({0, 100, 200, 300, 400, 500});
    flicker.forget(at_ms(600'500) - Duration{1});
    CHECK(flicker[here]);
    flicker.forget(at_ms(600'500));
    CHECK_FALSE(flicker[here]);
    Flicker weak = returned(6, 6'000, 1); // the latest at 31 s
    weak.forget(at_ms(631'000) - Duration{1});
    CHECK(weak[here]);
    weak.forget(at_ms(631'000));
    CHECK_FALSE(weak[here]);
}

TEST_CASE("A point that goes on changing stays doubtful while another is forgotten") {
    Flicker flicker = changed_at({0, 100, 200, 300, 400, 500});
    for (int i = 0; i < 6; ++i)
        flicker.changed(here + 1, at_ms(i * 100));
    flicker.changed(here, at_ms(500'000));
    flicker.forget(at_ms(700'000));
    CHECK(flicker[here]);
    CHECK_FALSE(flicker[here + 1]);
}
