// SPDX-License-Identifier: Apache-2.0
// The journal: what came in and what it caused, on disk before anybody outside hears of it. Decides
// when to commit, what happens when the disk fails and how much may wait; the schema and the
// promises are in JOURNAL.md. It must not know the loop, sockets or the real clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/recording/records.hpp"
#include "daemon/table/effect.hpp"
#include "rules/base/result.hpp"

namespace jipu {

/// A journal that cannot be used from the start; what() is one line for the person who can mend it.
class JournalStartError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The number of one call; grows by one with each, also over restarts.
using JournalTicket = std::int64_t;

/// Everything up to and with `through` is safe on the disk.
struct Durable {
    JournalTicket through = 0;
    bool stream_events = false; ///< there is something new for publishers
};

/// How much waits for the disk.
enum class Backlog : std::uint8_t {
    none,
    backlogged, ///< more than `backlogged_bytes`: report it
    full,       ///< more than `full_bytes`: see Journal::backlog()
};

/// How the journal is; sent whenever a field but the counters changes.
struct JournalHealth {
    bool failing = false; ///< the last attempt to commit failed; it is tried again
    std::string detail;   ///< why, or what the trace file's trouble is; empty: nothing
    Backlog backlog = Backlog::none;
    std::size_t queued_bytes = 0;
    std::int64_t failures = 0; ///< failed attempts since the last success
};

struct JournalOptions {
    std::size_t backlogged_bytes = 1U << 20U;
    std::size_t full_bytes = 8U << 20U;
    /// How long inputs that cause nothing may wait for company.
    std::chrono::milliseconds linger{200};
    /// Between attempts after a failure: the first pause, doubled up to the longest.
    std::chrono::milliseconds retry_first{50}, retry_longest{2000};
    /// How long the destructor goes on trying when the disk fails.
    int attempts_at_stop = 5;
    int busy_timeout_ms = 2000;
    std::string vfs; ///< SQLite's VFS; empty: its own. Tests make it fail.
    /// Where traces are kept, `<game_name>.trace`; empty: nowhere.
    std::filesystem::path trace_dir;
    std::int64_t trace_bytes = 512LL << 20U; ///< all kept traces together
    /// Both are called on the journal's thread, in order; they must be quick and must not call
    /// back.
    std::function<void(const Durable&)> on_durable;
    std::function<void(const JournalHealth&)> on_health;
};

/// One journal file and its thread. All calls but acknowledge() belong to the loop's thread; none
/// waits for the disk, unless it says so.
class Journal {
  public:
    /// Opens or makes the file. Throws JournalStartError when it is no journal, of a newer version
    /// or cannot be written. A damaged one is moved to `<path>.damaged-N`, never deleted, and a new
    /// one begun: set_aside() tells.
    Journal(std::filesystem::path path, JournalOptions options);
    /// Commits what is queued (see attempts_at_stop), then ends the thread.
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    const std::filesystem::path& path() const;
    const JournalOptions& options() const;
    /// What was found damaged and where it lies now; empty: all was well.
    const std::string& set_aside() const;

    /// The recording that was not closed. Reads the disk: for the start only, before begin().
    Result<std::optional<UnfinishedRecording>> unfinished() const;
    /// Goes on with it after its inputs went through a Table. The boot and base in force from now.
    JournalTicket resume(const UnfinishedRecording& recording, std::string boot_id,
                         std::int64_t monotonic_base_ns);
    /// Begins a recording; closes the one before.
    JournalTicket begin(RecordingHeader header);
    /// An input and the effects that it caused. `line`: its trace line, without newline.
    JournalTicket append(Instant at, std::string line, std::vector<Effect> effects);
    /// Effects of a tick: there is no input to keep, it follows from those before.
    JournalTicket append_tick(Instant at, std::vector<Effect> effects);
    JournalTicket close_recording();
    /// Commits what is queued now, without company; on_durable tells. The last ticket given out.
    JournalTicket flush();
    /// Waits until `ticket` is safe; false when the disk failed meanwhile. For tests and the stop.
    bool wait_durable(JournalTicket ticket);

    /// Never drops an input: append() always takes it. While this says `full` the loop must bring
    /// no further input (its devices count as lost, and come back with a whole scan): that bounds
    /// the memory.
    Backlog backlog() const;

    /// A publisher's receiver has `key` safe up to `seq` (or lost it: then less than before).
    /// From any thread; committed in the background.
    void acknowledge(std::string_view publisher, StreamKey key, std::int64_t seq);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jipu
