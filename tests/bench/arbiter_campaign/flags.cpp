// SPDX-License-Identifier: Apache-2.0
// Flags, quotas and presses: the time of a period is used up while somebody thinks, after the move
// and before the press, at the instant of the press; periods after the first; a forgotten press; an
// illegal last move; a replaced clock (000/4.2.1(1)-(3), 001/6).
#include <algorithm>

#include "tests/bench/arbiter_campaign/sayings.hpp"
#include "tests/bench/arbiter_campaign/timed_game.hpp"

namespace jipu::arbiter_campaign {

namespace {

using sim::Random;

struct Preset {
    const char* name;
    Quotas quotas;
};

/// As the books have them (000/4.2.1, 001/6.1-6.5).
const std::vector<Preset>& presets() {
    static const std::vector<Preset> all{
        {"state-national", {{5400, 40}, {1800, 20, true, false}, {900, 10, false, true}}},
        {"state-regional", {{3600, 30}, {600, 10, false, true}}},
        {"state-playoff", {{1800, 30}, {600, 10, false, true}}},
        {"association-1", {{5400, 40}, {900, 10, false, true}}},
        {"association-2", {{3600, 30}, {600, 10, false, true}}},
        {"association-3", {{600, 40}, {300, 30, false, true}}},
        {"association-4", {{300, 30, false, true}}},
        {"association-5 20m", {{1200, 0}}},
    };
    return all;
}

Duration in_ms(Random& random, std::int64_t min, std::int64_t max) {
    return from_ms(random.in({min, max}));
}

Side any_side(Random& random) {
    return random.chance(sim::one_in(2)) ? Side::first : Side::second;
}

/// Moves that the side of this ply has made before it.
int made_before(std::size_t ply) {
    return static_cast<int>(ply / 2);
}

/// The side's period ends while he thinks about this ply.
bool end_thinking(TimedGame& game, const Quotas& quotas, std::size_t i, Random& random) {
    const auto left = left_before(quotas, game.stretches(), game.mover(i), i);
    if (!left) return false;
    const Duration thought = game.log(i).first_edge - game.turn_begins(i);
    const Duration more = left->time - thought + in_ms(random, 1500, 8000);
    if (more < Duration{0}) return false;
    game.think_longer(i, more);
    return true;
}

/// The side's period ends so long after the last edge of this ply's placement.
bool end_after_placing(TimedGame& game, const Quotas& quotas, std::size_t i, Duration after) {
    const auto left = left_before(quotas, game.stretches(), game.mover(i), i);
    if (!left) return false;
    const Duration more = left->time - (game.log(i).last_edge + after - game.turn_begins(i));
    if (more < Duration{0}) return false;
    game.think_longer(i, more);
    return true;
}

std::optional<std::size_t> any_turn(const TimedGame& game, Side side, Random& random, int from,
                                    int below) {
    std::vector<std::size_t> fits;
    for (const std::size_t i : game.calm_turns(side))
        if (made_before(i) >= from && made_before(i) < below) fits.push_back(i);
    if (fits.empty()) return std::nullopt;
    return fits[random.index(fits.size())];
}

struct Chosen {
    Quotas quotas;
    std::size_t ply = 0;
};

/// A preset, and a turn in which its first quota is not yet made.
std::optional<Chosen> with_preset(TimedGame& game, Random& random) {
    const Preset& preset = presets()[random.index(presets().size())];
    game.setup.time_control = preset.name;
    const int quota = preset.quotas.front().moves;
    const auto ply = any_turn(game, any_side(random), random, 2, quota > 0 ? quota : 1000);
    if (!ply) return std::nullopt;
    return Chosen{preset.quotas, *ply};
}

bool while_he_thinks(TimedGame& game, Random& random) {
    const auto chosen = with_preset(game, random);
    return chosen && end_thinking(game, chosen->quotas, chosen->ply, random) &&
           game.owe_flags(chosen->quotas, game.stretches());
}

bool made_not_pressed(TimedGame& game, Random& random) {
    const auto chosen = with_preset(game, random);
    const Duration after = in_ms(random, 1200, 3000);
    if (!chosen || !end_after_placing(game, chosen->quotas, chosen->ply, after)) return false;
    const std::size_t i = chosen->ply;
    const Duration late = game.log(i).last_edge + after + in_ms(random, 800, 3500);
    if (late > game.press(i)) game.press_later(i, late - game.press(i));
    return game.owe_flags(chosen->quotas, game.stretches());
}

/// `early`: so much before the time is used up is the press that completes the quota.
bool at_the_press(TimedGame& game, Random& random, Duration early) {
    const auto i = any_turn(game, any_side(random), random, 2, 1000);
    if (!i) return false;
    const Quotas quotas{{random.in({600, 5400}), made_before(*i) + 1}, {36'000, 0}};
    game.setup.time_control = spec_of(quotas);
    game.press_later(*i, in_ms(random, 1200, 3000));
    const Duration after = game.press(*i) - game.log(*i).last_edge + early;
    return end_after_placing(game, quotas, *i, after) && game.owe_flags(quotas, game.stretches());
}

/// Three turns of a side in which its periods end, and the moves that each period then has.
struct Periods {
    std::array<std::size_t, 3> ends{};
    std::array<int, 3> made{};
};

std::optional<Periods> three_periods(const TimedGame& game, Random& random) {
    std::vector<std::size_t> turns;
    for (const std::size_t i : game.calm_turns(any_side(random)))
        if (made_before(i) >= 2) turns.push_back(i);
    if (turns.size() < 6) return std::nullopt;
    Periods out;
    const std::size_t third = turns.size() / 3;
    for (std::size_t k = 0; k < 3; ++k)
        out.ends[k] = turns[k * third + random.index(third)];
    int before = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        out.made[k] = made_before(out.ends[k]) - before;
        before = made_before(out.ends[k]);
    }
    return out;
}

/// Ends the periods in their turns until a flag has fallen.
bool end_periods(TimedGame& game, const Quotas& quotas, const Periods& periods, std::size_t count,
                 Random& random) {
    game.setup.time_control = spec_of(quotas);
    for (std::size_t k = 0; k < count; ++k)
        if (!end_thinking(game, quotas, periods.ends[k], random)) return false;
    return game.owe_flags(quotas, game.stretches());
}

bool second_period(TimedGame& game, Random& random, bool complete) {
    const auto periods = three_periods(game, random);
    if (!periods) return false;
    const int first = static_cast<int>(random.in({1, periods->made[0]}));
    const int made = periods->made[1];
    if (complete && made == 0) return false;
    const int second = complete ? static_cast<int>(random.in({1, made})) : made + 1;
    const Quotas quotas{
        {random.in({600, 3600}), first}, {random.in({600, 1800}), second}, {36'000, 0}};
    return end_periods(game, quotas, *periods, 2, random);
}

/// More moves than the first quota, fewer than the second but for those carried.
bool surplus(TimedGame& game, Random& random, bool carry) {
    const auto periods = three_periods(game, random);
    if (!periods || periods->made[0] < 2) return false;
    const int first = static_cast<int>(random.in({1, periods->made[0] - 1}));
    const int more = periods->made[0] - first;
    const int second = periods->made[1] + static_cast<int>(random.in({1, more}));
    const Quotas quotas{{random.in({600, 3600}), first},
                        {random.in({600, 1800}), second, carry, false},
                        {36'000, 0}};
    return end_periods(game, quotas, *periods, 2, random);
}

/// The second period's surplus does not help in the third.
bool surplus_of_the_second(TimedGame& game, Random& random) {
    const auto periods = three_periods(game, random);
    if (!periods || periods->made[0] < 2 || periods->made[1] < 2) return false;
    const int first = static_cast<int>(random.in({1, periods->made[0] - 1}));
    const int second = static_cast<int>(random.in({1, periods->made[1] - 1}));
    const int more = periods->made[0] - first + periods->made[1] - second;
    const int third = periods->made[2] + static_cast<int>(random.in({1, more}));
    const Quotas quotas{{random.in({600, 3600}), first},
                        {random.in({600, 1800}), second, true, false},
                        {random.in({600, 900}), third, false, true}};
    return end_periods(game, quotas, *periods, 3, random);
}

Expected no_press(const TimedGame& game, std::size_t i) {
    Expected out;
    out.code = "no-press";
    out.side = game.mover(i);
    out.ply = static_cast<int>(i) + 1;
    out.article = game.cite("000/4.2.1(2)", "001/6");
    out.reason = game.cite("", "not-reminded");
    out.resolved = "explained";
    return out;
}

/// `flag`: the time is used up while the press is missing.
bool forgotten(TimedGame& game, Random& random, bool flag) {
    const auto i = any_turn(game, any_side(random), random, 2, 1000);
    if (!i || !game.is_calm(*i + 1)) return false;
    const Quotas quotas{
        {random.in({600, 3600}), made_before(*i) + 1 + static_cast<int>(random.in({0, 5}))},
        {36'000, 0}};
    if (flag && !end_after_placing(game, quotas, *i, in_ms(random, 11'500, 14'000))) return false;
    const Quotas kept = flag ? quotas : Quotas{{36'000, 0}};
    game.setup.time_control = spec_of(kept);
    const Duration reply = game.log(*i).last_edge + in_ms(random, 16'000, 25'000);
    if (reply > game.log(*i + 1).first_edge)
        game.think_longer(*i + 1, reply - game.log(*i + 1).first_edge);
    game.forget_press(*i);
    game.planted.expected.push_back(no_press(game, *i));
    return game.owe_flags(kept, game.stretches(), true);
}

bool answered_in_time(TimedGame& game, Random& random) {
    const auto i = any_turn(game, any_side(random), random, 2, 1000);
    if (!i || !game.is_calm(*i + 1)) return false;
    const Duration answered = game.log(*i + 1).last_edge + from_ms(600);
    if (answered > game.log(*i).placed + from_ms(9000)) return false;
    game.setup.time_control = "state-national";
    game.forget_press(*i);
    return true;
}

// What is used between the press of the illegal move and its taking back is the other's time; the
// mover's goes on after that, and nothing is given back (000/4.2.1(1)).
std::vector<Stretch> with_illegal(const TimedGame& game) {
    std::vector<Stretch> out;
    const Duration pressed = game.pressed_in_vain(), back = game.taken_back();
    for (const Stretch& stretch : game.stretches()) {
        if (stretch.ply != game.deeds_ply()) {
            out.push_back(stretch);
            continue;
        }
        out.push_back({stretch.side, stretch.from, pressed, stretch.ply, false});
        out.push_back({opponent(stretch.side), pressed, back, stretch.ply, false});
        out.push_back({stretch.side, back, stretch.to, stretch.ply, true});
    }
    return out;
}

bool illegal_last(TimedGame& game, Random& random) {
    const std::size_t i = game.deeds_ply();
    if (!game.is_calm(i) || i + 2 >= game.plies()) return false;
    const Quotas quotas{{random.in({600, 3600}), made_before(i) + 1}, {36'000, 0}};
    game.setup.time_control = spec_of(quotas);
    const auto left = left_before(quotas, game.stretches(), game.mover(i), i);
    if (!left) return false;
    const Duration kept = in_ms(random, 3000, 6000);
    const Duration more = left->time - (game.pressed_in_vain() - game.turn_begins(i)) - kept;
    if (more < Duration{0}) return false;
    game.think_longer(i, more);
    const Duration again = game.taken_back() + kept + in_ms(random, 2000, 5000);
    if (again > game.log(i).first_edge) game.rest_longer(i, again - game.log(i).first_edge);
    return game.owe_flags(quotas, with_illegal(game), true);
}

bool illegal_in_time(TimedGame& game, Random&) {
    const Quotas quotas{{36'000, made_before(game.deeds_ply()) + 1}, {900, 0}};
    game.setup.time_control = spec_of(quotas);
    return game.is_calm(game.deeds_ply()) && game.owe_flags(quotas, with_illegal(game), true);
}

// One face is certain and the other gets the rest of what passed; or both share the difference. The
// flag shows what the new clock was set to.
bool replaced(TimedGame& game, Random& random, bool both, bool flag) {
    const Quotas quotas{{random.in({1200, 3600}), 0}};
    game.setup.time_control = spec_of(quotas);
    const auto at_turn = any_turn(game, any_side(random), random, 3, 8);
    const auto falls = any_turn(game, any_side(random), random, 10, 1000);
    if (!at_turn || !falls) return false;
    game.think_longer(*at_turn, in_ms(random, 4000, 60'000));
    const Duration at = game.turn_begins(*at_turn) + from_ms(1500);
    std::array<std::int64_t, 2> used_ms{};
    for (const Stretch& stretch : game.stretches())
        if (stretch.from < at)
            used_ms[index_of(stretch.side)] += to_ms(std::min(stretch.to, at) - stretch.from);
    std::array<std::int64_t, 2> off_ms{random.in({-90'000, 90'000}), random.in({-90'000, 90'000})};
    const std::size_t bad = random.index(2);
    if (!both) off_ms[1 - bad] = 0;
    const std::string faulty = both ? "both" : side_word(bad == 0 ? Side::first : Side::second);
    std::array<std::int64_t, 2> shown_ms{};
    std::vector<Stretch> extra;
    for (const Side side : {Side::first, Side::second}) {
        const std::size_t k = index_of(side);
        const std::int64_t share_ms = both ? (off_ms[k] - off_ms[1 - k]) / 2 : 0;
        if (used_ms[k] + std::min(off_ms[k], share_ms) < 1000) return false;
        shown_ms[k] = quotas[0].seconds * 1000 - used_ms[k] - off_ms[k];
        if (both) extra.push_back({side, {}, from_ms(share_ms), *at_turn, false});
    }
    game.say(at, said("set-clock", clock_field(shown_ms) + field("faulty", faulty)));
    game.planted.told.push_back({"clock.adjusted -", {}});
    const auto all = [&] {
        std::vector<Stretch> out = extra;
        const auto turns = game.stretches();
        out.insert(out.end(), turns.begin(), turns.end());
        return out;
    };
    if (flag) {
        const auto left = left_before(quotas, all(), game.mover(*falls), *falls);
        if (!left) return false;
        const Duration thought = game.log(*falls).first_edge - game.turn_begins(*falls);
        const Duration more = left->time - thought + in_ms(random, 2000, 5000);
        if (more < Duration{0}) return false;
        game.think_longer(*falls, more);
    }
    return game.owe_flags(quotas, all(), true);
}

} // namespace

void add_flag_cases(std::vector<TimeCase>& cases) {
    const auto add = [&](const char* name, auto plant) { cases.push_back({name, plant, false}); };
    add("flag while he thinks", while_he_thinks);
    add("flag before the press", made_not_pressed);
    add("flag at the press", [](auto& g, auto& r) { return at_the_press(g, r, {}); });
    add("pressed just before", [](auto& g, auto& r) { return at_the_press(g, r, from_ms(1)); });
    add("flag in the second period", [](auto& g, auto& r) { return second_period(g, r, false); });
    add("second period complete", [](auto& g, auto& r) { return second_period(g, r, true); });
    add("surplus carried", [](auto& g, auto& r) { return surplus(g, r, true); });
    add("surplus not carried", [](auto& g, auto& r) { return surplus(g, r, false); });
    add("surplus of the second", surplus_of_the_second);
    add("press forgotten", [](auto& g, auto& r) { return forgotten(g, r, false); });
    add("press forgotten, flag", [](auto& g, auto& r) { return forgotten(g, r, true); });
    add("press forgotten, answered", answered_in_time);
    add("clock replaced", [](auto& g, auto& r) { return replaced(g, r, false, false); });
    add("clock replaced, flag", [](auto& g, auto& r) { return replaced(g, r, false, true); });
    add("clock replaced, both, flag", [](auto& g, auto& r) { return replaced(g, r, true, true); });
    cases.push_back({"illegal last move, flag", illegal_last, true});
    cases.push_back({"illegal move, in time", illegal_in_time, true});
}

} // namespace jipu::arbiter_campaign
