// SPDX-License-Identifier: Apache-2.0
// The queue before the disk and the thread that empties it. What a batch is worth to wait for is
// decided here; how it is written in journal_writer.
#include "daemon/recording/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "daemon/recording/journal_reader.hpp"
#include "daemon/recording/journal_writer.hpp"
#include "daemon/recording/materialiser.hpp"
#include "daemon/recording/schema.hpp"
#include "daemon/recording/trace_keeper.hpp"
#include "rules/base/contract.hpp"

namespace jipu {
namespace {

/// What one effect costs until it is durable: itself, its JSON and its two events (estimate on the
/// safe side; a recorded move is the largest, about 1.5 KB).
constexpr std::size_t bytes_of_effect = 2500;

/// One call of the loop, as it waits.
struct Item {
    JournalTicket ticket = 0;
    Rows::Kind kind = Rows::Kind::append;
    Instant at;
    std::string line;
    std::vector<Effect> effects;
    std::unique_ptr<Materialiser> recording; ///< begin, resume
    std::string boot_id;                     ///< resume
    std::int64_t monotonic_base_ns = 0;      ///< resume

    std::size_t bytes() const {
        return sizeof(Item) + line.size() + effects.size() * bytes_of_effect;
    }
};

/// Is somebody waiting for these? A clock's tick can wait for company, nothing else.
bool has_news(const std::vector<Effect>& effects) {
    return std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
        return !std::holds_alternative<ClockUpdated>(effect.data);
    });
}

/// Held while the program runs: two writers would mix two games.
class LockFile {
  public:
    explicit LockFile(const std::filesystem::path& journal) {
        std::error_code unknown;
        if (std::filesystem::is_regular_file(journal, unknown) &&
            std::filesystem::hard_link_count(journal, unknown) > 1 && !unknown) {
            throw JournalStartError("journal " + journal.string() +
                                    ": has another name (a hard link); a lock on one name does "
                                    "not keep out a writer by the other");
        }
        // By a link it is the same file: the lock stands beside what the link leads to.
        auto real = std::filesystem::weakly_canonical(journal, unknown);
        if (unknown) real = journal;
        const std::string path = real.string() + ".lock";
        fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
        if (fd_ < 0 && errno == ENOENT) {
            throw JournalStartError("journal " + journal.string() + ": its folder does not exist");
        }
        if (fd_ < 0) {
            throw JournalStartError("journal " + journal.string() + ": cannot make " + path + ": " +
                                    std::strerror(errno));
        }
        if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
            ::close(fd_);
            throw JournalStartError("journal " + journal.string() +
                                    ": is in use by another program");
        }
    }
    ~LockFile() { ::close(fd_); }
    LockFile(const LockFile&) = delete;
    LockFile& operator=(const LockFile&) = delete;

  private:
    int fd_ = -1;
};

} // namespace

class Journal::Impl {
  public:
    Impl(std::filesystem::path path, JournalOptions options)
        : path_(std::move(path)), options_(std::move(options)), lock_(path_) {
        sqlite::Database database;
        set_aside_ = open_journal_at_start(database, path_, options_.vfs, options_.busy_timeout_ms);
        writer_ = std::make_unique<JournalWriter>(std::move(database), path_, options_.vfs,
                                                  options_.busy_timeout_ms);
        const auto mark = writer_->watermark();
        const auto last = writer_->last_recording();
        if (!mark || !last)
            throw JournalStartError("journal " + path_.string() + ": has no tables");
        last_ticket_ = durable_ = *mark;
        last_recording_ = *last;
        if (!options_.trace_dir.empty()) {
            traces_ = std::make_unique<TraceKeeper>(path_, options_.vfs, options_.trace_dir,
                                                    options_.trace_bytes);
        }
        thread_ = std::thread([this] { run(); });
    }

    ~Impl() {
        {
            const std::lock_guard guard(mutex_);
            stopping_ = true;
        }
        awake_.notify_all();
        thread_.join();
    }

    JournalTicket push(Item item, bool urgent) {
        const std::size_t bytes = item.bytes();
        JournalTicket ticket = 0;
        bool wake = false;
        {
            const std::lock_guard guard(mutex_);
            ticket = item.ticket = ++last_ticket_;
            // Asleep for the first item or waiting for company: only then is there whom to wake.
            wake = queue_.empty() || (urgent && !urgent_);
            urgent_ = urgent_ || urgent;
            bytes_.fetch_add(bytes, std::memory_order_relaxed);
            queue_.push_back(std::move(item));
        }
        if (wake) awake_.notify_all();
        return ticket;
    }

