// SPDX-License-Identifier: Apache-2.0
// Chooses the breaches, lets the hands do them, and gives what the sensors and the arbiter said to
// a table of its own.
#include <algorithm>
#include <span>
#include <stdexcept>

#include "daemon/app/common/replay.hpp"
#include "daemon/table/table.hpp"
#include "hal/codec/decoders.hpp"
#include "tests/bench/arbiter_campaign/campaign.hpp"
#include "tests/bench/arbiter_campaign/detours.hpp"
#include "tests/bench/arbiter_campaign/timed_game.hpp"

namespace jipu::arbiter_campaign {

namespace {

class Watcher : public EffectSink {
  public:
    explicit Watcher(Outcome& outcome) : alerts_(outcome.alerts), telling_(outcome.told) {}
    /// Something is said before this ply.
    void said(int ply) { telling_.said(ply); }
    /// The latest open alert of a code; empty: there is none.
    std::string open_alert(std::string_view code) const {
        for (auto alert = alerts_.rbegin(); alert != alerts_.rend(); ++alert)
            if (alert->last.code == code && alert->resolved.empty()) return alert->last.alert;
        return "";
    }
    void emit(const Effect& effect) override {
        telling_.follow(effect);
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            alerts_.push_back({raised->alert, "", ""});
        } else if (const auto* updated = std::get_if<AlertUpdated>(&effect.data)) {
            find(updated->alert.alert).last = updated->alert;
        } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
            SeenAlert& alert = find(resolved->alert);
            alert.resolved = resolved->by;
            alert.ruling = resolved->ruling;
        }
    }

  private:
    SeenAlert& find(const std::string& id) {
        for (SeenAlert& alert : alerts_)
            if (alert.last.alert == id) return alert;
        throw std::logic_error("an alert that was never raised: " + id);
    }
    std::vector<SeenAlert>& alerts_;
    Telling telling_;
};

// Half of the games are ended by what is said in their second half; the others are played out.
class Planting {
  public:
    Planting(tool::GamePlan& plan, const Detours& detours, const Run& run,
             const std::vector<Planter>& planters, Outcome& outcome)
        : plan_(plan), detours_(detours), game_(detours.game), run_(run), outcome_(outcome),
          random_(run.seed * 7919U + 17U) {
        for (const Planter& planter : planters)
            if (run.only.empty() || planter.name.find(run.only) != std::string::npos)
                (planter.ends ? last_ : others_).push_back(planter);
    }

    // A breach before every so many plies, never before two in a row: a hand that is at fault while
    // the opponent's breach is still being answered would make whose it was doubtful.
    void plant_all() {
        xiangqi::Position position = game_.start;
        const std::size_t plies = plan_.plies.size();
        std::size_t last = plies; // from here on the game is to end
        if (plies > 3 && random_.chance(sim::one_in(2))) last = any_end(plies);
        bool before = true; // nothing before the first ply, while the game begins
        for (std::size_t i = 0; i < plies; ++i) {
            history_.push_back(position);
            // What a cycle owes is answered by a ply of the game.
            const bool end = i >= last && (i == 0 || !detours_.busy[i - 1]);
            const bool chosen =
                random_.chance(sim::one_in(static_cast<std::uint32_t>(run_.rate))) || end;
            before = chosen && !before && !detours_.busy[i] && i + 1 < plies &&
                     plant(i, end ? last_ : others_);
            if (before && end) {
                plan_.plies.resize(i + 1);
                outcome_.moves.resize(i);
                return;
            }
            position.play_tolerant(game_.moves[i]);
        }
    }

  private:
    // Where the natural limit is near at the start, about there; else in the second half.
    std::size_t any_end(std::size_t plies) {
        const int quiet = game_.start.quiet_plies();
        if (quiet > 0) return static_cast<std::size_t>(natural_limit - quiet + random_.in({0, 3}));
        return plies / 2 + random_.index(plies - plies / 2);
    }

    // Tries the planters from a random one on: the first for which the ply has room. Those that
    // seldom have any come first every other time.
    bool plant(std::size_t i, const std::vector<Planter>& planters) {
        if (planters.empty()) return false;
        const Ply ply = ply_at(i, game_, plan_, history_, told_, run_);
        if (random_.chance(sim::one_in(2)))
            for (const Planter& planter : planters)
                if (planter.seldom && plant(i, ply, planter)) return true;
        const std::size_t first = random_.index(planters.size());
        for (std::size_t k = 0; k < planters.size(); ++k)
            if (plant(i, ply, planters[(first + k) % planters.size()])) return true;
        return false;
    }

    bool plant(std::size_t i, const Ply& ply, const Planter& planter) {
        auto planted = planter.plant(ply, random_);
        if (!planted) return false;
        planted->kind = planter.name;
        plan_.plies[i].deeds = planted->deeds;
        plan_.plies[i].carried = planted->carried;
        told_.insert(told_.end(), planted->told.begin(), planted->told.end());
        outcome_.planted.push_back({ply.number, std::move(*planted)});
        return true;
    }

    tool::GamePlan& plan_;
    const Detours& detours_;
    const test::IccsGame& game_;
    const Run& run_;
    Outcome& outcome_;
    sim::Random random_;
    std::vector<Planter> others_, last_;
    std::vector<xiangqi::Position> history_;
    std::vector<Told> told_;
};

