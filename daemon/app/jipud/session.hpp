// SPDX-License-Identifier: Apache-2.0
// One recording after the other: feeds the table, hands what came in and what it caused to the
// journal, begins the next game's recording, and goes on with an unfinished one after a start. It
// must not know the loop, sockets or the real clock.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "daemon/app/common/wall_clock.hpp"
#include "daemon/app/jipud/event_merger.hpp"
#include "daemon/app/jipud/next_game.hpp"
#include "daemon/app/jipud/next_start.hpp"
#include "daemon/app/jipud/pairing.hpp"
#include "daemon/app/jipud/raw_levels.hpp"
#include "daemon/app/jipud/recording_time.hpp"
#include "daemon/recording/journal.hpp"
#include "daemon/table/table.hpp"

namespace jipu::app {

/// What one input or tick caused.
struct Outcome {
    Instant at;
    JournalTicket ticket = 0; ///< safe on disk: it may leave the process
    std::uint64_t tag = 0;    ///< of the input; 0 for ticks
    std::vector<Effect> effects;
};

struct SessionHooks {
    std::function<void(const Outcome&)> outcome;
    std::function<void(LogLevel, const std::string&)> log;
};

class Session {
  public:
    /// `setup`: of the games to come; `started` and `game_name` are set at each beginning.
    Session(TableSetup setup, Journal& journal, Surroundings surroundings, SessionHooks hooks);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Goes on with the journal's unfinished recording when there is one. Its devices count as lost
    /// from its last instant until they report. Throws std::runtime_error for an unreadable
    /// journal.
    void resume_unfinished();

    /// Is there a recording? Without one only a scan is taken (take_first_scan()).
    bool is_recording() const { return table_ != nullptr; }
    /// Begins a recording with this scan at instant 0, which is `stamp`.
    void take_first_scan(MonotonicNs stamp, const ScanFrame& frame);

    /// Takes a report; due ticks run first. Needs is_recording(). Stamps should not decrease; one
    /// that does counts as simultaneous with the last. Begins the next recording when the next game
    /// stands.
    void feed(MonotonicNs stamp, EventBody what, std::uint64_t tag = 0);
    /// The pairing of this board as it is now; what of it the table is told is own_command()'s.
    void set_pairing(GameInfo info) { pairing_.told(std::move(info)); }
    /// A report of the daemon itself, or of the pairing, that is due: to be fed at once, then asked
    /// again. Needs is_recording().
    std::optional<Command> own_command();
    /// Runs the ticks that are due up to `until`.
    void run_ticks(MonotonicNs until);
    /// The moment of the next tick; nullopt: none is wanted.
    std::optional<MonotonicNs> next_tick() const;

    /// As the table was told last.
    bool is_lost(Device device) const { return lost_[static_cast<std::size_t>(device)]; }
    /// The moment of the last instant that the table was given.
    MonotonicNs last_moment() const { return time_.moment_of(time_.last()); }
    const TableSetup& setup() const { return setup_; }
    /// Its table as it is now. Needs is_recording().
    TableView view() const;
    /// How many recordings began in this run.
    std::int64_t recordings() const { return recordings_; }

  private:
    void begin(MonotonicNs origin, const ScanFrame& frame);
    void begin_next_if_it_stands();
    void feed_one(Event event, std::uint64_t tag);
    void tick(Instant at);
    std::optional<Instant> next_wakeup() const;
    bool fits_configuration(const TableSetup& stored) const;
    void close_other_devices(Instant last);
    void warn_of_other_settings(const TableSetup& stored) const;
    void go_on_with(const UnfinishedRecording& recording);
    std::string new_game_name(std::int64_t realtime_us) const;
    std::optional<Command> pairing_command_due();
    bool waits_for_sync() const;
    std::optional<Command> sync_command() const;

    TableSetup configured_; // for the games to come
    TableSetup setup_;      // of the recording that runs
    Journal& journal_;
    Surroundings surroundings_;
    SessionHooks hooks_;
    std::unique_ptr<Table> table_;
    RecordingTime time_;
    /// What the time of day was thought to be at instant 0; absent once a reboot moved the origin.
    std::optional<std::int64_t> began_us_;
    NextStart next_start_;
    NextGame next_game_;
    Pairing pairing_;
    std::string told_late_; ///< said in the log already
    RawLevels levels_;
    std::array<bool, 2> lost_{};
    std::int64_t recordings_ = 0;
};

} // namespace jipu::app
