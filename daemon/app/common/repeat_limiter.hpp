// SPDX-License-Identifier: Apache-2.0
// Keeps one trouble from filling the log: the same line is said once in a while, with a count of
// those left out. Pure: the time is an argument.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>

namespace jipu::app {

class RepeatLimiter {
  public:
    /// A line is said at most once in `pause_ns`; of the last `remembered` different lines.
    explicit RepeatLimiter(std::int64_t pause_ns = 30'000'000'000, std::size_t remembered = 64)
        : pause_ns_(pause_ns), remembered_(remembered) {}

    /// The line to say at `now_ns`, with how often it was left out since it was said last; nullopt:
    /// not now.
    std::optional<std::string> pass(const std::string& line, std::int64_t now_ns) {
        for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
            if (entry->line != line) continue;
            if (now_ns - entry->said_ns < pause_ns_) {
                ++entry->left_out;
                return std::nullopt;
            }
            const std::int64_t left_out = entry->left_out;
            entries_.erase(entry);
            remember(line, now_ns);
            if (left_out == 0) return line;
            return line + " (and " + std::to_string(left_out) + " times before)";
        }
        remember(line, now_ns);
        return line;
    }

  private:
    struct Entry {
        std::string line;
        std::int64_t said_ns = 0;
        std::int64_t left_out = 0;
    };
    void remember(const std::string& line, std::int64_t now_ns) {
        if (entries_.size() >= remembered_) entries_.pop_front();
        entries_.push_back({line, now_ns, 0});
    }

    std::int64_t pause_ns_;
    std::size_t remembered_;
    std::list<Entry> entries_; // the one said longest ago first
};

} // namespace jipu::app
