// SPDX-License-Identifier: Apache-2.0
// See wall_clock.hpp.
#include "daemon/app/common/wall_clock.hpp"

#include <sys/random.h>
#include <sys/timex.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "rules/base/contract.hpp"

namespace jipu::app {
namespace {

template <typename Unit, typename Clock>
std::int64_t read_clock() {
    return std::chrono::duration_cast<Unit>(Clock::now().time_since_epoch()).count();
}

std::uint32_t kernel_random() {
    std::uint32_t value = 0;
    // Up to 256 bytes are never cut short or interrupted once the pool is ready (getrandom(2)).
    const ssize_t got = ::getrandom(&value, sizeof value, 0);
    JIPU_ASSERT(got == static_cast<ssize_t>(sizeof value), "getrandom gave nothing");
    return value;
}

// The kernel knows from whoever keeps its clock (chronyd, ntpd, systemd-timesyncd); a sandbox may
// refuse the question, then timesyncd's own mark counts.
bool kernel_is_synced() {
    timex question{}; // without modes it is only read
    const int state = ::adjtimex(&question);
    if (state >= 0 && state != TIME_ERROR && (question.status & STA_UNSYNC) == 0) return true;
    std::error_code ignored; // a mark that cannot be seen is none
    return std::filesystem::exists("/run/systemd/timesync/synchronized", ignored);
}

} // namespace

Surroundings real_surroundings() {
    Surroundings real;
    // The event loop's timers count on the same clock.
    real.monotonic = [] {
        return read_clock<std::chrono::nanoseconds, std::chrono::steady_clock>();
    };
    real.realtime_us = [] {
        return read_clock<std::chrono::microseconds, std::chrono::system_clock>();
    };
    real.is_synced = kernel_is_synced;
    real.random32 = kernel_random;
    std::ifstream in("/proc/sys/kernel/random/boot_id");
    if (!(in >> real.boot_id)) {
        throw std::runtime_error("/proc/sys/kernel/random/boot_id: cannot be read");
    }
    return real;
}

} // namespace jipu::app