    Backlog backlog() const {
        const std::size_t bytes = bytes_.load(std::memory_order_relaxed);
        if (bytes > options_.full_bytes) return Backlog::full;
        return bytes > options_.backlogged_bytes ? Backlog::backlogged : Backlog::none;
    }

    JournalTicket flush() {
        JournalTicket ticket = 0;
        {
            const std::lock_guard guard(mutex_);
            urgent_ = urgent_ || !queue_.empty() || !moves_.empty();
            ticket = last_ticket_;
        }
        awake_.notify_all();
        return ticket;
    }

    bool wait_durable(JournalTicket ticket) {
        std::unique_lock lock(mutex_);
        const std::int64_t failures = all_failures_;
        urgent_ = urgent_ || !queue_.empty();
        awake_.notify_all();
        progress_.wait(lock, [&] { return durable_ >= ticket || all_failures_ != failures; });
        return durable_ >= ticket;
    }

    void acknowledge(std::string_view publisher, StreamKey key, std::int64_t seq) {
        {
            const std::lock_guard guard(mutex_);
            moves_[{std::string(publisher), key}] = seq;
        }
        awake_.notify_all();
    }

    /// Of the loop's thread alone.
    std::int64_t new_recording() { return ++last_recording_; }
    bool in_recording_ = false;

    const std::filesystem::path path_;
    const JournalOptions options_;
    std::string set_aside_;

  private:
    void run() {
        std::deque<Item> items;
        CursorMoves moves;
        while (take(items, moves)) {
            std::vector<Rows> batch;
            batch.reserve(items.size());
            std::size_t bytes = 0;
            for (Item& item : items) {
                bytes += item.bytes();
                batch.push_back(convert(std::move(item)));
            }
            items.clear();
            if (!commit(batch, moves)) return;
            bytes_.fetch_sub(bytes, std::memory_order_relaxed);
            if (traces_) traces_->follow(batch);
            tell(batch);
            moves.clear();
        }
    }

    /// Waits for work; false at the end.
    bool take(std::deque<Item>& items, CursorMoves& moves) {
        std::unique_lock lock(mutex_);
        const auto has_work = [this] { return !queue_.empty() || !moves_.empty(); };
        awake_.wait(lock, [&] { return stopping_ || has_work(); });
        if (!has_work()) return false;
        if (!urgent_ && !stopping_) {
            awake_.wait_for(lock, options_.linger, [this] { return urgent_ || stopping_; });
        }
        items.swap(queue_);
        moves.swap(moves_);
        urgent_ = false;
        return true;
    }

    Rows convert(Item item) {
        switch (item.kind) {
        case Rows::Kind::append:
            JIPU_ASSERT(current_ != nullptr, "an input without a recording");
            return current_->append(item.ticket, item.at, std::move(item.line), item.effects);
        case Rows::Kind::begin:
        case Rows::Kind::resume:
            current_ = std::move(item.recording);
            break;
        case Rows::Kind::close:
            break;
        }
        JIPU_ASSERT(current_ != nullptr, "the end of a recording that did not begin");
        Rows rows;
        rows.ticket = item.ticket;
        rows.kind = item.kind;
        rows.recording = current_->recording();
        rows.header = current_->header();
        if (item.kind == Rows::Kind::resume) {
            rows.header.boot_id = std::move(item.boot_id);
            rows.header.monotonic_base_ns = item.monotonic_base_ns;
        }
        return rows;
    }

    /// Tries until it is done; false when the stop comes first and the disk goes on failing.
    bool commit(const std::vector<Rows>& batch, const CursorMoves& moves) {
        auto pause = options_.retry_first;
        int attempts_left = options_.attempts_at_stop;
        for (;;) {
            const std::optional<std::string> trouble = writer_->commit(batch, moves);
            if (!trouble) break;
            ++failures_;
            report(true, *trouble);
            std::unique_lock lock(mutex_);
            ++all_failures_;
            progress_.notify_all();
            const bool at_stop = stopping_; // the stop ends a pause before it, none of its own
            awake_.wait_for(lock, pause, [&] { return stopping_ && !at_stop; });
            if (stopping_ && !at_stop) pause = options_.retry_first;
            if (stopping_ && --attempts_left <= 0) {
                lock.unlock();
                report(true, *trouble + "; what was not yet written is lost");
                return false;
            }
            pause = std::min(pause * 2, options_.retry_longest);
        }
        failures_ = 0;
        return true;
    }

