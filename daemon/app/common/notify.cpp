// SPDX-License-Identifier: Apache-2.0
// See notify.hpp.
#include "daemon/app/common/notify.hpp"

#include <systemd/sd-daemon.h>

namespace jipu::app::notify {
namespace {

void send(const std::string& text) {
    // A failure cannot be told to anybody: the service manager is who would hear it.
    static_cast<void>(sd_notify(0, text.c_str()));
}

} // namespace

void ready() {
    send("READY=1");
}

void status(const std::string& line) {
    send("STATUS=" + line);
}

void reloading(std::int64_t monotonic_us) {
    send("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(monotonic_us));
}

void stopping() {
    send("STOPPING=1");
}

void watchdog() {
    send("WATCHDOG=1");
}

std::optional<std::int64_t> watchdog_interval_us() {
    std::uint64_t us = 0;
    if (sd_watchdog_enabled(0, &us) <= 0) return std::nullopt;
    return static_cast<std::int64_t>(us);
}

} // namespace jipu::app::notify
