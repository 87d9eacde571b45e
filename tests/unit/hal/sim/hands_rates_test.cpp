// SPDX-License-Identifier: Apache-2.0
// Every behaviour at its configured rate and within its range, counted over many games.
#include "tests/support/catch.hpp"
#include "tests/unit/hal/sim/sample.hpp"

using namespace jipu;
using namespace jipu::test;

namespace {

struct Counts {
    int plies = 0, replies = 0, captures = 0, straight = 0;
    int slides = 0, long_stops = 0, nudges = 0, hesitations = 0, hesitations_other = 0;
    int after_press = 0, before_press = 0, unpressed = 0;
    std::map<sim::CaptureStyle, int> styles;
};

struct Played {
    tool::GamePlan plan;
    sim::Script script;
};

const std::vector<Played>& many_games() {
    static const std::vector<Played> games = [] {
        std::vector<Played> all;
        for (std::uint64_t seed = 1; seed <= 80; ++seed) {
            Played game{sample_plan(seed), {}};
            game.script =
                sim::play_by_hand(game.plan.start, game.plan.plies,
                                  seed % 2 == 0 ? Sensors::reed : Sensors::hall, {}, seed);
            all.push_back(std::move(game));
        }
        return all;
    }();
    return games;
}

bool could_slide(const sim::PlyFacts& facts, const std::vector<bool>& occupied) {
    const int step = facts.from % 9 == facts.to % 9 ? 9 : 1;
    if (step == 1 && facts.from / 9 != facts.to / 9) return false;
    const int low = std::min(facts.from, facts.to), high = std::max(facts.from, facts.to);
    for (int p = low + step; p < high; p += step) {
        if (!occupied[static_cast<std::size_t>(p)]) return true;
    }
    return false;
}

Counts count() {
    Counts counts;
    for (const Played& game : many_games()) {
        std::vector<bool> occupied;
        for (const auto& piece : game.plan.start.pieces)
            occupied.push_back(piece.has_value());
        for (std::size_t i = 0; i < game.plan.plies.size(); ++i) {
            const sim::PlyFacts& facts = game.plan.plies[i];
            const sim::PlyLog& log = game.script.plies[i];
            ++counts.plies;
            REQUIRE(log.capture.has_value() == facts.captures);
            if (log.capture) {
                ++counts.captures;
                ++counts.styles[*log.capture];
            }
            const bool straight = could_slide(facts, occupied);
            counts.straight += straight ? 1 : 0;
            REQUIRE((straight || !log.slide));
            counts.slides += log.slide ? 1 : 0;
            counts.long_stops += log.long_stop ? 1 : 0;
            counts.nudges += log.nudge ? 1 : 0;
            counts.hesitations += log.hesitation != sim::Hesitation::none ? 1 : 0;
            counts.hesitations_other += log.hesitation == sim::Hesitation::other_piece ? 1 : 0;
            if (i > 0) {
                ++counts.replies;
                counts.after_press += log.reply == sim::ReplyStyle::after_press ? 1 : 0;
                counts.before_press += log.reply == sim::ReplyStyle::before_press ? 1 : 0;
                counts.unpressed += log.reply == sim::ReplyStyle::unpressed ? 1 : 0;
            }
            occupied[facts.from] = false;
            occupied[facts.to] = true;
        }
    }
    return counts;
}

/// Is `part` of `whole` the rate, but for chance?
void check_rate(int part, int whole, double rate) {
    const double seen = static_cast<double>(part) / whole;
    INFO(part << " of " << whole << " = " << seen << ", asked for " << rate);
    const double chance = 5 * std::sqrt(rate * (1 - rate) / whole);
    CHECK(seen > rate - chance);
    CHECK(seen < rate + chance);
}

} // namespace

