// SPDX-License-Identifier: Apache-2.0
// Current games and their listeners.
#include "daemon/results/hall.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace jipu::results {

Frame make_frame(std::string_view event, std::int64_t rev, const Json& data) {
    std::string text;
    if (rev > 0) text += "id: " + std::to_string(rev) + '\n';
    text += "event: " + std::string(event) + "\ndata: " + data.dump() + "\n\n";
    return std::make_shared<const std::string>(std::move(text));
}

void Hall::put(GameState state) {
    games_.insert_or_assign(state.board(), std::move(state));
}

void Hall::apply(const StoredEvent& stored) {
    const CloudEvent& event = stored.incoming.event;
    if (event.stream != "public") return;
    if (stored.new_game && !(stored.past && games_.contains(event.board))) {
        games_.insert_or_assign(event.board, GameState(event.board, event.game_name));
        changed_[event.board] = 0;
    }
    const auto it = games_.find(event.board);
    if (it == games_.end() || it->second.game_name() != event.game_name) return;
    it->second.apply(event.type, event.data, stored.arrival);
    const auto [change, first] = changed_.emplace(event.board, it->second.unchanged_plies());
    if (!first) change->second = std::min(change->second, it->second.unchanged_plies());
}

void Hall::publish(std::int64_t now_ms) {
    for (const auto& [name, from] : changed_) {
        const GameState& state = games_.find(name)->second;
        send(name, make_frame("game", state.rev(), state.patch(from, now_ms)));
        send("", make_frame("board", state.rev(), state.summary(now_ms)));
    }
    changed_.clear();
}

const GameState* Hall::board(std::string_view name) const {
    const auto it = games_.find(name);
    return it == games_.end() ? nullptr : &it->second;
}

Json Hall::list(std::int64_t now_ms) const {
    Json boards = Json::array();
    for (const auto& [name, state] : games_)
        boards.push_back(state.summary(now_ms));
    return Json{{"boards", std::move(boards)}};
}

std::int64_t Hall::latest_rev() const {
    std::int64_t latest = 0;
    for (const auto& [name, state] : games_)
        latest = std::max(latest, state.rev());
    return latest;
}

void Hall::subscribe(const Subscription& what, const std::shared_ptr<Listener>& listener,
                     std::int64_t now_ms) {
    watchers_.push_back({what.board, listener});
    // A number beyond ours was given out by another store: the reader needs everything.
    const std::int64_t seen =
        what.after_rev && *what.after_rev <= latest_rev() ? *what.after_rev : -1;
    if (what.board.empty()) {
        if (seen < 0) {
            listener->send(make_frame("boards", latest_rev(), list(now_ms)));
        } else {
            std::vector<const GameState*> changed;
            for (const auto& [name, state] : games_)
                if (state.rev() > seen) changed.push_back(&state);
            std::sort(changed.begin(), changed.end(),
                      [](const auto* a, const auto* b) { return a->rev() < b->rev(); });
            for (const auto* state : changed)
                listener->send(make_frame("board", state->rev(), state->summary(now_ms)));
        }
    } else if (const GameState* state = board(what.board); state == nullptr) {
        listener->send(make_frame("game", 0, GameState(what.board, "").full(now_ms)));
    } else if (state->rev() > seen) {
        listener->send(make_frame("game", state->rev(), state->full(now_ms)));
    }
    listener->send(make_frame("beat", 0, Json::object()));
}

void Hall::send(std::string_view board, const Frame& frame) {
    for (const auto& watcher : watchers_)
        if (watcher.board == board)
            if (const auto listener = watcher.listener.lock()) listener->send(frame);
}

void Hall::beat() {
    const Frame frame = make_frame("beat", 0, Json::object());
    for (const auto& watcher : watchers_)
        if (const auto listener = watcher.listener.lock()) listener->send(frame);
    listeners();
}

std::size_t Hall::listeners() {
    std::erase_if(watchers_, [](const Watcher& w) { return w.listener.expired(); });
    return watchers_.size();
}

} // namespace jipu::results
