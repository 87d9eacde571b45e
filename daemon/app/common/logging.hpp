// SPDX-License-Identifier: Apache-2.0
// The log of a daemon, on standard error: with journald's priorities when nobody sits there, with
// the time of day on a terminal. Used on one thread. What is worth saying is decided elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "daemon/app/common/repeat_limiter.hpp"

namespace jipu::app {

class Log {
  public:
    /// `monotonic`: nanoseconds, for the limit on repeats.
    Log(LogLevel level, std::function<std::int64_t()> monotonic);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void set_level(LogLevel level);
    /// One line; line ends within it become blanks.
    void say(LogLevel level, const std::string& line);
    /// Says what the limit on repeats left out; call it every few seconds.
    void say_overdue();
    void debug(const std::string& line) { say(LogLevel::debug, line); }
    void info(const std::string& line) { say(LogLevel::info, line); }
    void warning(const std::string& line) { say(LogLevel::warning, line); }
    void error(const std::string& line) { say(LogLevel::error, line); }

  private:
    struct Sink;
    std::unique_ptr<Sink> sink_;
    std::function<std::int64_t()> monotonic_;
    RepeatLimiter limiter_;
};

} // namespace jipu::app
