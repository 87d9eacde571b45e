// SPDX-License-Identifier: Apache-2.0
// What came in since the start position of the next game stood, while the ended game's recording
// still runs: the next recording begins with it, so that no ply made before is lost. It must not
// know when a game begins; the table says so.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "daemon/app/jipud/raw_levels.hpp"
#include "daemon/table/event.hpp"
#include "daemon/table/table.hpp"

namespace jipu::app {

class NextGame {
  public:
    /// What the next recording begins with.
    struct Beginning {
        Instant since; ///< its instant 0, in the time of the recording before it
        ScanFrame frame;
        std::array<bool, 2> lost{}; ///< by Device, then
        std::vector<Event> events;  ///< in that same time
    };

    /// After the table has handled `event`, the arbiter's commands left out: those are the old
    /// game's, or kept as the pairing of the next (NextStart). `levels` and `lost` are as they are
    /// now.
    void after(const Table& table, const Event& event, const RawLevels& levels,
               const std::array<bool, 2>& lost) {
        const auto since = table.next_game_since();
        if (!since) {
            kept_.reset();
        } else if (!kept_ || kept_->since != *since) {
            kept_ = Beginning{*since, ScanFrame{levels.levels()}, lost, {}};
        } else if (!std::holds_alternative<Command>(event.what) &&
                   !std::holds_alternative<Tick>(event.what)) {
            kept_->events.push_back(event);
        }
    }
    /// nullopt: the next game begins with what stands now.
    std::optional<Beginning> take() { return std::exchange(kept_, std::nullopt); }

  private:
    std::optional<Beginning> kept_;
};

} // namespace jipu::app
