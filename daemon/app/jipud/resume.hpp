// SPDX-License-Identifier: Apache-2.0
// After a crash: the journal's inputs through the same Table. Decides nothing about the game; says
// where the recomputed effects differ from the stored ones, which win. Pure.
#pragma once

#include <optional>
#include <string>

#include "config/config.hpp"
#include "daemon/app/jipud/next_start.hpp"
#include "daemon/app/jipud/pairing.hpp"
#include "daemon/recording/records.hpp"
#include "daemon/table/table.hpp"
#include "rules/base/result.hpp"

namespace jipu::app {

/// The first effect that a program of today computes otherwise than the one that wrote the journal.
struct Difference {
    std::int64_t k = 0;             ///< its number among the stored effects, 1 = first
    std::string stored, recomputed; ///< one line each; `nothing` where one side has no more
};

struct Resumed {
    TableSetup setup;
    Table table;
    std::vector<Level> levels; ///< raw, as the last inputs left them
    bool board_lost = false;   ///< as the table was told last
    bool clock_lost = false;
    bool rebooted = false; ///< its instants passed over some time already
    NextStart next_start;
    Pairing pairing;
    std::optional<Difference> difference;
};

/// Plays the recording through a new Table, ticks up to its last instant included. Fails when an
/// input cannot be read: the journal is then not this program's.
Result<Resumed> replay_recording(const UnfinishedRecording& recording);

} // namespace jipu::app
