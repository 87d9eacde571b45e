// SPDX-License-Identifier: Apache-2.0
// Games in pieces: the plies that must go in a certain way (a mistake that is shown, the last
// press) are played with settings of their own, and their scripts are laid end to end.
#include "daemon/app/jipu/simulate/timeline.hpp"

#include <algorithm>
#include <cmath>

#include "daemon/app/jipu/game_plan.hpp"

namespace jipu::tool {
namespace {

constexpr sim::PerMillion always = 1'000'000;
constexpr Duration end_pause = from_ms(1500);      ///< hands look at the end of a game so long
constexpr Duration new_game_pause = from_ms(4500); ///< over the 3 s that the table asks for

/// Divides by the speed; never below `at_least`, unless the range itself begins there.
sim::Range faster(sim::Range range, double speed, std::int64_t at_least) {
    const auto scaled = [&](std::int64_t value) {
        return static_cast<std::int64_t>(std::llround(static_cast<double>(value) / speed));
    };
    const std::int64_t low = std::max(std::min(at_least, range.min), scaled(range.min));
    return {low, std::max(low, scaled(range.max))};
}

bool has(const sim::Script& script, std::string_view code) {
    return std::any_of(script.deserved.begin(), script.deserved.end(),
                       [&](const sim::DeservedAlert& alert) { return alert.code == code; });
}

void shift(sim::Script& script, Duration by, int plies) {
    for (auto& item : script.items)
        item.at += by;
    for (auto& alert : script.deserved)
        alert.ply += plies;
    for (auto& ply : script.plies) {
        ply.first_edge += by;
        ply.placed += by;
        ply.last_edge += by;
        if (ply.press) *ply.press += by;
    }
    script.length += by;
}

/// Lays games together out of pieces.
class Composer {
  public:
    Composer(const GamePlan& plan, const HandsChoice& choice)
        : plan_(plan), choice_(choice), board_(plan.start) {
        whole_.start = sim::scan_of(board_, choice.sensors);
        whole_.end = whole_.start;
    }

    std::size_t played() const { return played_; }
    std::size_t plies() const { return plan_.plies.size(); }

    /// Plays the next `count` plies; false, and nothing is played, when `wanted` does not come up.
    bool play(std::size_t count, const sim::HandsConfig& config, std::string_view wanted = {}) {
        if (count == 0) return true;
        const auto plies = std::span(plan_.plies).subspan(played_, count);
        const std::uint64_t seed = choice_.seed ^ (static_cast<std::uint64_t>(played_) << 40U);
        sim::Script script = sim::play_by_hand(board_, plies, choice_.sensors, config, seed);
        if (!wanted.empty() && !has(script, wanted)) return false;
        // A ply that was not pressed at the end of its piece is answered by this one.
        if (!whole_.plies.empty() && !whole_.plies.back().press)
            for (sim::DeservedAlert& alert : whole_.deserved)
                if (alert.ply == static_cast<int>(played_) &&
                    alert.grade == sim::DeservedGrade::observed)
                    alert.grade = sim::DeservedGrade::completed;
        shift(script, whole_.length, static_cast<int>(played_));
        whole_.items.insert(whole_.items.end(), script.items.begin(), script.items.end());
        whole_.deserved.insert(whole_.deserved.end(), script.deserved.begin(),
                               script.deserved.end());
        whole_.plies.insert(whole_.plies.end(), script.plies.begin(), script.plies.end());
        whole_.end = script.end;
        whole_.length = script.length;
        for (const sim::PlyFacts& ply : plies) {
            board_.pieces[ply.to] = board_.pieces[ply.from];
            board_.pieces[ply.from].reset();
        }
        played_ += count;
        return true;
    }
    sim::Script take() { return std::move(whole_); }

