// SPDX-License-Identifier: Apache-2.0
// Claims of the natural limit (000/1.4.2(4), 001/4.2.4, 9.1.4), right and wrong, with what a wrong
// one costs; and false claims of repetition (000/1.4.2(3), 001/4.2.3). Everything is counted from
// the positions of the game.
#include <span>

#include "tests/bench/arbiter_campaign/sayings.hpp"

namespace jipu::arbiter_campaign {

namespace {

constexpr int checks_that_count = 10;         // in the books of 2020 and of the world
constexpr std::int64_t cost_ms = 5 * 60'000;  // 000/1.4.2(4)
constexpr std::int64_t less_ms = 4 * 60'000;  // so that the cost is more than what is left
constexpr std::int64_t plenty_ms = 3'600'000; // ... and here it is not

int pieces_on(const Position& position) {
    int count = 0;
    for (Point p = 0; p < xiangqi::points; ++p)
        count += position.at(p).empty() ? 0 : 1;
    return count;
}

using Positions = std::span<const Position>;

// The index of the first position since which nothing was taken.
std::size_t quiet_since(Positions history) {
    std::size_t since = history.size() - 1;
    while (since > 0 && pieces_on(history[since - 1]) == pieces_on(history.back()))
        --since;
    return since;
}

// Plies without a capture; what the start had counted goes on counting.
int quiet_plies(const Ply& ply, Positions history, Side claimant) {
    const std::size_t since = quiet_since(history);
    int plies = static_cast<int>(history.size() - 1 - since);
    if (since == 0) plies += history.front().quiet_plies();
    if (ply.book != "xiangqi-2020" && ply.book != "xiangqi-world") return plies;
    int checks = 0;
    for (std::size_t i = since + 1; i < history.size(); ++i)
        if (history[i].to_move() != claimant && history[i].in_check(history[i].to_move())) ++checks;
    return plies - 2 * std::max(0, checks - checks_that_count);
}

int quiet_plies(const Ply& ply, Side claimant) {
    return quiet_plies(ply, *ply.history, claimant);
}

bool limit_reached(const Ply& ply) {
    return quiet_plies(ply, Side::first) >= natural_limit ||
           quiet_plies(ply, Side::second) >= natural_limit;
}

Side anybody(Random& random) {
    return random.chance(sim::one_in(2)) ? Side::first : Side::second;
}

Command claim(Side side, const std::string& what) {
    return said_by("claim", side, field("what", what));
}

std::array<UsedTime, 2> charged(Side side) {
    std::array<UsedTime, 2> out{};
    out[index_of(side)].cost_ms = cost_ms;
    return out;
}

Expected claim_false(const Ply& ply, Side side) {
    return alert("claim-false", side, ply.number - 1, Grade::completed,
                 cite(ply, "000/1.4.2(4)", "001/9.1.4"));
}

// Five minutes on the claimant's clock, or a foul.
std::optional<Planted> false_limit(const Ply& ply, Random& random) {
    const Side side = anybody(random);
    if (limit_reached(ply)) return std::nullopt;
    std::vector<Expected> expected{claim_false(ply, side)};
    Doing doing(ply, random);
    doing.say(claim(side, "natural-limit")).wait({500, 4000});
    if (random.chance(sim::one_in(4))) {
        expected[0] = closed(expected[0], "arbiter", "dismiss");
        doing.say(ruled("claim-false", "dismiss"));
        return doing.wait({200, 900}).planted(expected);
    }
    expected[0] = closed(expected[0], "arbiter", "foul");
    doing.say(ruled("claim-false", "foul"));
    if (ply.association) {
        const int fouls = fouls_of(ply, side) + 1;
        doing.told(foul_entered(side, "claim-false", "001/9.1.4", fouls));
        if (fouls == 3) expected.push_back(foul_limit(ply, side));
    } else {
        doing.told("clock.adjusted 000/1.4.2(4)", charged(side));
    }
    return doing.wait({200, 900}).planted(expected);
}

// Up to four rounds too early.
std::optional<Planted> just_too_early(const Ply& ply, Random& random) {
    if (quiet_plies(ply, Side::first) < natural_limit - 8) return std::nullopt;
    return false_limit(ply, random);
}

// The limit was reached, or nearly, and then something was taken.
std::optional<Planted> just_taken(const Ply& ply, Random& random) {
    const Positions history(*ply.history);
    const std::size_t since = quiet_since(history);
    if (since == 0 || history.size() - since > 8) return std::nullopt;
    if (quiet_plies(ply, history.first(since), Side::first) < natural_limit - 8)
        return std::nullopt;
    return false_limit(ply, random);
}

// The claim costs the State book's five minutes, of which there are four left, or an hour.
std::optional<Planted> false_limit_with(const Ply& ply, Random& random, std::int64_t left_ms) {
    if (ply.association || limit_reached(ply)) return std::nullopt;
    const Side side = anybody(random);
    const bool falls = left_ms <= cost_ms;
    std::vector<Expected> expected{closed(claim_false(ply, side), "arbiter", "foul")};
    Doing doing(ply, random);
    doing
        .say(said("set-clock",
                  ",\"clock\":{\"" + side_word(side) + "\":" + std::to_string(left_ms) + "}"))
        .told("clock.adjusted -")
        .wait({500, 2000})
        .say(claim(side, "natural-limit"))
        .wait({500, 4000})
        .say(ruled("claim-false", "foul"));
    if (!falls) {
        doing.told("clock.adjusted 000/1.4.2(4)", charged(side));
        return doing.wait({200, 900}).planted(expected);
    }
    doing.told("clock.adjusted 000/1.4.2(4)").wait({200, 900});
    expected.push_back(
        closed(alert("flag-fall", side, ply.number - 1, Grade::observed, "000/4.2.1(1)"), "arbiter",
               "loss"));
    doing.say(ruled("flag-fall", "loss")).told(lost_by(side, "time"));
    return doing.wait({200, 900}).planted(expected);
}

// In order: the arbiter lets it stand, and the other side cannot refuse.
std::optional<Planted> right_limit(const Ply& ply, Random& random) {
    const Side side = anybody(random);
    if (quiet_plies(ply, side) < natural_limit) return std::nullopt;
    const Expected due = alert("natural-limit", side, ply.number - 1, Grade::completed,
                               cite(ply, "000/1.4.2(4)", "001/4.2.4"));
    return Doing(ply, random)
        .say(claim(side, "natural-limit"))
        .wait({500, 4000})
        .say(ruled("natural-limit", "stands"))
        .told(ended("1/2-1/2", "natural-limit"))
        .wait({200, 900})
        .planted({closed(due, "arbiter", "stands")});
}

// A position has to stand four times. The law of 2020 counts long patterns besides: there only soon
// after a capture.
std::optional<Planted> false_repetition(const Ply& ply, Random& random) {
    const auto& history = *ply.history;
    const std::size_t since = quiet_since(history);
    if (ply.book == "xiangqi-2020" && (since == 0 || history.size() - since > 16))
        return std::nullopt;
    for (std::size_t i = since; i < history.size(); ++i)
        if (std::count(history.begin() + static_cast<std::ptrdiff_t>(since), history.end(),
                       history[i]) >= 3)
            return std::nullopt;
    const Side side = anybody(random);
    return Doing(ply, random)
        .say(claim(side, "repetition"))
        .wait({500, 2000})
        .planted({alert("claim-false", side, ply.number - 1, Grade::observed,
                        cite(ply, "000/1.4.2(3)", "001/4.2.3"))});
}

} // namespace

void add_claims(std::vector<Planter>& planters) {
    planters.push_back({"claim, natural limit, false", false_limit});
    planters.push_back({"claim, natural limit, right", right_limit, true, true});
    planters.push_back({"claim, natural limit, too early", just_too_early, false, true});
    planters.push_back({"claim, natural limit, just taken", just_taken, false, true});
    planters.push_back(
        {"claim, natural limit, flag falls",
         [](const Ply& ply, Random& random) { return false_limit_with(ply, random, less_ms); },
         true});
    planters.push_back({"claim, natural limit, time left", [](const Ply& ply, Random& random) {
                            return false_limit_with(ply, random, plenty_ms);
                        }});
    planters.push_back({"claim, repetition, false", false_repetition});
}

} // namespace jipu::arbiter_campaign
