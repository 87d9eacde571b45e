// SPDX-License-Identifier: Apache-2.0
// See logging.hpp. The only file that knows spdlog.
#include "daemon/app/common/logging.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace jipu::app {
namespace {

spdlog::level::level_enum spdlog_level(LogLevel level) {
    switch (level) {
    case LogLevel::debug:
        return spdlog::level::debug;
    case LogLevel::info:
        return spdlog::level::info;
    case LogLevel::warning:
        return spdlog::level::warn;
    case LogLevel::error:
        return spdlog::level::err;
    }
    return spdlog::level::info;
}

// sd-daemon(3): the priority of a line is the number before it.
class JournaldPriority final : public spdlog::custom_flag_formatter {
  public:
    void format(const spdlog::details::log_msg& message, const std::tm&,
                spdlog::memory_buf_t& out) override {
        const char* prefix = "<6>";
        if (message.level == spdlog::level::debug) prefix = "<7>";
        if (message.level == spdlog::level::warn) prefix = "<4>";
        if (message.level == spdlog::level::err) prefix = "<3>";
        out.append(prefix, prefix + 3);
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<JournaldPriority>();
    }
};

} // namespace

struct Log::Sink {
    explicit Sink(bool terminal) {
        if (terminal) {
            logger = std::make_unique<spdlog::logger>(
                "", std::make_shared<spdlog::sinks::ansicolor_stderr_sink_st>());
            logger->set_pattern("%H:%M:%S.%e %^%l%$ %v");
        } else {
            logger = std::make_unique<spdlog::logger>(
                "", std::make_shared<spdlog::sinks::stderr_sink_st>());
            auto formatter = std::make_unique<spdlog::pattern_formatter>();
            formatter->add_flag<JournaldPriority>('*').set_pattern("%*%v");
            logger->set_formatter(std::move(formatter));
        }
        logger->flush_on(spdlog::level::debug);
    }
    std::unique_ptr<spdlog::logger> logger;
};

Log::Log(LogLevel level, std::function<std::int64_t()> monotonic)
    : sink_(std::make_unique<Sink>(::isatty(STDERR_FILENO) == 1)),
      monotonic_(std::move(monotonic)) {
    set_level(level);
}

Log::~Log() = default;

void Log::set_level(LogLevel level) {
    sink_->logger->set_level(spdlog_level(level));
}

void Log::say(LogLevel level, const std::string& line) {
    const auto grade = spdlog_level(level);
    if (!sink_->logger->should_log(grade)) return;
    std::string flat = line;
    std::replace_if(
        flat.begin(), flat.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    if (limiter_.pass(flat, monotonic_(), static_cast<int>(grade))) {
        sink_->logger->log(grade, spdlog::string_view_t(flat));
    }
}

void Log::say_overdue() {
    for (const auto& due : limiter_.overdue(monotonic_())) {
        sink_->logger->log(static_cast<spdlog::level::level_enum>(due.grade),
                           spdlog::string_view_t(due.line));
    }
}

} // namespace jipu::app
