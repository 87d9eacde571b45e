// SPDX-License-Identifier: Apache-2.0
// Coming late: nobody moves and nobody said who is there; a side, or both, said to be absent, over
// the limit and in time (000/4.2.4, 001/4.1.5).
#include "tests/bench/arbiter_campaign/sayings.hpp"
#include "tests/bench/arbiter_campaign/timed_game.hpp"

namespace jipu::arbiter_campaign {

namespace {

using sim::Random;

enum class Said : std::uint8_t { nothing, one, both };

Expected late(const TimedGame& game, Side side, Said said) {
    Expected out;
    out.code = "late";
    out.side = side;
    out.grade = said == Said::nothing ? Grade::notice : Grade::observed;
    out.article = said == Said::both ? game.cite("000/4.2.4(2)", "001/4.1.5")
                                     : game.cite("000/4.2.4(1)", "001/4.1.5");
    out.reason = said == Said::nothing ? "no move has been made"
                 : said == Said::one   ? "over the limit"
                                       : "both are over the limit";
    if (said == Said::nothing) out.resolved = "explained";
    return out;
}

void say_absent(TimedGame& game, Duration at, Side side, Said said_of) {
    const std::string absent = said_of == Said::both  ? "both"
                               : said_of == Said::one ? side_word(side)
                                                      : "nobody";
    game.say(at, said("update", field("absent", absent)));
}

// Both are late at the first turn of all; one alone at its own first turn.
bool come_late(TimedGame& game, Random& random, Said said, bool over) {
    const std::size_t i = said == Said::both ? 0 : random.index(2);
    if (!game.is_calm(i)) return false;
    const Side side = game.mover(i);
    game.setup.late_minutes = static_cast<int>(random.in({2, 30}));
    game.setup.time_control = "state-national";
    const Duration limit = std::chrono::minutes(game.setup.late_minutes);
    const Duration begins = game.turn_begins(i);
    const Duration moves =
        begins + limit +
        (over ? from_ms(random.in({6000, 60'000})) : -from_ms(random.in({5000, 60'000})));
    const sim::PlyLog& log = game.log(i);
    const Duration more = moves - (over ? log.first_edge : log.last_edge);
    if (more < from_ms(8000)) return false;
    game.think_longer(i, more);
    if (said != Said::nothing) {
        say_absent(game, begins + from_ms(20), side, said);
        say_absent(game, game.log(i).first_edge - from_ms(4000), side, Said::nothing);
        // While both were away one clock alone ran: the other's time is taken off then.
        if (said == Said::both) game.planted.told.push_back({"clock.adjusted -", {}});
    }
    if (!over) return true;
    game.planted.expected.push_back(late(game, side, said));
    if (said == Said::both) game.planted.expected.push_back(late(game, opponent(side), said));
    return true;
}

} // namespace

void add_lateness_cases(std::vector<TimeCase>& cases) {
    const auto add = [&](const char* name, Said said, bool over) {
        cases.push_back(
            {name,
             [=](TimedGame& game, Random& random) { return come_late(game, random, said, over); },
             false});
    };
    add("nobody moves", Said::nothing, true);
    add("moved in time", Said::nothing, false);
    add("one late", Said::one, true);
    add("one late, in time", Said::one, false);
    add("both late", Said::both, true);
    add("both late, in time", Said::both, false);
}

} // namespace jipu::arbiter_campaign
