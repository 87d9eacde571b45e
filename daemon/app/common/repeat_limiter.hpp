// SPDX-License-Identifier: Apache-2.0
// Keeps one trouble from filling the log: of equal lines a few are said in a while, the rest is
// counted and the count said later, so that the last state of a thing never stays hidden. Pure: the
// time is an argument.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jipu::app {

class RepeatLimiter {
  public:
    struct Limits {
        std::int64_t while_ns = 30'000'000'000;
        int said_in_a_while = 5;
        std::size_t remembered = 64; ///< different lines
    };
    RepeatLimiter() = default;
    explicit RepeatLimiter(Limits limits) : limits_(limits) {}

    /// May this line be said at `now_ns`? `grade` comes back with overdue().
    bool pass(const std::string& line, std::int64_t now_ns, int grade = 0) {
        for (Entry& entry : entries_) {
            if (entry.line != line) continue;
            if (now_ns - entry.since_ns >= limits_.while_ns && entry.left_out == 0) {
                entry.since_ns = now_ns;
                entry.said = 1;
                return true;
            }
            if (entry.said < limits_.said_in_a_while) {
                ++entry.said;
                return true;
            }
            ++entry.left_out;
            return false;
        }
        if (entries_.size() >= limits_.remembered) forget_one();
        entries_.push_back({line, grade, now_ns, 1, 0});
        return true;
    }

    struct Overdue {
        std::string line;
        int grade = 0;
    };
    /// Lines that were left out and whose while is over, with their count.
    std::vector<Overdue> overdue(std::int64_t now_ns) {
        std::vector<Overdue> due;
        for (auto entry = entries_.begin(); entry != entries_.end();) {
            if (entry->left_out > 0 && now_ns - entry->since_ns >= limits_.while_ns) {
                due.push_back(
                    {entry->line + " (" + std::to_string(entry->left_out) + " times more)",
                     entry->grade});
                entry = entries_.erase(entry);
            } else {
                ++entry;
            }
        }
        return due;
    }

  private:
    struct Entry {
        std::string line;
        int grade = 0;
        std::int64_t since_ns = 0;
        int said = 0;
        std::int64_t left_out = 0;
    };
    /// Rather one of which nothing is left to say.
    void forget_one() {
        const auto told = std::find_if(entries_.begin(), entries_.end(),
                                       [](const Entry& entry) { return entry.left_out == 0; });
        entries_.erase(told == entries_.end() ? entries_.begin() : told);
    }

    Limits limits_;
    std::list<Entry> entries_; // the one first said longest ago first
};

} // namespace jipu::app
