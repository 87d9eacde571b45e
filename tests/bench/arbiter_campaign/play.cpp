// SPDX-License-Identifier: Apache-2.0
// Chooses the breaches, lets the hands do them, and gives what the sensors and the arbiter said to
// a table of its own.
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
    explicit Watcher(std::vector<SeenAlert>& alerts) : alerts_(alerts) {}
    void emit(const Effect& effect) override {
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            alerts_.push_back({raised->alert, ""});
        } else if (const auto* updated = std::get_if<AlertUpdated>(&effect.data)) {
            find(updated->alert.alert).last = updated->alert;
        } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
            find(resolved->alert).resolved = resolved->by;
        }
    }

  private:
    SeenAlert& find(const std::string& id) {
        for (SeenAlert& alert : alerts_)
            if (alert.last.alert == id) return alert;
        throw std::logic_error("an alert that was never raised: " + id);
    }
    std::vector<SeenAlert>& alerts_;
};

// Tries the planters from a random one on: the first for which the ply has room.
std::optional<Planted> plant(const Ply& ply, const std::vector<Planter>& planters,
                             sim::Random& random) {
    const std::size_t first = random.index(planters.size());
    for (std::size_t i = 0; i < planters.size(); ++i) {
        const Planter& planter = planters[(first + i) % planters.size()];
        auto planted = planter.plant(ply, random);
        if (!planted) continue;
        planted->kind = planter.name;
        return planted;
    }
    return std::nullopt;
}

// A breach before every so many plies, never before two in a row: a hand that is at fault while the
// opponent's breach is still being answered would make whose it was doubtful.
void plant_all(tool::GamePlan& plan, const Detours& detours, const Run& run,
               const std::vector<Planter>& planters, Outcome& outcome) {
    const test::IccsGame& game = detours.game;
    sim::Random random(run.seed * 7919U + 17U);
    xiangqi::Position position = game.start;
    std::vector<xiangqi::Position> history;
    bool before = true; // nothing before the first ply, while the game begins
    for (std::size_t i = 0; i < plan.plies.size(); ++i) {
        const xiangqi::Move move = game.moves[i];
        history.push_back(position);
        const bool chosen = random.chance(sim::one_in(static_cast<std::uint32_t>(run.rate)));
        if (chosen && !before && !detours.busy[i] && !planters.empty() &&
            i + 1 < plan.plies.size()) {
            Ply ply{static_cast<int>(i) + 1,
                    position,
                    move,
                    &plan.plies[i],
                    i > 0 ? PointIndex{game.moves[i - 1].to} : no_point,
                    &history,
                    run.sensors,
                    run.book != "xiangqi-state"};
            if (auto planted = plant(ply, planters, random)) {
                plan.plies[i].deeds = planted->deeds;
                plan.plies[i].carried = planted->carried;
                outcome.planted.push_back({ply.number, std::move(*planted)});
                before = true;
                position.play_tolerant(move);
                continue;
            }
        }
        before = false;
        position.play_tolerant(move);
    }
}

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

} // namespace

TableSetup setup_of(const test::IccsGame& game, const Run& run) {
    TableSetup setup;
    setup.sensors = run.sensors;
    setup.clock = ClockKind::press;
    setup.start = game.fen;
    setup.rules = run.book;
    return setup;
}

std::vector<SeenAlert> told_of(const TableSetup& setup, const std::vector<Event>& events,
                               std::vector<std::string>* moves) {
    std::vector<SeenAlert> alerts;
    Table table(setup, make_clock_decoder(setup.clock, setup.clock_left));
    Watcher watcher(alerts);
    replay_events(table, events, watcher);
    replay_silence(table, events.back().at, watcher);
    if (moves != nullptr) *moves = table.view().moves;
    return alerts;
}

void play_events(Outcome& outcome, const test::IccsGame& game) {
    std::vector<std::string> moves;
    outcome.alerts = told_of(outcome.setup, outcome.events, &moves);
    outcome.plies = game.moves.size();
    for (std::size_t i = 0; i < std::max(moves.size(), game.moves.size()); ++i)
        if (i >= moves.size() || i >= game.moves.size() ||
            moves[i] != test::iccs_move(game.moves[i]))
            ++outcome.plies_wrong;
}

Outcome play(const test::IccsGame& unplanted, const Run& run,
             const std::vector<Planter>& planters) {
    if (run.timed) return play_timed(unplanted, run);
    std::vector<Planter> chosen;
    for (const Planter& planter : planters)
        if (run.only.empty() || planter.name.find(run.only) != std::string::npos)
            chosen.push_back(planter);
    const Detours detours = plant_cycles(unplanted, run);
    const test::IccsGame& game = detours.game;
    tool::GamePlan plan = tool::plan_game(game.start, game.moves);
    if (plan.planned != game.moves.size()) throw std::runtime_error("a move that cannot be made");
    Outcome outcome;
    plant_all(plan, detours, run, chosen, outcome);
    for (const std::size_t i : detours.pressed)
        plan.plies[i].deeds = {{sim::Deed::Kind::wait, from_ms(300), no_point, Side::first}};
    outcome.planted.insert(outcome.planted.end(), detours.planted.begin(), detours.planted.end());

    sim::HandsConfig hands;
    hands.think_ms.max = 20'000;
    // A stop-over that settles is a placement, and owes until it goes on: bench_campaign has them.
    hands.long_stop_ms = {120, 200};
    hands.hesitation_other = 0; // touching is planted; what else it deserves depends on the book
    const sim::Script script =
        sim::play_by_hand(plan.start, plan.plies, run.sensors, hands, run.seed);
    outcome.by_the_hands = script.deserved;
    outcome.by_the_moves = owed_by_moves(detours, run.book, script.plies.back().press.has_value());
    outcome.events = events_of(script, outcome);

    outcome.setup = setup_of(game, run);
    play_events(outcome, game);
    return outcome;
}

} // namespace jipu::arbiter_campaign
