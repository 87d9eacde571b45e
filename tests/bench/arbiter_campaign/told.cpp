// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/arbiter_campaign/told.hpp"

#include "tests/bench/arbiter_campaign/planter.hpp"

namespace jipu::arbiter_campaign {

namespace {

std::string word(std::optional<Side> side) {
    return side ? std::string(side_name(Game::xiangqi, *side)) : "nobody";
}

// In words; empty: nothing that somebody said leads to it.
std::string words_of(const DrawOffered& effect) {
    return "draw.offered " + word(effect.side);
}
std::string words_of(const DrawAnswered& effect) {
    return "draw.answered " + word(effect.side) + " " + effect.answer;
}
std::string words_of(const CommandRefused& effect) {
    return "command.refused " + effect.command;
}
std::string words_of(const FoulRecorded& effect) {
    return "foul.recorded " + word(effect.side) + " " + effect.kind + " " + effect.article + " " +
           std::to_string(effect.count);
}
std::string words_of(const GameEnded& effect) {
    if (effect.status != "signed") return "";
    return "game.ended " + effect.result + " " + effect.ending;
}
std::string words_of(const ClockAdjusted& effect) {
    return "clock.adjusted " + (effect.article.empty() ? "-" : effect.article) +
           (effect.by_hand ? " by hand" : "");
}
std::string words_of(const GamePaused&) {
    return "game.paused";
}
std::string words_of(const GameResumed&) {
    return "game.resumed";
}
std::string words_of(const GameAdjourned& effect) {
    return "game.adjourned " + word(effect.sealed_by) + " " + std::to_string(effect.moves_made) +
           " " + (effect.digest.empty() ? "-" : effect.digest) + " " + placement(effect.position);
}
std::string words_of(const PositionSet& effect) {
    return "position.set " + effect.why + " " + std::to_string(effect.ply) + " " +
           placement(effect.fen);
}
std::string words_of(const MoveRetracted& effect) {
    if (effect.why != "corrected by the arbiter") return ""; // another explanation, as hands go on
    return "move.retracted " + std::to_string(effect.ply) + " " + effect.move;
}
std::string words_of(const MoveRecorded& effect) {
    if (effect.move.basis != Basis::arbiter) return "";
    return "move.recorded " + std::to_string(effect.move.ply) + " " + effect.move.move;
}
template <typename Other>
std::string words_of(const Other&) {
    return "";
}

// What the clocks show with it; empty: it says nothing of them.
ClockMs clock_of(const ClockAdjusted& effect) {
    return effect.clock;
}
ClockMs clock_of(const GameAdjourned& effect) {
    return effect.clock;
}
ClockMs clock_of(const MoveRecorded& effect) {
    return effect.move.clock;
}
ClockMs clock_of(const MoveConfirmed& effect) {
    return effect.clock;
}
ClockMs clock_of(const ClockUpdated& effect) {
    return effect.clock;
}
template <typename Other>
ClockMs clock_of(const Other&) {
    return {};
}

} // namespace

Telling::Used Telling::used(Instant at) const {
    Used out = used_;
    if (running_) out[index_of(*running_)] += to_ms(at - since_);
    return out;
}

void Telling::run(std::optional<Side> side, Instant at) {
    used_ = used(at);
    since_ = at;
    running_ = side;
}

void Telling::show(const ClockMs& clock, Instant at) {
    used_ = used(at);
    since_ = at;
    for (std::size_t i = 0; i < clock.size(); ++i)
        if (clock[i]) used_[i] = game_time_ms - *clock[i];
}

void Telling::note(const std::string& words, const ClockMs& clock, Instant at) {
    SeenTold seen{words, ply_, std::nullopt, std::nullopt};
    if (clock[0] && clock[1]) {
        seen.used_before = used(at);
        seen.used_after = Used{game_time_ms - *clock[0], game_time_ms - *clock[1]};
        show(clock, at);
    }
    if (!words.empty()) seen_.push_back(seen);
}

void Telling::follow_running(const Effect& effect) {
    if (const auto* adjusted = std::get_if<ClockAdjusted>(&effect.data)) {
        run(adjusted->running, effect.at);
    } else if (const auto* updated = std::get_if<ClockUpdated>(&effect.data)) {
        run(updated->running, effect.at);
    } else if (std::holds_alternative<GamePaused>(effect.data)) {
        stopped_ = running_;
        run(std::nullopt, effect.at);
    } else if (std::holds_alternative<GameAdjourned>(effect.data)) {
        stopped_.reset();
        run(std::nullopt, effect.at);
    } else if (std::holds_alternative<GameResumed>(effect.data)) {
        run(stopped_, effect.at);
    }
}

void Telling::follow(const Effect& effect) {
    std::visit([&](const auto& data) { note(words_of(data), clock_of(data), effect.at); },
               effect.data);
    follow_running(effect);
}

} // namespace jipu::arbiter_campaign
