// SPDX-License-Identifier: Apache-2.0
// What happened to the machine itself, as the daemon reports it: it was restarted in mid-game, or
// its wall clock is not right. Which of it the arbiter must know is decided here.
#include <cstdlib>

#include "daemon/table/messages.hpp"
#include "daemon/table/table_impl.hpp"

namespace jipu {

namespace {

// A wall clock that was less off than this made no date and no time of a game wrong.
constexpr std::int64_t harmless_ms = 2000;
constexpr std::string_view not_synced = "not-synced";

} // namespace

std::string TableImpl::command_machine(const Command& command) {
    if (command.what == "rebooted") {
        note_reboot();
    } else if (command.what == not_synced) {
        if (alerts_.find(sync_alert_) == nullptr) sync_alert_ = raise_not_synced();
    } else if (command.what == "synced") {
        note_synced(command.off_ms);
    } else if (command.what == "other-devices") {
        if (phase_ == Phase::playing || phase_ == Phase::adjourned)
            end_game("*", "abandoned", std::nullopt, "proposed");
    } else {
        return "what: '" + command.what +
               "' is none of rebooted, not-synced, synced, other-devices";
    }
    return "";
}

// The time that the machine was away is charged to nobody. A device beside the board went on; where
// the daemon keeps the time, the arbiter must set it right.
void TableImpl::note_reboot() {
    if ((phase_ != Phase::playing && phase_ != Phase::adjourned) || finished_) return;
    if (time_.paused() || time_.from_device()) return;
    const int ply = record_.confirmed() + 1;
    if (alerts_.find(reboot_alert_) != nullptr) {
        alerts_.update(reboot_alert_, [&](AlertData& alert) {
            alert.ply = ply;
            alert.evidence_to = now_;
        });
        return;
    }
    AlertData alert = make_alert("clock-fault", Grade::observed, std::nullopt);
    alert.book.clear();
    alert.ply = ply;
    alert.reason = "reboot";
    messages::describe(alert);
    reboot_alert_ = alerts_.raise(alert);
}

std::string TableImpl::raise_not_synced() {
    AlertData alert = make_alert("time-not-synced", Grade::notice, std::nullopt);
    alert.book.clear();
    alert.reason = not_synced;
    messages::describe(alert);
    return alerts_.raise(alert);
}

// The dates and times told so far stay as they were sent; the alert says how wrong they are.
void TableImpl::note_synced(std::optional<std::int64_t> off_ms) {
    if (off_ms && std::abs(*off_ms) <= harmless_ms) {
        alerts_.resolve(sync_alert_, "restored");
        return;
    }
    alerts_.update(sync_alert_, [&](AlertData& alert) {
        alert.reason = "off " + (off_ms ? std::to_string(*off_ms) + " ms" : "unknown");
        alert.evidence_to = now_;
        messages::describe(alert);
    });
}

} // namespace jipu
