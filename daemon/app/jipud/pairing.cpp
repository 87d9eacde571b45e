// SPDX-License-Identifier: Apache-2.0
// See pairing.hpp.
#include "daemon/app/jipud/pairing.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "daemon/wire/pairing_json.hpp"

namespace jipu::app {
namespace {

using Text = std::optional<std::string> GameInfo::*;
constexpr std::array<Text, 3> numbers{&GameInfo::event, &GameInfo::round, &GameInfo::game_no};
constexpr std::array<Text, 4> names{&GameInfo::event, &GameInfo::round, &GameInfo::table,
                                    &GameInfo::game_no};
constexpr std::array<Text, 2> terms{&GameInfo::rules, &GameInfo::time_control};

bool differ(const std::optional<std::string>& a, const std::optional<std::string>& b) {
    return a && b && *a != *b;
}

bool is_numbered(const GameInfo& info) {
    return info.round || info.game_no;
}

/// They name different games.
bool other_game(const GameInfo& a, const GameInfo& b) {
    for (const Text text : numbers)
        if (differ(a.*text, b.*text)) return true;
    return false;
}

bool same_game(const GameInfo& a, const GameInfo& b) {
    for (const Text text : numbers)
        if (a.*text != b.*text) return false;
    return is_numbered(a);
}

bool other_players(const GameInfo& a, const GameInfo& b) {
    for (std::size_t i = 0; i < a.players.size(); ++i)
        if (a.players[i] && b.players[i] && a.players[i]->name != b.players[i]->name) return true;
    return false;
}

bool is_over(const TableView& view) {
    return view.phase == "ended" || view.phase == "resting";
}

bool is_unplayed(const TableView& view) {
    return view.phase == "setting-up" ||
           (!is_over(view) && view.phase != "adjourned" && view.plies == 0);
}

void take(GameInfo& into, const GameInfo& from) {
    for (std::size_t i = 0; i < into.players.size(); ++i)
        if (from.players[i]) into.players[i] = from.players[i];
    for (const Text text : names)
        if (from.*text) into.*text = from.*text;
    for (const Text text : terms)
        if (from.*text) into.*text = from.*text;
}

} // namespace

void Pairing::before(const Table& table, const Event& event) {
    candidate_.reset();
    const auto* command = std::get_if<Command>(&event.what);
    if (command == nullptr) return;
    const bool start = command->kind == CommandKind::start;
    if (!start && command->kind != CommandKind::update) return;
    // A start after the end is the next game's.
    if (!start || !is_over(table.view())) candidate_ = *command;
}

void Pairing::after(const std::vector<Effect>& effects) {
    const std::optional<Command> command = std::exchange(candidate_, std::nullopt);
    if (!command) return;
    const bool refused = std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
        return std::holds_alternative<CommandRefused>(effect.data);
    });
    const bool own = command->by == pairing_author;
    if (own && refused) refused_.insert(command->json);
    if (!own && !refused) take(said_, command->info);
}

void Pairing::next_recording(const TableView& last) {
    // A game without a result may have been hands that played with the pieces: the pairing still
    // waits for its game.
    if (last.result != "*" && is_numbered(last.info)) used_ = last.info;
    said_ = {};
    refused_.clear();
}

bool Pairing::is_of(const TableView& view) const {
    if (other_game(*told_, said_) || other_players(*told_, said_)) return false;
    if (is_over(view)) return same_game(*told_, view.info);
    if (used_ && same_game(*told_, *used_)) return false;
    const bool adjourned = view.phase == "adjourned"; // a game that has its names
    if (view.phase == "setting-up" || (view.plies <= few_plies && !adjourned)) return true;
    if (other_game(*told_, view.info)) return false;
    return is_numbered(view.info) || !other_players(*told_, view.info);
}

GameInfo Pairing::names_for(const TableView& view) const {
    GameInfo info;
    for (std::size_t i = 0; i < info.players.size(); ++i) {
        const auto& player = told_->players[i];
        if (player && !said_.players[i] && player != view.info.players[i]) info.players[i] = player;
    }
    for (const Text text : names) {
        const auto& told = (*told_).*text;
        if (told && !(said_.*text) && told != view.info.*text) info.*text = told;
    }
    return info;
}

GameInfo Pairing::terms_for(const TableView& view) const {
    GameInfo info;
    if (differ(told_->rules, view.rules) && !said_.rules) info.rules = told_->rules;
    if (differ(told_->time_control, view.time_control) && !said_.time_control)
        info.time_control = told_->time_control;
    return info;
}

std::optional<Command> Pairing::due(const TableView& view, Game game) const {
    if (!told_ || !is_of(view)) return std::nullopt;
    const auto once = [&](CommandKind kind, const GameInfo& info) -> std::optional<Command> {
        if (info == GameInfo{}) return std::nullopt;
        Command command = pairing_command(kind, info, game);
        if (refused_.count(command.json) != 0) return std::nullopt;
        return command;
    };
    // Apart, so that a rule book that nobody knows does not cost the names.
    if (auto update = once(CommandKind::update, names_for(view))) return update;
    if (!is_unplayed(view)) return std::nullopt;
    return once(CommandKind::start, terms_for(view));
}

std::string Pairing::too_late(const TableView& view) const {
    if (!told_ || is_over(view)) return "";
    if (!is_of(view))
        return is_unplayed(view) ? "" : "it is not this game's and waits for the next";
    const GameInfo late = terms_for(view);
    if (is_unplayed(view) || late == GameInfo{}) return "";
    return std::string("its ") + (late.rules ? "rules" : "time control") +
           " cannot change in a running game and hold from the next on";
}

} // namespace jipu::app
