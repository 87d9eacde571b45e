// SPDX-License-Identifier: Apache-2.0
// One game: hands to script, script to events, events and due ticks to a table, as the daemon
// would do it but at once.
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>
#include <stdexcept>

#include "daemon/app/common/replay.hpp"
#include "daemon/table/table.hpp"
#include "tests/bench/campaign/allocations.hpp"
#include "tests/bench/campaign/campaign.hpp"

namespace jipu::campaign {

namespace {

double cpu_now() {
    timespec spec{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spec);
    return static_cast<double>(spec.tv_sec) + 1e-9 * static_cast<double>(spec.tv_nsec);
}

/// Keeps the alerts and, if asked, effects in words.
class Watcher : public EffectSink {
  public:
    Watcher(Played& played, bool keep_log, bool follow_games)
        : played_(played), keep_log_(keep_log), follow_games_(follow_games) {}

    void emit(const Effect& effect) override {
        ++effects;
        if (follow_games_) follow_record(effect);
        if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
            const std::size_t game = std::max<std::size_t>(played_.games.size(), 1) - 1;
            played_.alerts.push_back({raised->alert, effect.at, "", game});
        } else if (const auto* updated = std::get_if<AlertUpdated>(&effect.data)) {
            if (SeenAlert* seen = find(updated->alert.alert)) seen->last = updated->alert;
        } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
            if (SeenAlert* seen = find(resolved->alert)) seen->resolved = resolved->by;
        } else if (const auto* confirmed = std::get_if<MoveConfirmed>(&effect.data);
                   confirmed != nullptr && played_.games.size() < 2) {
            const auto ply = static_cast<std::size_t>(confirmed->ply);
            if (played_.confirmed.size() < ply) played_.confirmed.resize(ply);
            played_.confirmed[ply - 1] = effect.at;
        }
        if (keep_log_) write(effect);
    }
    std::uint64_t effects = 0;

  private:
    SeenAlert* find(const std::string& id) {
        for (auto it = played_.alerts.rbegin(); it != played_.alerts.rend(); ++it) {
            if (it->last.alert == id) return &*it;
        }
        return nullptr;
    }
    void follow_record(const Effect& effect);
    void write(const Effect& effect);

    Played& played_;
    bool keep_log_;
    bool follow_games_;
};

void Watcher::follow_record(const Effect& effect) {
    if (std::holds_alternative<GameStarted>(effect.data)) played_.games.emplace_back();
    if (played_.games.empty()) return;
    std::vector<std::string>& moves = played_.games.back();
    const auto set = [&moves](const MoveData& move) {
        const auto ply = static_cast<std::size_t>(move.ply);
        moves.resize(std::max(moves.size(), ply));
        moves[ply - 1] = move.move;
    };
    if (const auto* recorded = std::get_if<MoveRecorded>(&effect.data))
        set(recorded->move);
    else if (const auto* amended = std::get_if<MoveAmended>(&effect.data))
        set(amended->move);
    else if (const auto* retracted = std::get_if<MoveRetracted>(&effect.data))
        moves.resize(static_cast<std::size_t>(retracted->ply) - 1);
}

void Watcher::write(const Effect& effect) {
    std::ostringstream line;
    line.setf(std::ios::fixed);
    line.precision(6);
    line << static_cast<double>(to_us(effect.at)) * 1e-6 << " ";
    if (const auto* move = std::get_if<MoveRecorded>(&effect.data)) {
        line << "recorded " << move->move.ply << " " << move->move.move
             << (move->move.status == MoveStatus::confirmed ? " confirmed" : " provisional");
    } else if (const auto* confirmed = std::get_if<MoveConfirmed>(&effect.data)) {
        line << "confirmed " << confirmed->ply;
    } else if (const auto* amended = std::get_if<MoveAmended>(&effect.data)) {
        line << "amended " << amended->move.ply << " " << amended->was << " -> "
             << amended->move.move;
    } else if (const auto* retracted = std::get_if<MoveRetracted>(&effect.data)) {
        line << "retracted " << retracted->ply << " " << retracted->move;
    } else if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
        line << "raised " << describe({raised->alert, effect.at, ""});
    } else if (const auto* updated = std::get_if<AlertUpdated>(&effect.data)) {
        line << "updated " << describe({updated->alert, effect.at, ""});
    } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
        line << "resolved " << resolved->alert << " " << resolved->by;
    } else if (std::holds_alternative<GameStarted>(effect.data)) {
        line << "started";
    } else if (const auto* ended = std::get_if<GameEnded>(&effect.data)) {
        line << "ended " << ended->result << " " << ended->ending;
    } else {
        return;
    }
    played_.log.push_back(line.str());
}

class Runner {
  public:
    Runner(const NumberedGame& game, Sensors sensors, Played& played, bool keep_log,
           bool follow_games)
        : played_(played), watcher_(played, keep_log, follow_games),
          table_(setup_of(game, sensors), nullptr) {}

    void run() {
        const std::uint64_t before = allocations();
        const double start = cpu_now();
        const GiveEvent give = [this](const Event& event) { feed(event); };
        replay_events(table_, played_.events, give);
        played_.game_seconds = static_cast<double>(to_us(played_.events.back().at)) * 1e-6;
        replay_silence(table_, played_.events.back().at, give);
        played_.cpu_seconds = cpu_now() - start;
        played_.allocations = allocations() - before;
        played_.moves = table_.view().moves;
    }

