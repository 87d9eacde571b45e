// SPDX-License-Identifier: Apache-2.0
// A journal with games in it, and the small things that every test of the publisher needs.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "daemon/publishing/http_publisher.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/daemon/publishing/receiver.hpp"
#include "tests/unit/daemon/recording/failing_vfs.hpp"
#include "tests/unit/daemon/recording/journal_support.hpp"

namespace jipu::test {

/// Everything that the publisher reports, and waiting for it.
class Reports {
  public:
    ReportSink sink() {
        return [this](ReportGrade grade, const std::string& what) {
            const std::lock_guard guard(mutex_);
            lines_.push_back((grade == ReportGrade::error ? "error: " : "") + what);
            changed_.notify_all();
        };
    }
    /// The first line that has `words`, when it is there.
    std::string await(const std::string& words) {
        std::unique_lock lock(mutex_);
        std::string found;
        changed_.wait(lock, [&] {
            for (const std::string& line : lines_) {
                if (line.find(words) == std::string::npos) continue;
                found = line;
                return true;
            }
            return false;
        });
        return found;
    }
    std::vector<std::string> lines() const {
        const std::lock_guard guard(mutex_);
        return lines_;
    }

  private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
};

inline JournalOptions quick_options() {
    failing_disk().mend(); // it syncs nothing
    JournalOptions options;
    options.vfs = FailingDisk::name;
    options.linger = std::chrono::milliseconds(0);
    return options;
}

inline HttpPublisherConfig quick_config(const std::string& url) {
    HttpPublisherConfig config;
    config.url = url;
    config.board = "table-7";
    config.batch_events = 7;
    config.retry_first = config.retry_longest = std::chrono::milliseconds(1);
    config.retry_refused = std::chrono::milliseconds(1);
    return config;
}

/// The status turns out so, sooner or later.
template <typename Predicate>
PublisherStatus await_status(const Publisher& publisher, Predicate predicate) {
    for (;;) {
        const PublisherStatus status = publisher.status();
        if (predicate(status)) return status;
        std::this_thread::yield();
    }
}

/// How many events both streams of a scripted game have: its start, then two a ply and one a ply.
inline std::size_t events_of_game(int plies) {
    return 2 + 3 * static_cast<std::size_t>(plies);
}

/// Every event of the journal is at the receiver, with its very bytes, once and in order.
inline void check_all_arrived(const std::filesystem::path& journal, const Receiver& receiver) {
    JournalReader reader(journal);
    const auto extents = reader.extents("anybody");
    REQUIRE(extents);
    const auto streams = receiver.streams();
    std::size_t all = 0;
    for (const StreamExtent& extent : *extents) {
        CAPTURE(extent.id);
        const auto events = reader.events_after(extent.key, 0, 1000000);
        REQUIRE(events);
        const auto arrived = streams.find(extent.id);
        REQUIRE(arrived != streams.end());
        REQUIRE(arrived->second.size() == events->size());
        for (std::size_t i = 0; i < events->size(); ++i) {
            REQUIRE(arrived->second[i] == (*events)[i].body);
        }
        all += events->size();
    }
    CHECK(receiver.order().size() == all);
}

} // namespace jipu::test
