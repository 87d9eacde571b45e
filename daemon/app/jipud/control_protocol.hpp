// SPDX-License-Identifier: Apache-2.0
// What is said on the control socket, as text: one JSON object a line, each answered by one line
// (jipud(8), "Control socket"). Pure; it knows no socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config.hpp"
#include "daemon/app/common/device_view.hpp"
#include "daemon/app/jipud/intake.hpp"
#include "daemon/publishing/publisher.hpp"
#include "daemon/recording/journal.hpp"
#include "daemon/table/table.hpp"
#include "rules/base/result.hpp"

namespace jipu::app {

struct StatusRequest {};
struct WatchRequest {};
struct MonitorRequest {};
using Request = std::variant<Command, StatusRequest, WatchRequest, MonitorRequest>;

/// Reads one line. The error says what is wrong with it.
Result<Request> parse_request(std::string_view line, Game game);

/// `{"ok":true}`
std::string ok_reply();
/// `{"ok":false,"error":...}`
std::string error_reply(std::string_view error);
/// Why the table refused the command among what it caused; nullopt: it did not.
std::optional<std::string> refusal_in(const std::vector<Effect>& effects);

/// Everything that `jipu status` shows.
struct StatusReport {
    std::string version, config_file;
    const Config* config = nullptr;
    std::int64_t uptime_ms = 0;
    std::optional<TableView> view; ///< nullopt: no recording yet
    TableSetup setup;              ///< of the recording
    DeviceHealth board, clock;
    bool held_back = false;
    std::vector<PublisherStatus> publishers;
    JournalHealth journal;
    std::string journal_set_aside;
    std::size_t clients = 0;
};

/// `{"ok":true,"status":{...}}`
std::string status_reply(const StatusReport& report);
/// `{"ok":true,"monitor":{...}}`: the devices, and of the game the points that it takes for faulty.
std::string monitor_reply(DeviceView view, const std::optional<TableView>& table);
/// One short line for people: `playing 20261130-5f0c2a91, 12 plies; board ok; ...`.
std::string status_line(const StatusReport& report);

} // namespace jipu::app
