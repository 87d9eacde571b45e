// SPDX-License-Identifier: Apache-2.0
// See effect_log.hpp.
#include "daemon/app/jipud/effect_log.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>

#include "daemon/wire/effect_json.hpp"

namespace jipu::app {
namespace {

std::string alert_line(const AlertData& alert, const TableSetup& setup) {
    const std::string side =
        alert.side ? std::string(side_name(setup.game, *alert.side)) : "unknown";
    return "alert " + alert.alert + ": " + alert.code + ' ' + std::string(grade_name(alert.grade)) +
           ", " + side + ", ply " + std::to_string(alert.ply) + ": " + alert.message_en;
}

} // namespace

void log_effect(Log& log, const Effect& effect, const TableSetup& setup) {
    std::visit(
        [&](const auto& data) {
            using Data = std::decay_t<decltype(data)>;
            if constexpr (std::is_same_v<Data, GameStarted>) {
                log.info("game " + data.game_name + " started");
            } else if constexpr (std::is_same_v<Data, GameEnded>) {
                log.info("game ended: " + data.result + ' ' + data.ending + ", " + data.status);
            } else if constexpr (std::is_same_v<Data, AlertRaised>) {
                log.info(alert_line(data.alert, setup));
            } else if constexpr (std::is_same_v<Data, DeviceStatus>) {
                log.info("table: " + data.device + ' ' + data.state +
                         (data.detail.empty() ? "" : ": " + data.detail));
            } else if constexpr (std::is_same_v<Data, CommandRefused>) {
                log.info("command " + data.command + " by " + data.by + " refused: " + data.why);
            } else {
                log.debug(effect_line(effect, setup.game));
            }
        },
        effect.data);
}

} // namespace jipu::app
