// SPDX-License-Identifier: Apache-2.0
// See timed_game.hpp.
#include "tests/bench/arbiter_campaign/timed_game.hpp"

#include <algorithm>
#include <cstdio>

#include "tests/bench/arbiter_campaign/detours.hpp"

namespace jipu::arbiter_campaign {

namespace {

std::string seconds(Duration span) {
    char text[40];
    std::snprintf(text, sizeof text, "%.3f s", static_cast<double>(span.count()) / 1e6);
    return text;
}

} // namespace

TimedGame::TimedGame(const test::IccsGame& game, const Run& run, const std::optional<Before>& deeds)
    : setup(setup_of(game, run)), game_(&game), run_(&run) {
    tool::GamePlan plan = tool::plan_game(game.start, game.moves);
    if (deeds) {
        plan.plies[deeds->ply].deeds = deeds->planted.deeds;
        plan.plies[deeds->ply].carried = deeds->planted.carried;
        planted.expected = deeds->planted.expected;
        deeds_ply_ = deeds->ply;
    }
    sim::HandsConfig hands;
    hands.think_ms.max = 8'000;
    hands.long_stop_ms = {120, 200};
    hands.hesitation_other = 0;
    hands.no_press = 0;    // forgetting it is planted
    hands.quick_reply = 0; // which may rest before the press, and then ends the turn
    script_ = sim::play_by_hand(plan.start, plan.plies, run.sensors, hands, run.seed);
}

Side TimedGame::mover(std::size_t i) const {
    return i % 2 == 0 ? game_->start.to_move() : opponent(game_->start.to_move());
}

Duration TimedGame::turn_begins(std::size_t i) const {
    return i == 0 ? Duration{0} : turn_ends(i - 1);
}

Duration TimedGame::turn_ends(std::size_t i) const {
    if (log(i).press) return press(i);
    return std::min(log(i + 1).placed + from_ms(250), press(i + 1));
}

Duration TimedGame::pressed_in_vain() const {
    for (const sim::ScriptItem& item : script_.items)
        if (item.at > turn_begins(deeds_ply()) && std::holds_alternative<PressReport>(item.what))
            return item.at;
    return {};
}

Duration TimedGame::taken_back() const {
    Duration at{0};
    for (const sim::ScriptItem& item : script_.items)
        if (item.at < log(deeds_ply()).first_edge) at = item.at;
    return at;
}

bool TimedGame::is_calm(std::size_t i) const {
    const auto apart = [&](std::size_t k) {
        return log(k).press && log(k).last_edge < press(k) &&
               (k + 1 == plies() || log(k + 1).reply == sim::ReplyStyle::thought);
    };
    return apart(i) && (i == 0 || apart(i - 1));
}

std::vector<std::size_t> TimedGame::calm_turns(Side side) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i + 2 < plies(); ++i)
        if (mover(i) == side && is_calm(i)) out.push_back(i);
    return out;
}

std::string TimedGame::cite(const char* state, const char* association) const {
    return run_->book == "xiangqi-state" ? state : association;
}

void TimedGame::shift(Duration from, Duration more) {
    for (sim::ScriptItem& item : script_.items)
        if (item.at >= from) item.at += more;
    const auto later = [&](Duration& at) {
        if (at >= from) at += more;
    };
    for (sim::PlyLog& log : script_.plies) {
        later(log.first_edge);
        later(log.placed);
        later(log.last_edge);
        if (log.press) later(*log.press);
    }
    script_.length += more;
}

void TimedGame::rest_longer(std::size_t i, Duration more) {
    shift(log(i).first_edge - margin_, more);
}

void TimedGame::forget_press(std::size_t i) {
    const Duration at = press(i);
    std::erase_if(script_.items, [&](const sim::ScriptItem& item) {
        return item.at == at && std::holds_alternative<PressReport>(item.what);
    });
    script_.plies[i].press.reset();
}

void TimedGame::say(Duration at, Command command) {
    said_at_.push_back(at);
    planted.commands.push_back(std::move(command));
}

std::vector<Stretch> TimedGame::stretches() const {
    std::vector<Stretch> out;
    for (std::size_t i = 0; i < plies(); ++i)
        out.push_back({mover(i), turn_begins(i), turn_ends(i), i, true});
    return out;
}

bool TimedGame::owe_flags(const Quotas& quotas, const std::vector<Stretch>& all, bool approximate) {
    for (const Side side : {Side::first, Side::second})
        if (const auto fall = fall_of(quotas, all, side))
            if (!owe_flag(*fall, side, approximate)) return false;
    return true;
}

bool TimedGame::owe_flag(const Fall& fall, Side side, bool approximate) {
    const Duration clear = from_ms(600);
    const bool thinking = fall.at < log(fall.ply).first_edge - clear;
    const bool made = fall.at > log(fall.ply).last_edge + clear;
    if (!thinking && !made) return false;
    Expected flag;
    flag.code = "flag-fall";
    flag.side = side;
    flag.ply = static_cast<int>(fall.ply) + (made ? 1 : 0);
    flag.grade = Grade::observed;
    flag.article = cite("000/4.2.1(1)", "001/4.1.4");
    const std::string period = "period " + std::to_string(fall.period);
    flag.reason = fall.quota > 0 ? std::to_string(fall.moves) + " of " +
                                       std::to_string(fall.quota) + " moves in " + period
                                 : "the time of " + period + " is used up";
    if (made) flag.reason += "; " + move(fall.ply) + " was not pressed";
    const auto press = log(fall.ply).press;
    if (press && *press > fall.at)
        flag.reason += "; pressed " + (approximate ? "*" : seconds(*press - fall.at) + " after");
    planted.expected.push_back(flag);
    return true;
}

