// SPDX-License-Identifier: Apache-2.0
// The pairing of the next game, when it is told while the old game's recording still runs, at once
// or piece by piece: kept until the next recording begins. It must not know who tells it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "daemon/table/table.hpp"

namespace jipu::app {

class NextStart {
  public:
    /// Before the table handles `event`.
    void before(const Table& table, const Event& event) {
        candidate_.reset();
        const auto* command = std::get_if<Command>(&event.what);
        if (command == nullptr || command->kind != CommandKind::start) return;
        const std::string phase = table.view().phase;
        if (phase == "ended" || phase == "resting") candidate_ = *command;
    }
    /// After it did: a command that was refused is not kept.
    void after(const std::vector<Effect>& effects) {
        for (const Effect& effect : effects) {
            if (std::holds_alternative<CommandRefused>(effect.data)) candidate_.reset();
        }
        if (candidate_) kept_.push_back(std::move(*candidate_));
        candidate_.reset();
    }
    /// The commands for the recording that begins, in their order.
    std::vector<Command> take() { return std::exchange(kept_, {}); }

  private:
    std::optional<Command> candidate_;
    std::vector<Command> kept_;
};

} // namespace jipu::app
