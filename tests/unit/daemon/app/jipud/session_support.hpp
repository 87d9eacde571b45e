// SPDX-License-Identifier: Apache-2.0
// A session with a real journal in a folder of its own, and a clock that the test moves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "daemon/app/jipud/intake.hpp"
#include "daemon/app/jipud/session.hpp"

namespace jipu::test {

/// A folder under the system's for temporary files, removed at the end.
class TempFolder {
  public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

inline constexpr MonotonicNs ms_ns = 1'000'000;

/// One run of the daemon's core, from a start to a stop or a crash.
struct Run {
    struct Options {
        std::string boot = "boot-1";
        MonotonicNs now = 1'000'000'000;
        TableSetup setup;
        MonotonicNs window = 0;
        bool synced = true;      ///< somebody set the wall clock right
        bool clock_there = true; ///< the clock's driver has opened it
    };
    Run(const std::string& journal_path, const Options& options);

    MonotonicNs now = 0;
    bool journal_is_full = false;
    bool synced = true;
    std::int64_t wall_ahead_us = 0; ///< how far the wall clock was set on meanwhile
    std::vector<app::Outcome> outcomes;
    std::vector<std::string> log;
    std::vector<std::pair<std::uint64_t, std::string>> refused;
    std::unique_ptr<Journal> journal;
    std::unique_ptr<app::EventMerger> merger;
    std::unique_ptr<app::Session> session;
    std::unique_ptr<app::Intake> intake;

    void later(std::int64_t ms);
    /// The start position's scan (reed).
    void scan_start();
    void change(const char* point, bool on);
    /// Lifts and sets down, and waits until the piece rests.
    void move(const char* from, const char* to);
    void press(Side side);
    void command(const std::string& json, std::uint64_t tag);
    /// Names of all effects so far: `move.recorded`, ...
    std::vector<std::string> effect_types() const;
    std::size_t count(const std::string& type) const;
    bool log_has(const std::string& words) const;
    /// Everything so far is on disk.
    void keep();
};

ScanFrame start_frame();

/// The recording as the journal has it now.
UnfinishedRecording stored(const std::string& journal_path);

/// The stored inputs as a trace, through a new table, up to the last stored instant: a line each.
std::vector<std::string> replayed(const UnfinishedRecording& recording);
/// What was stored of it, in the same form.
std::vector<std::string> stored_lines(const UnfinishedRecording& recording);

} // namespace jipu::test