    void tell(const std::vector<Rows>& batch) {
        report(false, traces_ ? traces_->trouble() : std::string());
        if (batch.empty()) return;
        Durable durable{batch.back().ticket, false};
        for (const Rows& rows : batch) {
            durable.stream_events = durable.stream_events || !rows.events.empty();
        }
        if (options_.on_durable) options_.on_durable(durable);
        const std::lock_guard guard(mutex_);
        durable_ = durable.through;
        progress_.notify_all();
    }

    void report(bool failing, const std::string& detail) {
        JournalHealth health{failing, detail, backlog(), bytes_.load(std::memory_order_relaxed),
                             failures_};
        const bool changed = health.failing != told_.failing || health.detail != told_.detail ||
                             health.backlog != told_.backlog;
        told_ = health;
        if (changed && options_.on_health) options_.on_health(health);
    }

    LockFile lock_;
    std::int64_t last_recording_ = 0; ///< the loop's thread

    // The journal's thread.
    std::unique_ptr<JournalWriter> writer_;
    std::unique_ptr<Materialiser> current_;
    std::unique_ptr<TraceKeeper> traces_;
    JournalHealth told_;
    std::int64_t failures_ = 0;

    std::atomic<std::size_t> bytes_{0};
    std::mutex mutex_; ///< guards what follows
    std::condition_variable awake_, progress_;
    std::deque<Item> queue_;
    CursorMoves moves_;
    JournalTicket last_ticket_ = 0, durable_ = 0;
    std::int64_t all_failures_ = 0;
    bool urgent_ = false, stopping_ = false;

    std::thread thread_;
};

Journal::Journal(std::filesystem::path path, JournalOptions options)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(options))) {}
Journal::~Journal() = default;

const std::filesystem::path& Journal::path() const {
    return impl_->path_;
}
const JournalOptions& Journal::options() const {
    return impl_->options_;
}
const std::string& Journal::set_aside() const {
    return impl_->set_aside_;
}

Result<std::optional<UnfinishedRecording>> Journal::unfinished() const {
    return JournalReader(impl_->path_, impl_->options_.vfs).unfinished();
}

JournalTicket Journal::resume(const UnfinishedRecording& recording, std::string boot_id,
                              std::int64_t monotonic_base_ns) {
    Item item;
    item.kind = Rows::Kind::resume;
    item.recording = std::make_unique<Materialiser>(recording);
    item.boot_id = std::move(boot_id);
    item.monotonic_base_ns = monotonic_base_ns;
    impl_->in_recording_ = true;
    return impl_->push(std::move(item), false);
}

JournalTicket Journal::begin(RecordingHeader header) {
    Item item;
    item.kind = Rows::Kind::begin;
    item.recording = std::make_unique<Materialiser>(impl_->new_recording(), std::move(header));
    impl_->in_recording_ = true;
    return impl_->push(std::move(item), false);
}

JournalTicket Journal::append(Instant at, std::string line, std::vector<Effect> effects) {
    JIPU_ASSERT(!line.empty(), "an input without a line");
    JIPU_ASSERT(impl_->in_recording_, "an input without a recording");
    const bool urgent = has_news(effects);
    Item item;
    item.at = at;
    item.line = std::move(line);
    item.effects = std::move(effects);
    return impl_->push(std::move(item), urgent);
}

JournalTicket Journal::append_tick(Instant at, std::vector<Effect> effects) {
    JIPU_ASSERT(impl_->in_recording_, "effects without a recording");
    const bool urgent = has_news(effects);
    Item item;
    item.at = at;
    item.effects = std::move(effects);
    return impl_->push(std::move(item), urgent);
}

JournalTicket Journal::close_recording() {
    JIPU_ASSERT(impl_->in_recording_, "the end of a recording that did not begin");
    impl_->in_recording_ = false;
    Item item;
    item.kind = Rows::Kind::close;
    return impl_->push(std::move(item), true);
}

JournalTicket Journal::flush() {
    return impl_->flush();
}
bool Journal::wait_durable(JournalTicket ticket) {
    return impl_->wait_durable(ticket);
}
Backlog Journal::backlog() const {
    return impl_->backlog();
}
void Journal::acknowledge(std::string_view publisher, StreamKey key, std::int64_t seq) {
    impl_->acknowledge(publisher, key, seq);
}

} // namespace jipu
