// SPDX-License-Identifier: Apache-2.0
// What the service manager is told (sd_notify(3)); nothing happens when there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace jipu::app::notify {

void ready();
/// One line for people, as `systemctl status` shows it.
void status(const std::string& line);
/// `monotonic_us`: the monotonic clock when the reload began.
void reloading(std::int64_t monotonic_us);
void stopping();
void watchdog();
/// How often watchdog() must be called, in microseconds; nullopt: nobody waits for it.
std::optional<std::int64_t> watchdog_interval_us();

} // namespace jipu::app::notify