std::vector<Event> events_of(const sim::Script& script, const Outcome& outcome) {
    std::vector<Event> commands;
    for (const PlantedPly& planted : outcome.planted) {
        if (planted.planted.commands.empty()) continue;
        const auto& said = script.plies[static_cast<std::size_t>(planted.ply) - 1].said;
        for (std::size_t k = 0; k < said.size(); ++k)
            commands.push_back({instant_from_us(said[k].count()), planted.planted.commands.at(k)});
    }
    std::vector<Event> events{{instant_from_us(0), script.start}};
    std::size_t next = 0;
    for (const sim::ScriptItem& item : script.items) {
        const Instant at = instant_from_us(item.at.count());
        while (next < commands.size() && commands[next].at <= at)
            events.push_back(commands[next++]);
        Event event{at, Tick{}};
        std::visit([&event](const auto& what) { event.what = what; }, item.what);
        events.push_back(std::move(event));
    }
    return events;
}

// The arbiter names the alert that he sees; its id is in the command from then on.
void name_alert(Command& command, const Watcher& watcher) {
    if (command.alert.rfind(by_code, 0) != 0) return;
    const std::string id = watcher.open_alert(command.alert.substr(by_code.size()));
    if (id.empty()) return; // none is open: the table refuses the command
    const std::size_t at = command.json.find(command.alert);
    command.json.replace(at, command.alert.size(), id);
    command.alert = id;
}

// A third of the games begin with a FEN that has counted so far that the natural limit is reached
// about when a piece is first taken.
int quiet_at_start(const test::IccsGame& game, const Run& run) {
    sim::Random random(run.seed * 104729U + 5U);
    if (!random.chance(sim::one_in(3))) return 0;
    xiangqi::Position position = game.start;
    int quiet = 0;
    for (const xiangqi::Move move : game.moves) {
        if (!position.at(move.to).empty()) break;
        position.play_tolerant(move);
        ++quiet;
    }
    return std::max(0, natural_limit - static_cast<int>(random.in({2, std::max(2, quiet)})));
}

test::IccsGame with_count(test::IccsGame game, const Run& run) {
    if (const int quiet = quiet_at_start(game, run); quiet > 0)
        game.start.set_counters(quiet, game.start.move_number());
    return game;
}

} // namespace

TableSetup setup_of(const test::IccsGame& game, const Run& run) {
    TableSetup setup;
    setup.sensors = run.sensors;
    setup.clock = ClockKind::press;
    setup.start = xiangqi::format_fen(game.start);
    setup.rules = run.book;
    setup.time_control = game_time;
    return setup;
}

Ply ply_at(std::size_t index, const test::IccsGame& game, const tool::GamePlan& plan,
           const std::vector<xiangqi::Position>& history, const std::vector<Told>& told,
           const Run& run) {
    return {static_cast<int>(index) + 1,
            history.back(),
            game.moves[index],
            &plan.plies[index],
            index > 0 ? PointIndex{game.moves[index - 1].to} : no_point,
            &told,
            &history,
            run.sensors,
            run.book,
            run.book != "xiangqi-state"};
}

void play_events(Outcome& outcome) {
    Table table(outcome.setup, make_clock_decoder(outcome.setup.clock, outcome.setup.clock_left));
    Watcher watcher(outcome);
    auto planted = outcome.planted.begin();
    std::size_t said = 0;
    for (Event& event : outcome.events) {
        run_ticks_until(table, event.at, watcher);
        if (auto* command = std::get_if<Command>(&event.what)) {
            for (; said == planted->planted.commands.size(); said = 0)
                ++planted;
            ++said;
            watcher.said(planted->ply);
            name_alert(*command, watcher);
        }
        replay_events(table, std::span(&event, 1), watcher);
    }
    replay_silence(table, outcome.events.back().at, watcher);
    outcome.recorded = table.view().moves;
}

Outcome play(const test::IccsGame& unplanted, const Run& run,
             const std::vector<Planter>& planters) {
    if (run.timed) return play_timed(unplanted, run);
    const Detours detours = plant_cycles(with_count(unplanted, run), run);
    const test::IccsGame& game = detours.game;
    tool::GamePlan plan = tool::plan_game(game.start, game.moves);
    if (plan.planned != game.moves.size()) throw std::runtime_error("a move that cannot be made");
    for (const std::size_t i : detours.pressed)
        plan.plies[i].deeds = {{sim::Deed::Kind::wait, from_ms(300), no_point, Side::first}};
    Outcome outcome;
    outcome.setup = setup_of(game, run);
    outcome.moves = game.moves;
    Planting(plan, detours, run, planters, outcome).plant_all();
    for (const PlantedPly& cycle : detours.planted)
        if (cycle.ply <= static_cast<int>(outcome.moves.size())) outcome.planted.push_back(cycle);

    sim::HandsConfig hands;
    hands.think_ms.max = 20'000;
    // A stop-over that settles is a placement, and owes until it goes on: bench_campaign has them.
    hands.long_stop_ms = {120, 200};
    hands.hesitation_other = 0; // touching is planted; what else it deserves depends on the book
    const sim::Script script =
        sim::play_by_hand(plan.start, plan.plies, run.sensors, hands, run.seed);
    outcome.by_the_hands = script.deserved;
    const bool ended =
        outcome.moves.size() < plan.plies.size(); // what is said is said after a press
    outcome.by_the_moves =
        owed_by_moves(detours, outcome, ended || script.plies.back().press.has_value());
    outcome.events = events_of(script, outcome);
    play_events(outcome);
    return outcome;
}

} // namespace jipu::arbiter_campaign
