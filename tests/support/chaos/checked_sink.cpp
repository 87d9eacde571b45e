// SPDX-License-Identifier: Apache-2.0
#include "tests/support/chaos/checked_sink.hpp"

#include <nlohmann/json.hpp>

#include "daemon/wire/effect_json.hpp"
#include "rules/base/contract.hpp"

namespace jipu::test {

void CheckedSink::emit(const Effect& effect) {
    JIPU_ASSERT(effect.at >= last_, "an effect is older than the one before it");
    last_ = effect.at;
    const std::string_view type = effect_type(effect);
    const Json data = effect_data(effect, Game::xiangqi);
    const std::string wrong = record_.apply(type, data);
    JIPU_ASSERT(wrong.empty(), (std::string(type) + ": " + wrong).c_str());
    if (const auto* raised = std::get_if<AlertRaised>(&effect.data)) {
        JIPU_ASSERT(open_.emplace(raised->alert.alert, raised->alert.code).second,
                    "an alert was raised under an open id");
        JIPU_ASSERT(!raised->alert.message_en.empty() && !raised->alert.message_zh.empty(),
                    "an alert without words");
    } else if (const auto* updated = std::get_if<AlertUpdated>(&effect.data)) {
        JIPU_ASSERT(open_.count(updated->alert.alert) == 1, "a closed alert was updated");
    } else if (const auto* resolved = std::get_if<AlertResolved>(&effect.data)) {
        JIPU_ASSERT(open_.erase(resolved->alert) == 1, "a closed alert was resolved");
    } else if (std::holds_alternative<GameStarted>(effect.data) && record_.games().size() > 1) {
        open_.clear(); // alerts belong to a game
    }
    lines_.push_back(effect_line(effect, Game::xiangqi));
}

} // namespace jipu::test