std::vector<Event> TimedGame::events() const {
    std::vector<Event> out{{instant_from_us(0), script_.start}};
    for (const sim::ScriptItem& item : script_.items) {
        if (!device.empty() && std::holds_alternative<PressReport>(item.what)) continue;
        Event event{instant_from_us(item.at.count()), Tick{}};
        std::visit([&event](const auto& what) { event.what = what; }, item.what);
        out.push_back(std::move(event));
    }
    for (std::size_t k = 0; k < said_at_.size(); ++k)
        out.push_back({instant_from_us(said_at_[k].count()), planted.commands[k]});
    out.insert(out.end(), device.begin(), device.end());
    std::stable_sort(out.begin(), out.end(),
                     [](const Event& a, const Event& b) { return a.at < b.at; });
    return out;
}

namespace {

std::vector<TimeCase> time_cases(const std::string& only) {
    std::vector<TimeCase> all, out;
    add_flag_cases(all);
    add_lateness_cases(all);
    add_device_cases(all);
    for (TimeCase& one : all) {
        one.name = "time, " + one.name;
        if (only.empty() || one.name.find(only) != std::string::npos) out.push_back(one);
    }
    return out;
}

// Repeated attacks by one piece may fill no quota (000/4.2.1(5)): whether they do is doubtful.
bool may_be_uncounted(const test::IccsGame& game) {
    int row[2] = {1, 1};
    for (std::size_t i = 2; i < game.moves.size(); ++i) {
        const bool same = game.moves[i].from == game.moves[i - 2].to;
        row[i % 2] = same ? row[i % 2] + 1 : 1;
        if (row[i % 2] >= 5) return true;
    }
    return false;
}

/// An illegal move, pressed and taken back, before a ply in the middle of the game.
std::optional<TimedGame::Before> illegal_before(const test::IccsGame& game, const Run& run,
                                                sim::Random& random) {
    std::vector<Planter> planters;
    add_illegal(planters);
    std::erase_if(planters, [](const Planter& planter) {
        return planter.name.find("replayed") == std::string::npos;
    });
    const tool::GamePlan plan = tool::plan_game(game.start, game.moves);
    for (int tries = 0; tries < 40; ++tries) {
        const std::size_t i = 6 + random.index(game.moves.size() - 10);
        std::vector<xiangqi::Position> history{game.start};
        for (std::size_t k = 0; k < i; ++k) {
            history.push_back(history.back());
            history.back().play_tolerant(game.moves[k]);
        }
        const std::vector<Told> told;
        const Ply ply = ply_at(i, game, plan, history, told, run);
        auto planted = planters[random.index(planters.size())].plant(ply, random);
        const auto presses = [](const sim::Deed& deed) {
            return deed.kind == sim::Deed::Kind::press;
        };
        if (planted && std::any_of(planted->deeds.begin(), planted->deeds.end(), presses))
            return TimedGame::Before{i, std::move(*planted)};
    }
    return std::nullopt;
}

std::optional<TimedGame> with_case(const test::IccsGame& game, const Run& run,
                                   const TimeCase& chosen, sim::Random& random) {
    std::optional<TimedGame::Before> deeds;
    if (chosen.after_illegal) {
        deeds = illegal_before(game, run, random);
        if (!deeds) return std::nullopt;
    }
    TimedGame timed(game, run, deeds);
    if (!chosen.plant(timed, random)) return std::nullopt;
    return timed;
}

} // namespace

bool names_a_time_case(const std::string& only) {
    return !time_cases(only).empty();
}

Outcome play_timed(const test::IccsGame& game, const Run& run) {
    sim::Random random(run.seed * 15'485'863U + 5U);
    const std::vector<TimeCase> cases = time_cases(run.only);
    std::optional<TimedGame> timed;
    std::string kind;
    const bool room =
        game.moves.size() >= 30 && !(run.book == "xiangqi-state" && may_be_uncounted(game));
    for (int tries = 0; tries < 12 && !timed && room; ++tries) {
        const TimeCase& chosen = cases[random.index(cases.size())];
        timed = with_case(game, run, chosen, random);
        kind = chosen.name;
    }
    if (!timed) {
        timed.emplace(game, run, std::nullopt);
        kind = "time, no room";
    }
    Outcome outcome;
    timed->planted.kind = kind;
    outcome.planted.push_back({0, timed->planted});
    outcome.by_the_hands = timed->script().deserved;
    outcome.moves = game.moves;
    outcome.setup = timed->setup;
    Detours none{game, game, {}, {}, {}, {}};
    for (std::size_t i = 0; i < game.moves.size(); ++i)
        none.ply_of.push_back(static_cast<int>(i) + 1);
    outcome.by_the_moves = owed_by_moves(none, outcome, true);
    outcome.events = timed->events();
    play_events(outcome);
    return outcome;
}

} // namespace jipu::arbiter_campaign