  private:
    const GamePlan& plan_;
    HandsChoice choice_;
    sim::Arrangement board_;
    sim::Script whole_;
    std::size_t played_ = 0;
};

/// Plays up to about `from` with `calm`, then the first ply that can go wrong in the wanted way.
void play_mistake(Composer& game, std::size_t from, const sim::HandsConfig& calm,
                  const sim::HandsConfig& mistake, std::string_view wanted) {
    sim::HandsConfig pressed = calm;
    pressed.no_press = 0;
    const std::size_t last = game.plies() - 1; // stays for the end
    // The ply before is pressed: whose turn it is must not be in doubt.
    if (game.played() + 1 < from) game.play(from - 1 - game.played(), calm);
    while (game.played() < last && game.played() < from)
        game.play(1, pressed);
    while (game.played() < last && !game.play(1, mistake, wanted))
        game.play(1, pressed);
}

} // namespace

sim::HandsConfig hands_config(const HandsChoice& choice) {
    sim::HandsConfig config;
    if (choice.think_ms) config.think_ms = *choice.think_ms;
    // What is left for a faster hand: a lift that a sensor can still see, and a thought that does
    // not end before the other hand has left its piece.
    config.think_ms = faster(config.think_ms, choice.speed, 200);
    config.travel_ms = faster(config.travel_ms, choice.speed, 60);
    config.press_ms = faster(config.press_ms, choice.speed, 20);
    config.hesitation_ms = faster(config.hesitation_ms, choice.speed, 410);
    if (choice.mistakes) config.hesitation_other = 0;
    return config;
}

Result<PlayedGame> play_game(std::span<const xiangqi::Move> moves, const HandsChoice& choice) {
    const GamePlan plan = plan_game(xiangqi::Position::start(), moves, choice.mistakes);
    if (plan.planned < moves.size()) {
        return Error{"ply " + std::to_string(plan.planned + 1) + " cannot be played by a hand"};
    }
    if (moves.empty()) return Error{"no moves"};
    const sim::HandsConfig config = hands_config(choice);
    sim::HandsConfig pressed = config;
    pressed.no_press = 0;
    Composer game(plan, choice);
    if (choice.mistakes) {
        sim::HandsConfig illegal = pressed;
        illegal.hesitation = 0;
        illegal.illegal_pressed = always;
        play_mistake(game, std::min<std::size_t>(6, moves.size() / 3), config, illegal,
                     "illegal-move");
        sim::HandsConfig touch = pressed;
        touch.hesitation = touch.hesitation_other = always;
        touch.hesitation_ms = {700, 1500};
        play_mistake(game, std::max(game.played() + 1, std::min<std::size_t>(11, moves.size() / 2)),
                     config, touch, "touch-move");
    }
    if (game.played() + 1 < moves.size()) game.play(moves.size() - 1 - game.played(), config);
    if (game.played() < moves.size()) game.play(1, pressed);
    return PlayedGame{{moves.begin(), moves.end()}, game.take()};
}

namespace {

/// Collects acts and the levels that they leave behind.
class Builder {
  public:
    Builder(std::uint64_t seed, Duration* now) : random_(seed), now_(now) {}

    /// Every occupied point (or empty one that `to` fills) in any order, a hand's pace apart.
    void change_all(const ScanFrame& from, const ScanFrame& to, std::vector<Act>& out) {
        std::vector<PointIndex> points;
        for (std::size_t p = 0; p < from.levels.size(); ++p) {
            if (from.levels[p] != to.levels[p]) points.push_back(static_cast<PointIndex>(p));
        }
        for (std::size_t i = points.size(); i > 1; --i) {
            std::swap(points[i - 1], points[random_.index(i)]);
        }
        for (const PointIndex point : points) {
            *now_ += from_ms(random_.in({40, 160}));
            out.push_back({*now_, PointChange{point, to.levels[point]}});
        }
    }

  private:
    sim::Random random_;
    Duration* now_;
};

ScanFrame nothing_on(const ScanFrame& frame) {
    ScanFrame empty = frame;
    std::fill(empty.levels.begin(), empty.levels.end(), Level::off);
    return empty;
}

/// The acts of one game from `begin` on; returns when its last edge or press was.
Duration add_game(const PlayedGame& game, std::size_t number, Duration begin,
                  std::vector<Act>& out) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    out.push_back({begin, GameBegins{number}});
    for (const sim::ScriptItem& item : game.script.items) {
        Act act{begin + item.at, {}};
        std::visit([&](const auto& what) { act.what = what; }, item.what);
        out.push_back(act);
    }
    Duration done = begin;
    for (std::size_t i = 0; i < game.script.plies.size(); ++i) {
        const sim::PlyLog& ply = game.script.plies[i];
        // A quick reply that is not pressed itself may rest before the ply before it is pressed.
        done = std::max(done, begin + std::max(ply.press.value_or(Duration{0}), ply.last_edge));
        out.push_back({done, PlyPlayed{number, i}});
    }
    const Duration end = std::max(done, begin + game.script.length);
    out.push_back({end, GameEnds{number}});
    std::stable_sort(out.begin() + first, out.end(),
                     [](const Act& a, const Act& b) { return a.at < b.at; });
    return end;
}

void add_cable(const CableChoice& cable, std::vector<Act>& acts) {
    for (const Act& act : acts) {
        const auto* ply = std::get_if<PlyPlayed>(&act.what);
        if (ply == nullptr || ply->game != 0 || ply->ply + 1 != cable.after_ply) continue;
        const Duration at = act.at + Duration{1};
        acts.push_back({at, ClockCable{false}});
        acts.push_back({at + cable.away, ClockCable{true}});
        break;
    }
    std::stable_sort(acts.begin(), acts.end(),
                     [](const Act& a, const Act& b) { return a.at < b.at; });
}

} // namespace

std::vector<Act> make_timeline(std::span<const PlayedGame> games, TableEnd end, std::uint64_t seed,
                               std::optional<CableChoice> cable) {
    std::vector<Act> acts;
    Duration now{0};
    Builder builder(seed, &now);
    for (std::size_t i = 0; i < games.size(); ++i) {
        const sim::Script& script = games[i].script;
        now = add_game(games[i], i, now, acts);
        const bool last = i + 1 == games.size();
        if (last && end == TableEnd::stand) break;
        now += end_pause;
        const ScanFrame empty = nothing_on(script.end);
        builder.change_all(script.end, empty, acts);
        if (last && end == TableEnd::sweep) break;
        now += end_pause;
        builder.change_all(empty, last ? script.start : games[i + 1].script.start, acts);
        now += new_game_pause;
    }
    if (cable) add_cable(*cable, acts);
    return acts;
}

} // namespace jipu::tool
