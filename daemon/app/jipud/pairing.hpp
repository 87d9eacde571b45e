// SPDX-License-Identifier: Apache-2.0
// What of a fetched pairing the table must be told, and when: whether it is the running game's or
// the next one's, and what the arbiter has said himself. It must not know who fetches it. Pure.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daemon/table/table.hpp"

namespace jipu::app {

/// A game that has made more plies than these does not become another pairing's any more.
inline constexpr int few_plies = 6;

class Pairing {
  public:
    /// What the results service says now.
    void told(GameInfo info) { told_ = std::move(info); }

    /// Before the table handles `event`, and after it did: what is said in the recording, by whom.
    void before(const Table& table, const Event& event);
    void after(const std::vector<Effect>& effects);

    /// The recording that ended showed this at last; the next one begins.
    void next_recording(const TableView& last);

    /// The next command for the game that is seen: to be given to the table, then asked again. What
    /// was refused is not said again in this recording.
    std::optional<Command> due(const TableView& view, Game game) const;
    /// What of the pairing comes too late for this game, for the log; empty: nothing.
    std::string too_late(const TableView& view) const;

  private:
    bool is_of(const TableView& view) const;
    GameInfo names_for(const TableView& view) const;
    GameInfo terms_for(const TableView& view) const;

    std::optional<GameInfo> told_;
    GameInfo said_;                 ///< by others than the pairing, in this recording
    std::set<std::string> refused_; ///< the pairing's commands that the table refused in it
    std::optional<GameInfo> used_;  ///< of the last game that ended with a result in this run
    std::optional<Command> candidate_;
};

} // namespace jipu::app
