// SPDX-License-Identifier: Apache-2.0
// A clock that shows the times, as lines of its protocol: sound, run down to 0, or wrong in one way
// that nobody can doubt, and wrong by less than that (000/4.2.1(3)).
#include <algorithm>

#include "hal/codec/line_clock.hpp"
#include "hal/sim/link/emulated_clock.hpp"
#include "tests/bench/arbiter_campaign/sayings.hpp"
#include "tests/bench/arbiter_campaign/timed_game.hpp"

namespace jipu::arbiter_campaign {

namespace {

using line_clock::Half;
using sim::Random;

Half half(Side side) {
    return side == Side::first ? Half::left : Half::right;
}

std::int64_t& time_of(line_clock::Times& times, Side side) {
    return side == Side::first ? times.left_ms : times.right_ms;
}

/// Changes what the clock shows at this moment.
using Distort = std::function<void(line_clock::Times&, Duration)>;

/// The clock's lines in a game with this much time for each side.
std::vector<Event> lines(const TimedGame& game, std::int64_t seconds, const Distort& distort) {
    sim::EmulatedClockOptions options;
    options.left_ms = options.right_ms = seconds * 1000;
    sim::EmulatedClock clock(options);
    std::vector<Event> out;
    const auto send = [&](Duration at, std::string text) {
        line_clock::Times times = clock.times(at.count() * 1000);
        if (distort) distort(times, at);
        text += line_clock::encode(times);
        out.push_back({instant_from_us(at.count()), ClockBytes{{text.begin(), text.end()}}});
    };
    Duration now{0};
    clock.resume(0, half(game.mover(0)));
    send(now, line_clock::encode(clock.hello()));
    for (std::size_t i = 0; i < game.plies(); ++i) {
        const Duration press = game.press(i);
        while (const auto next = clock.next_report(now.count() * 1000)) {
            if (*next / 1000 >= press.count()) break;
            now = Duration{*next / 1000};
            send(now, "");
        }
        now = press;
        send(now, line_clock::encode(clock.press(now.count() * 1000, half(game.mover(i)))));
    }
    return out;
}

struct Turn {
    std::size_t ply = 0;
    Duration begins{0};
};

/// A turn in which somebody thinks so long.
std::optional<Turn> long_turn(TimedGame& game, Random& random, std::int64_t seconds) {
    game.setup.clock = ClockKind::line;
    game.setup.time_control = "association-5 2h";
    std::vector<std::size_t> fits = game.calm_turns(game.mover(random.index(2)));
    std::erase_if(fits, [](std::size_t i) { return i < 4; });
    if (fits.empty()) return std::nullopt;
    const std::size_t i = fits[random.index(fits.size())];
    game.think_longer(i, from_ms(seconds * 1000));
    return Turn{i, game.turn_begins(i)};
}

constexpr std::int64_t two_hours = 7200;

void owe_fault(TimedGame& game, std::size_t i, Side side, Grade grade, std::string reason,
               std::string resolved) {
    Expected out;
    out.code = "clock-fault";
    out.side = side;
    out.ply = static_cast<int>(i) + 1;
    out.grade = grade;
    out.article = game.cite("000/4.2.1(3)", "001/6");
    out.reason = std::move(reason);
    out.resolved = std::move(resolved);
    game.planted.expected.push_back(out);
}

std::string word(Side side, bool more) {
    return std::string(side == Side::first ? "red" : "black") + (more ? " +*" : " -*");
}

bool sound(TimedGame& game, Random& random) {
    if (!long_turn(game, random, 120)) return false;
    game.device = lines(game, two_hours, {});
    return true;
}

bool run_down(TimedGame& game, Random& random) {
    const std::int64_t seconds = random.in({400, 900});
    const auto turn = long_turn(game, random, 0);
    if (!turn) return false;
    const std::size_t i = turn->ply;
    const int made = static_cast<int>(i / 2);
    const bool quota = random.chance(sim::one_in(2));
    const Quotas quotas{{seconds, quota ? made + 1 : 0}, {36'000, 0}};
    const Quotas shown = quota ? quotas : Quotas{{seconds, 0}};
    game.setup.time_control = spec_of(shown);
    const auto left = left_before(shown, game.stretches(), game.mover(i), i);
    if (!left) return false;
    const Duration more = left->time - (game.log(i).first_edge - game.turn_begins(i)) +
                          from_ms(random.in({2000, 6000}));
    if (more < Duration{0}) return false;
    game.think_longer(i, more);
    game.device = lines(game, seconds, {});
    return game.owe_flags(shown, game.stretches(), true);
}

/// One face is off for a while, by so many milliseconds. `set`: then the arbiter sets the clock.
bool off(TimedGame& game, Random& random, Duration length, std::int64_t ms, std::string_view fault,
         bool set) {
    const auto turn = long_turn(game, random, 20);
    if (!turn) return false;
    const Side side = game.mover(turn->ply + random.index(2));
    const Duration from = turn->begins + from_ms(5000);
    const std::int64_t by = random.chance(sim::one_in(2)) || fault == "rise" ? ms : -ms;
    game.device = lines(game, two_hours, [&](line_clock::Times& times, Duration at) {
        if (at >= from && at < from + length) time_of(times, side) += by;
    });
    if (set) {
        const auto stretches = game.stretches();
        std::array<std::int64_t, 2> left_ms{two_hours * 1000, two_hours * 1000};
        for (const Stretch& stretch : stretches)
            if (stretch.from < from + length)
                left_ms[index_of(stretch.side)] -=
                    to_ms(std::min(stretch.to, from + length) - stretch.from);
        game.say(from + length, said("set-clock", clock_field(left_ms)));
        game.planted.told.push_back({"clock.adjusted -", {}});
    }
    if (fault.empty()) return true;
    const bool rise = fault == "rise";
    owe_fault(game, turn->ply, side, rise ? Grade::notice : Grade::observed,
              std::string(fault) + ": " + word(side, by > 0),
              rise  ? ""
              : set ? "arbiter"
                    : "restored");
    return true;
}

/// In one turn the time passes by so many hundredths too slowly or too fast.
bool untrue(TimedGame& game, Random& random, int percent, bool fault) {
    const auto turn = long_turn(game, random, 100);
    if (!turn) return false;
    const Side side = game.mover(turn->ply);
    const bool slow = random.chance(sim::one_in(2));
    const Duration ends = game.press(turn->ply);
    game.device = lines(game, two_hours, [&](line_clock::Times& times, Duration at) {
        if (at < turn->begins) return;
        const std::int64_t by = to_ms(std::min(at, ends) - turn->begins) * percent / 100;
        time_of(times, side) += slow ? by : -by;
    });
    if (fault) owe_fault(game, turn->ply, side, Grade::observed, "rate: " + word(side, slow), "");
    return true;
}

/// After the press the time of who pressed runs on for a while.
bool wrong_side(TimedGame& game, Random& random, Duration length, bool fault) {
    const auto turn = long_turn(game, random, 25);
    if (!turn) return false;
    const Side mover = game.mover(turn->ply);
    game.device = lines(game, two_hours, [&](line_clock::Times& times, Duration at) {
        if (at < turn->begins) return;
        const Duration wrong = std::min(at - turn->begins, length);
        time_of(times, mover) += to_ms(wrong);
        time_of(times, opponent(mover)) -= to_ms(wrong);
        if (at < turn->begins + length) times.turn = half(opponent(mover));
    });
    if (fault)
        owe_fault(game, turn->ply, opponent(mover), Grade::observed, "wrong-side", "restored");
    return true;
}

} // namespace

void add_device_cases(std::vector<TimeCase>& cases) {
    const auto add = [&](const char* name, auto plant) { cases.push_back({name, plant, false}); };
    const Duration short_while = from_ms(1000), while_ = from_ms(4000);
    add("line clock, sound", sound);
    add("line clock, flag", run_down);
    add("line clock jumps",
        [=](auto& g, auto& r) { return off(g, r, while_, 60'000, "jump", false); });
    add("line clock jumps, set",
        [=](auto& g, auto& r) { return off(g, r, while_, 60'000, "jump", true); });
    add("line clock rises",
        [=](auto& g, auto& r) { return off(g, r, short_while, 6000, "rise", false); });
    add("line clock, a second off",
        [=](auto& g, auto& r) { return off(g, r, while_, 1000, "", false); });
    add("line clock runs untrue", [](auto& g, auto& r) { return untrue(g, r, 20, true); });
    add("line clock, a hundredth untrue", [](auto& g, auto& r) { return untrue(g, r, 1, false); });
    add("line clock, wrong side",
        [](auto& g, auto& r) { return wrong_side(g, r, from_ms(15'000), true); });
    add("line clock, wrong side a moment",
        [](auto& g, auto& r) { return wrong_side(g, r, from_ms(6000), false); });
}

} // namespace jipu::arbiter_campaign
