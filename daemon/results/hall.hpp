// SPDX-License-Identifier: Apache-2.0
// What the pages show now: the current public game of every board, and those who watch. Used by the
// loop alone. It must not know the store or HTTP.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/results/exchange.hpp"
#include "daemon/results/game_state.hpp"
#include "daemon/results/store.hpp"

namespace jipu::results {

/// The bytes of one server-sent event. `rev` becomes its id; 0: none.
Frame make_frame(std::string_view event, std::int64_t rev, const Json& data);

class Hall {
  public:
    /// A board's current game, from the store at start.
    void put(GameState state);
    /// Takes a stored event in. Events of the arbiter stream and of a board's earlier games change
    /// nothing here.
    void apply(const StoredEvent& stored);
    /// Tells the listeners what has changed since the last call.
    void publish(std::int64_t now_ms);

    /// The current game of a board; null when none has been seen.
    const GameState* board(std::string_view name) const;
    /// `{"boards":[summary...]}`, by name.
    Json list(std::int64_t now_ms) const;

    /// Adds a listener and sends it what it has not seen.
    void subscribe(const Subscription& what, const std::shared_ptr<Listener>& listener,
                   std::int64_t now_ms);
    /// A sign of life to every listener.
    void beat();
    /// How many listen now.
    std::size_t listeners();

  private:
    struct Watcher {
        std::string board; ///< empty: all
        std::weak_ptr<Listener> listener;
    };
    void send(std::string_view board, const Frame& frame);
    std::int64_t latest_rev() const;

    std::map<std::string, GameState, std::less<>> games_;
    std::map<std::string, std::size_t> changed_; ///< board -> plies at the front left as they were
    std::vector<Watcher> watchers_;
};

} // namespace jipu::results