TEST_CASE("every behaviour happens at its configured rate") {
    const Counts counts = count();
    REQUIRE(counts.plies > 8'000);
    check_rate(counts.nudges, counts.plies, 0.1);
    check_rate(counts.hesitations, counts.plies, 0.1);
    check_rate(counts.hesitations_other, counts.hesitations, 0.5);
    check_rate(counts.unpressed, counts.replies, 0.1);
    // Of the replies to a pressed move.
    check_rate(counts.after_press + counts.before_press, counts.replies - counts.unpressed, 0.2);
    check_rate(counts.before_press, counts.after_press + counts.before_press, 0.5);
    check_rate(counts.long_stops, counts.straight, 0.05);
    check_rate(counts.slides, counts.straight, 0.05 + 0.95 * 0.5);
    CHECK(counts.styles.size() == sim::capture_styles);
    for (const auto& [style, times] : counts.styles)
        check_rate(times, counts.captures, 0.2);
}

TEST_CASE("travel, presses and quick replies stay in their ranges") {
    const sim::HandsConfig config;
    for (const Played& game : many_games()) {
        for (std::size_t i = 0; i < game.plan.plies.size(); ++i) {
            const sim::PlyLog& log = game.script.plies[i];
            INFO("ply " << i + 1);
            if (!log.capture && !log.slide) {
                REQUIRE(log.placed - log.first_edge >= from_ms(config.travel_ms.min) - Duration{2});
                REQUIRE(log.placed - log.first_edge <= from_ms(config.travel_ms.max) + Duration{2});
            }
            REQUIRE(log.last_edge - log.placed <= from_ms(5));
            if (log.press) REQUIRE(*log.press - log.placed >= from_ms(config.press_ms.min));
            if (i == 0) continue;
            const sim::PlyLog& before = game.script.plies[i - 1];
            REQUIRE(log.first_edge >= before.placed + from_ms(config.reply_rest_ms) - Duration{2});
            REQUIRE(before.press.has_value() == (log.reply != sim::ReplyStyle::unpressed));
            if (before.press && log.press) REQUIRE(*log.press > *before.press);
            const Duration from_press = before.press ? log.first_edge - *before.press : Duration{0};
            if (log.reply == sim::ReplyStyle::after_press) {
                REQUIRE(from_press >= from_ms(30) - Duration{2});
                REQUIRE(from_press <= from_ms(300));
            }
            if (log.reply == sim::ReplyStyle::before_press) {
                REQUIRE(-from_press >= from_ms(30));
                REQUIRE(-from_press <= from_ms(300) + Duration{2});
            }
        }
    }
}

TEST_CASE("stop-overs, nudges and hesitations stay in their ranges") {
    const sim::HandsConfig config;
    int stops = 0, long_stops = 0, nudges = 0, hesitations = 0;
    for (const Played& game : many_games()) {
        // How long each point held a level, by the ply in whose time it began.
        const auto all = bursts_of(game.script);
        std::size_t returns = 0;
        for (std::size_t p = 0; p < all.size(); ++p) {
            for (std::size_t k = 0; k + 1 < all[p].size(); ++k) {
                const Burst& a = all[p][k];
                const Burst& b = all[p][k + 1];
                for (std::size_t i = 0; i < game.plan.plies.size(); ++i) {
                    const sim::PlyFacts& facts = game.plan.plies[i];
                    const sim::PlyLog& log = game.script.plies[i];
                    const Duration since = i > 0 ? game.script.plies[i - 1].placed : Duration{0};
                    if (a.from <= since || b.from > log.placed) continue;
                    const Duration held = b.from - a.from;
                    if (is_on(a.after) && !is_on(b.after) && a.from > log.first_edge &&
                        p != facts.to && p != facts.from) {
                        ++stops;
                        if (held > from_ms(121)) ++long_stops;
                        REQUIRE(held >= from_ms(config.stop_ms.min) - Duration{2});
                        REQUIRE(held <= from_ms(config.long_stop_ms.max + 1));
                    }
                    if (!is_on(a.after) && b.after == a.before && b.from < log.first_edge) {
                        ++returns;
                        if (held < from_ms(config.thresholds.adjust_ms)) {
                            ++nudges;
                            REQUIRE(held >= from_ms(config.nudge_ms.min) - Duration{2});
                            REQUIRE(held <= from_ms(config.nudge_ms.max));
                        } else {
                            ++hesitations;
                            REQUIRE(held >= from_ms(config.hesitation_ms.min) - Duration{2});
                            REQUIRE(held <= from_ms(config.hesitation_ms.max + 1));
                        }
                    }
                }
            }
        }
        std::size_t logged = 0;
        for (const sim::PlyLog& log : game.script.plies) {
            logged += (log.nudge ? 1U : 0U) + (log.hesitation != sim::Hesitation::none ? 1U : 0U);
        }
        REQUIRE(returns == logged);
    }
    CHECK(stops > 500);
    CHECK(long_stops > 50);
    CHECK(nudges > 500);
    CHECK(hesitations > 500);
}