  private:
    void feed(const Event& event) {
        const auto begin = std::chrono::steady_clock::now();
        feed_counted(event);
        const auto took = std::chrono::steady_clock::now() - begin;
        played_.event_us.push_back(std::chrono::duration<float, std::micro>(took).count());
    }

    void feed_counted(const Event& event) {
        const std::uint64_t effects = watcher_.effects;
        const std::uint64_t memory = allocations();
        table_.handle(event, watcher_);
        const bool edge = std::holds_alternative<PointChange>(event.what);
        if (edge) ++played_.edges;
        // The steady state: what neither says anything nor starts the game.
        if (watcher_.effects != effects || to_us(event.at) == 0) return;
        played_.quiet_allocations += allocations() - memory;
        if (edge) ++played_.quiet_edges;
    }

    Played& played_;
    Watcher watcher_;
    Table table_;
};

} // namespace

namespace {

/// What a sound clock would show beside the presses: at each of them, and once a second while a
/// side's time runs. Every second game's shows whole seconds.
std::vector<Event> with_times(const std::vector<Event>& events, bool whole) {
    std::array<std::int64_t, 2> left_us{36'000'000'000, 36'000'000'000};
    std::optional<Side> running;
    Instant at{};
    std::vector<Event> out;
    const auto show = [&] {
        TimesReport report;
        for (std::size_t i = 0; i < 2; ++i) {
            const std::int64_t ms = left_us[i] / 1000;
            report.ms[i] = whole ? (ms + 999) / 1000 * 1000 : ms;
        }
        report.running = running;
        out.push_back({at, report});
    };
    const auto run = [&](Instant until) {
        if (running) left_us[index_of(*running)] -= (until - at).count();
        at = until;
    };
    for (const Event& event : events) {
        while (running && event.at - at >= std::chrono::seconds(1)) {
            run(at + std::chrono::seconds(1));
            show();
        }
        run(event.at);
        out.push_back(event);
        const auto* press = std::get_if<PressReport>(&event.what);
        if (press == nullptr || running == opponent(press->side)) continue;
        running = opponent(press->side);
        show();
    }
    return out;
}

/// A result is entered when the last ply has stood for a second; that it is who moved last who wins
/// means nothing.
void enter_result(const sim::Script& script, std::vector<Event>& events) {
    if (script.plies.empty()) return;
    const sim::PlyLog& last = script.plies.back();
    const Duration at = last.press.value_or(last.placed) + std::chrono::seconds(1);
    Command command;
    command.kind = CommandKind::result;
    command.by = "arbiter";
    command.result = script.plies.size() % 2 == 1 ? "1-0" : "0-1";
    command.ending = "resignation";
    const Instant when = instant_from_us(at.count());
    const auto later = std::find_if(events.begin(), events.end(),
                                    [&](const Event& event) { return event.at > when; });
    events.insert(later, Event{when, command});
}

} // namespace

std::uint64_t seed_of(const Options& options, int number, Sensors sensors) {
    return options.seed * 1'000'003U + static_cast<std::uint64_t>(number) * 2U +
           (sensors == Sensors::hall ? 1U : 0U);
}

TableSetup setup_of(const NumberedGame& game, Sensors sensors) {
    TableSetup setup;
    setup.sensors = sensors;
    setup.clock = ClockKind::press;
    setup.start = game.game.fen;
    return setup;
}

Played play(const NumberedGame& game, Sensors sensors, const Options& options, bool keep_log) {
    Played played;
    played.plan = tool::plan_game(game.game.start, game.game.moves, options.erring > 0);
    if (played.plan.planned != game.game.moves.size()) {
        throw std::runtime_error(game.file + ": game " + std::to_string(game.number) + ": move " +
                                 std::to_string(played.plan.planned + 1) + " cannot be made");
    }
    sim::HandsConfig hands = options.hands;
    if (options.think_ms) {
        hands.think_ms.max = std::max<std::int64_t>(*options.think_ms, 1);
        hands.think_ms.min = std::min(hands.think_ms.min, hands.think_ms.max);
    }
    if (options.erring > 0) {
        const auto rate = sim::one_in(static_cast<std::uint32_t>(options.erring));
        hands.illegal_corrected = hands.illegal_pressed = hands.placed_breach = rate;
        hands.early_press = hands.touched_enemy = rate;
    }
    played.script = sim::play_by_hand(played.plan.start, played.plan.plies, sensors, hands,
                                      seed_of(options, game.number, sensors));
    if (options.board) played.script = options.board(std::move(played.script), sensors);
    played.events.push_back({instant_from_us(0), played.script.start});
    for (const sim::ScriptItem& item : played.script.items) {
        Event event{instant_from_us(item.at.count()), Tick{}};
        std::visit([&event](const auto& what) { event.what = what; }, item.what);
        played.events.push_back(std::move(event));
    }
    if (options.enter_result) enter_result(played.script, played.events);
    if (options.times) played.events = with_times(played.events, game.number % 2 == 0);
    Runner(game, sensors, played, keep_log, options.follow_games).run();
    return played;
}

} // namespace jipu::campaign
